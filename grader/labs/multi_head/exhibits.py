"""What a report can show besides words: the source, the maps, the picture, the diagrams."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from grader.labs.multi_head.naming import known
from grader.labs.multi_head.picture import picture
from grader.labs.multi_head.shown import shown
from grader.model import Exhibits, Image

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model import Array, Diagnosis, Evidence, Picture, Result, Submission

MOST = 400_000
"""Bytes of a file that is shown."""
MOST_PICTURE = 2_000_000
MOST_MAPS = 16
MOST_CELLS = 4096


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
        maps=_maps(evidence),
        drawn=_stale(evidence),
        tokens=_tokens(evidence),
        picture=_picture(evidence),
        diagrams=dict(_diagrams(diagnosis)),
    )


def _maps(evidence: Evidence) -> tuple[Array, ...]:
    """As they were read back from the picture, or else as they were drawn."""
    reading = shown(evidence).reading
    if reading and reading.certain and reading.maps and not _stale(evidence):
        return tuple(m.values for m in reading.maps[:MOST_MAPS])
    return tuple(_small(evidence)[:MOST_MAPS])


def _stale(evidence: Evidence) -> bool:
    """The picture is not what is drawn now, so that there are two things to show."""
    return shown(evidence).agrees is False and bool(_small(evidence))


def _small(evidence: Evidence) -> list[Array]:
    return [p.values for p in shown(evidence).panels if p.values.size <= MOST_CELLS]


def _tokens(evidence: Evidence) -> tuple[str, ...]:
    """The labels below the first drawn map that has one for every column."""
    for panel in shown(evidence).panels:
        if any(panel.across) and len(panel.across) == panel.values.shape[1]:
            return tuple(label[:40] for label in panel.across[:64])
    return ()


def _picture(evidence: Evidence) -> bytes:
    image = evidence.image
    if not isinstance(image, Image) or image.form != "PNG":
        return b""
    data = evidence.submission.files.get(image.path, b"")
    return data if len(data) < MOST_PICTURE else b""


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
