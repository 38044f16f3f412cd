"""Checks, findings and reports: plain data that crosses processes and machines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from grader.model.ran import Exhibits

if TYPE_CHECKING:  # the command line reads texts without paying for NumPy
    from collections.abc import Callable, Sequence

    from grader.model.found import Containment, Evidence
    from grader.model.text import Text


Outcome = Literal["passed", "failed", "blocked", "review", "skipped"]


@dataclass(frozen=True, slots=True, eq=False)
class Counterexample:
    """The smallest input that shows a fault, in numbers that can be pasted into Python."""

    T: int
    d_model: int
    n_heads: int
    seed: int
    x: Sequence[Sequence[float]]
    mask: Sequence[Sequence[float]] | None
    expected: Sequence[Sequence[float]]
    got: Sequence[Sequence[float]] | Text
    """Numbers, or the words for what came back instead."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about one check, and where."""

    says: Text
    file: str | None = None
    line: int | None = None
    at: Counterexample | None = None
    note: bool = False
    """Worth knowing, costs nothing."""
    code: str = ""
    """Lines of the student's own to show below it as they are: data."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check concluded; ``share`` of its points is earned (or pending, in review)."""

    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    share: float = 0.0
    hint: Text | None = None
    """What to do, where the check's own hint does not fit what was found."""


@dataclass(frozen=True, slots=True)
class About:
    """What anyone may ask of a check: plain data, so a report can carry it anywhere."""

    id: str
    block: str
    points: float
    title: Text
    why: Text
    hint: Text
    source: Text
    """Where it is taught: theory page, lab block, paper."""
    example: str = ""
    """A few lines of Python that do it right, where that gives nothing away."""

    @property
    def advisory(self) -> bool:
        """It carries no points and can only pass or ask for a look."""
        return self.points == 0


@dataclass(frozen=True, slots=True)
class Check:
    """A pure function of evidence, and what to say about it."""

    about: About
    run: Callable[[Evidence], Verdict]


@dataclass(frozen=True, slots=True)
class Result:
    """A check's verdict, with the points that it came to."""

    about: About
    outcome: Outcome
    points: float
    earned: float
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Which known mistakes reproduce the answers; the sets are alternatives."""

    sets: tuple[tuple[str, ...], ...]
    complete: bool
    says: Text
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Environment:
    """What the answers depended on besides the student."""

    python: str
    numpy: str
    platform: str
    seed: int
    examples: int = 0


@dataclass(frozen=True, slots=True)
class Subject:
    """Which submission a report is about: its name tags, without its bytes."""

    name: str
    path: str
    digest: str
    commit: str | None
    files: tuple[str, ...]
    peeled: str = ""
    """The wrapping folders between ``path`` and the files' root."""


@dataclass(frozen=True, slots=True)
class Report:
    """The whole result as plain data: it crosses processes and machines, and is never changed."""

    lab: str
    version: str
    subject: Subject
    environment: Environment
    containment: Containment
    results: tuple[Result, ...]
    diagnosis: Diagnosis | None
    seconds: float
    partial: bool = False
    """Only some checks were asked for."""
    exhibits: Exhibits = field(default_factory=Exhibits)
    title: Text | None = None
    """Of the lab, as people call it."""

    @property
    def earned(self) -> float:
        """Points that are certain."""
        return sum(r.earned for r in self.results)

    @property
    def pending(self) -> float:
        """Points that wait for a person."""
        return sum(r.points for r in self.results if r.outcome == "review")

    @property
    def possible(self) -> float:
        """Points that could be had; what does not apply is not counted."""
        return sum(r.points for r in self.results if r.outcome != "skipped")

    @property
    def passed(self) -> bool:
        """No graded check failed or was blocked."""
        return not any(r.points and r.outcome in ("failed", "blocked") for r in self.results)


@dataclass(frozen=True, slots=True)
class Misconception:
    """A known wrong turn: the reference with one step overridden, and what to say about it."""

    id: str
    """``step/name``, step one of ``proj split score scale mask softmax av merge out``."""
    check: str
    """The check that it fails."""
    cls: type
    """A subclass of ``reference.MultiHeadAttention``."""
    says: Text
    """What is computed instead, in one sentence."""
    why: Text
    """Why it matters."""
    hint: Text
    """What to look at; never the line of code itself."""
    source: Text
    """Where it is taught."""
