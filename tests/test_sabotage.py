"""forward is made wrong in every kind of right class, and a change of nothing changes nothing."""

from __future__ import annotations

import atexit
import inspect
from typing import TYPE_CHECKING

import numpy as np
import pytest

from grader.labs.multi_head import right, sabotage
from grader.labs.multi_head.files import sources
from grader.model import Sabotage, Submission
from grader.sandbox import Script, Slots
from reference import MultiHeadAttention, causal_mask, single_head_attention
from tests.students import ATTENTION, LAB, RIGHT, but
from tests.zoo_keeper import specimens

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model import Ran

SLOTS = Slots()
atexit.register(lambda: SLOTS.__exit__(None, None, None))
PACKAGE = "src/minimodel/attention/"
NOTHING = Sabotage("nothing")
TEXT = inspect.getsource(right)
VERIFY = """\
import numpy as np
from minimodel.attention.attention import MultiHeadAttention

def weight(mha, name):
    held = {**vars(mha)} if hasattr(mha, "__dict__") else {}
    for value in [*held.values()]:
        held.update(value if isinstance(value, dict) else {})
    plain = {str(k).replace("_", "").lower(): v for k, v in held.items()}
    found = getattr(mha, name, None)
    return np.asarray(plain[name.replace("_", "").lower()] if found is None else found)

mha = MultiHeadAttention(4, 1, 42)
X = np.random.default_rng(0).standard_normal((8, 4))
Q, K, V = (X @ weight(mha, n) for n in ("W_Q", "W_K", "W_V"))
e = np.exp(Q @ K.T / 2)
want = e / e.sum(-1, keepdims=True) @ V @ weight(mha, "W_O")
got = mha.forward(X) if hasattr(mha, "forward") else mha(X)
got = got[0] if isinstance(got, tuple) else got
assert np.abs(got - want).max() < 1e-5
"""


def files(specimen: Path) -> dict[str, bytes]:
    """A specimen as the package, with the script beside."""
    paths = [specimen] if specimen.is_file() else sorted(specimen.rglob("*.py"))
    found = {
        p.relative_to(specimen).as_posix() if p != specimen else "attention.py": p for p in paths
    }
    return {PACKAGE + name: path.read_bytes() for name, path in found.items()}


def run(
    code: dict[str, bytes], change: Sabotage, script: str = VERIFY, *, righted: str = ""
) -> Ran:
    """The script with this package, changed so."""
    all_files = {**code, f"{LAB}/verify.py": script.encode()}
    submission = Submission("ana", "ana", all_files, "")
    asked = Script(
        f"{LAB}/verify.py", LAB, ("src",), sources(submission), sabotage=change, right=righted
    )
    with SLOTS.session() as session:
        assert session.enter(submission) is None
        return session.run_script(asked).ran


def attention(text: str) -> dict[str, bytes]:
    return {ATTENTION: text.encode()}


@pytest.mark.parametrize("specimen", specimens("right"), ids=lambda p: p.stem)
def test_every_kind_of_right_class_can_be_made_wrong_in_every_way(specimen: Path):
    code = files(specimen)
    runs = {change.name: run(code, change) for change in (NOTHING, *sabotage.ALL)}

    assert runs.pop("nothing").worked
    assert {name for name, ran in runs.items() if ran.worked} == set()
    assert all(ran.moved and ran.objects and ran.forwards for ran in runs.values())


def test_without_a_change_nothing_is_touched_and_nothing_is_counted():
    submission = Submission("a", "a", {**attention(RIGHT), f"{LAB}/verify.py": VERIFY.encode()}, "")
    with SLOTS.session() as session:
        session.enter(submission)
        ran = session.run_script(Script(f"{LAB}/verify.py", LAB, ("src",))).ran

    assert ran.worked
    assert (ran.loaded, ran.objects, ran.forwards) == (0, 0, 0)
    assert "minimodel" in ran.modules


def test_a_weight_that_is_read_stays_what_it_was():
    script = VERIFY + "assert abs(weight(mha, 'W_O')).sum() > 1 and got is not want\n"
    script = script.replace("assert np.abs(got - want).max() < 1e-5\n", "print(mha.W_O.sum())\n")

    sums = {run(attention(RIGHT), s, script).stdout for s in (NOTHING, sabotage.ALL[-1])}

    assert len(sums) == 1


def test_a_tuple_with_the_maps_stays_a_tuple_and_its_output_is_what_changes():
    pair = but("return joined @ self.W_O", "return joined @ self.W_O, scores")
    script = VERIFY.replace("got = got[0]", "assert got[1].shape == (1, 8, 8); got = got[0]")

    assert run(attention(pair), NOTHING, script).worked
    assert not run(attention(pair), sabotage.ALL[0], script).worked


def test_single_head_attention_stays_right():
    script = VERIFY + "from minimodel.attention.attention import single_head_attention\n"
    script = script.replace("assert np.abs(got - want)", "assert np.abs(want - single @ mha.W_O)")
    script = script.replace("assert", "single = single_head_attention(Q, K, V)\nassert", 1)
    script = script.replace("import MultiHeadAttention", "import *")

    assert run(attention(RIGHT), sabotage.ALL[0], script).worked


WRONG = {
    "no W_O": but("return joined @ self.W_O", "return joined"),
    "no scale": but(" / np.sqrt(self.d_head)", ""),
    "a batch axis": but("return joined @ self.W_O", "return (joined @ self.W_O)[None] * 2"),
    "it raises": but("return joined @ self.W_O", "return joined @ self.W_OO"),
    "nothing": but("return joined @ self.W_O", "joined @ self.W_O"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_right_forward_takes_the_place_of_a_wrong_one_and_can_be_made_wrong_too(what: str):
    script = VERIFY.replace(
        "got = got[0] if isinstance(got, tuple)", "got = got[0] if got.ndim == 3"
    )
    code = attention(WRONG[what])

    assert not run(code, NOTHING, script).worked
    assert run(code, NOTHING, script, righted=TEXT).worked
    assert not any(run(code, s, script, righted=TEXT).worked for s in sabotage.ALL)


def test_a_wrong_single_head_attention_gives_way_too():
    wrong = but("/ np.sqrt(Q.shape[-1])", "")
    script = VERIFY.replace("import MultiHeadAttention", "import *")
    script = script.replace("e / e.sum(-1, keepdims=True) @ V", "single_head_attention(Q, K, V)")

    assert not run(attention(wrong), NOTHING, script).worked
    assert run(attention(wrong), NOTHING, script, righted=TEXT).worked


@pytest.mark.parametrize("n_heads", [1, 2, 4])
def test_what_stands_in_for_a_wrong_forward_is_the_reference(n_heads: int):
    mha = MultiHeadAttention(8, n_heads, 3)
    x = np.random.default_rng(1).standard_normal((5, 8))
    weights = [mha.W_Q, mha.W_K, mha.W_V, mha.W_O]

    for mask in (None, causal_mask(5)):
        np.testing.assert_allclose(right.forward(weights, n_heads, x, mask), mha.forward(x, mask))
        np.testing.assert_allclose(
            right.single(x, x + 1, x - 2, mask), single_head_attention(x, x + 1, x - 2, mask)
        )
