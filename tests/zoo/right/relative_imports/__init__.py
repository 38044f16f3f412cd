"""minimodel.attention"""
from .attention import MultiHeadAttention, single_head_attention
from .masks import causal_mask
from .softmax import softmax

__all__ = ["MultiHeadAttention", "causal_mask", "single_head_attention", "softmax"]
