"""Run ``mha.py`` and keep what it draws."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grader.model import Drawing
from grader.sandbox import Script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.labs.lab import Lab
    from grader.model import Evidence, Failure, Figure, Ran, Submission
    from grader.sandbox import Limits, Slots

CPU = 30
WALL = 120.0
FILE = 32 << 20
"""Seconds of CPU and on the clock for one run, and bytes of a picture that it saves."""
IMPORTS = ("ModuleNotFoundError", "ImportError")


def drawn(evidence: Evidence, lab: Lab, slots: Slots) -> Drawing | None:
    """Run ``mha.py`` in each way that a student may run it, up to the first that works.

    Raises:
        SlotError: no child can be started on this machine.
    """
    submission = evidence.submission
    path, place = lab.draw(submission), lab.module(submission)
    if path is None:
        return None
    tries: list[Ran] = []
    figures: tuple[Figure, ...] = ()
    for script in ways(path, place):
        if not worth_it(tries, script):
            break
        ran, seen = run(script, submission, slots)
        tries.append(ran)
        figures = seen or figures
        if ran.worked:
            return Drawing(tuple(tries), seen)
    return Drawing(tuple(tries), figures)


def ways(path: str, place: tuple[str, str] | None) -> Iterator[Script]:
    """From its own folder and from the root; then with the source folder on the path as well."""
    own = path.rpartition("/")[0]
    src = place[0] if place else "src"
    files = (module_path(*place),) if place else ()
    for paths in ((), (src,) if src else ()):
        for folder in dict.fromkeys((own, "")):
            yield Script(path, folder, paths, files, watch=True)


def module_path(src: str, module: str) -> str:
    """The file of a module below the root."""
    return "/".join(filter(None, (src, *module.split(".")))) + ".py"


def worth_it(tries: list[Ran], script: Script) -> bool:
    """Whether another way to run it can end otherwise."""
    failures = [f for f in (ran.failure for ran in tries) if f]
    if any(f.kind != "raised" for f in failures) or len(failures) < len(tries):
        return not tries
    return not script.paths or any(f.error.startswith(IMPORTS) for f in failures)


def run(script: Script, submission: Submission, slots: Slots) -> tuple[Ran, tuple[Figure, ...]]:
    """One run in a child of its own; once more if the machine was too busy for it."""
    for _ in range(2):
        with slots.session("plots", limits(slots)) as session:
            refused: Failure | None = session.enter(submission)
            if refused:
                told = None
            else:
                told = session.run_script(script)
        if not session.slept:
            break
    if told is None:
        return replace(script.blank, failure=refused), ()
    return told.ran, told.figures


def limits(slots: Slots) -> Limits:
    """Drawing takes longer than an answer, and a picture is larger than one."""
    return replace(slots.limits, cpu=CPU, wall=WALL, file=FILE)
