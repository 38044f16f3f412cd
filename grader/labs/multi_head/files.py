"""Which files the lab asks for, and where a student put them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.submission.nearby import near_misses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model import Submission

EXPERIMENT = "experiments/15-multi-head"
SIX = (
    "mha.py",
    "verify.py",
    "verify_output.txt",
    "heatmap.png",
    "manifest.json",
    "README.md",
)
ATTENTION = "src/minimodel/attention/attention.py"
MODULE = "minimodel.attention.attention"
CLASS = re.compile(rb"^class MultiHeadAttention\b", re.MULTILINE)


def wanted(name: str) -> str:
    """The exact path that the lab gives to one of the six."""
    return f"{EXPERIMENT}/{name}"


def find(submission: Submission, name: str) -> tuple[str, bytes] | None:
    """One of the six files as it is, or its nearest miss; path and bytes, None if there is none."""
    return _found(submission, wanted(name))


def find_attention(submission: Submission) -> tuple[str, bytes] | None:
    """The module of block A as it is, or its nearest miss."""
    return _found(submission, ATTENTION)


def programs(submission: Submission) -> Iterator[tuple[str, bytes]]:
    """The files of the package and the experiment's scripts."""
    attention = find_attention(submission)
    folders = [EXPERIMENT, attention[0].rpartition("/")[0] if attention else "src/minimodel"]
    for path, data in submission.files.items():
        if path.endswith(".py") and any(path.startswith(f + "/") for f in folders):
            yield path, data


def _found(submission: Submission, path: str) -> tuple[str, bytes] | None:
    if path in submission.files:
        return path, submission.files[path]
    for near in near_misses(submission.files, path):
        return near, submission.files[near]
    return None


def module_of(path: str) -> tuple[str, str]:
    """The folder to put on ``sys.path`` and the dotted name to import, for a file at ``path``."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    parts = folder.split("/") if folder else []
    if "minimodel" in parts:
        at = len(parts) - 1 - parts[::-1].index("minimodel")
        return "/".join(parts[:at]), ".".join([*parts[at:], stem])
    return folder, stem


def module(submission: Submission) -> tuple[str, str] | None:
    """Where to import the student's class from; None where there is no such file."""
    found = find_attention(submission)
    return module_of(found[0]) if found else None


def _path(submission: Submission, name: str) -> str | None:
    found = find(submission, name)
    return found[0] if found else None


def verify(submission: Submission) -> str | None:
    """Where verify.py is."""
    return _path(submission, "verify.py")


def output(submission: Submission) -> str | None:
    """Where verify_output.txt is."""
    return _path(submission, "verify_output.txt")


def output_names(submission: Submission) -> tuple[str, ...]:
    """What verify.py may call verify_output.txt."""
    names = ["verify_output.txt", (output(submission) or "").rpartition("/")[2]]
    return tuple(dict.fromkeys(filter(None, names)))


def sources(submission: Submission) -> tuple[str, ...]:
    """attention.py, and what else of its package defines the class, for it to pass on."""
    found, place = find_attention(submission), module(submission)
    if found is None or place is None:
        return ()
    package = (place[0] + "/" if place[0] else "") + place[1].partition(".")[0] + "/"
    others = [
        name
        for name, data in submission.files.items()
        if name.startswith(package) and name.endswith(".py") and CLASS.search(data)
    ]
    return tuple(dict.fromkeys([found[0], *others]))


def draw(submission: Submission) -> str | None:
    """Where mha.py is."""
    return _path(submission, "mha.py")


def image(submission: Submission) -> str | None:
    """Where heatmap.png is."""
    return _path(submission, "heatmap.png")
