"""Small parts that several misconceptions share: layouts, a bias, a layer norm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from reference.attention import Array


def heads_first(a: Array, n_heads: int) -> Array:
    """Cut a (T, d_model) array's memory into n_heads pieces: (H, T, d_head), tokens mixed."""
    return a.reshape(n_heads, len(a), -1)


def strided(a: Array, n_heads: int) -> Array:
    """Deal a (T, d_model) array's columns to the heads in turn: (H, T, d_head)."""
    return a.reshape(len(a), -1, n_heads).transpose(2, 0, 1)


def tokens_last(a: Array, n_heads: int) -> Array:
    """Read a (T, d_model) array's memory as (H, d_head, T), then put T in the middle."""
    return a.reshape(n_heads, -1, len(a)).transpose(0, 2, 1)


def blocks(matrix: Array, n_heads: int) -> Array:
    """Keep a square matrix's n_heads diagonal blocks and put zero everywhere else."""
    d_head = len(matrix) // n_heads
    keep = np.kron(np.eye(n_heads), np.ones((d_head, d_head)))
    out: Array = matrix * keep.astype(matrix.dtype)
    return out


def repeated_block(block: Array, n_heads: int) -> Array:
    """Put the same (d_head, d_head) block n_heads times on the diagonal of a square matrix."""
    return np.kron(np.eye(n_heads, dtype=block.dtype), block)


def biased(a: Array) -> Array:
    """Add a fixed vector without a zero to each row; any other would show the same fault."""
    bias = np.linspace(0.1, 1.0, a.shape[-1], dtype=a.dtype)
    out: Array = a + bias
    return out


def layer_norm(a: Array) -> Array:
    """Bring each row to mean 0 and variance 1, with the usual 1e-5 under the root."""
    centred = a - a.mean(axis=-1, keepdims=True)
    out: Array = centred / np.sqrt(a.var(axis=-1, keepdims=True) + 1e-5)
    return out
