"""A hostile mha.py: it is held like any student code, and its lies about figures are read as such."""

from __future__ import annotations

import json
import math
import struct
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.sandbox import Limits, Script, Slots
from grader.sandbox.drawn import figures
from grader.sandbox.failures import Malformed
from tests.attacks import changing, files, network, peers, spawning
from tests.attacks.attack import RIGHT, SHORT, submission
from tests.attacks.victim import Victim
from tests.students import ATTENTION, LAB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model import Submission
    from grader.sandbox import Told
    from tests.attacks.attack import Attack

MHA = f"{LAB}/mha.py"
HELD = [
    attack
    for module in (changing, files, network, peers, spawning)
    for attack in module.ATTACKS
    if not attack.before and not attack.in_forward
]
DRAWS = (
    "import matplotlib.pyplot as plt\nplt.imshow([[0, 1], [1, 0]]); plt.savefig('heatmap.png')\n"
)


@pytest.fixture(scope="module")
def slots() -> Iterator[Slots]:
    with Slots() as started:
        yield started


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    made = Victim(tmp_path_factory.mktemp("victim"))
    yield made
    made.close()


def holding(code: str, facts: dict[str, object]) -> Submission:
    """A submission whose mha.py this is, with the attackers' tools beside it."""
    made = submission(RIGHT, facts)
    tools = made.files[ATTENTION.replace("attention.py", "tools.py")]
    return replace(made, files={**made.files, MHA: code.encode(), f"{LAB}/tools.py": tools})


def run(slots: Slots, code: str, limits: Limits, facts: dict[str, object] | None = None) -> Told:
    script = Script(MHA, LAB, ("src",), (ATTENTION,), watch=True)
    with slots.session("plots", limits) as session:
        assert session.enter(holding(code, facts or {})) is None
        return session.run_script(script)


@pytest.mark.parametrize("attack", HELD, ids=[a.name for a in HELD])
def test_what_a_script_tries_comes_to_nothing(attack: Attack, slots: Slots, victim: Victim) -> None:
    body = "\n    ".join(attack.code.strip().splitlines())
    code = f"from tools import *\n\ndef attack():\n    {body}\n\ntried(attack)\n"
    ran = run(slots, code, attack.limits, victim.facts).ran

    assert victim.harmed(ran.stdout + ran.stderr) == []
    assert b"SUCCEEDED" not in ran.stdout


