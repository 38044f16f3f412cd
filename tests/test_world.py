"""What a student's script may see of this machine, and how much of its disk it takes."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatch
from importlib.metadata import distribution
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.sandbox import Limits, bubble, world
from grader.sandbox.disk import LONGEST, usage
from grader.sandbox.ends import ENDS, reason
from grader.sandbox.job import End
from grader.sandbox.replies import Malformed, imported

ROOT = Path(__file__).parent.parent


def closure(*names: str) -> set[str]:
    """These distributions and all that they need, extras left out."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            needed = [r for r in distribution(name).requires or [] if "extra ==" not in r]
            todo += [re.split(r"[^\w.-]", r)[0].lower() for r in needed]
    return found


@pytest.mark.parametrize("name", sorted(closure("numpy", "matplotlib")))
def test_the_libraries_are_all_that_numpy_and_matplotlib_need(name: str) -> None:
    tops = {file.parts[0] for file in distribution(name).files or []}
    needed = {t for t in tops if t not in ("..", "__pycache__") and not t.endswith("-info")}

    assert needed
    for top in needed:
        assert any(fnmatch(top, pattern) for pattern in world.LIBRARIES), top
        assert any(Path(p).name == top for p in world.libraries()), top


def test_neither_the_grader_nor_its_tools_nor_a_home_is_among_what_may_be_read() -> None:
    readable = [Path(p) for p in world.readable()]

    for kept in (ROOT, ROOT / "grader", Path.home(), Path("/"), Path("/etc"), Path("/proc")):
        assert not any(kept == p or kept.is_relative_to(p) for p in readable), kept
    for site in world.sites():
        for name in ("pytest", "grader", "click", "jsonschema", "mha_grader"):
            assert not any((Path(site) / name).is_relative_to(p) for p in readable), name


def test_bubblewrap_is_told_to_show_nothing_writable_but_the_jobs_folder() -> None:
    words = bubble.command("bwrap", Path("/somewhere"), 1 << 20)

    assert not {"--bind", "--dev-bind", "--share-net"} & set(words)
    assert {"--unshare-pid", "--unshare-net", "--unshare-ipc", "--die-with-parent"} <= set(words)
    assert ("--unshare-user" in words) == (os.geteuid() != 0)
    assert [words[i + 1] for i, w in enumerate(words) if w == "--remount-ro"] == ["/dev", "/"]


def test_usage_counts_bytes_entries_and_blocks(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(10_000))
    (tmp_path / "b" / "c").mkdir(parents=True)
    with (tmp_path / "b" / "sparse").open("wb") as file:
        file.truncate(50_000)
    (tmp_path / "link").symlink_to("/")

    assert 4096 * 5 + 60_000 <= usage(str(tmp_path), 1 << 30) <= 4096 * 12 + 60_000
    assert usage(str(tmp_path), 5000) > 5000
    assert usage(str(tmp_path / "gone"), 100) == 0


def test_usage_takes_what_it_cannot_look_into_for_too_much(tmp_path: Path) -> None:
    deep = tmp_path
    while len(str(deep)) <= LONGEST:
        deep /= "d" * 100
    deep.mkdir(parents=True)
    (deep / "e").mkdir()

    assert usage(str(tmp_path), 1 << 30) == (1 << 30) + 1


LIMITS = Limits(cpu=4)
WHYS = ("deadline", "flood", "disk", "protocol", "closed", "exit", "lost")


@given(st.sampled_from(WHYS), st.integers(-64, 255), st.floats(0, 9))
def test_every_end_has_its_sentence(why: str, status: int, cpu: float) -> None:
    said = reason(End(why, status, cpu), LIMITS)

    assert said in ENDS
    assert (said == why) == (why in ENDS and why != "exit") or said in ("cpu", "killed", "exit")


def test_the_limit_of_cpu_is_named_even_where_the_kernels_two_clocks_differ() -> None:
    assert reason(End("exit", -24, 2.9), LIMITS) == "cpu"
    assert reason(End("exit", -9, 3.9), LIMITS) == "cpu"
    assert reason(End("exit", -24, 0.01), LIMITS) == "killed"
    assert reason(End("exit", 3, 3.9), LIMITS) == "exit"


@pytest.mark.parametrize(
    "text", [rb'"\ud800"', rb'"\ud800 \udcff x"', b'"\xed\xa0\x80"', rb'"\ud83d\ude00"']
)
def test_words_of_a_student_can_be_printed_whatever_they_are(text: bytes) -> None:
    told = b'{"near": [' + text + b"]}"
    try:
        found = imported(b"J" + len(told).to_bytes(4, "little") + told)
    except Malformed:
        return
    assert repr(found).encode()
