"""How many points each check is worth: the default, or an instructor's own TOML file.

A rubric is never looked for in what is graded, and one that lies there is refused: whoever hands
in the work does not set its points.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader import resources
from grader import rubric_words as words
from grader.model import Refusal
from grader.model.system import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.model import Check

SCHEMA = "mha-grader/rubric/v1"
LAB = "15-multi-head"
MAX_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Rubric:
    """Points by check id; a check with 0 is advisory, and one that is missing is left out."""

    name: str
    lab: str
    points: Mapping[str, float]

    @property
    def total(self) -> float:
        """The points of a perfect submission to which everything applies."""
        return sum(self.points.values())

    @property
    def digest(self) -> str:
        """sha256 of what decides a score, so the same for the same points under another name."""
        decides = [self.lab, sorted((check, float(p)) for check, p in self.points.items())]
        return hashlib.sha256(json.dumps(decides).encode()).hexdigest()


def default(checks: Iterable[Check]) -> Rubric:
    """The points that the checks bring along."""
    return Rubric("default", LAB, {check.about.id: check.about.points for check in checks})


def shipped() -> Rubric:
    """The default again, from ``rubric.toml``: what ``--version`` can read without the lab."""
    data = tomllib.loads((Path(__file__).parent / "rubric.toml").read_text("utf-8"))
    return Rubric(data["name"], data["lab"], {c: r["points"] for c, r in data["checks"].items()})


def load(path: str | Path, checks: Iterable[Check]) -> Rubric:
    """The rubric in a file; a check that it does not name keeps its default points.

    Raises:
        Refusal: The file is no valid rubric; the sentence says where and what to do.
    """
    source = Path(path)
    data = _parsed(_read(source), source.name)
    _validate(data, source.name)
    points = dict(default(checks).points)
    known = list(points)
    for check, rule in data.get("checks", {}).items():
        if check not in known:
            raise Refusal(
                words.UNKNOWN.format(file=source.name, id=check, near=words.near(check, known))
            )
        if rule.get("drop"):
            del points[check]
        else:
            points[check] = float(rule.get("points", 0))
    if not sum(points.values()):
        raise Refusal(words.NO_POINTS.format(file=source.name))
    return Rubric(data.get("name", source.stem), LAB, points)


def keep_outside(path: str | Path, submissions: Iterable[str | Path]) -> None:
    """Make sure that a rubric does not come from what is graded, not even by a symbolic link.

    Raises:
        Refusal: It lies inside one of ``submissions``.
    """
    file = Path(path)
    places = (file.resolve(), file.parent.resolve() / file.name)  # where it leads, where it lies
    for submission in submissions:
        root = Path(submission).resolve()
        if any(place.is_relative_to(root) for place in places):
            raise Refusal(words.INSIDE.format(file=path, submission=submission))


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Refusal(words.UNREADABLE.format(file=path, why=reason(error))) from None
    if len(raw) > MAX_BYTES:
        raise Refusal(words.TOO_LARGE.format(file=path.name))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Refusal(words.NOT_UTF8.format(file=path.name, line=line)) from None


def _parsed(text: str, file: str) -> dict[str, Any]:  # Any: whatever TOML can hold
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        at = re.search(r"\(at (?:line (\d+)|end of document)", str(error))
        line = (at and at[1]) or text.rstrip().count("\n") + 1
        what = str(error).split(" (at ", 1)[0]
        raise Refusal(words.BAD_TOML.format(file=file, line=line, what=what)) from None


def _validate(data: dict[str, Any], file: str) -> None:
    import jsonschema  # noqa: PLC0415 - it takes longer to load than all the rest of a start

    schema = json.loads((resources.folder("schemas") / "rubric.schema.json").read_bytes())
    errors = jsonschema.Draft202012Validator(schema).iter_errors(data)
    for error in sorted(errors, key=lambda e: list(map(str, e.absolute_path))):
        where = ".".join(map(str, error.absolute_path))
        raise Refusal(words.said(file, where, error))
    for check, rule in data.get("checks", {}).items():
        if not math.isfinite(rule.get("points", 0)):  # NaN is within every minimum and maximum
            raise Refusal(
                words.INVALID.format(file=file, where=f"checks.{check}.points", what=words.RANGE)
            )
