"""The first value that no right forward makes on its way, where no known mistake explains it.

Every array of the trace is right, on the way to the attention, or strange. A strange one from which
something right is made was another way of writing it; the first that stays strange is wrong.
"""

from __future__ import annotations

import ast
from itertools import combinations
from typing import TYPE_CHECKING

from grader.labs.multi_head.doubts import called, divides, unseen
from grader.labs.multi_head.feeding import assigned
from grader.labs.multi_head.landmarks import Landmarks
from grader.labs.multi_head.layouts import harmless, same, squeezed
from grader.labs.multi_head.origin import across, of_axis, of_row, of_shape, of_size
from grader.labs.multi_head.roles import misnamed, turned
from grader.labs.multi_head.source import Place, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model import Array, Seen, Trace, Weights


MADE = {
    *("zeros", "ones", "full", "empty", "zeros_like", "ones_like", "full_like", "empty_like"),
    *("tril", "triu", "tri", "eye", "broadcast_to"),
}
"""What makes an array of one number."""


def astray(trace: Trace, weights: Weights, files: Mapping[str, bytes]) -> Seen | None:
    """The value where the call goes wrong; None where that is not plain."""
    walk = _Walk(trace, weights, files)
    at = walk.first()
    if at is None:
        return None
    place = walk.before_attention(Place(trace.seen, at, files))
    if place is None or walk.unclear(place):
        return None
    if walk.is_like_attention(place.one.value) and across(squeezed(place.one.value)):
        return of_axis(place)
    for look in (of_row(place), of_size(place, trace.probe), of_shape(place, trace.probe)):
        if look is not place.one:
            return look
    return place.one


class _Walk:
    """A trace, and what is right in it."""

    def __init__(self, trace: Trace, weights: Weights, files: Mapping[str, bytes]) -> None:
        self.seen, self.files, self.probe = trace.seen, files, trace.probe
        self.right = Landmarks.of(trace.probe, weights)
        self.known = self.right.known
        self.reached = [n for n, s in enumerate(self.seen) if self.right.attention.has(s.value)]

    def first(self) -> int | None:
        """The first value that is strange and stays so."""
        strange: list[int] = []
        for n, one in enumerate(self.seen):
            if one.value.ndim < 2 or self.passing(n):
                continue
            if not self.known.has(one.value):
                strange.append(n)
            elif strange:
                strange = sorted(set(strange) - self.led(n, set(strange)))
        return strange[0] if strange else None

    def led(self, n: int, strange: set[int]) -> set[int]:
        """The strange values that one was made of."""
        found: set[int] = set()
        ahead = [n]
        while ahead:
            new = strange & set(self.reads(ahead.pop()).values()) - found
            found |= new
            ahead += new
        return found

    def passing(self, n: int) -> bool:
        """Made of nothing, or on the way to the attention."""
        value = squeezed(self.seen[n].value)
        if value.ndim < 1 or value.min() == value.max():
            return value.ndim < 1 or bool(MADE & called(Place(self.seen, n, self.files)))
        if value.ndim < 2 or self.known.has(value):
            return False
        return harmless(value, self.right.attention, self.done(n))

    def done(self, n: int) -> list[Array]:
        """The attention as far as it was there before."""
        return [squeezed(self.seen[i].value) for i in self.reached if i < n]

    def reads(self, n: int) -> dict[str, int]:
        """The arrays that the statement of a value reads, and where they were seen last before."""
        place = Place(self.seen, n, self.files)
        line = (place.one.file, place.one.line)
        start = n
        while start and (self.seen[start - 1].file, self.seen[start - 1].line) == line:
            start -= 1
        wanted = set(names(place.statement, ast.Load)) if place.statement else set()
        return {
            s.name: i
            for i, s in enumerate(self.seen[:start])
            if s.value.ndim > 1 and s.name.partition("[")[0] in wanted and s.file == line[0]
        }

    def is_like_attention(self, value: Array) -> bool:
        """It has the shape of attention, of one head or of all."""
        return squeezed(value).shape in self.right.attention.by_shape

    def is_like_sum(self, value: Array) -> bool:
        """It has the shape of a sum or a maximum over the keys."""
        return any(value.shape == shape[:-1] for shape in self.right.attention.by_shape)

    def before_attention(self, place: Place) -> Place | None:
        """The place, or that of the weights that it uses in the attention's stead.

        None where what is missing may be a line.
        """
        value = squeezed(place.one.value)
        if self.is_like_attention(value) or self.is_like_sum(value) or self.done(place.at):
            return place
        at = None if divides(place) else self.weighing(place)
        if at is None or self.right.scores.has(self.seen[at].value):
            return place
        made = self.seen[at].value
        known = self.known.has(made)
        again = any(s.value.shape == made.shape and same(s.value, made) for s in self.seen[:at])
        return Place(self.seen, at, self.files) if again or not known else None

    def weighing(self, place: Place) -> int | None:
        """What the line weighs the values with: what a call in it returns, or a variable of it."""
        for n in range(place.at - 1, -1, -1):
            one = self.seen[n]
            if not self.is_like_attention(one.value):
                continue
            inside = Place(self.seen, n, self.files).function
            if one.name == "return" and inside and inside.name in called(place):
                return n
            if one.name in self.reads(place.at):
                before = self.seen[n - 1] if n else one
                again = before.name == "return" and before.value.shape == one.value.shape
                return n - 1 if again and same(before.value, one.value) else n
        return None

    def is_in_softmax(self, place: Place) -> bool:
        """It divides or sums, and nothing was raised to a power before or is now."""
        if not divides(place) and not self.is_like_sum(squeezed(place.one.value)):
            return False
        before = any(
            self.right.exps.has(s.value) for s in self.seen[: place.at] if s.value.ndim > 1
        )
        return not before and not any(name.startswith("exp") for name in called(place))

    def unclear(self, place: Place) -> bool:
        """The line may be right: something that it reads is wrong, missing or was not seen."""
        statement, inside = place.statement, place.function
        if statement is None or inside is None or unseen(place):
            return True
        own = set(names(inside, ast.Store)) & set(names(statement, ast.Load, deep=True))
        return (
            misnamed(place, self.right.split)
            or turned(place, self.right.split)
            or self.reads_wrong(place)
            or self.lacks_a_step(place)
            or any(assigned(place, name) and not place.held(name) for name in own)
        )

    def reads_wrong(self, place: Place) -> bool:
        """The line reads something strange, empty, or the same under two names."""
        at = self.reads(place.at).values()
        if any(not self.known.has(self.seen[n].value) and not self.passing(n) for n in at):
            return True
        values = [squeezed(self.seen[n].value) for n in at]
        if any(a.shape == b.shape and same(a, b) for a, b in combinations(values, 2)):
            return True
        return any(v.size and v.min() == v.max() and not self.known.has(v) for v in values)

    def lacks_a_step(self, place: Place) -> bool:
        """The scores that the line reads still wait for their mask or their exp."""
        values = [squeezed(self.seen[n].value) for n in self.reads(place.at).values()]
        scores = [v for v in values if self.is_like_attention(v)]
        mask = self.probe.mask
        given = mask is not None and any(v.shape == mask.shape and same(v, mask) for v in values)
        if not given and any(self.right.unmasked.has(v) for v in scores):
            return True
        return (
            bool(scores) and all(map(self.right.scores.has, scores)) and self.is_in_softmax(place)
        )
