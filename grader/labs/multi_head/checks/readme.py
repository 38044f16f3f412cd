"""Block D: README.md states the difference, says whether heads differ, and documents the bias."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grader.labs.multi_head import readme_words as words
from grader.labs.multi_head.compare import TOLERANCE
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.files import find, wanted
from grader.labs.multi_head.measure import heads_distinct, single_head_max_diff
from grader.labs.multi_head.say import blocked, failed, passed, review
from grader.model import About, Evidence, Finding, Text, Verdict, same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.labs.multi_head.readme import Reading, Readme, Sentence

NAME = "README.md"
MOST = 4
"""Sentences that are quoted."""
LONGEST = 160
"""Characters of a quoted sentence."""
CLOSE = 0.05
"""How far two numbers may be apart, by their size, if one is the other rounded."""


def _read(evidence: Evidence) -> tuple[str, Readme] | Verdict:
    """Where the README is and what it says; or why there is nothing to read."""
    found = find(evidence.submission, NAME)
    if not found:
        return blocked(words.ABSENT.format(path=wanted(NAME)))
    # What reads prose takes long to load, and the other blocks need none of it.
    from grader.labs.multi_head import readme  # noqa: PLC0415

    return found[0], readme.read(found[1])


def _missing(path: str, read: Readme, says: Text, empty: Text) -> Verdict:
    """Nothing was said on a topic; ``empty`` is said where nothing was said on any."""
    if read.cut:
        return review(Finding(words.CUT, path))
    return failed(Finding(says if read.prose else empty, path))


def _look(path: str, sentences: Iterable[Sentence], says: Text) -> Verdict:
    """What a person has to decide, with the sentences that it is about."""
    return review(Finding(says, path), *_quotes(path, sentences))


def _unsettled(path: str, said: Reading, unsure: Text) -> Verdict:
    """Neither yes nor no: both were said, or nothing clear."""
    mixed = len(set(said.values)) > 1
    return _look(path, said.sentences, words.CONTRADICTS if mixed else unsure)


def _quotes(path: str, sentences: Iterable[Sentence]) -> list[Finding]:
    return [
        Finding(words.QUOTE.format(text=same(_short(s.text))), path, s.line)
        for s in list(sentences)[:MOST]
    ]


def _short(text: str) -> str:
    """A sentence of the student's as data: printable, on one line, bounded."""
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1] + "…"


@check(
    About(
        id="readme-equivalence",
        block="D",
        points=2,
        title=words.EQUIVALENCE,
        why=words.EQUIVALENCE_WHY,
        hint=words.EQUIVALENCE_HINT,
        source=words.SOURCE,
    )
)
def readme_equivalence(evidence: Evidence) -> Verdict:
    """The largest difference of block B is there as a number, and it is what was measured."""
    found = _read(evidence)
    if isinstance(found, Verdict):
        return found
    path, read = found
    said = read.equivalence
    if said.nothing:
        return _missing(path, read, words.NO_NUMBER, words.EMPTY + same(" ") + words.NO_NUMBER)
    numbers_said = [float(value) for value in said.values if value is not None]
    if not numbers_said:
        return _look(path, said.sentences, words.NUMBER_UNSURE)
    if len({value < TOLERANCE for value in numbers_said}) > 1:
        return _look(path, said.sentences, words.NUMBERS_DIFFER)
    measured = single_head_max_diff(evidence)
    if measured is None:
        return blocked(words.UNMEASURED)
    return _compared(evidence, path, said, max(numbers_said), measured)


def _compared(
    evidence: Evidence, path: str, said: Reading, claimed: float, measured: float
) -> Verdict:
    """One number, held against what was measured and against what verify.py printed."""
    facts = {"claimed": f"{claimed:.3g}", "got": f"{measured:.3g}"}
    quotes = _quotes(path, (s.sentence for s in said.clear))
    if measured < TOLERANCE:
        if claimed < TOLERANCE:
            return passed()
        exactly = claimed == TOLERANCE  # the tolerance itself, most likely
        says = (words.TOLERANCE if exactly else words.TOO_LARGE).format(**facts)
        return (review if exactly else failed)(Finding(says, path), *quotes)
    if math.isclose(claimed, measured, rel_tol=CLOSE) or claimed >= TOLERANCE:
        return review(Finding(words.HONEST.format(**facts), path), *quotes)
    says = words.DIFFERS if math.isfinite(measured) else words.NO_ANSWER
    if _printed(evidence, claimed):
        return review(Finding(words.PRINTED.format(**facts), path), *quotes)
    return failed(Finding(says.format(**facts), path), *quotes)


def _printed(evidence: Evidence, claimed: float) -> bool:
    """Whether verify_output.txt has the number: then the README reports what its author saw."""
    from grader.labs.multi_head.readme.decode import decoded  # noqa: PLC0415 - as above
    from grader.labs.multi_head.readme.numbers import numbers  # noqa: PLC0415
    from grader.labs.multi_head.readme.plain import plain  # noqa: PLC0415

    found = find(evidence.submission, "verify_output.txt")
    text = decoded(found[1])[0] if found else ""
    every = (n.value for line in text.splitlines()[:200] for n in numbers(plain(line)))
    return any(math.isclose(claimed, v, rel_tol=CLOSE, abs_tol=1e-12) for v in every)


@check(
    About(
        id="readme-heads",
        block="D",
        points=2,
        title=words.HEADS,
        why=words.HEADS_WHY,
        hint=words.HEADS_HINT,
        source=words.SOURCE,
    )
)
def readme_heads(evidence: Evidence) -> Verdict:
    """There is an answer, and the picture does not speak against it."""
    found = _read(evidence)
    if isinstance(found, Verdict):
        return found
    path, read = found
    said = read.heads
    if said.nothing:
        return _missing(path, read, words.NO_ANSWER_HEADS, words.EMPTY_HEADS)
    if said.answer is None:
        return _unsettled(path, said, words.HEADS_UNSURE)
    distinct = heads_distinct(evidence)
    if said.answer is (distinct is not False):
        return passed()
    return _look(
        path, said.sentences, words.PICTURE_APART if said.answer is False else words.PICTURE_ALIKE
    )


@check(
    About(
        id="readme-bias",
        block="D",
        points=1,
        title=words.BIAS,
        why=words.BIAS_WHY,
        hint=words.BIAS_HINT,
        source=words.BIAS_SOURCE,
    )
)
def readme_bias(evidence: Evidence) -> Verdict:
    """It says that there is no bias."""
    found = _read(evidence)
    if isinstance(found, Verdict):
        return found
    path, read = found
    said = read.bias
    if said.nothing:
        return _missing(path, read, words.NO_BIAS_SAID, words.EMPTY_BIAS)
    if said.answer is None:
        return _unsettled(path, said, words.BIAS_UNSURE)
    if said.answer:
        return passed()
    return failed(Finding(words.BIAS_SAID, path), *_quotes(path, (s.sentence for s in said.clear)))
