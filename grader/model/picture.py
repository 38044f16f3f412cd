"""What goes where, as data: a step done the lab's way, and with a known mistake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Step = Literal["proj", "split", "merge", "out"]
Cell = tuple[str, ...]
"""Labels of the entries that it is made of, row then column: ``12``; none where it is 0."""


@dataclass(frozen=True, slots=True)
class Layout:
    """An array with labels for numbers: (blocks, rows, columns), one block where it has no more."""

    shape: tuple[int, ...]
    blocks: tuple[tuple[tuple[Cell, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """One step, done the lab's way and with the mistake."""

    step: Step
    names: tuple[str, ...]
    """Which arrays are drawn: ``Q``, ``K``, ``V``, ``W_O`` ..."""
    same: tuple[str, ...]
    """Which others the mistake leaves as they are."""
    T: int
    d_model: int
    n_heads: int
    lab: Layout
    mistake: Layout

    @property
    def d_head(self) -> int:
        """Features of a head."""
        return self.d_model // self.n_heads

    def belongs(self, block: int, row: int, column: int) -> bool:
        """Whether the mistake has there what the lab has; True where shapes cannot be compared."""
        if self.lab.shape != self.mistake.shape:
            return True
        at = (block, row, column)
        return _cell(self.lab, at) == _cell(self.mistake, at)


def _cell(layout: Layout, at: tuple[int, int, int]) -> Cell:
    block, row, column = at
    return layout.blocks[block][row][column]
