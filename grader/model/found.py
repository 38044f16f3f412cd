"""What came back, and all the evidence together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # the command line reads texts without paying for NumPy
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from grader.model.asked import Array, Make, Probe, Single
    from grader.model.ran import Drawing, Image, Verified
    from grader.model.submission import Submission
    from grader.model.text import Text


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """A value that came back, as a plain float64 array that the grader built itself."""

    y: Array
    form: str = "ndarray"
    """What it really was: ``ndarray``, or in words ``a list``, ``a tuple``, ``float16`` …"""
    changed: frozenset[str] = frozenset()
    """What the call modified of ``x mask weights rng``; ``previous``: an answer given before."""


FailureKind = Literal["raised", "unwritten", "hung", "died", "memory", "refused", "absent", "flood"]


@dataclass(frozen=True, slots=True)
class Failure:
    """No value: the student's code raised, hung, died, or gave what cannot be an answer."""

    kind: FailureKind
    says: Text
    error: str = ""
    """The exception's type and message, as the student would see them (their text: data)."""
    file: str | None = None
    line: int | None = None


Answer = Output | Failure


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """What a construction left behind."""

    weights: Mapping[str, Array]
    """Of ``W_Q W_K W_V W_O`` those that exist and are arrays of real numbers, whatever shape."""
    spelled: Mapping[str, str]
    """Where a weight goes by another name (``w_q``): ours to theirs."""
    problems: Mapping[str, Text]
    """Of the four those that are no array of numbers, and what they are instead."""
    attributes: Mapping[str, float | None]
    """``d_model n_heads d_head`` as numbers; None where missing or no number."""
    vectors: Mapping[str, tuple[bool, int]]
    """Array attributes of one row or column by name: whether all zero, and how many numbers."""
    moved_rng: bool
    """NumPy's global random state was touched."""
    has_forward: bool = True
    """The object has a method ``forward``, of its class or its own."""


Maker = Made | Failure


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """An array, or a number without axes, that was there after a student's own line had run."""

    file: str
    line: int
    name: str
    """Of the variable; ``return`` for what a function gave back."""
    value: Array


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """One question followed line by line: hearsay of the student's own process, for hints only."""

    probe: Probe
    seen: Sequence[Seen]


@dataclass(frozen=True, slots=True)
class Imported:
    """The module loaded, and what it offers."""

    has_class: bool
    has_forward: bool
    has_call: bool
    has_single_head: bool
    parameters: tuple[str, ...] | None
    """Names of the constructor's parameters; None where they cannot be read."""
    forward_parameters: tuple[str, ...] | None
    near: tuple[str, ...]
    """Class names that look like the one that is missing."""
    modules: tuple[str, ...]
    """Top-level packages that importing it loaded and that were not there before."""
    stdout: bytes = b""
    """What it printed; a student's text, so data."""
    needs: Failure | None = None
    """What the import is without a stand-in for a library that the lab does without."""
    called: str = ""
    """The name of the class, where one was taken that is not quite called as the lab asks."""


Import = Imported | Failure


@dataclass(frozen=True, slots=True)
class Containment:
    """How the student's code was held."""

    mechanism: tuple[str, ...]
    network: Literal["blocked", "open"]
    filesystem: Literal["private", "shared"]
    limits: Mapping[str, float]
    says: Text


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that a check may look at; when it exists, the student's processes are dead."""

    submission: Submission
    imported: Import
    made: Mapping[tuple[int, ...], Maker]
    """By (d_model, n_heads, seed); with a fourth number, another object of the same kind."""
    calls: Sequence[tuple[Make, Maker]]
    """Constructions asked for in so many words, for the checks of the constructor."""
    answers: Sequence[tuple[Probe, Answer]]
    singles: Sequence[tuple[Single, Answer]]
    containment: Containment
    today: dt.date
    """The latest date anywhere on Earth when this was gathered."""
    seed: int
    elsewhere: Sequence[tuple[Probe, Answer]] = ()
    """Some of the questions again, to another process, in another order."""
    made_elsewhere: Mapping[tuple[int, ...], Maker] = field(default_factory=dict)
    trace: Trace | None = None
    verified: Verified | None = None
    """None where there is no verify.py, or nobody asked for block B."""
    drawing: Drawing | None = None
    """None where there is no mha.py, or nobody asked for block C."""
    image: Image | Failure | None = None
    """The committed heat map; None where there is none, or nobody asked for block C."""
