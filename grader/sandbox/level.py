"""How student code can be held: the levels, and the means that may be used to reach them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How a slot is held."""

    bubblewrap: bool
    landlock: int
    """The ABI; 0 for none."""
    seccomp: bool
    uid: int | None
    """A user of its own; None for the grader's."""
    reasons: tuple[str, ...] = ()
    """Why nothing stronger."""

    @property
    def mechanism(self) -> tuple[str, ...]:
        """In the words of the report."""
        found = ["bubblewrap"] if self.bubblewrap else []
        found += [f"Landlock ABI {self.landlock}"] if self.landlock else []
        found += ["seccomp"] if self.seccomp else []
        return (*found, "rlimits")


@dataclass(frozen=True, slots=True)
class Means:
    """What may be used to confine; less than all only to try the weaker levels."""

    bubblewrap: bool = True
    landlock: int = 99
    """The highest ABI."""
    seccomp: bool = True


ALL = Means()
NOTHING = Means(bubblewrap=False, landlock=0, seccomp=False)
"""``--sandbox off``."""
