"""A page for each check and each known mistake, in both languages, made from the code."""

from __future__ import annotations

import inspect
import textwrap
from typing import TYPE_CHECKING

import _words as words

from grader.cli.picture import drawn
from grader.labs.multi_head import LAB
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.labs.multi_head.picture import picture
from grader.model import LANGS
from grader.report import Style
from grader.report.picture_words import caption, legend
from grader.report.text_page import Page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import About, Lang, Misconception, Picture, Text

ABOUTS = [check.about for check in LAB.checks]
BY_ID = {about.id: about for about in ABOUTS}
FOLDER = {"en": "", "es": "es/"}
WIDTH = 78
"""Columns of a drawing."""


def pages() -> dict[str, str]:
    """The Markdown of every generated page, by its path below ``docs/``."""
    found = {}
    for lang in LANGS:
        at = FOLDER[lang]
        found[f"{at}checks/index.md"] = _checks(lang)
        found[f"{at}misconceptions/index.md"] = _mistakes(lang)
        found |= {f"{at}checks/{about.id}.md": _check(about, lang) for about in ABOUTS}
        found |= {f"{at}misconceptions/{m.id}.md": _mistake(m, lang) for m in CATALOGUE}
    return found


def navigation(place: str) -> dict[str, list[object]]:
    """The section that stands for ``checks`` or ``es/misconceptions`` in the navigation."""
    lang: Lang = "es" if place.startswith("es/") else "en"
    of_checks = place.endswith("checks")
    title = (words.CHECKS if of_checks else words.MISTAKES).into(lang)
    groups = _blocks() if of_checks else _steps()
    names = words.block if of_checks else words.STEPS.__getitem__
    listed: list[object] = [
        {names(group).into(lang): [{i.id: f"{place}/{i.id}.md"} for i in items]}
        for group, items in groups.items()
    ]
    return {title: [f"{place}/index.md", *listed]}


def _blocks() -> dict[str, Sequence[About]]:
    return {b: [a for a in ABOUTS if a.block == b] for b in dict.fromkeys(a.block for a in ABOUTS)}


def _steps() -> dict[str, Sequence[Misconception]]:
    return {step: [m for m in CATALOGUE if m.id.startswith(f"{step}/")] for step in words.STEPS}


def _checks(lang: Lang) -> str:
    total = sum(about.points for about in ABOUTS)
    said = words.ALL_CHECKS.format(n=len(ABOUTS), points=f"{total:g}").into(lang)
    lines = [f"# {words.CHECKS.into(lang)}", "", said, ""]
    head = " | ".join(t.into(lang) for t in (words.CHECK, words.WORTH, words.HOLDS))
    for name, abouts in _blocks().items():
        lines += [f"## {words.block(name).into(lang)}", "", f"| {head} |", "|---|---|---|"]
        lines += [
            f"| [`{a.id}`]({a.id}.md) | {a.points:g} | {words.escaped(a.title.into(lang))} |"
            for a in abouts
        ]
        lines.append("")
    return "\n".join(lines)


def _mistakes(lang: Lang) -> str:
    said = words.ALL_MISTAKES.format(n=len(CATALOGUE)).into(lang)
    lines = [f"# {words.MISTAKES.into(lang)}", "", said, ""]
    for step, mistakes in _steps().items():
        lines += [f"## {words.STEPS[step].into(lang)}", "", *_listed(mistakes, lang, ""), ""]
    return "\n".join(lines)


def _listed(mistakes: Sequence[Misconception], lang: Lang, up: str) -> list[str]:
    """Definitions: the name, linked, and what is computed instead."""
    return [
        line
        for m in mistakes
        for line in (f"[`{m.id}`]({up}{m.id}.md)", f":   {words.escaped(m.says.into(lang))}", "")
    ]


def _check(about: About, lang: Lang) -> str:
    where = f"{words.block(about.block).into(lang)} · {words.worth(about.points).into(lang)}"
    lines = [f"# {words.escaped(about.title.into(lang))}", "", f"`{about.id}` · {where}", ""]
    lines += _part(words.LOOK, words.LOOKS[about.block].into(lang), lang)
    lines += _part(words.WHY, words.escaped(about.why.into(lang)), lang)
    lines += _part(words.HINT, words.escaped(about.hint.into(lang)), lang)
    if about.example:
        code = "python" if about.block == "A" and "PYTHONPATH" not in about.example else "text"
        lines += _part(words.EXAMPLE, _fenced(about.example.strip("\n"), code), lang)
    lines += _part(words.SOURCE, words.escaped(about.source.into(lang)), lang)
    spanish = " --lang es" if lang == "es" else ""
    asked = f"grade explain {about.id}{spanish}\ngrade . --select {about.id}{spanish}"
    lines += _part(words.TRY, _fenced(asked, "sh"), lang)
    failing = [m for m in CATALOGUE if m.check == about.id]
    if failing:
        lines += [
            f"## {words.FAILING.into(lang)}",
            "",
            *_listed(failing, lang, "../misconceptions/"),
        ]
    return "\n".join(lines)


def _mistake(known: Misconception, lang: Lang) -> str:
    about = BY_ID[known.check]
    title = words.escaped(about.title.into(lang))
    fails = words.FAILS.format(title=title, link=f"../../checks/{about.id}.md").into(lang)
    said = words.escaped(known.says.into(lang))
    lines = [f"# `{known.id}`", "", f"**{said}**", "", fails, ""]
    lines += _part(words.WHY, words.escaped(known.why.into(lang)), lang)
    lines += _part(words.HINT, words.escaped(known.hint.into(lang)), lang)
    drawing = picture(known)
    if drawing is not None:
        lines += _part(words.GOES, _drawing(drawing, lang), lang)
    lines += _part(words.SOURCE, words.escaped(known.source.into(lang)), lang)
    code = textwrap.indent(_fenced(_source(known), "python"), "    ")
    return "\n".join([*lines, f'??? note "{words.AS_CODE.into(lang)}"', "", code, ""])


def _drawing(drawing: Picture, lang: Lang) -> str:
    """What `grade explain` draws; what it says above and below are paragraphs here."""
    rows = "\n".join(drawn(drawing, Page(Style(lang=lang, width=WIDTH)))).split("\n\n")
    meaning = " ".join(sign.into(lang) for sign in legend(drawing))
    art = textwrap.dedent("\n\n".join(rows[1:-1] if meaning else rows[1:]))
    said = words.escaped(caption(drawing).into(lang))
    return "\n\n".join([said, _fenced(art, "text"), words.escaped(meaning)]).strip()


def _source(known: Misconception) -> str:
    """The class without what is said about it."""
    lines = inspect.getsource(known.cls).splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("class "))
    return "\n".join(lines[first:])


def _part(title: Text, body: str, lang: Lang) -> Iterator[str]:
    yield from (f"## {title.into(lang)}", "", body, "")


def _fenced(text: str, language: str) -> str:
    return f"```{language}\n{text}\n```"
