"""What ``grade batch`` is pointed at: found, recognised and listed, or refused in a sentence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.batch.sources import folder
from grader.cli import batch_words as say
from grader.model import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.batch.sources.entry import Entry
    from grader.cli.batch_run import Asked


def listing(asked: Asked) -> Callable[[], Iterable[Entry]]:
    """What lists the source, once its place and that of the results are seen to be sound.

    Raises:
        Refusal: there is no such source, or the results cannot lie where they are to.
    """
    source, out = Path(asked.source), Path(asked.out)
    if not os.path.lexists(source):
        raise Refusal(say.NO_SOURCE.format(source=asked.source))
    if os.path.lexists(out) and not out.is_dir():
        raise Refusal(say.OUT_IS_FILE.format(out=asked.out))
    return lambda: folder.entries(source, out)
