# expect: imports
%matplotlib inline
import numpy as np
!pip install numpy


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model = d_model
