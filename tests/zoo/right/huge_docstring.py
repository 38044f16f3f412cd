"""Multi-head attention.

Resumen de la teoría (apuntes propios)
======================================

La atención compara cada token con todos los demás. De cada token salen tres vectores:

* una *query* (qué busco),
* una *key* (qué ofrezco),
* un *value* (qué doy si me eligen).

La puntuación entre el token i y el token j es el producto escalar q_i . k_j, dividido entre la
raíz de d_head para que su varianza no crezca con la dimensión. Si las componentes de q y de k
son independientes, con media cero y varianza uno, el producto tiene varianza d_head.

El softmax de cada fila da los pesos, y la salida es la media ponderada de los values.

Con una sola cabeza solo hay una noción de parecido. Con H cabezas hay H, cada una en un
subespacio de d_model / H dimensiones, y W_O las mezcla al final.

Parámetros
----------
    W_Q, W_K, W_V, W_O: (d_model, d_model) cada una, 4 d_model^2 en total.

Formas
------
    x        (T, d_model)
    Q, K, V  (T, d_model) -> (T, H, d_head) -> (H, T, d_head)
    scores   (H, T, T)
    attn     (H, T, T), cada fila suma 1
    out      (H, T, d_head) -> (T, H, d_head) -> (T, d_model)
    y        (T, d_model)

Lo que NO hace: no lleva bias, no lleva dropout, no importa torch ni tensorflow, no hay eje de
batch y no normaliza la entrada. El error típico es reshape(T, d_head, H): no lo uses.
"""

import numpy as np


class MultiHeadAttention:
    """Varias cabezas de atención.

    Ejemplo
    -------
    >>> mha = MultiHeadAttention(d_model=4, n_heads=2, seed=0)
    >>> mha.forward(np.zeros((3, 4))).shape
    (3, 4)
    """

    def __init__(self, d_model: int, n_heads: int, seed: int = 0):
        """Reserva las cuatro matrices.

        d_model: dimensión de los tokens.
        n_heads: número de cabezas, tiene que dividir a d_model.
        seed: semilla del generador.
        """
        assert d_model % n_heads == 0
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        scale = 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def forward(self, x: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
        """Calcula la salida.

        x: (T, d_model)
        mask: (T, T) aditiva, o None

        Devuelve (T, d_model).
        """
        T = x.shape[0]
        Q, K, V = (
            (x @ W).reshape(T, self.n_heads, self.d_head).transpose(1, 0, 2)
            for W in (self.W_Q, self.W_K, self.W_V)
        )
        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        attn = np.exp(scores - scores.max(axis=-1, keepdims=True))
        attn /= attn.sum(axis=-1, keepdims=True)
        return (attn @ V).transpose(1, 0, 2).reshape(T, self.d_model) @ self.W_O
