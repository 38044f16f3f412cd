"""Multi-head attention once more, as the lab's words say it: a loop over the heads.

It shares no code with ``attention.py`` and joins the heads by another identity, so that each of
the two can be held against the other.

Sources: theory page 03, steps 3a to 3d; lab 01, block A (``for h in range(H)``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def forward_by_loop(
    x: NDArray[Any],
    W_Q: NDArray[Any],
    W_K: NDArray[Any],
    W_V: NDArray[Any],
    W_O: NDArray[Any],
    n_heads: int,
    mask: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Run each head by itself and add up what it contributes through its rows of ``W_O``.

    ``[head_1 ; … ; head_H] @ W_O`` is the sum over h of ``head_h @ W_O[its rows]``: the product
    of matrices cut into blocks.

    Args:
        x: (T, d_model)
        W_Q: (d_model, d_model), as are ``W_K``, ``W_V`` and ``W_O``.
        W_K: makes keys.
        W_V: makes values.
        W_O: mixes the heads.
        n_heads: how many heads; divides d_model.
        mask: (T, T), added to the scores, or None.

    Returns:
        (T, d_model)
    """
    d_head = len(W_Q) // n_heads
    total = np.zeros(x.shape, dtype=np.result_type(x, W_O))  # (T, d_model)
    for h in range(n_heads):
        own = slice(h * d_head, (h + 1) * d_head)
        weights = _attention(x @ W_Q[:, own], x @ W_K[:, own], mask)  # (T, T)
        head = weights @ (x @ W_V[:, own])  # (T, d_head)
        total += head @ W_O[own]  # (T, d_model)
    return total


def _attention(q: NDArray[Any], k: NDArray[Any], mask: NDArray[Any] | None) -> NDArray[Any]:
    """One head's (T, T) weights from its (T, d_head) queries and keys."""
    scores = np.einsum("id,jd->ij", q, k) / q.shape[1] ** 0.5  # (T, T)
    if mask is not None:
        scores = scores + mask
    # The logarithm of each row's sum, taken off before exp, makes the row sum to 1.
    top = scores.max(axis=1, keepdims=True)
    weights: NDArray[Any] = np.exp(
        scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
    )
    return weights
