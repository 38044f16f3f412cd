"""``grade checks`` and ``grade explain``: what is asked of a submission, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from grader.cli import options, terminal, words
from grader.cli.late import lab_checks, misconceptions, picture_of, the_rubric
from grader.cli.picture import drawn
from grader.model import Refusal, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.labs.multi_head.picture import Picture
    from grader.model import About, Check, Lang, Misconception
    from grader.report.text_page import Page
    from grader.rubric import Rubric

WHY = Text(en="Why it matters", es="Por qué importa")
HINT = Text(en="Hint", es="Pista")
SOURCE = Text(en="Where it is taught", es="Dónde se explica")
EXAMPLE = Text(en="For example", es="Por ejemplo")
BLOCK = Text(en="block {block}, {points} points", es="bloque {block}, {points} puntos")
STOP = Text(en="{block}, {points} points", es="{block}, {points} puntos")
FAILS = Text(
    en="This makes the check `{check}` fail.", es="Con esto falla la comprobación `{check}`."
)
TOTAL = Text(en="{points} points in all.", es="{points} puntos en total.")


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
    lines: list[str] = []
    for about in kept:
        first = f"{about.id:{wide}}  {about.block:6}  {table.points[about.id]:>3g}  "
        lines += page.lines(page.say(about.title), first, " " * len(first))
    return "\n".join([*lines, "", page.say(TOTAL, points=f"{table.total:g}")]) + "\n"


@click.command("explain", context_settings=options.CONTEXT)
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@options.lang
def explain(ids: Sequence[str], lang: Lang) -> int:
    """Explain a check (such as scores) or a known mistake (such as scale/sqrt-d-model)."""
    every: dict[str, Check | Misconception] = {c.about.id: c for c in lab_checks()}
    every |= {m.id: m for m in misconceptions()}
    for name in ids:
        if name not in every:
            raise Refusal(words.NO_CARD.format(id=name, near=words.near(name, every)))
    page = terminal.stdout_page(lang)
    terminal.write("\n".join(_card(every[name], page) for name in ids))
    return 0


def _card(item: Check | Misconception, page: Page) -> str:
    drawing: Picture | None = None
    if hasattr(item, "about"):
        about = item.about
        where = STOP if about.block.startswith("stop") else BLOCK
        under = page.say(where, block=about.block, points=f"{about.points:g}")
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
