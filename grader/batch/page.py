"""The class page: ``index.html``, one file that needs nothing else, in both languages.

Every row is in the page itself, so that it can be read, printed and searched without scripts; a
script adds sorting and filters.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from grader import __version__
from grader.batch import page_words, words_of_checks
from grader.batch.files import put
from grader.batch.page_charts import bars, histogram
from grader.batch.page_groups import groups, known_mistakes, tally
from grader.batch.page_lines import TAGS, lines
from grader.batch.sources.folder import KINDS
from grader.report.html_page import document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.batch.page_lines import Line
    from grader.batch.store import Store
    from grader.model import Lang, Text

PAGE = "index.html"
SCRIPT = "class.js"
MOST_BARS = 12
SHOWN = (
    """
    SELECT s.id, s.name, s.status, s.reason_en, s.latest, s.late, s.key, r.graded_at
    FROM submissions s LEFT JOIN results r ON r.key = s.key ORDER BY s.n
    """,
    "SELECT submission, student FROM members ORDER BY submission, n",
    "SELECT id, name FROM students ORDER BY id",
    "SELECT digest, check_id, points FROM decisions ORDER BY id",
)
"""All that the page depends on."""


def write(store: Store, *, every: bool = False) -> None:
    """Write the page, unless it is there and nothing that it says has changed.

    Args:
        store: the results.
        every: also if it seems to be there, since an earlier run was broken off.
    """
    title = _stem(Path(store.meta("source")).name) or store.folder.resolve().name
    file, mark = store.folder / PAGE, _mark(store, title)
    if file.is_file() and store.meta("page") == mark and not every:
        return
    titles: dict[str, Text] = {}
    found = list(lines(store, titles))
    put(file, rendered(title, found, titles))
    store.remember(page=mark)


def _stem(name: str) -> str:
    """What a source is called: an archive without its ending, a folder with all of its dots."""
    kind = next((end for end in KINDS if name.lower().endswith(end)), "")
    return name[: len(name) - len(kind)]


def _mark(store: Store, title: str) -> str:
    """A word that changes with whatever the page shows, without reading a single report."""
    mark = hashlib.sha256(repr((__version__, title)).encode("utf-8", "replace"))
    for query in SHOWN:
        for found in store.db.execute(query):
            mark.update(repr(found).encode("utf-8", "replace"))
    return mark.hexdigest()


def rendered(title: str, class_: Sequence[Line], titles: dict[str, Text], lang: Lang = "en") -> str:
    """The whole document.

    Args:
        title: what the class is called.
        class_: its students in the source's order.
        titles: of the checks, by id, in the order of the lab.
        lang: the language in which it opens; the reader may switch.
    """
    graded = [line for line in class_ if line.graded]
    failed = tally(line.failed for line in class_)
    mistakes = known_mistakes(class_)
    counts = tally(line.tags for line in class_)
    shares = [line.share for line in graded]
    return document(
        "class.html",
        lang,
        scripts=(SCRIPT,),
        title=title,
        cw=page_words,
        lines=class_,
        counts=[(tag, counts[tag]) for tag in TAGS if counts.get(tag)],
        graded=len(graded),
        median=_median([line.earned or 0.0 for line in graded]),
        possible=max((line.possible or 0.0 for line in graded), default=0.0),
        failed=[(id_, titles[id_], n) for id_, n in failed.items()],
        mistakes=[(id_, words_of_checks.mistake(id_), n) for id_, n in mistakes.items()],
        groups=groups(class_),
        charts={
            "scores": histogram(shares, "scores-are"),
            "failed": bars(dict(list(failed.items())[:MOST_BARS]), "failed-are"),
            "mistakes": bars(dict(list(mistakes.items())[:MOST_BARS]), "mistakes-are"),
        },
        most_bars=MOST_BARS,
    )


def _median(values: Sequence[float]) -> float:
    ranked = sorted(values)
    middle = len(ranked) // 2
    if not ranked:
        return 0.0
    return ranked[middle] if len(ranked) % 2 else (ranked[middle - 1] + ranked[middle]) / 2
