"""α = softmax(Q·Kᵀ / √dₖ),  y = [α₁V₁; …; α_H V_H]·W_O  ∈ ℝ^(T×d)"""
import numpy as np

π = np.pi  # no hace falta, pero queda bonito


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0  # d ≡ 0 (mod H)
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng = np.random.default_rng(seed)
        σ = 1 / np.sqrt(d_model)  # W ~ 𝒩(0, 1/d)
        self.W_Q, self.W_K, self.W_V, self.W_O = (σ * rng.standard_normal((d_model, d_model)) for _ in range(4))

    def forward(self, x, mask=None):
        Δ = self.d_head
        y = []
        for h in range(self.n_heads):
            Q, K, V = (x @ W[:, h * Δ : (h + 1) * Δ] for W in (self.W_Q, self.W_K, self.W_V))
            ς = Q @ K.T / np.sqrt(Δ)  # √dₖ
            if mask is not None:
                ς = ς + mask  # −∞ donde no se mira
            α = np.exp(ς - ς.max(axis=-1, keepdims=True))
            α /= α.sum(axis=-1, keepdims=True)  # Σⱼ αᵢⱼ = 1
            y.append(α @ V)
        return np.concatenate(y, axis=-1) @ self.W_O
