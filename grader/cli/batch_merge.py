"""``grade merge``: the parts of a class that a job array graded become one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.batch.merge import merge as merged
from grader.batch.store import Store
from grader.cli import batch_words, kinds, options, terminal
from grader.cli.batch_status import summary
from grader.model import Refusal

if TYPE_CHECKING:
    from grader.model import Lang


@click.command("merge", context_settings=options.CONTEXT)
@click.argument("out", metavar="OUT", type=kinds.Place())
@click.argument("parts", metavar="DIR...", nargs=-1, required=True, type=kinds.Place())
@options.lang
def merge(out: str, parts: tuple[str, ...], lang: Lang) -> int:
    """Join the results of several `grade batch --shard I/N` in a folder OUT."""
    if Path(out).resolve() in {Path(part).resolve() for part in parts}:
        raise Refusal(batch_words.MERGE_ITSELF.format(out=out))
    absent = merged(Path(out), [Path(part) for part in parts])
    with Store.open(out) as store:
        terminal.write(summary(store, lang))
    if absent:
        terminal.complain(batch_words.ABSENT.format(parts=", ".join(absent)), lang)
    return 0
