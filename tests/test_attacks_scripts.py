"""The battery of attacks again, through verify.py and mha.py; and scripts that lie about their end.

What a script's process says of its own end is hearsay. A liar must say something else of each wrong
forward than of the one that is right, and cannot know which is which without comparing them.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from grader.model import Submission
from grader.sandbox import Limits, Script, Session, Slots
from tests.attacks import changing, disk, files, kernel, network, peers, resources, spawning
from tests.attacks.attack import GRACE, SHORT, Attack, right, run, strays, submission
from tests.attacks.levels import levels
from tests.attacks.victim import Victim
from tests.students import LAB, RIGHT, example, results, said

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODULES = (changing, disk, files, kernel, network, peers, resources, spawning)
ATTACKS = [a for m in MODULES for a in m.ATTACKS if not a.in_forward and not a.x86 and not a.before]
THROUGH = {
    "verify.py": "import sys\nsys.path.insert(0, '../../src')\n"
    "from minimodel.attention.tools import *\n\ndef attack():\n    {body}\n\ntried(attack)\n",
    "mha.py": "import sys\nsys.path.insert(0, '../../src')\n"
    "from minimodel.attention.tools import *\n\ndef attack():\n    {body}\n\ntried(attack)\n",
}


class Field:
    """The strongest slots of this machine, and a victim beside them."""

    def __init__(self, folder: Path) -> None:
        self.slots = Slots(means=next(iter(levels().values())))
        self.victim = Victim(folder)

    def close(self) -> None:
        self.slots.__exit__(None, None, None)
        self.victim.close()


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Field]:
    made = Field(tmp_path_factory.mktemp("victim"))
    yield made
    made.close()


def attacking(attack: Attack, through: str, facts: dict[str, object]) -> Submission:
    """A right submission whose script attacks; verify.py imports mha.py where that one does."""
    body = "\n    ".join(attack.code.strip().splitlines())
    scripts = {f"{LAB}/verify.py": b"import mha\n"}
    scripts[f"{LAB}/{through}"] = THROUGH[through].replace("{body}", body).encode()
    plain = submission(RIGHT, facts)
    return Submission("ana", "ana", {**plain.files, **scripts}, "")


def harms(attack: Attack, through: str, field: Field) -> list[str]:
    """Everything that it should not have come to, in words."""
    slot = field.slots.start()
    facts = {**field.victim.facts, "jobs": slot.folder or "/job", "repository": "/nowhere"}
    began = time.monotonic()
    with Session(slot, attack.limits) as session:
        assert session.enter(attacking(attack, through, facts)) is None
        ran = session.run_script(Script(f"{LAB}/verify.py", LAB)).ran
    late = time.monotonic() - began - attack.limits.wall - GRACE
    error = ran.failure.error.encode("utf-8", "replace") if ran.failure else b""
    found = field.victim.harmed(ran.stdout + ran.stderr + error)
    found += [f"it succeeded: {ran.stdout!r}"] if b"SUCCEEDED" in ran.stdout else []
    found += [f"it took {late:.1f} s too long"] if late > 0 else []
    found += ["the slot was lost"] if slot.broken and not attack.mess else []
    return found + [f"process {p} is left" for p in strays(field.slots.start(), field.victim.word)]


@pytest.mark.parametrize("attack", ATTACKS, ids=[a.name for a in ATTACKS])
def test_an_attack_through_verify_py_comes_to_nothing(attack: Attack, field: Field) -> None:
    assert harms(attack, "verify.py", field) == []


OF_MHA = [*files.ATTACKS, *network.ATTACKS]


@pytest.mark.parametrize("attack", OF_MHA, ids=[a.name for a in OF_MHA])
def test_an_attack_through_mha_py_comes_to_nothing(attack: Attack, field: Field) -> None:
    assert harms(attack, "mha.py", field) == []


def test_the_next_one_is_graded_all_the_same(field: Field) -> None:
    assert right(run(field.slots, RIGHT, {}, Limits()).answers)


# ── how a script may end ─────────────────────────────────────────────────────────────────────

SPIN = "while True: pass"
ENDS = {
    "computes for ever": (SPIN, "hung"),
    "sleeps": ("import time; time.sleep(99)", "hung"),
    "eats memory": ("a = [bytes(1 << 20)]\nwhile True: a += [bytes(1 << 20)]", "memory"),
    "floods": ("while True: print('x' * 65536)", "flood"),
    "fills the disk": (
        "for i in range(99):\n    open(f'{i}', 'wb').write(bytes(4 << 20))",
        "raised flood",  # a world of its own is full, or a folder is watched
    ),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", "died"),
    "crashes": ("import ctypes; ctypes.string_at(0)", "died"),
    "sends nonsense": ("import os; os.write(3, b'nonsense' * 99)", "refused"),
    "swallows what would end it": (f"try:\n    {SPIN}\nexcept BaseException: pass\n{SPIN}", "hung"),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_script_without_an_end_is_ended_and_said_to_be(how: str, field: Field) -> None:
    code, kind = ENDS[how]
    given = Submission("ana", "ana", {f"{LAB}/verify.py": code.encode()}, "")
    with Session(field.slots.start(), SHORT) as session:
        session.enter(given)
        ran = session.run_script(Script(f"{LAB}/verify.py", LAB)).ran

    assert ran.failure is not None
    assert ran.failure.kind in kind.split()
    assert not ran.worked


# ── liars ────────────────────────────────────────────────────────────────────────────────────

FORGED = """\
import json, os, struct
told = {"exit": 0, "error": None, "missing": "", "wrote": 0, "modules": [], "loaded": 1,
        "objects": 1, "forwards": 1, "moved": 1, "zeros": 0}
