"""The zoo as student repositories, graded by the real command, several at a time."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ZOO = Path(__file__).with_name("zoo")
BESIDE = frozenset({"agreement", "single-head"})
"""What any wrong forward may fail beside the check of its own step (the lab's contract)."""


def specimens(kind: str) -> list[Path]:
    """Every specimen of ``right`` or ``wrong``: a file, or a folder that is a whole package."""
    found = sorted(p for p in (ZOO / kind).iterdir() if p.suffix == ".py" or p.is_dir())
    return [p for p in found if p.name != "__pycache__"]


def groups(kind: str, size: int = 12) -> list[list[Path]]:
    """The specimens in handfuls, for one command each; each handful a mixture of kinds."""
    found = specimens(kind)
    count = -(-len(found) // size)
    return [found[i::count] for i in range(count)]


def lay(specimen: Path, folder: Path) -> Path:
    """A repository below ``folder`` with the specimen as its ``minimodel.attention``."""
    package = folder / specimen.stem / "src" / "minimodel" / "attention"
    if specimen.is_dir():
        shutil.copytree(specimen, package, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        package.mkdir(parents=True)
        shutil.copyfile(specimen, package / "attention.py")
    return folder / specimen.stem


def grade(repositories: Sequence[Path], *options: str) -> list[dict[str, Any]]:
    """Reports of ``grade PATH... --format jsonl``, in the order of the paths."""
    command = [sys.executable, "-m", "grader", *map(str, repositories), "--format", "jsonl"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(reports) == len(repositories), done.stderr
    return reports


@dataclass(frozen=True)
class Outcome:
    """What a report says of block A."""

    failed: frozenset[str]
    blocked: frozenset[str]
    named: frozenset[str]
    said: str
    """What the failed checks find, in English."""

    @classmethod
    def of(cls, report: dict[str, Any]) -> Outcome:
        checks = [c for c in report["checks"] if c["block"] == "A"]
        ids = {o: frozenset(c["id"] for c in checks if c["outcome"] == o) for o in OUTCOMES}
        sets = (report["diagnosis"] or {"sets": []})["sets"]
        failed = [c for c in checks if c["outcome"] == "failed"]
        said = " ".join(f["says"]["en"] for c in failed for f in c["findings"])
        return cls(ids["failed"], ids["blocked"], frozenset(i for s in sets for i in s), said)


OUTCOMES = ("failed", "blocked")


@dataclass(frozen=True)
class Expected:
    """The first line of a wrong specimen: ``# expect: CHECK [MISCONCEPTION] [says: WORDS]``."""

    checks: tuple[frozenset[str], ...]
    """Of each set at least one must fail."""
    names: frozenset[str]
    words: str
    """That a failed check must say, where no misconception can be named."""

    @classmethod
    def of(cls, specimen: Path) -> Expected:
        first = specimen.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines()[0]
        found = re.fullmatch(rb"# expect: (\S+)(?: (?!says:)(\S+))?(?: says: (.+?))?\s*", first)
        assert found, f"{specimen.name} does not say what must be said"
        checks, names, words = (part.decode() if part else "" for part in found.groups())
        sets = tuple(frozenset(c.split("|")) for c in checks.split("+"))
        return cls(sets, frozenset(filter(None, re.split(r"[|+]", names))), words)

    def faults(self, got: Outcome) -> Iterator[str]:
        """What is wrong with an outcome, in words."""
        allowed = frozenset().union(*self.checks) | BESIDE
        for wanted in self.checks:
            if not wanted & got.failed:
                yield f"{'|'.join(sorted(wanted))} did not fail"
        for extra in sorted(got.failed - allowed):
            yield f"{extra} failed besides"
        if self.words not in got.said:
            yield f"nobody says that {self.words}"
        if self.names and got.named and not self.names & got.named:
            yield f"it was called {', '.join(sorted(got.named))}"
