from .attention import MultiHeadAttention, single_head_attention
