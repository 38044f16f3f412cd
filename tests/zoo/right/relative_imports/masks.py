import numpy as np


def causal_mask(T, dtype=np.float32):
    return np.triu(np.ones((T, T), dtype=dtype), k=1) * -1e9


def aplicar(scores, mask):
    return scores if mask is None else scores + mask
