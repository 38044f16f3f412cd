"""How a misconception is declared, and how a module's are collected, without any registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import Misconception

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from grader.model import Text
    from reference import MultiHeadAttention

CHECK_OF_STEP = {
    "proj": "projections",
    "split": "reshape-order",
    "score": "scores",
    "scale": "scores",
    "mask": "mask",
    "softmax": "softmax",
    "av": "agreement",
    "merge": "reshape-order",
    "out": "output-projection",
}
"""The steps in the order of the forward pass, and the check that a fault in each one fails."""


def misconception(
    name: str, *, says: Text, why: Text, hint: Text, source: Text, check: str | None = None
) -> Callable[[type[MultiHeadAttention]], Misconception]:
    """Replace the decorated class, the reference with one step overridden, by a Misconception.

    Args:
        name: its id, ``step/name``.
        says: what is computed instead, in one sentence.
        why: why that matters.
        hint: where to look, without the line of code.
        source: where the course teaches it.
        check: the check that it fails, where it is not its step's own.
    """
    fails = check or CHECK_OF_STEP[name.partition("/")[0]]

    def declare(cls: type[MultiHeadAttention]) -> Misconception:
        return Misconception(name, fails, cls, says, why, hint, source)

    return declare


def declared(*modules: ModuleType) -> tuple[Misconception, ...]:
    """The misconceptions of these modules, in the order in which they were written."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Misconception)
    )
