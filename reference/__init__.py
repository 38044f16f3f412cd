"""The lab done right, for reading and for comparing; it imports nothing but NumPy."""

from reference.attention import (
    MultiHeadAttention,
    causal_mask,
    single_head_attention,
    single_head_parameters,
    softmax,
)
from reference.loop import forward_by_loop

__all__ = [
    "MultiHeadAttention",
    "causal_mask",
    "forward_by_loop",
    "single_head_attention",
    "single_head_parameters",
    "softmax",
]
