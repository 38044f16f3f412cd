"""One step of the forward pass, as the reference or a class with known mistakes takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.labs.multi_head.together import CARRIES, MASK, STEPS, WHOLE, Chosen

if TYPE_CHECKING:
    from grader.model import Array

Values = tuple["Array", ...]
Shapes = tuple[tuple[int, ...], ...]
INPUTS = (0, 3, 2, 1, 1, 1, 2, 1, 1, 1)
"""How many arrays each step reads of what the steps before left; the others it leaves alone."""
OUTPUTS = (3, 3, 1, 1, 1, 1, 1, 1, 1, 1)
"""How many arrays each step makes."""


def take(made: Any, n: int, x: Array, inputs: Values, mask: Array | None) -> Values:
    """The reference's wiring (``MultiHeadAttention.forward``), one step of it.

    Args:
        made: an object of the reference or of a class with mistakes.
        n: which step, by its place in STEPS.
        x: (T, d_model), the input of the whole.
        inputs: nothing, then q, k, v, then q, k, then scores, attention and v, then one.
        mask: (T, T) or None.
    """
    method = getattr(made, STEPS[n])
    if n < 2:
        q, k, v = method(*inputs) if n else method(x)
        return q, k, v
    if n == MASK:
        return (method(*inputs, mask),)
    if n == WHOLE:
        made.given = inputs[0]
        return (method(x, mask),)
    return (method(*inputs),)


def taken(
    made: Any, working: Chosen, n: int, x: Array, inputs: Values, mask: Array | None
) -> Values | None:
    """Likewise; None where it raises. The mistakes at work may carry the mask past the scores."""
    if working and not CARRIES.isdisjoint(working):
        made.carried = mask
        mask = None if n == MASK else mask
    try:
        return take(made, n, x, inputs, mask)
    except Exception:  # noqa: BLE001 — a mistake may raise anything, and is then out
        return None
