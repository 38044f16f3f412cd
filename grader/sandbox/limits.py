"""How much of the machine one student's code may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Generous for honest code, small for the machine."""

    cpu: int = 10
    """Seconds of CPU for everything that one child does."""
    wall: float = 30.0
    """Seconds on the clock for one exchange; only a sleeper meets it before the CPU limit."""
    memory: int = 1 << 30
    """Bytes of address space."""
    file: int = 8 << 20
    """Bytes of one file that it writes."""
    disk: int = 64 << 20
    """Bytes of all files that it writes."""
    output: int = 32 << 20
    """Bytes of stdout and stderr; more is a flood and ends the child."""
    kept_output: int = 64 << 10
    """Bytes of each that are kept."""


DEFAULT = Limits()
