"""Los pesos viven en un diccionario; __getattr__ los da por su nombre."""
import numpy as np


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        if d_model % n_heads:
            raise ValueError("d_model no es divisible por n_heads")
        self.d_model = d_model
        self.n_heads = n_heads
        self.d_head = d_model // n_heads
        rng = np.random.default_rng(seed)
        self.pesos = {
            f"W_{letra}": rng.standard_normal((d_model, d_model)) / np.sqrt(d_model) for letra in "QKVO"
        }

    def __getattr__(self, nombre):
        if nombre.startswith("W_") and nombre in self.__dict__.get("pesos", {}):
            return self.pesos[nombre]
        raise AttributeError(nombre)

    def __setattr__(self, nombre, valor):
        if nombre.startswith("W_"):
            self.pesos[nombre] = valor
        else:
            super().__setattr__(nombre, valor)

    def forward(self, x, mask=None):
        proyectadas = {letra: x @ self.pesos[f"W_{letra}"] for letra in "QKV"}
        salida = []
        for h in range(self.n_heads):
            q, k, v = (p[:, h * self.d_head :][:, : self.d_head] for p in proyectadas.values())
            s = q @ k.T / np.sqrt(self.d_head)
            if mask is not None:
                s = s + mask
            s = np.exp(s - s.max(axis=1, keepdims=True))
            salida.append(s / s.sum(axis=1, keepdims=True) @ v)
        return np.concatenate(salida, axis=1) @ self.pesos["W_O"]
