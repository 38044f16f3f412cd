"""What a lab is to the rest of the grader: questions, and checks of the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grader.model import (
        Answer,
        Check,
        Diagnosis,
        Evidence,
        Exhibits,
        Make,
        Maker,
        Probe,
        Result,
        Sabotage,
        Single,
        Submission,
        Text,
    )


@dataclass(frozen=True, slots=True)
class Lab:
    """Pure functions and data; which process asks the questions is nobody's business here."""

    id: str
    title: Text
    checks: tuple[Check, ...]
    module: Callable[[Submission], tuple[str, str] | None]
    """The folder for ``sys.path`` and the module's dotted name; None where there is none."""
    without: frozenset[str]
    """Libraries that it does without: where one is not here, a stand-in is imported for it."""
    seeds: tuple[tuple[int, ...], ...]
    """Objects to look at besides those that the battery needs."""
    calls: tuple[Make, ...]
    battery: Callable[[int], list[Probe]]
    singles: Callable[[int], list[Single]]
    more: Callable[[Evidence], Sequence[Probe]]
    """What to ask next, given what is known; nothing when enough is known."""
    error: Callable[[Probe, Answer, Maker], float]
    """How far off an answer of this object is: 0 where it is right, inf where it is no number."""
    plainest: Callable[[Evidence], tuple[Probe, float] | None]
    """The wrong answer that is easiest to follow, and its error; None where nothing could be
    learnt from a simpler one."""
    sample: Callable[[Evidence], list[Probe]]
    """Questions to repeat in another process."""
    trace: Callable[[Evidence], Probe | None]
    """A question to be followed line by line, where something is wrong."""
    diagnose: Callable[[Evidence], Diagnosis | None]
    verify: Callable[[Submission], str | None]
    """The script that must fail when ``forward`` is wrong; None where there is none."""
    output: Callable[[Submission], str | None]
    """Where what that script prints is kept; None where it is not."""
    output_names: Callable[[Submission], Sequence[str]]
    """What the script may call that file, should it write it itself."""
    sources: Callable[[Submission], tuple[str, ...]]
    """The files that the class comes from."""
    sabotages: tuple[Sabotage, ...]
    """How to make ``forward`` wrong for it."""
    right: str
    """The text of a module that does right what the class may do wrong."""
    equivalence: Callable[[Evidence], float | None]
    """How far the class is from what that script should compare with; None where unknown."""
    draw: Callable[[Submission], str | None]
    """The script that draws."""
    image: Callable[[Submission], str | None]
    """The picture that was handed in."""
    exhibits: Callable[[Evidence, Sequence[Result], Diagnosis | None], Exhibits]
    """What a report can show besides words."""
