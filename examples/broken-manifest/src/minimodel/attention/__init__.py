from minimodel.attention.attention import MultiHeadAttention, single_head_attention

__all__ = ["MultiHeadAttention", "single_head_attention"]
