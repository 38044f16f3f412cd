"""Decides by behaviour alone whether an ``attention.py`` is right; shares nothing with the grader.

    python benchmarks/oracle.py FILE...      (one JSON line each)

Plain loops in float64 against the class's own weights, and the lab's sentences about the class one
by one. Each file runs in a forked child with a limit of its own.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import resource
import signal
import sys
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 20
SHAPES = [
    (t, d, h) for t in (1, 2, 3, 5) for d in (1, 2, 4, 6, 7, 12) for h in (1, 2, 3, 4) if d % h == 0
]
SHAPES += [(8, 64, 4), (8, 64, 8), (7, 24, 4), (4, 4, 1), (9, 10, 5), (6, 16, 4), (2, 6, 3)]
SURE, FINE = 3e-5, 1e-5
"""Relative errors: above the one it is wrong, below the other right, between nobody's business."""


def expected(x: Any, mask: Any, w: list[Any], n_heads: int) -> Any:
    """The lab's formula, entry by entry: (T, d_model)."""
    T, d = x.shape
    width = d // n_heads
    q, k, v = (x.astype(float) @ m for m in w[:3])
    joined = np.zeros((T, d))
    for h in range(n_heads):
        own = range(h * width, (h + 1) * width)
        for i in range(T):
            row = [sum(q[i, c] * k[j, c] for c in own) / math.sqrt(width) for j in range(T)]
            if mask is not None:
                row = [s + mask[i, j] for j, s in enumerate(row)]
            top = max(row)
            weights = [math.exp(s - top) for s in row]
            for c in own:
                joined[i, c] = sum(a * v[j, c] for j, a in enumerate(weights)) / sum(weights)
    return joined @ w[3]


def faults(path: str) -> Iterator[str]:
    """Everything that the lab says and that does not hold; the first is enough."""
    module = load(path)
    cls = module.MultiHeadAttention
    yield from constructor(cls)
    yield from initialisation(cls)
    yield from answers(cls)
    if hasattr(module, "single_head_attention"):
        yield from one_head(module.single_head_attention)


