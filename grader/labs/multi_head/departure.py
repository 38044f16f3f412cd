"""Where a trace leaves the path of the reference for that of a set of known mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from grader.labs.multi_head.doubts import sized, summed, unseen
from grader.labs.multi_head.expected import object_of
from grader.labs.multi_head.layouts import Values, harmless, right, same, squeezed, steps
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.labs.multi_head.origin import origin
from grader.labs.multi_head.roles import ROLES, in_role, misnamed, turned
from grader.labs.multi_head.source import Place
from grader.labs.multi_head.together import composed
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.labs.multi_head.roles import Roles
    from grader.model import Array, Probe, Seen, Trace, Weights

Path = dict[str, tuple["Array", ...]]
"""What each step made."""


ALSO = {
    "project": ("split",),
    "scores": ("scale", "mask"),
    "scale": ("mask",),
    "weighted_sum": ("merge", "output"),
    "merge": ("output",),
}
"""Later steps that are often made in the same statement."""


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
        more = [a for later in ALSO.get(step, ()) for a in mistaken.get(later, ())]
        more += _scaled(step, reference, mistaken)
        wrong = Values.of([*mistaken[step], *more]).without(known)
    else:
        return _left_out(trace.seen, ids, step, reference, mistaken)
    attention = Values.of(reference["softmax"])
    at = _first(trace.seen, known, wrong, step, attention)
    if at is None:
        return None
    place = Place(trace.seen, at, files)
    if _doubtful(place, step, ids, split_of(reference)):
        return None
    return origin(place, step, probe, mistaken[step], reference["weighted_sum"][0])


def _doubtful(place: Place, step: str, ids: Sequence[str], right: Roles) -> bool:
    """The line may be right, and what it reads wrong."""
    if step in ("scores", "weighted_sum") and misnamed(place, right):
        return True
    if step not in ("project", "split") and turned(place, right):
        return True
    return (
        (step == "scale" and unseen(place))
        or (step == "merge" and summed(place))
        or (step == "split" and len(ids) > 1 and sized(place))
    )


def _scaled(step: str, reference: Path, mistaken: Path) -> list[Array]:
    """Queries or keys that already bear the wrong scale."""
    if step != "scale":
        return []
    right, wrong = reference["scale"][0], mistaken["scale"][0]
    ratio = float((wrong * right).sum() / (right * right).sum())
    if not same(right * ratio, wrong):
        return []
    root = np.sqrt(reference["split"][0].shape[-1])
    some = [*reference["project"][:2], *reference["split"][:2]]
    return [a * ratio / r for a in some for r in (1.0, root, np.sqrt(root))]


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
    seen: Sequence[Seen], known: Values, wrong: Values, step: str, attention: Values
) -> int | None:
    """The first value of the wrong step; none where something else came before it."""
    last = -1
    strange: list[int] = []
    done: list[Array] = []
    for n, one in enumerate(seen):
        if one.value.ndim < 2:
            continue
        if known.has(one.value):
            last, strange = n, []
            if attention.has(one.value):
                done.append(squeezed(one.value))
        elif wrong.has(one.value):
            before = [i for i in strange if (seen[i].file, seen[i].line) != (one.file, one.line)]
            if step != "softmax":
                return None if before else n
            return last if done else min([*before, n])
        elif not harmless(one.value, attention, done):
            strange.append(n)
    return None


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


def split_of(made: Path) -> Roles:
    """Queries, keys and values before and after their split."""
    return made["project"], made["split"]


def _of_role(seen: Sequence[Seen], reference: Path, mistaken: Path) -> Seen | None:
    """A variable with the name of one role that holds another's values from there on."""
    found = []
    for n, begins in enumerate(ROLES.values()):
        if same(reference["project"][n], mistaken["project"][n]):
            continue
        rightly = in_role(split_of(reference), n)
        wrongly = in_role(split_of(mistaken), n).without(rightly)
        named = [i for i, s in enumerate(seen) if re.match(begins, s.name, re.IGNORECASE)]
        first = next((i for i in named if wrongly.has(seen[i].value)), None)
        if first is None or any(rightly.has(seen[i].value) for i in named if i > first):
            return None
        found.append(first)
    return seen[min(found)] if found else None
