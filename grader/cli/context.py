"""What a format may need to know of where it is used: the repository around, the time, the names.

Formats are pure, so what the environment says is looked up here and handed to them.
"""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import words
from grader.model import Refusal
from grader.report import Context

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.model import Subject

CLASSROOM = ("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL")
"""What Classroom 50 cannot take a result without."""
OPTIONAL = ("REVIEW_URL",)


def context(subject: Subject, environ: Mapping[str, str]) -> Context:
    """The facts for a report on ``subject``."""
    now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    classroom = {name: environ.get(name, "") for name in (*CLASSROOM, *OPTIONAL)}
    return Context(base=base(subject, environ), now=now, classroom=classroom)


def base(subject: Subject, environ: Mapping[str, str]) -> str | None:
    """From the root of the repository around a submission to what was graded.

    The root is the nearest folder above with a ``.git``, else the one that the CI checked out,
    else where we stand. A submission that lies in none of them is its own root.

    Returns:
        A path with ``/``, empty for the root itself; None for an archive, whose files are in no
        repository.
    """
    graded = Path(os.path.realpath(subject.path))
    if not graded.is_dir():
        return None
    top = _top(graded, subject)
    roots = [folder for folder in (top, *top.parents) if os.path.lexists(folder / ".git")]
    named = [environ[name] for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR") if environ.get(name)]
    for root in (*roots[:1], *map(Path, map(os.path.realpath, (*named, ".")))):
        if top.is_relative_to(root):
            inside = top.relative_to(root).as_posix()
            return "" if inside == "." else inside
    return ""


def _top(graded: Path, subject: Subject) -> Path:
    """What was graded may lie around the folder that was named (``grade src``)."""
    if not subject.files:
        return graded
    first = Path(subject.peeled, subject.files[0])
    return next((f for f in (graded, *graded.parents) if os.path.lexists(f / first)), graded)


def check(names: Iterable[str], environ: Mapping[str, str]) -> None:
    """Find out before any work is done what a format could not be written without.

    Raises:
        Refusal: Classroom 50's result is asked for where its runner is not.
    """
    missing = [name for name in CLASSROOM if not environ.get(name)]
    if "classroom50" in names and missing:
        raise Refusal(words.NO_CLASSROOM.format(names=", ".join(missing)))
