"""``grade batch``: a whole class, restartable."""

from __future__ import annotations

from typing import Any

import click

from grader.cli import batch_options as more
from grader.cli import options


@click.command("batch", context_settings=options.CONTEXT, epilog=more.EPILOG)
@click.argument("source", metavar="SRC", type=options.Place())
@more.batch
def batch(**asked: Any) -> int:
    """Grade a whole class: SRC in, gradebook and reports out.

    SRC is a folder of repositories, a bulk download of Canvas, Moodle or Gradescope (a zip, or
    the folder that it unpacks to), or a CSV list with the columns id, name, path or url, rev.

    DIR (--out) gets index.html (the class at a glance), grades.csv, one report per submission, and
    results.sqlite, from which the rest is made. Run the same command again after any interruption:
    what is graded already is not graded again.
    """
    from grader.cli.batch_run import Asked, run  # noqa: PLC0415 - not for help

    return run(Asked(**asked))
