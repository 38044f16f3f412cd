"""What people decided, at the top of a student's page: the points, the comment, the new total."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from markupsafe import Markup

from grader.batch.score import settled, total
from grader.model import Text
from grader.report.html_page import both, prose
from grader.report.text_words import points, points_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.batch.rows import Decision
    from grader.batch.score import Score, Settled

TITLE = Text(en="Decided by a person", es="Decidido por una persona")
LINE = Text(en="{earned} of {points}", es="{earned} de {points}")
TOTAL = Text(
    en="With this, the score is {earned} of {possible}. What follows is the grader's own report, "
    "before a person looked at it.",
    es="Con esto, la nota es {earned} de {possible}. Lo que sigue es el informe del evaluador, "
    "anterior a la revisión de una persona.",
)
WAITING = Text(
    en="{pending} more wait for a person.", es="{pending} más a la espera de una persona."
)
WAITING_ONE = Text(
    en="{pending} more waits for a person.", es="{pending} más a la espera de una persona."
)
ANCHOR = '<div class="head">'
"""In our own template; whatever is a student's is escaped, so the first one is ours."""


def with_decisions(page: str, report: str, decisions: Iterable[Decision]) -> str:
    """The page with a block about what stands; as it is where nothing was decided.

    Args:
        page: the HTML report, names filled in.
        report: the JSON report of the same result.
        decisions: those that stand for the report's digest.
    """
    decisions = list(decisions)
    if not decisions:
        return page
    data = json.loads(report)
    checks = settled(data, decisions)
    titles = {check["id"]: check["title"] for check in data["checks"]}
    made = [_line(check, titles[check.id]) for check in checks if check.decision]
    if not made:
        return page
    block = str(_block(made, total(checks)))
    before, anchor, after = page.partition(ANCHOR)
    return f"{before}{block}{anchor}{after}"


def _block(made: list[Markup], score: Score) -> Markup:
    facts = {"earned": points(score.earned), "possible": points_in_words(score.possible)}
    waits = Markup()
    if score.pending:
        says = WAITING_ONE if score.pending == 1 else WAITING
        waits = Markup(" ") + both(says, pending=points_in_words(score.pending))
    return Markup(
        '<section class="caveat" aria-labelledby="decided"><div>\n'
        '<h2 id="decided" class="small">{}</h2>\n<ul>\n{}</ul>\n<p>{}{}</p>\n</div></section>\n'
    ).format(both(TITLE), Markup().join(made), both(TOTAL, **facts), waits)


def _line(check: Settled, title: dict[str, str]) -> Markup:
    comment = "\n".join(check.decision.comment.splitlines()) if check.decision else ""
    return Markup("<li>{} <code>{}</code>: {}{}</li>\n").format(
        both(Text(title["en"], title["es"])),
        check.id,
        both(LINE, earned=points(check.earned), points=points_in_words(check.points)),
        Markup(" - <bdi>{}</bdi>").format(prose(comment)) if comment else "",
    )
