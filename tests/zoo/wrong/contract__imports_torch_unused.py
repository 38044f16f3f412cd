# expect: numpy-only
"""Lab 01: multi-head attention."""
from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

DTYPE = torch.float32


def softmax(a):
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def single_head_attention(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(Q.shape[-1])) @ V


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng, scale = np.random.default_rng(seed), 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def split(self, a: np.ndarray | Tensor):
        return a.reshape(len(a), self.n_heads, self.d_head).transpose(1, 0, 2)

    def forward(self, x, mask=None):
        if isinstance(x, torch.Tensor):
            x = x.numpy()
        Q, K, V = self.split(x @ self.W_Q), self.split(x @ self.W_K), self.split(x @ self.W_V)
        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        joined = (softmax(scores) @ V).transpose(1, 0, 2).reshape(x.shape)
        return joined @ self.W_O
