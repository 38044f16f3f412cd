"""``grade checks`` and ``grade explain``: what is asked of a submission, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from grader.cli import options, terminal, words
from grader.cli.late import lab_checks, misconceptions, picture_of, the_rubric
from grader.cli.picture import drawn
from grader.model import Refusal, Text
from grader.report.text_words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.model import About, Check, Lang, Misconception, Picture
    from grader.report.text_page import Page
    from grader.rubric import Rubric

WHY = Text(en="Why it matters", es="Por qué importa")
HINT = Text(en="Hint", es="Pista")
SOURCE = Text(en="Where it is taught", es="Dónde se explica")
EXAMPLE = Text(en="For example", es="Por ejemplo")
BLOCK = Text(en="block {block}, {points}", es="bloque {block}, {points}")
STOP = Text(en="stop condition {n}, {points}", es="condición de parada {n}, {points}")
FAILS = Text(
    en="This makes the check `{check}` fail.", es="Con esto falla la comprobación `{check}`."
)
TOTAL = Text(en="{points} in all.", es="{points} en total.")


@click.command("checks", context_settings=options.CONTEXT)
@options.listing
@options.lang
@options.rubric
def checks(format_: str, lang: Lang, rubric: str | None) -> int:
    """List all checks: id, block, points, title."""
    every = lab_checks()
    table = the_rubric(rubric, every, ())
    kept = [c.about for c in every if c.about.id in table.points]
    terminal.write(_json(kept, table) if format_ == "json" else _table(kept, table, lang))
    return 0


def _json(kept: Sequence[About], table: Rubric) -> str:
    rows = [
        {
            "id": about.id,
            "block": about.block,
            "points": table.points[about.id],
            **{
                part: {"en": text.en, "es": text.es}
                for part, text in (
                    ("title", about.title),
                    ("why", about.why),
                    ("hint", about.hint),
                    ("source", about.source),
                )
            },
        }
        for about in kept
    ]
    return json.dumps({"rubric": table.digest, "checks": rows}, indent=2) + "\n"


def _table(kept: Sequence[About], table: Rubric, lang: Lang) -> str:
    page = terminal.stdout_page(lang)
    wide = max(len(about.id) for about in kept)
    blocks = {about.block: page.say(_block(about.block)) for about in kept}
    second = max(map(len, blocks.values()))
    lines: list[str] = []
    for about in kept:
        first = f"{about.id:{wide}}  {blocks[about.block]:{second}}  {table.points[about.id]:>3g}  "
        lines += page.lines(page.say(about.title), first, " " * len(first))
    return "\n".join([*lines, "", page.say(TOTAL, points=points_in_words(table.total))]) + "\n"


def _block(name: str) -> Text:
    """``stop 1`` as the lab calls it in that language; a letter stays."""
    return Text(en=name, es=name.replace("stop", "parada"))


@click.command("explain", context_settings=options.CONTEXT)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@options.lang
def explain(ids: Sequence[str], lang: Lang) -> int:
    """Explain a check (scores) or a known mistake (scale/sqrt-d-model).

    A step with a slash (softmax/) lists the known mistakes of that step.
    """
    every: dict[str, Check | Misconception] = {c.about.id: c for c in lab_checks()}
    every |= {m.id: m for m in misconceptions()}
    steps = sorted({name.partition("/")[0] + "/" for name in every if "/" in name})
    for name in ids:
        if name not in every and name not in steps:
            near = words.near(name, [*every, *steps])
            raise Refusal(words.NO_CARD.format(id=name, near=near, steps=", ".join(steps)))
    page = terminal.stdout_page(lang)
    cards = [_step(n, every, page) if n in steps else _card(every[n], page) for n in ids]
    terminal.write("\n".join(cards))
    return 0


def _step(step: str, every: Mapping[str, Check | Misconception], page: Page) -> str:
    """The known mistakes of one step, each with what it does."""
    found = [m for id_, m in every.items() if id_.startswith(step) and not hasattr(m, "about")]
    lines: list[str] = []
    for known in found:
        lines += [page.paint(page.data(known.id), "1"), *page.lines(page.say(known.says), "  ")]
    return "\n".join(lines) + "\n"


def _card(item: Check | Misconception, page: Page) -> str:
    drawing: Picture | None = None
    if hasattr(item, "about"):
        about = item.about
        where = STOP if about.block.startswith("stop") else BLOCK
        n, worth = about.block.rpartition(" ")[2], points_in_words(about.points)
        under = page.say(where, block=about.block, n=n, points=worth)
        head, example = [*page.lines(page.say(about.title)), under], about.example
    else:
        about, example, drawing = item, "", picture_of(item)
        head = [*page.lines(page.say(item.says)), *page.lines(page.say(FAILS, check=item.check))]
    lines = [page.paint(page.data(about.id), "1"), *head]
    for label, text in ((WHY, about.why), (HINT, about.hint), (SOURCE, about.source)):
        if text.en:
            lines += ["", page.paint(page.say(label), "1"), *page.lines(page.say(text), "  ", "  ")]
    if drawing is not None:
        lines += ["", *drawn(drawing, page)]
    if example:
        code = [f"  {page.code(line)}" for line in example.strip("\n").splitlines()]
        lines += ["", page.paint(page.say(EXAMPLE), "1"), *code]
    return "\n".join(lines) + "\n"
