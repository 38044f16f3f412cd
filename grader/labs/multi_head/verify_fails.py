"""Whether verify.py fails when ``forward`` is wrong, and why it does not."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.labs.multi_head import reason_words as words
from grader.labs.multi_head.files import CLASS, find_attention
from grader.labs.multi_head.say import blocked, failed, note, passed, review
from grader.labs.multi_head.verify_reasons import reasons
from grader.labs.multi_head.verify_runs import excused, script
from grader.model import Finding, Text, Verdict, same

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from grader.model import Evidence, Ran, Sabotage, Verified

SLIGHT = 1e-4
"""A sabotage that adds less is noticed only with about the lab's own tolerance."""
MOST = 5
READING = {"exec", "compile", "exec_module", "spec_from_loader", "parse"}


def fails(evidence: Evidence, verified: Verified) -> Verdict:
    """Passed where every change of ``forward`` that could be made was noticed."""
    if verified.sabotaged is None:
        return _unsabotaged(evidence, verified)
    control = verified.control
    if control is None or not control.worked:
        unseen = control is None and verified.cut_short
        return review(Finding(words.SLOW if unseen else words.DISTURBED, verified.best.script))
    counted = {s: r for s, r in verified.sabotaged.items() if counts(r)}
    missed = {s: r for s, r in counted.items() if r.worked}
    if missed and not _reads_the_text(evidence, missed):
        return _missed(evidence, counted, missed)
    if verified.cut_short:
        return review(Finding(words.SLOW, verified.best.script))
    if missed or not counted:
        return review(Finding(words.UNTOUCHED, verified.best.script))
    return passed(*([] if verified.worked else [note(words.BY_RIGHT, verified.best.script)]))


def counts(ran: Ran) -> bool:
    """Whether a run shows anything: not where the change changed none of the script's answers.

    Zeros are the script's own choice of input, and so is never to call ``forward``.
    """
    if not ran.worked or not ran.told or ran.moved:
        return True
    return ran.zeros == ran.forwards


def _unsabotaged(evidence: Evidence, verified: Verified) -> Verdict:
    path, tree = script(evidence)
    if verified.shares_mistake:
        return failed(Finding(words.SHARED, path), *_omits_output(path, tree))
    return excused(evidence, verified) or blocked(words.NOT_RUN)


def _omits_output(path: str, tree: ast.Module | None) -> Iterator[Finding]:
    """It never speaks of W_O, so its own side of the comparison lacks it."""
    if tree and not any(isinstance(n, ast.Attribute) and n.attr == "W_O" for n in ast.walk(tree)):
        line = next((n.lineno for n in ast.walk(tree) if _single(n)), None)  # type: ignore[attr-defined]
        yield Finding(words.SHARED_OUTPUT, path, line)


def _single(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith("single_head_attention")


def _missed(
    evidence: Evidence, counted: Mapping[Sabotage, Ran], missed: Mapping[Sabotage, Ran]
) -> Verdict:
    path, tree = script(evidence)
    names = listed([_name(s) for s in missed])
    summary = words.SURVIVED.format(names=names, n=len(missed), all=len(counted))
    seen = [Finding(says, path) for says in _seen(evidence, counted, missed)]
    found = [r for r in reasons(tree) if _fits(r[0], missed)] if tree else []
    read = [Finding(says, path, line or None) for _, says, line in found]
    beside = list(_copies(evidence, path)) if not any(r.forwards for r in missed.values()) else []
    slight = all(s.exchange or _slight(s) for s in missed)
    told = [*beside, *read, *seen][:MOST]
    return failed(Finding(summary, path), *told, share=slight / 2, hint=_hint(missed))


def _hint(missed: Mapping[Sabotage, Ran]) -> Text | None:
    """What to try by hand, where the check's own trial would be noticed."""
    if all(s.without_output for s in missed):
        return words.TRY_NO_W_O
    return words.TRY_SLIGHT if all(map(_slight, missed)) else None


def _name(sabotage: Sabotage) -> Text:
    """What was done to the answer, as a student would say it."""
    if sabotage.exchange:
        return words.EXCHANGED
    if sabotage.without_output:
        return words.NO_W_O
    if not sabotage.add:
        return words.TIMES.format(by=f"{sabotage.times:g}")
    by = f"{abs(sabotage.add):.5f}".rstrip("0")
    return (words.ADDED if sabotage.add > 0 else words.TAKEN).format(by=by)


def _slight(sabotage: Sabotage) -> bool:
    """It moves an answer by little more than the lab's tolerance."""
    return bool(sabotage.add) and abs(sabotage.add) < SLIGHT


def listed(names: Sequence[Text]) -> Text:
    """Names, one after the other."""
    found = names[0]
    for one in names[1:]:
        found = found + same("; ") + one
    return found


def _fits(reason: str, missed: Mapping[Sabotage, Ran]) -> bool:
    """Whether a reason in the text can explain what went unnoticed."""
    if reason == "tolerance":
        return any(map(_slight, missed))
    return any(s.add for s in missed)


def _seen(
    evidence: Evidence, counted: Mapping[Sabotage, Ran], missed: Mapping[Sabotage, Ran]
) -> Iterator[Text]:
    """What the runs themselves show."""
    attention = find_attention(evidence.submission)
    path = same(attention[0] if attention else "attention.py")
    told = [r for r in missed.values() if r.told]
    if told and not any(r.loaded for r in told):
        yield words.UNLOADED.format(path=path)
    elif told and not any(r.forwards for r in told):
        yield words.NO_FORWARD.format(path=path)
    elif told and all(r.zeros == r.forwards for r in told):
        yield words.ZEROS
    elif all(map(_slight, missed)):
        yield words.SMALL_ONLY
    elif all(s.exchange or _slight(s) for s in missed):
        yield words.NOT_EACH
    elif all(s.without_output for s in missed):
        yield words.NO_OUTPUT
    up, down = ({s for s in counted if s.add * sign > 0} for sign in (1, -1))
    if up and down and (up & missed.keys(), down & missed.keys()) in ((up, set()), (set(), down)):
        yield words.ONE_SIGN


def _copies(evidence: Evidence, path: str) -> Iterator[Finding]:
    """Files beside the script that hold a class of that name."""
    folder = path.rpartition("/")[0] + "/"
    for name, data in evidence.submission.files.items():
        found = CLASS.search(data) if name.endswith(".py") and name.startswith(folder) else None
        if found and name != path:
            line = data[: found.start()].count(b"\n") + 1
            yield Finding(words.COPY_BESIDE.format(path=same(name)), name, line)


def _reads_the_text(evidence: Evidence, missed: Mapping[Sabotage, Ran]) -> bool:
    """It seems to run parts of the text of attention.py by itself, where no change reaches."""
    _, tree = script(evidence)
    if tree is None or any(r.loaded or not r.told for r in missed.values()):
        return False
    names = {
        ast.unparse(n.func).rpartition(".")[2] for n in ast.walk(tree) if isinstance(n, ast.Call)
    }
    texts = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant))
    return bool(names & READING) and any(isinstance(t, str) and "attention.py" in t for t in texts)
