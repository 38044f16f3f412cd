"""The options of ``grade batch``, each with its values and its help."""

from __future__ import annotations

from typing import Any

import click

from grader import report
from grader.cli import kinds, options

SOURCES = ("folder", "canvas", "moodle", "gradescope", "list")
EPILOG = (
    "Exit codes: 0 every submission was graded, or refused with a reason; 2 the command line or "
    "SRC cannot be used; 3 the grader itself could not grade some; 130 interrupted."
)


class Shard(kinds.Type):
    """``I/N``: the I-th of N parts."""

    name = "I/N"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """The two numbers."""
        from grader.cli.batch_words import part  # noqa: PLC0415 - help needs no sentence

        del param, ctx
        return part(str(value))


_BATCH = (
    click.option(
        "--out",
        metavar="DIR",
        type=kinds.Place(),
        required=True,
        help="Where the results are kept.",
    ),
    click.option(
        "--from",
        "form",
        type=kinds.OneOf(SOURCES),
        metavar="KIND",
        help=f"What SRC is: {', '.join(SOURCES)}. Recognised if not given.",
    ),
    click.option(
        "--roster",
        metavar="FILE",
        help="A CSV file with the columns id and name: who is missing is reported.",
    ),
    click.option(
        "--due",
        metavar="DATETIME",
        help="Mark as late what came after 2026-03-01T23:59 (local time unless it says otherwise).",
    ),
    click.option(
        "--jobs",
        type=kinds.Whole(4096),
        metavar="N",
        help="How many to grade at once on this machine; all cores if not given.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Grade on a Dask cluster (tcp://host:8786), or on one started here (local).",
    ),
    click.option(
        "--shard",
        type=Shard(),
        help="Only the I-th of N equal parts (2/8), for job arrays; see grade merge. Give every "
        "part its own DIR and the same --seed.",
    ),
    click.option(
        "--force", is_flag=True, help="Grade again, even what was graded already in the same way."
    ),
    click.option(
        "--only",
        multiple=True,
        metavar="WHICH",
        help="Only failed (refused, not graded or not passed), review (points pending), or this "
        "id. Repeatable.",
    ),
    options.rubric,
    *options.selection,
    click.option(
        "--examples",
        type=kinds.Whole(1_000_000),
        default=0,
        help="Try N more inputs with every submission.",
    ),
    click.option(
        "--seed",
        type=kinds.Whole(2**32 - 1),
        help="Fix what the questions are drawn from; drawn once for DIR if not given.",
    ),
    click.option(
        "--hints",
        type=kinds.OneOf(report.HINTS),
        default="line",
        metavar="LEVEL",
        help=f"How much the reports give away: {', '.join(report.HINTS)} (all of it).",
    ),
    click.option(
        "--sandbox",
        type=kinds.OneOf(("require", "auto", "off")),
        default="require",
        metavar="require|auto|off",
        help="How to hold the students' code. require, the default: never run it uncontained.",
    ),
    options.lang,
    click.option("-v", "--verbose", is_flag=True, help="A line for each submission."),
)


def batch(command: Any) -> Any:
    """All options of ``grade batch``, in the order of the help."""
    for decorate in reversed(_BATCH):
        command = decorate(command)
    return command
