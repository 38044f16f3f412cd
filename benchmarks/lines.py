"""How many wrong specimens of the zoo are told a line, and how many of these lines are right.

Run it from the repository: ``python -m benchmarks.lines``. It takes five minutes or more.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from grader.gather import Asked, gather
from grader.labs.multi_head import LAB
from grader.labs.multi_head.told import diagnose
from grader.sandbox import ALL, Slots
from grader.submission import read
from tests.zoo_keeper import lay, specimens
from tests.zoo_lines import WRITTEN


def main() -> None:
    """Print the figures, and each line that is not where the mistake is written."""
    named = given = right = 0
    with tempfile.TemporaryDirectory() as folder, Slots(means=ALL) as slots:
        for specimen in specimens("wrong"):
            if specimen.name.startswith("hang"):
                continue
            found = diagnose(
                gather(read(str(lay(specimen, Path(folder)))), LAB, Asked(seed=1), slots)
            )
            named += found is not None and bool(found.sets)
            if found is None or found.line is None:
                continue
            given += 1
            line = specimen.read_text("utf-8", "replace").splitlines()[found.line - 1].strip()
            if WRITTEN.get(specimen.stem) == line:
                right += 1
            else:
                print(f"    {specimen.stem}:{found.line}: {line}")
    print(f"{named} named, {given} with a line, {right} of these right ({right / given:.1%})")


if __name__ == "__main__":
    main()
