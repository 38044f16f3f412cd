# expect: numpy-only
"""MultiHeadAttention con PyTorch por dentro."""
import numpy as np
import torch
import torch.nn as nn


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        torch.manual_seed(seed)
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        self.mha = nn.MultiheadAttention(d_model, n_heads, bias=False, batch_first=True)
        W = self.mha.in_proj_weight.detach().numpy()
        self.W_Q, self.W_K, self.W_V = (w.T for w in np.split(W, 3))
        self.W_O = self.mha.out_proj.weight.detach().numpy().T

    def forward(self, x, mask=None):
        x = torch.tensor(x[None], dtype=torch.float32)
        if mask is not None:
            mask = torch.tensor(mask, dtype=torch.float32)
        y, _ = self.mha(x, x, x, attn_mask=mask)
        return y[0].detach().numpy()
