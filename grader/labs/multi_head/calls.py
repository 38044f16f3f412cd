"""The constructions that are asked for in so many words."""

from __future__ import annotations

from grader.model import Make

API = (
    Make((8, 2)),
    Make((8, 2, 0)),
    Make(kwargs={"d_model": 8, "n_heads": 2}),
    Make(kwargs={"d_model": 8, "n_heads": 2, "seed": 0}),
    Make((8, 2), {"seed": 3}),
)
SEEDED = tuple(a for a in API if len(a.args) == 3 or "seed" in a.kwargs)
INDIVISIBLE = ((10, 3), (7, 2), (4, 3), (9, 6), (2, 4), (64, 5))
BY_KEYWORD = tuple(Make(kwargs={"d_model": d, "n_heads": h}) for d, h in INDIVISIBLE)
BY_POSITION = tuple(Make((d, h)) for d, h in INDIVISIBLE)
ALL = (*API, *BY_KEYWORD, *BY_POSITION)

SEEDS = (
    *((64, 4, 0), (64, 4, 0, 1), (64, 4, 1)),
    *((16, 4, seed) for seed in range(2, 6)),
    *((6, 1, 21), (6, 2, 22), (6, 3, 23), (6, 6, 24), (8, 1, 25), (8, 2, 26), (8, 4, 27)),
    *((24, 2, 28), (24, 12, 29), (48, 3, 30), (32, 16, 31)),
)
"""Objects whose weights tell of the initialisation; the second repeats the first."""


def built_as_asked(asked: Make) -> str:
    """The call as the student would write it."""
    words = [*map(str, asked.args), *(f"{k}={v}" for k, v in asked.kwargs.items())]
    return f"MultiHeadAttention({', '.join(words)})"
