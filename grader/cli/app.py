"""The entry point: which command is meant, and what becomes of every way in which it can end."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

import grader
from grader.cli import options, terminal
from grader.cli.commands import CODES, COMMANDS
from grader.cli.kinds import Place
from grader.cli.language import spoken_lang

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Lang


class _Grade(click.Command):
    """The command that is meant where none is named."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        formatter.write_usage("grade", "[OPTIONS] [PATH]...")
        formatter.write_usage("grade", "COMMAND ...", prefix="       ")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        for title, rows in (("Commands", _summaries()), ("Exit codes", list(CODES.items()))):
            with formatter.section(title):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)]
        return [*found, *super().shell_complete(ctx, incomplete)]


class _Commands(click.Group):
    """Commands by name, and grading where the first word is none of theirs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        found: click.Command = getattr(importlib.import_module(module), name)
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, ["--", *_command_first(args)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return args[0], self.get_command(ctx, args[0]) or grade, args[1:]


def _summaries() -> list[tuple[str, str]]:
    return [(name, summary) for name, (_, summary) in COMMANDS.items()]


def _command_first(args: list[str]) -> list[str]:
    """The command's name before its options, wherever it stood; "" for grading."""
    n = 0
    while n < len(args) and args[n].startswith("-") and args[n] != "--":
        n += 2 if _takes_value(args[n]) else 1
    word = args[n] if n < len(args) else ""
    return [word, *args[:n], *args[n + 1 :]] if word in COMMANDS else ["", *args]


def _takes_value(word: str) -> bool:
    given = [p for p in grade.params if isinstance(p, click.Option) and word in p.opts]
    return any(not option.is_flag for option in given)


def _version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    """Print what a result depends on, without loading any of it."""
    del param
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import version  # noqa: PLC0415 - a third of a start, only for this

    from grader.rubric import shipped  # noqa: PLC0415 - likewise

    digest = shipped().digest[:8]
    python = sys.version.split()[0]
    depends = f"rubric {digest}, NumPy {version('numpy')}, Python {python}"
    terminal.write(f"mha-grader {grader.__version__} ({depends})\n")
    ctx.exit()


@click.command(cls=_Grade, context_settings=options.CONTEXT)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=Place())
@options.grading
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the versions of grader, rubric, NumPy and Python.",
)
def grade(**asked: Any) -> int:
    """Grade submissions of the multi-head attention lab.

    PATH is a repository: a folder, a .zip or a .tar.gz; the current folder if none is given. A
    folder with the name of a command is written ./NAME.
    """
    from grader.cli.grading import Asked, run  # noqa: PLC0415 - not for help

    # Before NumPy loads: our matrices are small, and a second thread only costs.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return run(Asked(**asked))


commands = _Commands("grade", no_args_is_help=False, add_help_option=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; never raises."""
    args = list(sys.argv[1:] if argv is None else argv)
    terminal.never_fail_to_encode()
    # Arrays are small here: more threads of NumPy's would cost half as much again to start.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # A cancelled job is an interrupted one: its children are ended and its folders removed.
    with contextlib.suppress(ValueError):  # not in the main thread: whoever called us decides
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    code = _outcome(args, spoken_lang(args, os.environ))
    try:
        terminal.write("")
    except terminal.StdoutClosed:
        return code
    return code


def _outcome(args: list[str], lang: Lang) -> int:
    try:
        return int(commands.main(args, prog_name="grade", standalone_mode=False) or 0)
    except (Exception, KeyboardInterrupt, SystemExit) as error:  # noqa: BLE001 - told apart there
        from grader.cli.failures import code_of  # noqa: PLC0415 - most runs end well

        return code_of(error, args, lang)