RECORDER = """\
import gc, os, struct
recorder = next(o for o in gc.get_objects() if type(o).__name__ == "Recorder")
"""
PANEL = (
    "dict(shape=[1, 1], cmap='', norm='', low=0, high=1, across=[], down=[], box=[0] * 4, title='')"
)
LIES = {
    "a panel without its values": f"type(recorder).facts = lambda s: [dict(path='', panels=[{PANEL}])]",
    "a panel of any size": f"type(recorder).facts = lambda s: [dict(path='', panels=[{PANEL} | dict(shape=[2**40, 2**40])])]",
    "more figures than there are": "type(recorder).facts = lambda s: [dict(path='', panels=[])] * 99",
    "figures that are a word": "type(recorder).facts = lambda s: 'heatmap.png'",
    "values without a panel": "import numpy as np\ntype(recorder).arrays = lambda s: [np.ones(9)]",
    "a box with three sides": f"import numpy as np\ntype(recorder).facts = lambda s: [dict(path='', panels=[{PANEL} | dict(box=[0] * 3)])]\ntype(recorder).arrays = lambda s: [np.ones(1)]",
    "an answer of its own": "os.write(3, struct.pack('<II', 3, 2) + b'J{}')",
    "an answer without an end": "while True: os.write(3, bytes(65536))",
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_that_no_honest_process_tells_is_no_drawing(lie: str, slots: Slots) -> None:
    told = run(slots, RECORDER + DRAWS + LIES[lie], SHORT)

    assert told.figures == ()
    assert told.ran.failure
    assert told.ran.failure.kind in ("refused", "died")


PATCHED = {
    "savefig does nothing": "from matplotlib.figure import Figure\nFigure.savefig = lambda *a, **k: None\n",
    "the record cannot be kept": "recorder._record = None\n",
    "axes that lie": "from matplotlib.axes import Axes\nAxes.get_children = lambda s: [object()] * 3\n",
    "an array that is none": "from matplotlib.image import AxesImage\nAxesImage.get_array = lambda s: 'x'\n",
    "an array that ends the process": "from matplotlib.image import AxesImage\nAxesImage.get_array = lambda s: 1 / 0\n",
    "a name that is none": "plt.imshow([[0, 1], [1, 0]]).get_cmap().name = object()\nplt.savefig('x.png')\n",
    "labels without an end": "plt.xticks([0, 1], ['x' * 10**4] * 2)\n",
    "a hundred figures": "for n in range(100): plt.savefig(f'{n}.png')\n",
    "a large array": "import numpy as np\nplt.imshow(np.zeros((2000, 2000)))\n",
}  # fmt: skip


@pytest.mark.parametrize("what", PATCHED)
def test_what_a_script_does_to_matplotlib_makes_a_poorer_record_only(
    what: str, slots: Slots
) -> None:
    code = RECORDER + "import matplotlib.pyplot as plt\n" + PATCHED[what] + DRAWS
    told = run(slots, code, Limits())

    assert told.ran.told, told.ran
    assert len(told.figures) <= 8


ENDS = {
    "computes for ever": ("while True: pass", "hung"),
    "sleeps": ("import time; time.sleep(99)", "hung"),
    "takes all memory": ("import numpy as np\na = [np.ones(10**7) for _ in range(99)]", "memory"),
    "saves a picture of a million by a million": (
        DRAWS + "plt.figure(figsize=(1e4, 1e4)).savefig('x.png')",
        "raised",
    ),
    "prints without an end": ("while True: print('x' * 10**6)", "flood"),
    "fills the disk": (
        "for n in range(99): open(f'{n}', 'wb').write(bytes(4 << 20))",
        "raised",
    ),
    "kills itself": ("import os\nos.kill(os.getpid(), 9)", "died"),
}


@pytest.mark.parametrize("what", ENDS)
def test_a_script_without_an_end_is_ended_and_the_next_one_drawn(what: str, slots: Slots) -> None:
    code, kind = ENDS[what]
    told = run(slots, code, replace(SHORT, disk=64 << 20, cpu=3, wall=10.0))

    assert told.ran.failure
    assert told.ran.failure.kind in (kind, "memory", "flood")
    assert [len(f.panels) for f in run(slots, DRAWS, Limits()).figures] == [1]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(
        ["path", "panels", "shape", "cmap", "norm", "low", "high", "across", "down", "box", "title"]
    ), inner, max_size=11),
    max_leaves=30,
)  # fmt: skip


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(JSON, st.binary(max_size=40))
def test_whatever_is_told_is_figures_or_malformed(told: object, raw: bytes) -> None:
    try:
        found, end = figures(told, raw, 0)
    except Malformed:
        return
    assert len(found) <= 8
    assert end <= len(raw)


def test_numbers_that_are_none_are_not_believed() -> None:
    panel = {
        "shape": [1, 1],
        "low": "x",
        "high": 10**400,
        "box": [0, True, None, float("inf")],
        "across": ["a" * 99],
        "down": [],
        "cmap": "viridis",
        "norm": "Normalize",
        "title": "head 0",
    }
    told = json.loads(json.dumps([{"path": "p" * 999, "panels": [panel]}]))
    ((figure,), end) = figures(told, struct.pack("<d", 2.0), 0)
    (read,) = figure.panels

    assert end == 8
    assert len(figure.path) == 300
    assert (read.across, read.down) == (("a" * 60,), ("",))
    assert all(map(math.isnan, (read.low, read.high, *read.box[1:])))
