"""Attention in NumPy: one head (lab 00) and several heads (lab 01).

Atención en NumPy: una cabeza (lab 00) y varias cabezas (lab 01).

Names and shapes are locked in BLUEPRINT.md, next to this file.
Los nombres y las formas están fijados en BLUEPRINT.md, junto a este archivo.
"""

import numpy as np


def single_head_attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray) -> np.ndarray:
    """Scaled dot-product attention of lab 00 · La atención escalada del lab 00."""
    # Q: (T, d_k)   K: (T, d_k)   V: (T, d_v)   ->   (T, d_v)
    # Already projected: no weights in here · Ya proyectadas: aquí no hay pesos.
    # TODO: bring yours from lab 00 · trae la tuya del lab 00
    raise NotImplementedError("single_head_attention")


class MultiHeadAttention:
    """Multi-head self-attention, without bias · Self-attention de varias cabezas, sin sesgo."""

    def __init__(self, d_model: int, n_heads: int, seed: int = 0) -> None:
        # TODO: reject a d_model that n_heads does not divide
        #       rechaza un d_model que no sea divisible por n_heads
        # TODO: self.d_model, self.n_heads, self.d_head
        # TODO: self.W_Q, self.W_K, self.W_V, self.W_O: (d_model, d_model) each · cada una,
        #       drawn from · sacadas de np.random.default_rng(seed), scaled by · escaladas por
        #       1 / sqrt(d_model)
        raise NotImplementedError("MultiHeadAttention.__init__")

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        # x: (T, d_model)   mask: (T, T) to add · para sumar, or · o None   ->   (T, d_model)
        #
        # TODO, with the shape after each step · con la forma tras cada paso:
        #   Q, K, V                                                (T, d_model)
        #   split into heads · repartidas en cabezas               (n_heads, T, d_head)
        #   scores of each head · scores de cada cabeza            (n_heads, T, T)
        #   attention, after the mask · atención, tras la máscara  (n_heads, T, T)
        #   output of each head · salida de cada cabeza            (n_heads, T, d_head)
        #   heads joined · cabezas concatenadas                    (T, d_model)
        #   output projection · proyección de salida               (T, d_model)
        raise NotImplementedError("MultiHeadAttention.forward")
