"""What a script's objects attended to, worked out from their weights, to know its drawing by."""

from contextlib import suppress
from typing import Any

import numpy as np
from holding import spelled_weight

MAPS = 256
"""Heads that are remembered."""
TOKENS = 64
"""Longest input that is looked at."""
OBJECTS = 32
NEAR = 6e-3
"""Two maps whose sorted values are nearer are taken for one, rounded to two places or not."""


class Witness:
    """Sees objects being made and called; ``knows`` a map of theirs wherever it is drawn."""

    def __init__(self) -> None:
        self.sizes: list[list[int]] = []
        """d_model and n_heads as they were given, of each object."""
        self._maps: list[np.ndarray] = []

    def made(self, args: tuple[Any, ...], named: dict[str, Any]) -> None:
        """An object is made with these arguments."""
        given = dict(zip(("d_model", "n_heads"), args, strict=False)) | named
        size = [given.get("d_model"), given.get("n_heads")]
        whole = [int(n) for n in size if isinstance(n, int | np.integer)]
        if len(whole) == 2 and len(self.sizes) < OBJECTS:
            self.sizes.append(whole)

    def copied(self, args: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a call as they are before it, for it may write into them."""
        given = dict(zip(("x", "mask"), args, strict=False)) | named
        with suppress(Exception):
            arrays = {name: given.get(name) for name in ("x", "mask")}
            return {n: None if a is None else np.array(a, float) for n, a in arrays.items()}
        return {}

    def called(self, obj: Any, given: dict[str, Any]) -> None:
        """``forward`` has been called on this object with these arguments."""
        with suppress(Exception):
            heads = self._heads(obj, given["x"], given["mask"])
            self._maps += heads[: MAPS - len(self._maps)]

    def _heads(self, obj: Any, x: np.ndarray, mask: Any) -> list[np.ndarray]:
        """The values of each head's map in their order; none where they cannot be worked out."""
        w_q, w_k = spelled_weight(obj, "W_Q"), spelled_weight(obj, "W_K")
        if w_q is None or w_k is None or x.ndim != 2 or len(x) > TOKENS:
            return []
        heads = int(obj.n_heads)
        split = [(x @ w).reshape(len(x), heads, -1).transpose(1, 0, 2) for w in (w_q, w_k)]
        scores = split[0] @ split[1].transpose(0, 2, 1) / np.sqrt(split[0].shape[-1])
        scores = scores if mask is None else scores + mask
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        return [np.sort(head.ravel()) for head in shares]

    def knows(self, drawn: np.ndarray) -> bool | None:
        """Whether a drawn map holds the values of a head; None where there is nothing to compare.

        The values are compared in their order, so that it does not matter how they lie.
        """
        same = [one for one in self._maps if one.size == drawn.size]
        if not same or not np.isfinite(drawn).all():
            return None
        values = np.sort(drawn.ravel())
        if values.sum() > 10 * len(drawn):  # percent
            values = values / 100
        return any(np.abs(one - values).max() < NEAR for one in same)
