"""What is asked of the student's code."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:  # the command line reads texts without paying for NumPy
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray


Array: TypeAlias = "NDArray[np.float64]"


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The four matrices of a class, each (d_model, d_model)."""

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array

    def __iter__(self) -> Any:  # an iterator of arrays
        """W_Q, W_K, W_V, W_O."""
        return iter((self.W_Q, self.W_K, self.W_V, self.W_O))


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """One question for ``forward``: on this object, with this input, what do you answer?"""

    d_model: int
    n_heads: int
    seed: int
    x: Array
    """(T, d_model)"""
    mask: Array | None = None
    """(T, T), additive"""
    weights: Weights | None = None
    """Put in place of the class's own before the call; used to name a bug, never to grade."""
    family: str = "small"
    """Why it is asked; see ``labs/multi_head/probes.py``."""
    fresh: bool = False
    """On an object made for this one call, so that nothing remembered can matter."""
    float32: bool = False
    """Send x and mask as float32."""
    no_bias: bool = False
    """First set every array attribute of one row to zero: is a bias all that is wrong?"""
    batched: bool = False
    """Send x with a batch axis of one: (1, T, d_model)."""
    keyword: bool = False
    """Call ``forward(x=x, mask=mask)`` instead of ``forward(x, mask)``."""
    explicit_none: bool = False
    """Call ``forward(x, None)`` instead of ``forward(x)``."""

    @property
    def T(self) -> int:
        """The number of tokens."""
        return len(self.x)

    def but(self, **changes: Any) -> Probe:  # fields of Probe, whatever their types
        """The same question with some parts changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Make:
    """One construction: ``MultiHeadAttention(*args, **kwargs)``; answered by what it holds."""

    args: tuple[int, ...] = ()
    kwargs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """One call of the student's ``single_head_attention(q, k, v)``."""

    q: Array
    k: Array
    v: Array
