"""Attention with a Protocol, an abstract base class and type aliases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.floating[Any]]


@runtime_checkable
class SupportsForward(Protocol):
    def forward(self, x: Array, mask: Array | None = None) -> Array: ...


class Layer(ABC):
    d_model: int

    @abstractmethod
    def forward(self, x: Array, mask: Array | None = None) -> Array:
        """(T, d_model) -> (T, d_model)"""


class MultiHeadAttention(Layer):
    WEIGHTS: Final = ("W_Q", "W_K", "W_V", "W_O")

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array

    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        if d_model % n_heads != 0:
            msg = f"{d_model=} is not a multiple of {n_heads=}"
            raise ValueError(msg)
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng: np.random.Generator = np.random.default_rng(seed)
        for name in self.WEIGHTS:
            W: Array = rng.standard_normal((d_model, d_model), dtype=np.float64)
            setattr(self, name, W / np.sqrt(d_model))

    def forward(self, x: Array, mask: Array | None = None) -> Array:
        Q, K, V = map(self._split, (x @ self.W_Q, x @ self.W_K, x @ self.W_V))
        return self._merge(self._weights(Q, K, mask) @ V) @ self.W_O

    def _split(self, a: Array) -> Array:
        return np.stack(np.split(a, self.n_heads, axis=-1))

    def _weights(self, Q: Array, K: Array, mask: Array | None) -> Array:
        logits = Q @ K.mT if hasattr(K, "mT") else Q @ np.swapaxes(K, -1, -2)
        logits = logits / np.sqrt(self.d_head)
        if mask is not None:
            logits = logits + mask
        weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return weights / weights.sum(axis=-1, keepdims=True)

    @staticmethod
    def _merge(a: Array) -> Array:
        return np.concatenate(list(a), axis=-1)


assert issubclass(MultiHeadAttention, SupportsForward)
