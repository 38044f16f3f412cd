"""``grade init``: the lab's starting point, copied into a new folder."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import click

from grader import resources
from grader.cli import options, terminal, words
from grader.model import Lang, Refusal
from grader.model.system import reason

_NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.pyc")


@click.command("init", context_settings=options.CONTEXT)
@click.argument("folder", metavar="DIR")
@options.lang
def init(folder: str, lang: Lang) -> int:
    """Start the lab in a new folder DIR."""
    target = Path(folder)
    _must_be_free(target)
    source = resources.folder("student_template")
    try:
        shutil.copytree(
            source, target, ignore=_NOT_COPIED, copy_function=shutil.copyfile, dirs_exist_ok=True
        )
    except OSError as error:
        raise Refusal(words.NOT_CREATED.format(folder=folder, why=reason(error))) from None
    n = sum(path.is_file() for path in source.rglob("*") if not _left_out(path))
    terminal.write(terminal.stdout_page(lang).say(words.CREATED, folder=folder, n=n))
    return 0


def _left_out(path: Path) -> bool:
    return "__pycache__" in path.parts or path.suffix == ".pyc"


def _must_be_free(target: Path) -> None:
    """A folder with nothing in it but ``.git`` is as good as new."""
    if os.path.lexists(target) and not target.is_dir():
        raise Refusal(words.NOT_FOLDER.format(folder=target))
    if target.is_dir() and any(entry.name != ".git" for entry in target.iterdir()):
        raise Refusal(words.NOT_EMPTY.format(folder=target))
