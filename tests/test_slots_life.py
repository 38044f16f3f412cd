"""The life of slots: what is left when the grader is killed, and what happens when a slot is."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.model import Failure, Imported, Probe
from grader.sandbox import NOTHING, Limits, Means, Session, SlotError, Slots, bubble
from tests.attacks.attack import MODULE, PROBES, right, submission
from tests.attacks.levels import bubblewrap_works, landlock, levels
from tests.students import RIGHT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.sandbox.slot import Slot

ROOT = Path(__file__).parent.parent
LEVELS = levels()
SPIN = "while True: pass\n"
FILL = """
import os
os.chdir(os.environ["TMPDIR"])
while True:
    for n in range(100):
        open(str(n), "w").close()
    for n in range(100):
        os.unlink(str(n))
"""
MOMENTS = {"idle": None, "spinning": SPIN, "asleep": "import time; time.sleep(99)\n", "busy": FILL}
GRADER = """
import sys
from grader.sandbox import Limits, Means, Session, Slots
from tests.attacks.attack import MODULE, submission

means, code = eval(sys.argv[1]), sys.argv[2]
with Slots(means=means) as slots:
    print(slots.start().process.pid, flush=True)
    if code:
        with Session(slots.start(), Limits(wall=60)) as session:
            session.enter(submission(code))
            print("entered", flush=True)
            session.load(*MODULE)
    sys.stdin.read()
"""


def tree(root: int) -> list[int]:
    """A process and all below it."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def soon(condition: object, seconds: float = 5.0) -> bool:
    """Whether it comes to hold within these seconds."""
    assert callable(condition)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_grader_that_is_killed_leaves_nothing_running_and_nothing_elsewhere(
    level: str, moment: str, tmp_path: Path
) -> None:
    for name in ("home", "tmp"):
        (tmp_path / name).mkdir()
    mounts = Path("/proc/self/mounts").read_text()
    code = MOMENTS[moment] or ""
    with subprocess.Popen(
        [sys.executable, "-c", GRADER, repr(LEVELS[level]), code],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp"), "HOME": str(tmp_path / "home")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as grader:
        assert grader.stdout
        assert grader.stdout.readline().strip().isdigit()
        if code:
            assert grader.stdout.readline() == "entered\n"
            time.sleep(0.2)
        below = tree(grader.pid)
        assert len(below) >= 2 + bool(code)
        grader.kill()

    assert soon(lambda: not any(map(alive, below))), "processes are left"
    assert Path("/proc/self/mounts").read_text() == mounts
    assert list((tmp_path / "home").iterdir()) == []
    left = list((tmp_path / "tmp").iterdir())
    assert all(path.name.startswith("grade-") for path in left)
    assert len(left) == (not LEVELS[level].bubblewrap)


@pytest.fixture(params=LEVELS)
def slots(request: pytest.FixtureRequest) -> Iterator[Slots]:
    with Slots(means=LEVELS[request.param]) as made:
        yield made


def graded(slots: Slots) -> bool:
    """Whether a right submission gets its right answers."""
    with slots.session() as session:
        assert session.enter(submission(RIGHT)) is None
        assert isinstance(session.load(*MODULE), Imported)
        return right(session.ask(PROBES))


def zygote(slot: Slot) -> int:
    return tree(slot.process.pid)[-1]


def test_a_slot_that_died_unseen_is_replaced(slots: Slots) -> None:
    assert graded(slots)
    first = slots.start()
    os.kill(zygote(first), signal.SIGKILL)
    assert soon(lambda: not alive(zygote(first)))

    assert graded(slots)
    assert slots.start() is not first


def test_a_slot_that_dies_under_a_job_is_replaced_and_the_job_is_known_to_be_lost(
    slots: Slots,
) -> None:
    first = slots.start()
    with slots.session() as session:
        session.enter(submission("import time; time.sleep(99)\n"))
        threading.Timer(0.2, os.kill, (zygote_of(first), signal.SIGKILL)).start()
        failed = session.load(*MODULE)

    assert isinstance(failed, Failure)
    assert session.slept, "it is asked once more"
    assert graded(slots)
    assert slots.start() is not first


def zygote_of(slot: Slot) -> int:
    """The zygote of a slot whose job is running: the parent of the innermost process."""
    return tree(slot.process.pid)[-2]


def test_a_child_that_never_reads_is_ended_in_time(slots: Slots) -> None:
    deaf = RIGHT.replace("def forward(self, x, mask=None):", "def forward(self, x):\n        SLEEP")
    small, big = (Probe(8, 2, 0, np.zeros((512, 8)), mask) for mask in (None, np.zeros((512, 512))))
    with Session(slots.start(), Limits(wall=1.0)) as session:
        session.enter(submission(deaf.replace("SLEEP", "__import__('time').sleep(99)\n")))
        began = time.monotonic()
        assert isinstance(session.load(*MODULE), Imported)
        answers = session.ask([small, *[big] * 12])
    kinds = [a.kind for a in answers if isinstance(a, Failure)]

    assert time.monotonic() - began < 3.0
    assert kinds == ["hung", *["absent"] * 12]
    assert graded(slots)


def test_a_job_beside_one_that_spins_is_graded() -> None:
    with Slots(index=1) as first, Slots(index=2) as second:
        with Session(first.start(), Limits(wall=3.0)) as session:
            session.enter(submission(SPIN))
            spinning = threading.Thread(target=session.load, args=MODULE)
            spinning.start()
            assert graded(second)
            assert spinning.is_alive()
            spinning.join()
        if os.geteuid() == 0 and first.start().level.uid:
            assert (first.start().level.uid, second.start().level.uid) == (60_001, 60_002)


def held(slots: Slots) -> tuple[int, int]:
    """How many processes and how many descriptors of ours there are for these slots."""
    processes = len(tree(slots.start().process.pid))
    return processes, len(list(Path("/proc/self/fd").iterdir()))


def test_neither_descriptors_nor_processes_gather(slots: Slots) -> None:
    codes = (RIGHT, SPIN, "import os; os._exit(0)", "import os; os.close(3)")
    before = held(slots)
    for code in codes * 3:
        with Session(slots.start(), Limits(wall=0.3)) as session:
            session.enter(submission(code))
            session.load(*MODULE)

    assert held(slots) == before


ALONE = """
import os

def is_open(descriptor):
    try:
        return bool(os.fstat(descriptor))
    except OSError:
        return False

assert not any(map(is_open, range(4, 4096)))
"""


def test_a_grader_with_a_thousand_open_files_grades() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        with Slots() as slots:
            assert graded(slots)
            with slots.session() as session:
                session.enter(submission(ALONE))
                assert isinstance(session.load(*MODULE), Imported)
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo 'bwrap: No permissions to create new namespace' >&2; exit 1", "No permissions"),
        ("exit 0", "without a word"),
        ("echo '{}'", "without a word"),
    ],
)
def test_a_bubblewrap_that_fails_is_done_without_and_its_reason_kept(
    script: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub = tmp_path / "bwrap"
    stub.write_text(f"#!/bin/sh\n{script}\n")
    stub.chmod(0o755)
    monkeypatch.setattr(bubble, "available", lambda: str(stub))
    with Slots() as slots:
        level = slots.start().level

        assert not level.bubblewrap
        assert reason in json.dumps(level.reasons)
        assert level.landlock == landlock()
        assert graded(slots)


def test_without_bubblewrap_the_reason_is_that_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bubble, "available", lambda: None)
    with Slots() as slots:
        assert slots.start().level.reasons == ("bubblewrap is not installed",)


