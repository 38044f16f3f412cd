"""How ``forward`` is made wrong for a script that must notice (block B)."""

from __future__ import annotations

from grader.model import Sabotage

ALL = (
    Sabotage("+0.001", add=1e-3),
    Sabotage("-0.001", add=-1e-3),
    Sabotage("+0.00005", add=5e-5),
    Sabotage("-0.00005", add=-5e-5),
    Sabotage("x1.01", times=1.01),
    Sabotage("without W_O", without_output=True),
    Sabotage("exchanged", exchange=True),
)
"""Far above the lab's tolerance of 1e-5, so that any honest comparison sees each of them; the last
one leaves every sum, norm and other row as it is."""
