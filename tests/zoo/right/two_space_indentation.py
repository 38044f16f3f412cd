"""Mini-GPT, fase 15.

Todo son matrices (T, d_model); no hay eje de batch.
"""

import numpy as np


def softmax(m, axis=-1):
  maximo = np.max(m, axis=axis, keepdims=True)
  exponenciales = np.exp(m - maximo)
  return exponenciales / np.sum(exponenciales, axis=axis, keepdims=True)


def single_head_attention(Q, K, V):
  """Lab 00: atención de una sola cabeza, Q, K y V ya proyectadas."""
  S = np.dot(Q, K.T)
  S = S / np.sqrt(Q.shape[1])
  A = softmax(S)
  return np.dot(A, V)


class MultiHeadAttention:
  def __init__(self, d_model, n_heads, seed=0):
    if d_model % n_heads != 0:
      raise ValueError(f"d_model={d_model} no es divisible por n_heads={n_heads}")
    self.d_model = d_model
    self.n_heads = n_heads
    self.d_head = d_model // n_heads

    rng = np.random.default_rng(seed)
    escala = 1 / np.sqrt(d_model)
    self.W_Q = rng.normal(0.0, escala, size=(d_model, d_model))
    self.W_K = rng.normal(0.0, escala, size=(d_model, d_model))
    self.W_V = rng.normal(0.0, escala, size=(d_model, d_model))
    self.W_O = rng.normal(0.0, escala, size=(d_model, d_model))

  def forward(self, x, mask=None):
    T = x.shape[0]
    Q = x @ self.W_Q
    K = x @ self.W_K
    V = x @ self.W_V

    # (T, d_model) -> (T, n_heads, d_head) -> (n_heads, T, d_head)
    Q = Q.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
    K = K.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
    V = V.reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)

    similitud = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
    if mask is not None:
      similitud = similitud + mask
    probs = softmax(similitud, axis=-1)
    ctx = probs @ V

    # (n_heads, T, d_head) -> (T, d_model)
    ctx = ctx.transpose(1, 0, 2).reshape(T, self.d_model)
    return ctx @ self.W_O
