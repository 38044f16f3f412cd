"""Atención de varias cabezas, con los nombres en español (también con tilde y eñe)."""

import numpy as np


def suavizar(puntuación):
    """Softmax por filas."""
    máximo = puntuación.max(axis=-1, keepdims=True)
    exponencial = np.exp(puntuación - máximo)
    return exponencial / exponencial.sum(axis=-1, keepdims=True)


def single_head_attention(Q, K, V):
    tamaño = Q.shape[-1]
    return suavizar(Q @ K.T / np.sqrt(tamaño)) @ V


class MultiHeadAttention:
    """Cabezas en paralelo; cada una mira un trozo de d_head columnas."""

    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0, "¡d_model debe ser múltiplo de n_heads!"
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = self.tamaño_cabeza = d_model // n_heads
        azar = np.random.default_rng(seed)
        desviación = 1 / np.sqrt(d_model)
        self.W_Q = azar.standard_normal((d_model, d_model)) * desviación
        self.W_K = azar.standard_normal((d_model, d_model)) * desviación
        self.W_V = azar.standard_normal((d_model, d_model)) * desviación
        self.W_O = azar.standard_normal((d_model, d_model)) * desviación

    def partir(self, matriz):
        """(T, d_model) → (H, T, d_head)"""
        return matriz.reshape(-1, self.n_heads, self.tamaño_cabeza).transpose(1, 0, 2)

    def forward(self, x, mask=None):
        consultas, claves, valores = (self.partir(x @ W) for W in (self.W_Q, self.W_K, self.W_V))
        puntuación = consultas @ claves.transpose(0, 2, 1) / np.sqrt(self.tamaño_cabeza)
        if mask is not None:
            puntuación = puntuación + mask
        atención = suavizar(puntuación)
        señal = (atención @ valores).transpose(1, 0, 2)
        return señal.reshape(x.shape[0], self.d_model) @ self.W_O
