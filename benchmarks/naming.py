"""How many faults are named, and what the search costs: all singles, random pairs and triples.

Run it from the repository: ``python -m benchmarks.naming [PAIRS [TRIPLES]]``. Times are CPU time
of ``diagnosis.name`` alone, the whole of it: the search and the comparison with every answer. They
are given in milliseconds, ``here`` as measured and ``alone`` in units of one forward pass of the
reference on a small input, measured in the same breath, because a busy machine stretches both.
``first`` is for weights that were not met before, in a process that has named a bug; ``again`` for
those of the lab's own constructor, which most of a class holds: where mistakes lead from there
is worked out already.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from grader.labs.multi_head import diagnosis
from grader.labs.multi_head.cases import cases_of
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.labs.multi_head.screens import told_by
from grader.labs.multi_head.walker import Question, explored
from reference import MultiHeadAttention
from tests.evidence import alike, combinations, judged, making, shows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.labs.multi_head.cases import Case

ALONE = 27e-6
"""Seconds of one small forward pass where nothing else runs."""


def unit() -> float:
    """Seconds of one small forward pass, here and now."""
    mha, x = MultiHeadAttention(6, 2), np.ones((4, 6))
    times = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(100):
            mha.forward(x)
        times.append((time.process_time() - start) / 100)
    return statistics.median(times)


def forget(flat: list[Case]) -> None:
    """All that was worked out, but for the questions whose weights are the same for everybody."""
    explored.cache_clear()
    with np.errstate(all="ignore"):
        for case in told_by(flat):
            question = Question(case.x, case.mask, case.weights, case.n_heads)
            explored(question, 2, case.shape or ())


def measure(kind: str, some: Iterable[tuple[str, ...]]) -> None:
    """Name each set, and print how many were named rightly and what that cost."""
    named, missed, wrong = 0, [], []
    costs: dict[str, list[tuple[float, float]]] = {"first": [], "again": []}
    for ids in some:
        cls = making(*ids)
        basis, flat = judged(cls)
        forget(cases_of(flat))
        for column in costs.values():
            before = unit()
            start = time.process_time()
            sets = diagnosis.name(basis, flat)
            spent = time.process_time() - start
            column.append((spent * 1e3, spent / ((before + unit()) / 2) * ALONE * 1e3))
        if not sets:
            missed.append(ids)
        elif all(alike(cls, making(*found)) for found in sets):
            named += 1
        else:
            wrong.append((ids, sets))
    total = named + len(missed) + len(wrong)
    print(f"{kind}: {named} of {total} named rightly ({named / total:.1%}), {len(wrong)} wrongly")
    for when, column in costs.items():
        for title, n in (("here", 0), ("alone", 1)):
            ms = sorted(c[n] for c in column)
            p95 = ms[int(0.95 * (total - 1))]
            of = f"median {ms[total // 2]:.0f}  p95 {p95:.0f}  max {ms[-1]:.0f}"
            print(f"    ms {when} {title:5}  {of}")
    for line in (*missed, *wrong):
        print("    not named" if line in missed else "    wrong", *line)


def main(pairs: int = 100, triples: int = 100) -> None:
    """Print the figures."""
    ids = [(m.id,) for m in CATALOGUE]
    diagnosis.name(*judged(making("scale/none", "out/missing")))  # fill what is cached for good
    measure("singles", [one for one in ids if shows(one, judged(making(*one))[0])])
    measure("pairs", combinations(2, pairs, seed=1))
    measure("triples", combinations(3, triples, seed=1))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
