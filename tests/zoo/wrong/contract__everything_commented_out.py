# expect: api
# import numpy as np
#
# class MultiHeadAttention:
#     def __init__(self, d_model, n_heads, seed=0):
#         pass
