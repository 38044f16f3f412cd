"""The part of the text format that says what failed, why, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.report import text_words as words
from grader.report.text_example import code
from grader.report.text_safe import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Diagnosis, Finding, Report, Result, Text
    from grader.report.text_page import Page

FINDINGS = 4
"""So many of a check's findings are shown unless all are asked for."""
INDENT = "      "


def diagnosis(report: Report, page: Page) -> list[str]:
    """The known mistake that explains the answers, first of all: it is what to mend."""
    found = report.diagnosis
    if found is None:
        return []
    head = page.say(words.DIAGNOSIS if found.complete else words.UNNAMED)
    lines = [page.paint(head, "1"), *page.lines(page.say(found.says), "  ")]
    if found.file is not None and found.line is not None:
        place = f"{page.data(found.file)}:{found.line}"
        lines += page.lines(page.say(words.LINE, place=place), "  ")
    return lines + _commands(found, page)


def _commands(found: Diagnosis, page: Page) -> list[str]:
    """How to read more, and that the alternatives cannot be told apart."""
    ids = dict.fromkeys(name for names in found.sets for name in names)
    if not ids:
        return []
    says = words.EXPLAIN if len(found.sets) == 1 else words.ALTERNATIVES
    commands = ", ".join(page.style.command(f"grade explain {name}") for name in ids)
    return page.lines(page.say(says, commands=commands), "  ")


def failures(report: Report, page: Page) -> Iterator[list[str]]:
    """A paragraph for each failed check; a counterexample that two share is printed once."""
    shown: dict[str, str] = {}
    for result in report.results:
        if result.outcome == "failed":
            yield _failure(result, page, shown, report.diagnosis)


def _failure(
    result: Result, page: Page, shown: dict[str, str], named: Diagnosis | None
) -> list[str]:
    lines = headline(result, page)
    faults = [f for f in result.findings if not f.note]
    single = named is not None and {len(s) for s in named.sets} == {1}
    if page.style.verbosity < 0:
        return lines + [line for f in faults[:1] for line in finding(f, page)]
    above = page.say(named.says) if named else ""
    new = [f for f in faults if page.say(f.says) not in above]
    if len(new) < len(faults):
        lines += page.lines(page.say(words.SAID_ABOVE), INDENT)
    most = len(new) if page.style.verbosity > 0 else FINDINGS
    for fault in new[:most]:
        lines += finding(fault, page)
    if len(new) > most:
        lines += page.lines(page.say(words.MORE_FINDINGS, n=len(new) - most), INDENT)
    return lines + _example(result, faults, page, shown, single=single) + _advice(result, page)


def headline(result: Result, page: Page) -> list[str]:
    """The mark, the title, and the points that it cost or that are pending."""
    advice = is_advice(result)
    mark = page.say(words.ADVICE_MARK if advice else words.MARKS[result.outcome])
    color = words.ADVICE_COLOR if advice else words.COLORS[result.outcome]
    first = f"{mark:5} "
    tag = _tag(result, page)
    lines = page.lines(f"{page.say(result.about.title)} {tag}", first, INDENT)
    return page.paint_first(lines, mark, color)


def is_advice(result: Result) -> bool:
    """Nobody has to look at it: it carries no points, it is for the student alone."""
    return result.outcome == "review" and result.points == 0


def _tag(result: Result, page: Page) -> str:
    """``[scores, -3]``: its words are tied so that no line breaks inside."""
    lost = result.points - result.earned
    if result.points == 0:
        cost = page.say(words.ADVICE)
    elif result.outcome == "review":
        cost = page.say(words.points_in_words(result.points))
    elif result.earned:
        cost = page.say(words.LOST_OF, lost=words.points(lost), of=words.points(result.points))
    else:
        cost = f"-{words.points(lost)}"
    return f"[{result.about.id}, {cost}]".replace(" ", "\x00")


def finding(found: Finding, page: Page) -> list[str]:
    """What was seen, and in which file and line."""
    said, place = page.sentence(found.says), page.place(found)
    lines = page.lines(said, INDENT)
    lines += [f"{INDENT}{place}"] if place and place not in said else []
    return lines + [f"{INDENT}    {page.code(visible(line))}" for line in found.code.splitlines()]


def _example(
    result: Result, faults: Sequence[Finding], page: Page, shown: dict[str, str], *, single: bool
) -> list[str]:
    """The input to try; where it was shown before, so much is said if one mistake explains both."""
    at = next((f.at for f in faults if f.at is not None), None)
    if at is None:
        return []
    lines = [page.code(line) for line in code(at, page.style.lang, page.style.width)]
    earlier = shown.setdefault("\n".join(lines), result.about.id)
    if earlier != result.about.id:
        same = page.say(words.TRY_SAME, check=f"`{earlier}`")
        return page.lines(same, INDENT) if single else []
    return [*page.lines(page.say(words.TRY), INDENT), "", *lines, ""]


def _advice(result: Result, page: Page) -> list[str]:
    about = result.about
    said: list[tuple[Text, str]] = []
    if page.style.verbosity > 0:
        said.append((words.WHY, page.say(about.why)))
    said += [
        (words.HINT, page.say(about.hint)),
        (words.SEE, page.say(about.source)),
        (words.MORE, page.style.command(f"grade explain {about.id}")),
    ]
    return [line for label, text in said if text for line in _labelled(label, text, page)]


def _labelled(label: Text, text: str, page: Page) -> list[str]:
    word = page.say(label)
    lines = page.lines(text, f"{INDENT}{word + ':':8} ", INDENT + " " * 9)
    return page.paint_first(lines, word + ":", "1")
