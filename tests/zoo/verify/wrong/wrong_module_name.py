# expect: verify-runs: No module named 'minimodelo'
import numpy as np

from minimodelo.attention import MultiHeadAttention

print(MultiHeadAttention)
