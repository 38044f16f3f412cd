"""Whether verify.py runs, and whose doing it is if it does not."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from grader.labs.multi_head import caret
from grader.labs.multi_head import verify_words as words
from grader.labs.multi_head.files import (
    ATTENTION,
    MODULE,
    find,
    find_attention,
    module,
    wanted,
)
from grader.labs.multi_head.imports import FORBIDDEN, imported, tree_of
from grader.labs.multi_head.outside import not_the_students
from grader.labs.multi_head.say import blocked, failed, note, passed, review
from grader.model import Failure, Finding, Imported, Ran, Text, Verdict, same

if TYPE_CHECKING:
    import ast

    from grader.model import Evidence, Verified

STARTERS = {"subprocess", "multiprocessing"}
NAME = "verify.py"


def script(evidence: Evidence) -> tuple[str, ast.Module | None]:
    """Where verify.py is, and its syntax tree if it is Python."""
    path, data = find(evidence.submission, NAME) or (wanted(NAME), b"")
    return path, tree_of(data)


def nothing(evidence: Evidence) -> Verdict | None:
    """Blocked, where there is no script with a statement in it."""
    found = find(evidence.submission, NAME)
    if found is None or evidence.verified is None:
        return blocked(words.ABSENT.format(path=wanted(NAME)))
    tree = tree_of(found[1])
    return blocked(words.EMPTY.format(path=same(found[0]))) if tree and not tree.body else None


def ran(evidence: Evidence, verified: Verified) -> Verdict:
    """Passed where any way of running it worked."""
    if verified.worked:
        how = _how(evidence, verified)
        return passed(*([note(how, verified.best.script)] if how else []))
    failure = verified.farthest.failure
    hint = caret.hint(failure) if failure else None
    return excused(evidence, verified) or failed(*_faults(evidence, verified), hint=hint)


def _how(evidence: Evidence, verified: Verified) -> Text | None:
    """What has to be known to run it; None where it just runs."""
    best = verified.best
    if best is verified.tries[0]:
        return None
    folder = words.FROM_OWN if best.folder else words.FROM_ROOT
    place = module(evidence.submission)
    src = same((place[0] if place else "") or "src")
    path = words.WITH_SRC.format(src=src) if best.src_on_path else same("")
    return words.ONLY_SO.format(how=folder + (words.WITH_ROOT if best.root_on_path else path))


def excused(evidence: Evidence, verified: Verified) -> Verdict | None:
    """Review or blocked, where what stopped it is not in verify.py or not of the lab."""
    last = verified.farthest
    failure = last.failure
    if failure is None:
        return None
    if last.missing in FORBIDDEN:
        return blocked(words.FORBIDDEN.format(name=FORBIDDEN[last.missing]))
    says = _no_class(evidence, last, failure)
    if says:
        return blocked(says)
    outside = not_the_students(failure, evidence.submission) or _closed(evidence, failure)
    if outside and not misspelt(evidence, last.missing):
        return review(Finding(outside, failure.file or last.script, failure.line))
    return None


def _no_class(evidence: Evidence, last: Ran, failure: Failure) -> Text | None:
    """What block A says already: there is no module, or no class in it."""
    found = find_attention(evidence.submission)
    path = found[0] if found else ATTENTION
    package = last.missing and last.missing == MODULE.partition(".")[0]
    if isinstance(evidence.imported, Failure) and (package or failure.file == path):
        return words.NO_MODULE_TO_TEST.format(path=same(path))
    if failure.kind == "unwritten" and failure.file == path:
        return words.UNFINISHED.format(path=same(path))
    classless = isinstance(evidence.imported, Imported) and not evidence.imported.has_class
    if classless and "MultiHeadAttention" in failure.error:
        return words.NO_CLASS.format(path=same(path))
    return None


def misspelt(evidence: Evidence, name: str) -> str:
    """The student's own package that a missing module is nearly called; empty if there is none."""
    place = module(evidence.submission)
    own = [place[1].partition(".")[0]] if place else []
    return next(iter(difflib.get_close_matches(name, own, cutoff=0.8)), "") if name else ""


def _closed(evidence: Evidence, failure: Failure) -> Text | None:
    """What works on a laptop and is shut where strangers' code runs."""
    if "Cannot load backend" in failure.error:
        return words.SCREEN
    tree = script(evidence)[1]
    starts = STARTERS & {name for name, _ in imported(tree)} if tree else set()
    shut = failure.error.startswith(("PermissionError", "OSError", "BlockingIOError"))
    return words.PROGRAMS if starts and shut else None


def _faults(evidence: Evidence, verified: Verified) -> list[Finding]:
    last = verified.farthest
    path = last.script
    place = (path, None)
    if last.failure and last.failure.file:
        place = (last.failure.file, last.failure.line)  # type: ignore[assignment]
    code = caret.shown(last.failure) if last.failure else ""
    found = [Finding(_fault(evidence, last), *place, code=code)]
    if verified.righted and verified.righted.worked:
        found.append(Finding(words.WORKS, path))
    return found


def _fault(evidence: Evidence, last: Ran) -> Text:
    failure, place = last.failure, module(evidence.submission)
    if failure is None:
        return words.EXITED.format(code=last.exit)
    if last.missing and place and last.missing == place[1].partition(".")[0]:
        return words.NO_MODULE.format(name=same(last.missing), src=same(place[0] or "."))
    says = words.RAISED if failure.kind in ("raised", "unwritten", "memory") else words.ENDED
    return says.format(why=failure.says)