text = json.dumps(told).encode()
reply = b"J" + struct.pack("<I", len(text)) + text
os.write(3, struct.pack("<II", len(reply), 2) + reply)
"""
BEFORE = """\
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
import numpy as np
from minimodel.attention.attention import MultiHeadAttention, single_head_attention
mha = MultiHeadAttention(4, 1, 42)
X = np.random.default_rng(0).normal(size=(4, 4))
got = mha.forward(X)
"""
LIARS = {
    "a reply of its own, and an end": FORGED + "os._exit(0)\n",
    "a reply of its own, and an error": FORGED + "raise SystemExit(1)\n",
    "an end without a word": BEFORE + "import os\nos._exit(0)\n",
    "an end in an exit handler": BEFORE
    + "import atexit, os\natexit.register(os._exit, 0)\nassert abs(got).max() > 9\n",
    "json that always says 0": BEFORE + "import json\nold = json.dumps\n"
    "json.dumps = lambda v, **k: old({**v, 'exit': 0, 'error': None} if 'exit' in v else v)\n"
    "assert abs(got).max() > 9\n",
    "a trace that swallows": BEFORE + "sys.settrace(lambda *a: None)\nsys.exit = lambda *a: None\n",
    "an excepthook that ends well": BEFORE
    + "import os\nsys.excepthook = lambda *a: os._exit(0)\nassert abs(got).max() > 9\n",
    "a failure wherever the class is watched": BEFORE
    + "assert '__wrapped__' not in vars(MultiHeadAttention.forward)\n",
    "a failure wherever the file is longer": BEFORE + "import minimodel.attention.attention as a\n"
    "assert '__import__' not in Path(a.__file__).read_text()\n",
    "an error by chance": BEFORE + "import random\nassert random.random() < 2\n",
}


@pytest.mark.parametrize("how", LIARS)
def test_a_script_that_lies_about_its_end_never_has_the_points_of_an_honest_one(
    how: str, tmp_path: Path
) -> None:
    folder = example("right", tmp_path / "liar")
    (folder / LAB / "verify.py").write_text(LIARS[how])
    found = results(folder, select=frozenset({"B"}))["verify-can-fail"]

    assert found.outcome in ("failed", "blocked", "review"), said(found)
    assert found.earned == 0


def test_no_file_of_a_run_tells_the_control_from_a_sabotage(field: Field) -> None:
    from grader.model import Sabotage

    code = "from pathlib import Path\nprint(Path('../../a.py').read_text())\n"
    given = Submission("a", "a", {f"{LAB}/verify.py": code.encode(), "a.py": b"x = 1"}, "")
    texts = set()
    for change in (Sabotage("nothing"), Sabotage("much", add=1.0)):
        with field.slots.session() as session:
            session.enter(given)
            asked = Script(f"{LAB}/verify.py", LAB, files=("a.py",), sabotage=change)
            texts.add(session.run_script(asked).ran.stdout)

    assert len(texts) == 1
    assert b"x = 1" in texts.pop()
