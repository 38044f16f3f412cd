"""What reading a heat map back costs and how well it does, beside ``python mha.py`` by hand.

    python benchmarks/picture.py [ROUNDS]

Each round runs, one after the other, the student's script, the decoding in a warm slot and the pure
reading of the lab's own picture; figures are medians of CPU seconds. Then every picture of the
tests' own set is read, and the largest error of any cell is printed, in parts of the colour range.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from shutil import copytree

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from grader.labs.multi_head.heatmap import read
from grader.model import Image, Submission
from grader.sandbox import Slots
from tests.heatmaps import RIGHT, SMOOTHED, SOFT, known, pixels_of, ranged

EXAMPLE = Path(__file__).parent.parent / "examples" / "right"


def by_hand(lab: Path) -> float:
    """CPU seconds of ``python mha.py``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "mha.py"], cwd=lab, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def decoding(slots: Slots, data: bytes) -> tuple[float, Image]:
    """CPU seconds of decoding in a slot that runs already, both processes together."""
    start = time.process_time()
    with slots.session() as session:
        session.enter(Submission("s", "s", {}, ""))
        found = session.decode(data, "heatmap.png")
        end = session.close()
    assert isinstance(found, Image)
    return time.process_time() - start + end.cpu, found


def reading(image: Image) -> float:
    """CPU seconds of reading the pixels."""
    start = time.process_time()
    read(image.pixels)
    return time.process_time() - start


def costs(rounds: int) -> None:
    """Print the medians and their ratios to the script by hand."""
    found: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory() as folder, Slots() as slots:
        lab = copytree(EXAMPLE, Path(folder) / "right") / "experiments" / "15-multi-head"
        data = (lab / "heatmap.png").read_bytes()
        for _ in range(rounds + 1):
            hand = by_hand(lab)
            decoded, image = decoding(slots, data)
            found.append((hand, decoded, reading(image)))
    hand, decoded, taken = (statistics.median(column) for column in zip(*found[1:], strict=True))
    print(f"python mha.py by hand       {hand:.3f} s CPU")
    print(f"decoding in a warm slot     {decoded:.3f} s CPU, {decoded / hand:.2f} of it")
    size = "{} x {}".format(*image.size)
    print(f"reading {size} pixels    {taken:.3f} s CPU, {taken / hand:.2f} of it")


def accuracy() -> None:
    """Print the largest error over all pictures."""
    worst = {name: _off(known(name).pixels, known(name).maps) for name in RIGHT}
    smooth = {name: _off(pixels_of(make()), ranged(SOFT)) for name, make in SMOOTHED.items()}
    for kind, off in (("sharp", worst), ("smoothed", smooth)):
        name = max(off, key=lambda n: off[n])
        print(f"{len(off)} {kind} pictures: largest error {off[name]:.4f} ({name})")


def _off(pixels: np.ndarray, maps: np.ndarray) -> float:
    found = read(pixels)
    if not found.certain or len(found.maps) != len(maps):
        return float("inf")
    return float(np.nanmax(np.abs(np.stack([m.values for m in found.maps]) - maps)))


if __name__ == "__main__":
    costs(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
    accuracy()
