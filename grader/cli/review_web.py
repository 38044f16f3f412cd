"""``grade review --web``: says where the page is, serves it, and says that it is closed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch.store import FILE, Store
from grader.cli import review_words as words
from grader.cli import terminal
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    from grader.cli.review_run import Asked

EXTRA = ("starlette", "uvicorn")


def serve(asked: Asked) -> int:
    """Serve the page until Ctrl-C; the exit code.

    Raises:
        Refusal: there is no store, the extra is not installed, or the port is taken.
    """
    if not all(map(find_spec, EXTRA)):
        raise Refusal(words.NO_EXTRA)
    from grader.batch.review.web import serve as page  # noqa: PLC0415 - an extra

    folder = Path(asked.folder)
    Store.open(folder).close()

    def told(url: str) -> None:
        terminal.write(words.OPENED.into(asked.lang).format(url=url) + "\n")

    try:
        page.serve(folder, asked.port, asked.lang, told)
    except OSError as error:
        raise Refusal(words.NO_PORT.format(port=asked.port, why=reason(error))) from None
    closed = words.CLOSED.format(file=str(folder / FILE)).into(asked.lang)
    terminal.write(closed + "\n")
    return 0
