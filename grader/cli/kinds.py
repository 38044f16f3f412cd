"""Kinds of values on the command line: how each is read, refused and completed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from grader import report
from grader.cli.commands import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    Type = click.ParamType[Any]  # generic to the type checker, and at run time since click 8.4
else:
    Type = click.ParamType


class OneOf(Type):
    """One of several words; the refusal of any other says what is close, in both languages."""

    name = "WORD"

    def __init__(self, choices: Iterable[str]) -> None:
        self.choices = tuple(choices)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The value itself, where it is known."""
        from grader.cli.values import one_of  # noqa: PLC0415 - help needs none of its sentences

        del ctx
        return one_of(str(value), self.choices, _name(param))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The words that begin so."""
        del ctx, param
        return [CompletionItem(word) for word in self.choices if word.startswith(incomplete)]


class Place(Type):
    """A path as it was typed; what is there is looked at when its turn comes."""

    name = "PATH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The path itself, which is not empty: ``--out "$DIR"`` is where DIR was never set."""
        from grader.cli.values import place  # noqa: PLC0415 - help needs none of its sentences

        del ctx
        metavar = (param and param.metavar) or "PATH"
        option = _name(param)
        return place(str(value), option if option.startswith("-") else metavar.strip("[]."))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Files are left to the shell, which knows them; the first word may be a command's."""
        del param
        first = not ctx.params.get("paths")
        named = [name for name in COMMANDS if first and name.startswith(incomplete)]
        return [*map(CompletionItem, named), CompletionItem(incomplete, type="file")]


class Whole(Type):
    """A whole number from 0 to ``most``."""

    name = "N"

    def __init__(self, most: int) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        from grader.cli.values import whole  # noqa: PLC0415 - help needs none of its sentences

        del ctx
        return whole(str(value), self.most, _name(param))


class ReportTo(Type):
    """``NAME=FILE``: a format and where to write it."""

    name = "NAME=FILE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """The two halves, the format's name being known."""
        from grader.cli.values import report_to  # noqa: PLC0415 - help needs none of its sentences

        del ctx
        return report_to(str(value), _name(param))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names of formats, up to the file."""
        del ctx, param
        written = [f"{name}=" for name in report.names()]
        return [CompletionItem(word) for word in written if word.startswith(incomplete)]


def _name(param: click.Parameter | None) -> str:
    return max(param.opts, key=len) if param else ""
