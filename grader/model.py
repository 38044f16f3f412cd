"""The words that everything else speaks: frozen data, and nothing of ours imported.

Letters for shapes, here and in every message: T tokens, d_model features, H = n_heads heads,
d_head = d_model // H features a head.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:  # the command line reads texts without paying for NumPy
    import datetime as dt
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[np.float64]"
Lang = Literal["en", "es"]
Outcome = Literal["passed", "failed", "blocked", "review", "skipped"]
LANGS: tuple[Lang, ...] = ("en", "es")


# ── what people read ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in both languages of the course; leaving one out is an error at import."""

    en: str
    es: str

    def into(self, lang: Lang) -> str:
        """The half in ``lang``."""
        return self.es if lang == "es" else self.en

    def format(self, **facts: object) -> Text:
        """Fill both halves; a fact that is itself a Text fills each with its own half."""
        return Text(*(getattr(self, lang).format(**_halves(facts, lang)) for lang in LANGS))

    def __add__(self, other: Text) -> Text:
        """Both, one after the other."""
        return Text(self.en + other.en, self.es + other.es)


def _halves(facts: Mapping[str, object], lang: Lang) -> dict[str, object]:
    return {k: v.into(lang) if isinstance(v, Text) else v for k, v in facts.items()}


def same(words: str) -> Text:
    """Words that are the same in both languages: code, a name, a number."""
    return Text(words, words)


# ── what was handed in ───────────────────────────────────────────────────────────────────────

CommitState = Literal["committed", "modified", "untracked"]


@dataclass(frozen=True, slots=True)
class Git:
    """What git plumbing tells of the repository that a submission lies in."""

    head: str | None
    """The commit that HEAD names; None in a repository without a commit."""
    states: Mapping[str, CommitState]
    """One for each file of the submission that exists; compared with HEAD by content."""
    deleted: frozenset[str] = frozenset()
    """Files that HEAD has under the submission's root and the working tree has not."""


@dataclass(frozen=True, slots=True)
class Oddity:
    """An entry that was seen and not read, with the sentence that says why."""

    path: str
    kind: Literal["symlink", "special", "too-large", "unsafe-name", "case-twin", "nested-archive"]
    says: Text


@dataclass(frozen=True, slots=True)
class Submission:
    """A frozen snapshot of a repository: its regular files as bytes, read once, never run here."""

    name: str
    """What to call it: the folder's or the archive's name."""
    path: str
    """Where it was found, as the user typed it."""
    files: Mapping[str, bytes]
    """Every file that was read, by its ``/``-separated name below the root."""
    digest: str
    """sha256 over all names and bytes: the key of every cache."""
    oddities: tuple[Oddity, ...] = ()
    git: Git | None = None
    """None where there is no repository that can be read (a zip from an LMS, say)."""
    peeled: str = ""
    """The wrapping folders between ``path`` and the root, such as ``lab-main/repo``."""


class Refusal(Exception):
    """Input that cannot be graded at all; ``says`` is the sentence for the user (exit code 2)."""

    def __init__(self, says: Text) -> None:
        super().__init__(says.en)
        self.says = says


# ── what we ask of the student's code, and what comes back ───────────────────────────────────


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The four matrices of a class, each (d_model, d_model)."""

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array

    def __iter__(self) -> Any:  # an iterator of arrays
        """W_Q, W_K, W_V, W_O."""
        return iter((self.W_Q, self.W_K, self.W_V, self.W_O))


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """One question for ``forward``: on this object, with this input, what do you answer?"""

    d_model: int
    n_heads: int
    seed: int
    x: Array
    """(T, d_model)"""
    mask: Array | None = None
    """(T, T), additive"""
    weights: Weights | None = None
    """Put in place of the class's own before the call; used to name a bug, never to grade."""
    family: str = "small"
    """Why it is asked; see ``labs/multi_head/probes.py``."""
    fresh: bool = False
    """On an object made for this one call, so that nothing remembered can matter."""
    float32: bool = False
    """Send x and mask as float32."""
    no_bias: bool = False
    """First set every array attribute of one row to zero: is a bias all that is wrong?"""
    batched: bool = False
    """Send x with a batch axis of one: (1, T, d_model)."""
    keyword: bool = False
    """Call ``forward(x=x, mask=mask)`` instead of ``forward(x, mask)``."""
    explicit_none: bool = False
    """Call ``forward(x, None)`` instead of ``forward(x)``."""

    @property
    def T(self) -> int:
        """The number of tokens."""
        return len(self.x)

    def but(self, **changes: Any) -> Probe:  # fields of Probe, whatever their types
        """The same question with some parts changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Make:
    """One construction: ``MultiHeadAttention(*args, **kwargs)``; answered by what it holds."""

    args: tuple[int, ...] = ()
    kwargs: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """One call of the student's ``single_head_attention(q, k, v)``."""

    q: Array
    k: Array
    v: Array


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
    vectors: Mapping[str, bool]
    """Array attributes of one row or column by name; True if all zero."""
    moved_rng: bool
    """NumPy's global random state was touched."""


Maker = Made | Failure


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


# ── checks, findings, reports ────────────────────────────────────────────────────────────────


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
    got: Sequence[Sequence[float]] | str
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check concluded; ``share`` of its points is earned (or pending, in review)."""

    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    share: float = 0.0


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
