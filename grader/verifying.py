"""Run ``verify.py`` as it is, and again with ``forward`` made wrong."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from grader.model import Failure, Imported, Ran, Sabotage, Submission, Verified
from grader.sandbox import ROOT, Script

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.labs.lab import Lab
    from grader.model import Evidence
    from grader.sandbox import Limits, Slots

CPU = 30
"""Seconds that a script may take."""
WALL = 60.0
BUDGET = 90.0
"""Seconds after which it is run with no further change: one submission must not hold up a class."""
TOLERANCE = 1e-5
"""The lab's own: a class that strays further with one head is wrong."""
DRAWING = "matplotlib"
"""Slow to load, and loaded already where scripts draw."""
CONTROL = Sabotage("nothing")
ELSEWHERE = re.compile(
    rb"ModuleNotFoundError|ImportError|FileNotFoundError|No module named|No such"
)
"""What a failure says that another folder may mend."""
IMPORTS = rb"(?m)^[ \t]*(?:from|import)[ \t]+%b[. \t]"


def verified(evidence: Evidence, lab: Lab, slots: Slots) -> Verified | None:
    """All runs of a submission's verify.py; None where there is none."""
    path = lab.verify(evidence.submission)
    if path is None:
        return None
    bench = Bench(
        without_output(evidence.submission, lab),
        lab,
        slots,
        path,
        hangs=hangs(evidence),
        renamed=isinstance(evidence.imported, Imported) and bool(evidence.imported.called),
    )
    tries = tuple(bench.tries())
    while name := bench.lacks(tries):
        bench = replace(bench, absent=(*bench.absent, name))
        tries = tuple(bench.tries())
    found = Verified(tries)
    wrong = not found.worked or _wrong(lab.equivalence(evidence))
    if wrong and bench.files:
        best = bench.script(found.farthest)
        found = replace(found, righted=bench.run(replace(best, files=bench.files, right=lab.right)))
    if found.worked and not found.shares_mistake:
        return bench.sabotage(found, right="", seed=evidence.seed)
    if not found.worked and found.righted and found.righted.worked:
        return bench.sabotage(found, right=lab.right, seed=evidence.seed)
    return found


def _wrong(difference: float | None) -> bool:
    return difference is None or not difference <= TOLERANCE


def hangs(evidence: Evidence) -> bool:
    """Whether the class, or its import, did not come to an end."""
    answers = [answer for _, answer in evidence.answers]
    came = [evidence.imported, *evidence.made.values(), *answers]
    return any(isinstance(one, Failure) and one.kind == "hung" for one in came)


def without_output(submission: Submission, lab: Lab) -> Submission:
    """As a shell leaves it that is about to capture the output: the script makes that file."""
    kept = lab.output(submission)
    return replace(submission, files={n: b for n, b in submission.files.items() if n != kept})


@dataclass(frozen=True, slots=True)
class Bench:
    """One script, and where to run it."""

    submission: Submission
    lab: Lab
    slots: Slots
    path: str
    kind: str = "numpy"
    """Of the slot: ``plots`` for a script that draws."""
    hangs: bool = False
    """The class was seen to hang: a script that waits for it need not be waited for so long."""

    renamed: bool = False
    """The class is not called as the lab asks: it is given its right name first."""

    absent: tuple[str, ...] = ()
    """Libraries that it is given a stand-in for."""

    def lacks(self, tries: Iterable[Ran]) -> str:
        """A library that it stopped for want of, and that the lab does without; or none."""
        wanted = self.lab.without - {*self.absent}
        return next((ran.missing for ran in tries if ran.missing in wanted), "")

    @property
    def limits(self) -> Limits:
        """Those of a script."""
        given = self.slots.limits
        if self.hangs:
            return given
        return replace(given, cpu=max(given.cpu, CPU), wall=max(given.wall, WALL))

    @property
    def files(self) -> tuple[str, ...]:
        """Where the class comes from."""
        return self.lab.sources(self.submission)

    def tries(self) -> Iterator[Ran]:
        """Run it in every way that may work, up to the first that does."""
        for script in self.ways():
            ran = self.run(script)
            yield ran
            if ran.worked or not elsewhere(ran):
                return

    def ways(self) -> Iterator[Script]:
        """From its own folder and from the root; then with a folder on the path too.

        That is the root, where PyCharm and ``python -m`` put it and something imports from there,
        and the source folder.
        """
        own = self.path.rpartition("/")[0]
        place = self.lab.module(self.submission)
        src = (place[0] if place else "") or "src"
        there = any(name.startswith(src + "/") for name in self.submission.files)
        added = [(), *([(ROOT,)] if self.from_root() else []), *([(src,)] if there else [])]
        for paths in added:
            for folder in dict.fromkeys((own, "")):
                files = self.files if self.renamed else ()
                yield Script(self.path, folder, paths, files, absent=self.absent)

    def from_root(self) -> bool:
        """Whether a file imports the class by its way from the root, as ``src.minimodel``."""
        tops = {re.escape(name.partition("/")[0].encode()) for name in self.files if "/" in name}
        texts = [data for name, data in self.submission.files.items() if name.endswith(".py")]
        return any(re.search(IMPORTS % top, text) for top in tops for text in texts)

    def script(self, ran: Ran) -> Script:
        """The way in which it was run."""
        return next(s for s in self.ways() if _way(s.blank) == _way(ran))

    def run(self, script: Script) -> Ran:
        """Run it in a child of its own; once more where the machine was too busy."""
        ran, slept = self._once(script)
        return self._once(script)[0] if slept else ran

    def _once(self, script: Script) -> tuple[Ran, bool]:
        with self.slots.session(self.kind, self.limits) as session:
            refused = session.enter(self.submission)
            if refused:
                return replace(script.blank, exit=1, failure=refused), session.slept
            kept = replace(script, keep=tuple(self.lab.output_names(self.submission)))
            return session.run_script(kept).ran, session.slept

    def sabotage(self, found: Verified, *, right: str, seed: int) -> Verified:
        """Run it with each change of ``forward``, the one that changes nothing among them.

        The order is drawn, so that a script cannot know which is which by counting.
        """
        if DRAWING in found.farthest.modules and self.kind != "plots":
            return replace(self, kind="plots").sabotage(found, right=right, seed=seed)
        way = replace(self.script(found.farthest), files=self.files, right=right)
        changes = [CONTROL, *self.lab.sabotages]
        random.Random(seed).shuffle(changes)  # noqa: S311 - no secret
        runs: dict[Sabotage, Ran] = {}
        began = time.monotonic()
        for change in changes:
            if time.monotonic() - began > BUDGET:
                found = replace(found, cut_short=True)
                break
            runs[change] = self.run(replace(way, sabotage=change))
            failure = runs[change].failure
            if failure and failure.kind in ("hung", "flood"):
                break  # the next would take as long
        control = runs.pop(CONTROL, None)
        ordered = {s: runs[s] for s in self.lab.sabotages if s in runs}
        return replace(found, control=control, sabotaged=ordered)


def _way(ran: Ran) -> tuple[str, bool, bool]:
    return ran.folder, ran.src_on_path, ran.root_on_path


def elsewhere(ran: Ran) -> bool:
    """Whether it may do better in another folder."""
    error = ran.failure.error.encode() if isinstance(ran.failure, Failure) else b""
    return bool(ELSEWHERE.search(error + ran.stdout + ran.stderr))
