"""What goes where: a known mistake run on labelled numbers, beside the lab's own way.

Pure data, so that a terminal and a web page can draw the same. Nothing is typed by hand: which
entries an answer is made of is found by changing one entry at a time and looking at what moves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.model import Layout, Picture
from reference import MultiHeadAttention

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.model import Array, Misconception

    Class = type[MultiHeadAttention]

SIZES: dict[str, tuple[int, int, int]] = {
    "proj": (4, 4, 2),
    "split": (3, 8, 2),
    "merge": (4, 6, 2),
    "out": (4, 4, 2),
}
"""(T, d_model, n_heads), so small that a row fits on a line, and T, H, d_head all different where
tokens take part; of the weights, whose picture is a square, T is d_model."""
BASES = 5
"""From so many starting points the entries are changed; a maximum shows only one at a time."""


def picture(known: Misconception) -> Picture | None:
    """What the mistake does with the entries of its step; None where that shows nothing."""
    step = known.id.partition("/")[0]
    if step not in SIZES:
        return None
    ways = _WAYS[step]
    T, d_model, n_heads = SIZES[step]
    lab = {name: _layout(way, MultiHeadAttention, SIZES[step]) for name, way in ways.items()}
    theirs = {name: _layout(way, known.cls, SIZES[step]) for name, way in ways.items()}
    differ = tuple(name for name in ways if theirs[name] != lab[name])
    if not differ or not all(_tells(step, known.cls, theirs[name]) for name in differ):
        return None
    same = tuple(name for name in ways if name not in differ)
    first = differ[0]
    return Picture(step, differ, same, T, d_model, n_heads, lab[first], theirs[first])  # type: ignore[arg-type]  # one of SIZES


def _tells(step: str, cls: Class, layout: Layout) -> bool:
    """Of weights only a picture that puts each in one place, or leaves it out, is clear."""
    cells = [cell for block in layout.blocks for row in block for cell in row]
    if step in ("split", "merge"):
        return True
    return any(cells) and all(len(cell) <= 1 for cell in cells) and _is_product(step, cls)


def _is_product(step: str, cls: Class) -> bool:
    """The step multiplies any number of tokens by one matrix: then the matrix is the picture."""
    rng = np.random.default_rng(2)
    x = rng.standard_normal((3, SIZES[step][1]))
    made = _made(cls, step)
    run: Callable[[Array], Any] = made.project if step == "proj" else made.output
    try:
        whole, each = np.array(run(x)), np.array(run(np.eye(x.shape[1])))
    except ValueError:
        return False
    return bool(np.allclose(whole, x @ each))


def _layout(way: Callable[[Class, Array], Array], cls: Class, size: tuple[int, int, int]) -> Layout:
    """The labels of what ``way`` makes of a (T, d_model) array of labelled entries."""
    T, d_model, _ = size
    rng = np.random.default_rng(0)
    made_of: Any = None
    for _ in range(BASES):
        base = rng.permutation(T * d_model).astype(float).reshape(T, d_model) + 1
        still = way(cls, base)
        found = np.array([still != way(cls, other) for other in _each_moved(base)])
        made_of = found if made_of is None else made_of | found
    cells = _cells(made_of, d_model)
    blocks = cells if made_of.ndim == 4 else (cells,)
    return Layout(made_of.shape[1:], blocks)


def _each_moved(base: Array) -> Iterator[Array]:
    """The array with one entry changed, for every entry."""
    for n in range(base.size):
        other = base.copy()
        other.flat[n] += 0.5
        yield other


def _cells(made_of: np.ndarray[Any, Any], width: int) -> Any:  # nested tuples of Cell
    """(entries, ...) of booleans as nested tuples of labels."""
    if made_of.ndim == 1:
        return tuple(f"{n // width}{n % width}" for n in np.flatnonzero(made_of))
    return tuple(_cells(made_of[:, i], width) for i in range(made_of.shape[1]))


def _made(cls: Class, step: str, **weights: Array) -> MultiHeadAttention:
    """An object of the step's size, its weights random but for those given."""
    _, d_model, n_heads = SIZES[step]
    return cls.from_weights(**(_drawn(d_model) | weights), n_heads=n_heads)


@lru_cache
def _drawn(d_model: int) -> dict[str, Array]:
    rng = np.random.default_rng(1)
    return {name: rng.standard_normal((d_model, d_model)) for name in ("W_Q", "W_K", "W_V", "W_O")}


def _split(part: int) -> Callable[[Class, Array], Array]:
    return lambda cls, a: _made(cls, "split").split(a, a, a)[part]


def _merge(cls: Class, joined: Array) -> Array:
    """Named after the place in (T, d_model) where the lab puts each entry of each head."""
    heads = MultiHeadAttention.split(_made(MultiHeadAttention, "merge"), joined, joined, joined)[0]
    return _made(cls, "merge").merge(heads)


def _project(part: int, name: str) -> Callable[[Class, Array], Array]:
    return lambda cls, W: _made(cls, "proj", **{name: W}).project(np.eye(len(W)))[part]


def _output(cls: Class, W: Array) -> Array:
    return _made(cls, "out", W_O=W).output(np.eye(len(W)))


_WAYS: dict[str, dict[str, Callable[[Class, Array], Array]]] = {
    "proj": {name: _project(n, name) for n, name in enumerate(("W_Q", "W_K", "W_V"))},
    "split": {name: _split(n) for n, name in enumerate("QKV")},
    "merge": {"joined": _merge},
    "out": {"W_O": _output},
}
