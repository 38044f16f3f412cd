"""Whether verify_output.txt is what verify.py prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.labs.multi_head import verify_words as words
from grader.labs.multi_head.captured import lines_of, text_of
from grader.labs.multi_head.files import find, wanted
from grader.labs.multi_head.likeness import Likeness
from grader.labs.multi_head.outputs import captures, likest
from grader.labs.multi_head.say import blocked, failed, passed, review
from grader.labs.multi_head.verify_runs import excused
from grader.model import Finding, Verdict, same

if TYPE_CHECKING:
    from grader.model import Evidence, Text, Verified

NAME = "verify_output.txt"
LONGEST = 80
WHOLE = 1 << 16
"""Bytes of a stream that are kept: of more, the end is not known."""
TRACEBACK = "Traceback (most recent call last)"


def prints(evidence: Evidence, verified: Verified) -> Verdict:
    """Compare what was handed in with what the run that worked printed."""
    found = find(evidence.submission, NAME)
    if found is None:
        return blocked(words.NO_FILE.format(path=wanted(NAME)))
    if not verified.worked:
        excuse = excused(evidence, verified)
        return excuse if excuse and excuse.outcome == "review" else blocked(words.UNCOMPARED)
    return _unlike(*found, verified) or _compared(*found, verified)


def _unlike(path: str, data: bytes, verified: Verified) -> Verdict | None:
    """Where there is nothing to compare line by line, on one side or the other."""
    kept = lines_of(data)
    if not kept:
        return failed(Finding(words.NO_LINES.format(path=same(path)), path))
    if TRACEBACK in text_of(data) and TRACEBACK.encode() not in verified.best.stdout:
        line = next((n for n, text in kept if TRACEBACK in text), None)
        return failed(Finding(words.TRACEBACK.format(path=same(path)), path, line))
    if max(len(verified.best.stdout), len(verified.best.stderr)) >= WHOLE:
        return review(Finding(words.LONG.format(path=same(path)), path))
    if not any(captures(verified.best)):
        return failed(Finding(words.SILENT.format(path=same(path)), path))
    return None


def _compared(path: str, data: bytes, verified: Verified) -> Verdict:
    kept = lines_of(data)
    compared, printed = likest([line for _, line in kept], verified.best, verified.control)
    if compared.likeness is Likeness.SAME:
        return passed()
    number, line = kept[compared.one] if compared.one is not None else (None, "")
    other = printed[compared.other] if compared.other is not None else ""
    facts = {"path": same(path), "n": number, "kept": cut(line), "printed": cut(other)}
    if compared.likeness is Likeness.LOOKS:
        return review(Finding(words.LOOKS.format(**facts), path, number))
    says = words.OTHER
    if compared.other is None:
        says = words.MORE_KEPT
    elif compared.one is None:
        says = words.MORE_PRINTED
    return failed(Finding(says.format(**facts), path, number))


def cut(line: str) -> Text:
    """A student's line, short and without what would end a quotation."""
    line = line.replace("`", "'")
    return same(line if len(line) <= LONGEST else line[: LONGEST - 3] + "...")
