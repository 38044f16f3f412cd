"""The report as one JSON object that follows ``schemas/report.schema.json``, for programs."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model import Counterexample, Diagnosis, Finding, Report, Result
    from grader.report import Style

SCHEMA = "mha-grader/report/v1"


def render(report: Report, style: Style) -> str:
    """One object over several lines."""
    del style
    return dumps(as_data(report), indent=2) + "\n"


def dumps(data: Any, indent: int | None = None) -> str:  # Any: whatever JSON can hold
    """Strict JSON, ASCII only: no NaN, and a lone surrogate is replaced, for it has no UTF-8."""
    written = json.dumps(_utf8(data), indent=indent, allow_nan=False)
    return written.replace("\x7f", "\\u007f")  # the one control character that JSON leaves bare


def as_data(report: Report) -> dict[str, Any]:  # Any: whatever JSON can hold
    """The report as dicts, lists, strings and numbers that JSON can hold."""
    subject, environment, containment = report.subject, report.environment, report.containment
    return {
        "schema": SCHEMA,
        "grader": {"version": report.version},
        "lab": report.lab,
        "submission": {
            "name": subject.name,
            "path": subject.path,
            "digest": subject.digest,
            "commit": subject.commit,
            "files": list(subject.files),
        },
        "environment": {
            "python": environment.python,
            "numpy": environment.numpy,
            "platform": environment.platform,
            "seed": environment.seed,
            "examples": environment.examples,
        },
        "sandbox": {
            "mechanism": list(containment.mechanism),
            "network": containment.network,
            "filesystem": containment.filesystem,
            "limits": {name: number(value) for name, value in containment.limits.items()},
            "says": _text(containment.says),
        },
        "score": {
            "earned": number(report.earned),
            "pending": number(report.pending),
            "possible": number(report.possible),
        },
        "passed": report.passed,
        "partial": report.partial,
        "diagnosis": report.diagnosis and _diagnosis(report.diagnosis),
        "checks": [_check(result) for result in report.results],
        "seconds": round(report.seconds, 3),
    }


def number(value: float) -> float | int | str:
    """A number that strict JSON can hold; the others as the words that ``float()`` reads."""
    value = float(value)
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    rounded = round(value, 12)
    return int(rounded) if rounded == int(rounded) and abs(value) < 2**53 else value


def _text(text: Text) -> dict[str, str]:
    return {"en": text.en, "es": text.es}


def _place(file: str | None, line: int | None) -> dict[str, str | int] | None:
    return None if file is None or line is None else {"file": file, "line": line}


def _diagnosis(diagnosis: Diagnosis) -> dict[str, Any]:
    return {
        "sets": [list(names) for names in diagnosis.sets],
        "complete": diagnosis.complete,
        "says": _text(diagnosis.says),
        "line": _place(diagnosis.file, diagnosis.line),
    }


def _check(result: Result) -> dict[str, Any]:
    return {
        "id": result.about.id,
        "block": result.about.block,
        "outcome": result.outcome,
        "points": number(result.points),
        "earned": number(result.earned),
        "title": _text(result.about.title),
        "findings": [_finding(finding) for finding in result.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "says": _text(finding.says),
        "file": finding.file,
        "line": finding.line,
        "note": finding.note,
        "at": finding.at and _example(finding.at),
    }


def _example(at: Counterexample) -> dict[str, Any]:
    return {
        "T": at.T,
        "d_model": at.d_model,
        "n_heads": at.n_heads,
        "seed": at.seed,
        "x": _matrix(at.x),
        "mask": None if at.mask is None else _matrix(at.mask),
        "expected": _matrix(at.expected),
        "got": _text(at.got) if isinstance(at.got, Text) else _matrix(at.got),
    }


def _matrix(rows: Sequence[Sequence[float]]) -> list[list[float | int | str]]:
    return [[exact(value) for value in row] for row in rows]


def exact(value: float) -> float | str:
    """An element as it is, unrounded; the non-finite ones in words."""
    return float(value) if math.isfinite(value) else str(number(value))


def _utf8(data: Any) -> Any:
    """The same data with lone surrogates written out as visible escapes."""
    if isinstance(data, str):
        return data.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(data, dict):
        return {_utf8(key): _utf8(value) for key, value in data.items()}
    return [_utf8(item) for item in data] if isinstance(data, list) else data
