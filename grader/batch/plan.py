"""How a class is graded: what holds for every submission alike, and the keys made of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader import __version__
from grader.grade import Terms
from grader.sandbox import ALL, NOTHING

if TYPE_CHECKING:
    from grader.report import Hints
    from grader.rubric import Rubric
    from grader.sandbox import Means


@dataclass(frozen=True, slots=True)
class Plan:
    """What a result depends on besides the submission; it travels to every worker."""

    rubric: Rubric
    secret: str
    """Drawn once for a class: students cannot know their seeds, and a resumed run repeats them."""
    examples: int = 0
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    sandbox: str = "require"
    hints: Hints = "line"

    @property
    def options(self) -> str:
        """What would change a result, in one line for the store."""
        chosen = None if self.select is None else sorted(self.select)
        facts = {
            "examples": self.examples,
            "select": chosen,
            "ignore": sorted(self.ignore),
            "sandbox": self.sandbox,
            "hints": self.hints,
        }
        return json.dumps(facts, sort_keys=True)

    @property
    def digest(self) -> str:
        """Sha256 of the grader's version, the rubric, the options and the secret."""
        said = json.dumps([__version__, self.rubric.digest, self.options, self.secret])
        return hashlib.sha256(said.encode()).hexdigest()

    @property
    def means(self) -> Means:
        """How student code may be held."""
        return NOTHING if self.sandbox == "off" else ALL

    @property
    def terms(self) -> Terms:
        """The terms of grading, still without a seed."""
        return Terms(
            rubric=self.rubric,
            seed=0,
            examples=self.examples,
            select=self.select,
            ignore=self.ignore,
            require=self.sandbox == "require",
        )

    def terms_for(self, digest: str) -> Terms:
        """The terms for one snapshot, with the seed that is its own."""
        drawn = hashlib.sha256(f"{self.secret}:{digest}".encode()).digest()
        return replace(self.terms, seed=int.from_bytes(drawn[:4], "little"))


def key(plan_digest: str, fingerprint: str) -> str:
    """The key of a result: the same snapshot under the same plan is graded once."""
    return hashlib.sha256(f"{plan_digest}:{fingerprint}".encode()).hexdigest()