def load(path: str) -> Any:
    """Import the file."""
    spec = importlib.util.spec_from_file_location("attention", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["attention"] = module
    spec.loader.exec_module(module)
    return module


def constructor(cls: Any) -> Iterator[str]:
    """Sizes, weights, and what must be rejected."""
    for d, h in ((8, 2), (64, 4), (6, 3), (5, 1), (7, 7)):
        made = cls(d_model=d, n_heads=h, seed=3)
        if (made.d_model, made.n_heads, made.d_head) != (d, h, d // h):
            yield "sizes"
        for w in weights(made):
            if w.shape != (d, d) or not np.isfinite(w).all():
                yield "weights"
    for d, h in ((10, 3), (7, 2), (9, 6), (64, 5), (4, 3), (2, 4), (15, 2), (16, 3)):
        try:
            cls(d, h)
        except Exception:  # noqa: BLE001 - any is right
            continue
        yield f"accepts {d}, {h}"


def weights(made: Any) -> list[Any]:
    """The four, as float64."""
    return [np.asarray(getattr(made, n), dtype=float) for n in ("W_Q", "W_K", "W_V", "W_O")]


def initialisation(cls: Any) -> Iterator[str]:
    """Reproducible, different, of the lab's spread, with no hand on the global generator."""
    before = global_state()
    for d, h in ((128, 4), (32, 2)):
        a, b, c = (weights(cls(d, h, seed=s)) for s in (1, 1, 2))
        if any((x != y).any() for x, y in zip(a, b, strict=True)):
            yield "the same seed gives other weights"
        if any(np.allclose(x, y) for x, y in zip(a, c, strict=True)):
            yield "another seed gives the same weights"
        if any(np.allclose(a[i], a[j]) for i in range(4) for j in range(i)):
            yield "two matrices are equal"
        for w in a:
            spread, mean = w.std() * math.sqrt(d), w.mean() * math.sqrt(d)
            if abs(spread - 1) > 5 / d or abs(mean) > 5 / d:
                yield f"spread {spread:.3f}, mean {mean:.3f}"
    default = [weights(cls(8, 2)), weights(cls(8, 2, seed=0)), weights(cls(8, 2, 0))]
    if any((x != y).any() for other in default for x, y in zip(default[0], other, strict=True)):
        yield "the default seed is not 0"
    if global_state() != before:
        yield "the global generator moved"


def global_state() -> str:
    """NumPy's old global generator, which a class has no business with."""
    return str(np.random.get_state(legacy=False))  # noqa: NPY002 - it is what is looked at


def answers(cls: Any) -> Iterator[str]:
    """``forward`` on every shape, mask and size of numbers, asked twice, inputs kept."""
    rng = np.random.default_rng(99)
    made: dict[tuple[int, int], Any] = {}
    for T, d, h in SHAPES:
        one = made.setdefault((d, h), cls(d, h, seed=7))
        w = weights(one)
        causal = np.triu(np.ones((T, T)), k=1)
        hidden = np.where(causal > 0, -np.inf, 0.0)
        masks = [None, np.zeros((T, T)), causal * -1e9, hidden, rng.standard_normal((T, T)) * 3]
        for n, mask in enumerate(masks):
            yield from asked(one, rng.standard_normal((T, d)), mask, w, f"{T, d, h} mask {n}")
        yield from asked(one, rng.standard_normal((T, d)) * 1e-3, None, w, f"{T, d, h} tiny")
        for size in (60, 1000):
            x = rng.standard_normal((T, d)) * size
            yield from asked(one, x, None, w, f"{T, d, h} times {size}", sure=1e-2)
    x = rng.standard_normal((5, 6))
    one = made[6, 3]
    alike = [one.forward(x), one.forward(x, None), one.forward(x=x, mask=None), one.forward(x)]
    alike += [one.forward(x, np.zeros((5, 5)))]
    if not all(np.allclose(alike[0], y, atol=1e-6) for y in alike):
        yield "ways of calling differ"


def asked(
    one: Any, x: Any, mask: Any, w: list[Any], what: str, sure: float = SURE
) -> Iterator[str]:
    """One question, twice."""
    given = (x.copy(), None if mask is None else mask.copy())
    y = one.forward(x) if mask is None else one.forward(x, mask)
    if not isinstance(y, np.ndarray) or y.shape != x.shape or y.dtype.kind != "f":
        yield f"form at {what}"
        return
    kept = y.copy()
    again = one.forward(x, mask)
    right = expected(given[0], given[1], w, one.n_heads)
    error = np.abs(kept - right).max() / max(1.0, np.abs(right).max())
    if not error < sure:
        yield f"numbers at {what}: {error:.2g}"
    elif error > FINE and sure == SURE:
        yield "unclear"
    if not np.allclose(kept, again, atol=1e-6, rtol=1e-6) or (y != kept).any():
        yield f"another answer at {what}"
    if (x != given[0]).any() or (mask is not None and (mask != given[1]).any()):
        yield f"inputs changed at {what}"
    if any((a != b).any() for a, b in zip(w, weights(one), strict=True)):
        yield f"weights changed at {what}"


def one_head(function: Any) -> Iterator[str]:
    """Lab 00's function, on inputs that are projected already."""
    rng = np.random.default_rng(5)
    for T, d in ((1, 3), (4, 2), (5, 6), (8, 4)):
        q, k, v = rng.standard_normal((3, T, d))
        scores = [[float(np.dot(q[i], k[j])) / math.sqrt(d) for j in range(T)] for i in range(T)]
        exps = np.exp(np.array(scores) - np.max(scores, axis=1, keepdims=True))
        if not np.allclose(function(q, k, v), exps / exps.sum(1, keepdims=True) @ v, atol=1e-6):
            yield "single_head_attention"


def judged(path: str) -> str:
    """``right``, ``unclear``, or the first fault in words, whatever the file does."""
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    try:
        return next(faults(path), "right")
    except BaseException as error:  # noqa: BLE001 - whatever it raises, it is wrong
        return f"raises {type(error).__name__}: {str(error)[:80]}"


def in_a_child(path: str) -> str:
    """The same, where a loop without end or a crash harms nobody."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(4 * SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.write(write, judged(path).encode())
        os._exit(0)
    os.close(write)
    said = b""
    while part := os.read(read, 4096):
        said += part
    os.close(read)
    os.waitpid(child, 0)
    return said.decode() or "never ends or crashes"


def main() -> None:
    """Judge every file that is named."""
    for path in sys.argv[1:]:
        print(json.dumps({"path": path, "says": in_a_child(path)}), flush=True)


if __name__ == "__main__":
    main()
