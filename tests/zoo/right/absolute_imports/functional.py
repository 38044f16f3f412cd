import numpy as np


def softmax(scores):
    scores = scores - np.max(scores, axis=-1, keepdims=True)
    weights = np.exp(scores)
    return weights / np.sum(weights, axis=-1, keepdims=True)


def split_heads(a, n_heads):
    T, d = a.shape
    return a.reshape(T, n_heads, d // n_heads).transpose(1, 0, 2)


def merge_heads(a):
    H, T, d_head = a.shape
    return a.transpose(1, 0, 2).reshape(T, H * d_head)
