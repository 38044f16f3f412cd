"""Where a trace leaves the path of the reference for that of a set of known mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.expected import object_of
from grader.labs.multi_head.layouts import Values, harmless, right, same, squeezed, steps
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.labs.multi_head.together import composed
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.model import Array, Probe, Seen, Trace, Weights

Path = dict[str, tuple["Array", ...]]
"""What each step made."""
ROLES = {"q": r"q|consulta", "k": r"k|clave|llave", "v": r"v"}
"""How the names of queries, keys and values begin."""
OTHER_AXIS = re.compile(r"axis\s*=\s*(0|1|-2|-3)\b|softmax\([^()]*,\s*(0|1|-2|-3)\s*\)")


def departure(
    trace: Trace, weights: Weights, ids: Sequence[str], files: Mapping[str, bytes]
) -> Seen | None:
    """The first value that these mistakes make and the formula does not, if it is plain to see."""
    probe = trace.probe
    reference = path(MultiHeadAttention, probe, weights)
    chosen = tuple(n for n, m in enumerate(CATALOGUE) if m.id in ids)
    mistaken = path(composed(chosen), probe, weights)
    step = next((s for s in mistaken if _differ(mistaken[s], reference[s])), None)
    if step is None:
        return None
    known = Values.of(right(probe.x, probe.mask, weights, probe.n_heads))
    wrong = Values.of(mistaken[step]).without(known)
    if any(wrong.by_shape.values()):
        attention = Values.of(reference["softmax"])
        return _first(trace.seen, known, wrong, step, attention, files)
    return _left_out(trace.seen, ids, step, reference, mistaken)


def path(cls: type[MultiHeadAttention], probe: Probe, weights: Weights) -> Path:
    """What each step makes, and the answer; it ends early where a step raises."""
    made = object_of(cls, weights, probe.n_heads)
    found: Path = {}
    try:
        found.update(steps(made, probe.x, probe.mask))
        found["output"] = (made.forward(probe.x, probe.mask),)
    except Exception:  # noqa: BLE001 — a mistake may raise anything
        return found
    return found


def _differ(a: Sequence[Array], b: Sequence[Array]) -> bool:
    return any(p.shape != q.shape or not same(p, q) for p, q in zip(a, b, strict=True))


def _first(
    seen: Sequence[Seen],
    known: Values,
    wrong: Values,
    step: str,
    attention: Values,
    files: Mapping[str, bytes],
) -> Seen | None:
    """The first value of the wrong step; none where something else came before it."""
    last = -1
    strange: list[Seen] = []
    done: list[Array] = []
    for n, one in enumerate(seen):
        if known.has(one.value):
            last, strange = n, []
            if attention.has(one.value):
                done.append(squeezed(one.value))
        elif wrong.has(one.value):
            before = [s for s in strange if (s.file, s.line) != (one.file, one.line)]
            if step != "softmax":
                return None if before else one
            again = bool(done)
            return seen[last] if again else _of_softmax(seen[: last + 1], [*before, one], files)
        elif not harmless(one.value, attention, done):
            strange.append(one)
    return None


def _of_softmax(known: Sequence[Seen], found: Sequence[Seen], files: Mapping[str, bytes]) -> Seen:
    """A softmax may be right and be asked for another axis: then it is the line of the call."""
    last = known[-1] if known else None
    text = files.get(last.file, b"").splitlines()[last.line - 1 : last.line] if last else []
    asked = last is not None and any(OTHER_AXIS.search(t.decode("utf-8", "replace")) for t in text)
    return last if asked and last is not None else found[0]


def _left_out(
    seen: Sequence[Seen], ids: Sequence[str], step: str, reference: Path, mistaken: Path
) -> Seen | None:
    """The wrong values are right ones in another's place: of another role, or a step too early."""
    if step == "project":
        return _of_role(seen, reference, mistaken)
    if step == "output" and seen and seen[-1].name == "return":
        return seen[-1] if same_as(seen[-1], mistaken["output"][0]) else None
    if step == "scale" and "scale/none" in ids:
        raw = Values.of(reference["scores"])
        return next((one for one in seen if raw.has(one.value)), None)
    return None


def same_as(seen: Seen, array: Array) -> bool:
    """The value is this array."""
    value, array = squeezed(seen.value), squeezed(array)
    return value.shape == array.shape and same(value, array)


def _of_role(seen: Sequence[Seen], reference: Path, mistaken: Path) -> Seen | None:
    """A variable with the name of one role that holds another's values."""
    for n, begins in enumerate(ROLES.values()):
        if same(reference["project"][n], mistaken["project"][n]):
            continue
        rightly = Values.of([reference["project"][n], reference["split"][n]])
        wrongly = Values.of([mistaken["project"][n], mistaken["split"][n]]).without(rightly)
        named = [one for one in seen if re.match(begins, one.name, re.IGNORECASE)]
        found = next((one for one in named if wrongly.has(one.value)), None)
        if found is None or any(rightly.has(one.value) for one in named):
            return None
        return found
    return None
