"""Every option, once: its name, its values, its help."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from grader import report
from grader.cli.kinds import OneOf, ReportTo, Whole
from grader.cli.language import LANGS, locale_lang

if TYPE_CHECKING:
    from collections.abc import Callable

    Decorator = Callable[[Any], Any]  # click decorates functions and commands alike

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _default_lang() -> str:
    return locale_lang(os.environ)


def default_sandbox() -> str:
    """On CI nothing runs uncontained unless it is said in so many words."""
    return "auto" if os.environ.get("CI", "").lower() in ("", "0", "false") else "require"


def _option(*names: str, **settings: Any) -> Decorator:  # whatever click.option takes
    return click.option(*names, **settings)


lang = _option(
    "--lang",
    type=OneOf(LANGS),
    default=_default_lang,
    metavar="en|es",
    help="Language; from the locale if not given.",
)
color = _option(
    "--color",
    type=OneOf(("auto", "always", "never")),
    default="auto",
    metavar="auto|always|never",
    help="Colours. auto: on a terminal, unless NO_COLOR is set.",
)
rubric = _option(
    "--rubric",
    metavar="FILE",
    help="Points from this TOML file; it must lie outside what is graded.",
)
verbose = _option("-v", "--verbose", is_flag=True, help="Everything, with reasons.")
listing = _option(
    "--format",
    "format_",
    type=OneOf(("text", "json")),
    default="text",
    metavar="text|json",
    help="How to print the list.",
)

selection = (
    _option(
        "--select",
        multiple=True,
        metavar="IDS",
        help="Only these checks or blocks (A,E,stop-1 or scores,mask); the result is partial.",
    ),
    _option("--ignore", multiple=True, metavar="IDS", help="All but these checks or blocks."),
)

_GRADING = (
    _option(
        "--format",
        "format_",
        type=OneOf(report.names()),
        default="text",
        metavar="NAME",
        help=f"What to print: {', '.join(report.names())}.",
    ),
    _option(
        "--report",
        "reports",
        type=ReportTo(),
        multiple=True,
        help="Write another format to a file from the same run (- is standard output). Repeatable.",
    ),
    lang,
    _option(
        "--hints",
        type=OneOf(report.HINTS),
        default="line",
        metavar="LEVEL",
        help=f"How much to give away: {', '.join(report.HINTS)} (all of it).",
    ),
    _option("-q", "--quiet", is_flag=True, help="Only the score and what failed."),
    verbose,
    color,
    *selection,
    rubric,
    _option("--rev", metavar="REV", help="Grade this git revision, not the working tree."),
    _option("--seed", type=Whole(2**32 - 1), help="Repeat the run that had this seed."),
    _option(
        "--examples",
        type=Whole(1_000_000),
        default=0,
        help="Try N more inputs, drawn at random, on top of the fixed ones.",
    ),
    _option(
        "--sandbox",
        type=OneOf(("auto", "require", "off")),
        default=default_sandbox,
        metavar="auto|require|off",
        help="How to hold the student's code. require (default where CI is set): or not at all.",
    ),
    _option("--exit-zero", is_flag=True, help="Exit with 0 even if checks failed."),
    _option("--watch", is_flag=True, help="Grade again at every save, and say what changed."),
)


def grading(command: Any) -> Any:
    """All options of the command that grades, in the order of the help."""
    for decorate in reversed(_GRADING):
        command = decorate(command)
    return command