def test_the_strongest_level_is_what_this_machine_offers() -> None:
    with Slots() as slots:
        level = slots.start().level

    assert (level.bubblewrap, level.landlock) == (bubblewrap_works(), landlock())
    assert level.seccomp


@pytest.mark.parametrize("level", LEVELS)
def test_before_any_code_of_a_student_is_read_no_door_is_open(level: str) -> None:
    with Slots(means=LEVELS[level]) as slots, slots.session() as session:
        session.enter(submission(RIGHT))

        assert session.open_doors is not None
        assert set(session.open_doors) <= {"root"}
        assert slots.contained(session.open_doors)


@pytest.mark.parametrize("means", [NOTHING, Means(bubblewrap=False, landlock=0)])
def test_less_than_enough_is_not_called_contained(means: Means) -> None:
    with Slots(means=means) as slots, slots.session() as session:
        session.enter(submission(RIGHT))

        assert not slots.contained(session.open_doors)


def test_a_later_child_is_not_started_with_more_doors_open_than_the_first() -> None:
    with Slots() as slots:
        with slots.session() as session:
            assert session.enter(submission(RIGHT)) is None
            slots.hold_to(session.open_doors)
        slots.start().close()
        slots._means = NOTHING  # bubblewrap, Landlock and seccomp fail from now on

        with slots.session() as session, pytest.raises(SlotError, match="less tightly"):
            session.enter(submission(RIGHT))
