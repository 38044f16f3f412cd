"""Run ``mha.py`` and keep what it draws."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grader.model import Drawing
from grader.sandbox import Told
from grader.verifying import Bench, elsewhere, hangs

if TYPE_CHECKING:
    from grader.labs.lab import Lab
    from grader.model import Evidence, Figure, Ran
    from grader.sandbox import Limits, Script, Slots

WALL = 120.0
FILE = 32 << 20
"""Seconds on the clock for one run, and bytes of a picture that it saves."""


def drawn(evidence: Evidence, lab: Lab, slots: Slots) -> Drawing | None:
    """Run ``mha.py`` in each way that a student may run it, up to the first that works.

    Raises:
        SlotError: no child can be started on this machine.
    """
    path = lab.draw(evidence.submission)
    if path is None:
        return None
    bench = Bench(evidence.submission, lab, slots, path, hangs=hangs(evidence))
    found = attempted(bench)
    while name := bench.lacks(found.tries):
        bench = replace(bench, absent=(*bench.absent, name))
        found = attempted(bench)
    return found


def attempted(bench: Bench) -> Drawing:
    """What came of it in each way, up to the first that worked."""
    tries: list[Ran] = []
    figures: tuple[Figure, ...] = ()
    for way in bench.ways():
        ran, seen = run(replace(way, files=bench.files, watch=True), bench)
        tries.append(ran)
        figures = seen or figures
        if ran.worked or not elsewhere(ran):
            break
    return Drawing(tuple(tries), figures)


def run(script: Script, bench: Bench) -> tuple[Ran, tuple[Figure, ...]]:
    """One run in a child of its own; once more if the machine was too busy for it."""
    limits = replace(bench.limits, file=FILE)
    if not bench.hangs:
        limits = replace(limits, wall=WALL)
    told, slept = _once(script, bench, limits)
    if slept:
        told, _ = _once(script, bench, limits)
    return told.ran, told.figures


def _once(script: Script, bench: Bench, limits: Limits) -> tuple[Told, bool]:
    with bench.slots.session("plots", limits) as session:
        refused = session.enter(bench.submission)
        if refused:
            return Told(replace(script.blank, exit=1, failure=refused)), session.slept
        return session.run_script(script), session.slept
