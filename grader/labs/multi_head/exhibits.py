"""What a report can show besides words: the source, the maps, the picture, the diagrams."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from grader.labs.multi_head.naming import known
from grader.labs.multi_head.picture import picture
from grader.model import Exhibits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Diagnosis, Evidence, Picture, Result, Submission

MOST = 400_000
"""Bytes of a file that is shown."""


def exhibits(
    evidence: Evidence, results: Sequence[Result], diagnosis: Diagnosis | None
) -> Exhibits:
    """Whatever there is to show of one submission."""
    submission = evidence.submission
    pointed = {f.file for r in results for f in r.findings if f.line}
    pointed |= {diagnosis.file} if diagnosis else set()
    return Exhibits(
        sources={
            p: _text(submission, p) for p in sorted(filter(None, pointed)) if _shown(submission, p)
        },
        diagrams=dict(_diagrams(diagnosis)),
    )


def _shown(submission: Submission, path: str) -> bool:
    return path.endswith((".py", ".json", ".md")) and len(submission.files.get(path, b"")) <= MOST


def _text(submission: Submission, path: str) -> str:
    return submission.files.get(path, b"").decode("utf-8-sig", "replace")


def _diagrams(diagnosis: Diagnosis | None) -> Iterator[tuple[str, Picture]]:
    for name in dict.fromkeys(n for names in (diagnosis.sets if diagnosis else ()) for n in names):
        drawn = _drawn(name)
        if drawn:
            yield name, drawn


@cache
def _drawn(name: str) -> Picture | None:
    """The same for everyone, so once for a whole class."""
    return picture(known(name))
