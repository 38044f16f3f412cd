"""What the student's scripts cost the grader, as ratios to running them by hand.

    python benchmarks/scripts.py [ROUNDS]

Prints what ``cold.py`` prints, and what block C costs in a slot that is warm, as in a class. The
figures are CPU seconds of the whole process tree; ratios are taken round by round, so that a
machine whose speed drifts changes both sides.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import cold

FEW, MANY = 2, 12
"""Submissions in one slot: the difference of the two costs has no start in it."""


def draw(repository: str, count: int) -> None:
    """Run, read and check block C so often in one slot."""
    from grader.drawing import drawn  # noqa: PLC0415 - only the process that is measured loads it
    from grader.gather import Asked, converse  # noqa: PLC0415
    from grader.labs.multi_head import LAB  # noqa: PLC0415
    from grader.picturing import decoded  # noqa: PLC0415
    from grader.sandbox import Slots  # noqa: PLC0415
    from grader.submission import read  # noqa: PLC0415

    submission = read(repository)
    with Slots() as slots:
        evidence, _ = converse(submission, LAB, Asked(1, blocks=frozenset({"C"})), slots)
        for _ in range(count):
            seen = replace(
                evidence,
                drawing=drawn(evidence, LAB, slots),
                image=decoded(evidence, LAB, slots),
            )
            outcomes = [c.run(seen).outcome for c in LAB.checks if c.about.block == "C"]
            assert set(outcomes) == {"passed"}, outcomes


def warm(repository: Path) -> float:
    """Block C of one more submission, as a ratio to ``mha.py`` by hand."""
    script = repository / "experiments" / "15-multi-head"
    by_hand = cold.cpu(sys.executable, "mha.py", cwd=script)
    few, many = (
        cold.cpu(sys.executable, __file__, "draw", str(repository), str(count), cwd=cold.ROOT)
        for count in (FEW, MANY)
    )
    return (many - few) / (MANY - FEW) / by_hand


def main() -> None:
    """Print the medians."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        repository = copytree(cold.ROOT / "examples" / "right", Path(folder) / "right")
        cold.report(cold.rounds(count, repository))
        ratio = statistics.median(warm(repository) for _ in range(count))
    print(f"block C, in a warm slot / mha.py:     {ratio:.2f} (asked: at most 0.5)")


if __name__ == "__main__":
    sys.path.insert(0, str(cold.ROOT))
    if sys.argv[1:2] == ["draw"]:
        draw(sys.argv[2], int(sys.argv[3]))
    else:
        main()
