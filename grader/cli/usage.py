"""What click finds wrong with a command line, as a sentence in the user's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from grader.cli import words

if TYPE_CHECKING:
    from grader.model import Text


def usage(error: click.UsageError) -> Text:
    """The sentence for one of click's errors."""
    match error:
        case click.NoSuchOption():
            known = [] if error.ctx is None else _options(error.ctx.command)
            name = error.option_name
            return words.NO_OPTION.format(name=name, near=words.near(name, known))
        case click.BadOptionUsage():
            refused = "not take" in error.message
            says = words.NO_VALUE if refused else words.NEEDS_VALUE
            return says.format(name=error.option_name)
        case click.MissingParameter():
            command = "grade" if error.ctx is None else error.ctx.command_path
            name = (error.param and getattr(error.param, "metavar", None)) or "?"
            if isinstance(error.param, click.Option):
                name = f"{error.param.opts[0]} {name}"
            return words.MISSING.format(name=name, command=command)
    extra = re.search(r"extra arguments? \((.*)\)", error.message)
    if extra:
        return words.EXTRA.format(extra=extra[1])
    return words.NOT_UNDERSTOOD.format(message=error.message)


def _options(command: click.Command) -> list[str]:
    return [name for param in command.params for name in param.opts if name.startswith("-")]
