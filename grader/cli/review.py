"""``grade review``: what needs a person, and what the person decides."""

from __future__ import annotations

from typing import Any

import click

from grader.cli import kinds, options

EPILOG = (
    "A decision holds for the files that were looked at: grading them again never changes it, and "
    "a later attempt with other files needs its own. All that was ever decided is kept."
)


@click.command("review", context_settings=options.CONTEXT, epilog=EPILOG)
@click.argument("folder", metavar="DIR", type=kinds.Place())
@click.argument("submission", metavar="[ID]", required=False)
@click.argument("check", metavar="[CHECK]", required=False)
@click.option("--points", metavar="N", help="What CHECK of ID earns: 0 to what it is worth.")
@click.option("--comment", metavar="TEXT", default="", help="For the student, with the points.")
@click.option(
    "--by",
    metavar="NAME",
    default="",
    envvar="MHA_GRADER_PERSON",
    help="Who decides; MHA_GRADER_PERSON if not given.",
)
@click.option("--withdraw", is_flag=True, help="Take the decision about CHECK of ID back.")
@click.option("--history", is_flag=True, help="All that was ever decided (of ID, about CHECK).")
@click.option("--ask", is_flag=True, help="Go through what is open, one after another.")
@click.option("--all", "everything", is_flag=True, help="List what is decided as well.")
@click.option("--web", is_flag=True, help="Serve a page for deciding, to this machine only.")
@click.option(
    "--port", type=kinds.Whole(65_535), default=0, help="Of the page; a free one if not given."
)
@options.listing
@options.lang
def review(**asked: Any) -> int:
    """List what needs a person, show it, and keep what they decide.

    DIR is what --out of `grade batch` named. With ID one submission is shown; CHECK may be any
    check that carries points.
    """
    from grader.cli.review_run import Asked, run  # noqa: PLC0415 - not for help

    return run(Asked(**asked))
