"""``grade export``: the scores of a class into a gradebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from grader.cli import options

if TYPE_CHECKING:
    from grader.model import Lang

KINDS = ("csv", "canvas", "moodle", "gradescope")
PENDING = ("leave", "zero", "full", "blank")
EPILOG = (
    "Exit codes: 0 written; 2 something does not fit, the sentence says what, and nothing was "
    "written."
)


@click.command("export", context_settings=options.CONTEXT, epilog=EPILOG)
@click.argument("kind", metavar="|".join(KINDS), type=options.OneOf(KINDS))
@click.argument("folder", metavar="DIR", type=options.Place())
@click.option("--out", metavar="FILE", required=True, help="The new file.")
@click.option(
    "--gradebook",
    metavar="FILE",
    help="Your own export of Canvas or Gradescope, or Moodle's grading worksheet. It is read only.",
)
@click.option(
    "--column",
    metavar="TITLE",
    help="The column to fill, such as 'Lab 01 (12345)'. Moodle's is known by its name.",
)
@click.option(
    "--points",
    metavar="N",
    help="What everything right is worth; if not given, what the gradebook says.",
)
@click.option(
    "--pending",
    type=options.OneOf(PENDING),
    default="leave",
    metavar="|".join(PENDING),
    help="Submissions with points that wait for a person: leave the cell as it is (default), "
    "count those points as zero or in full, or blank the cell.",
)
@click.option(
    "--allow-missing",
    is_flag=True,
    help="Fill in the others even if some of the class are not in the gradebook.",
)
@click.option("--trust-ids", is_flag=True, help="An id that fits is enough, if names differ.")
@click.option(
    "--feedback-zip",
    "feedback",
    metavar="FILE",
    help="For Moodle: also a zip with each student's report, to upload as feedback files.",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@options.lang
def export(kind: str, folder: str, lang: Lang, **asked: Any) -> int:
    """Put the scores of a class into a gradebook.

    DIR is what --out of grade batch named. One column of your own export is filled in a new FILE,
    and nothing else of it changes; csv makes a table of its own.
    """
    from grader.cli.export_run import run  # noqa: PLC0415 - not for help

    return run(kind, folder, lang, **asked)
