"""Names, roots and clashes as pure functions, over whatever Hypothesis thinks of."""

from __future__ import annotations

import io
import tarfile
import tempfile
import unicodedata
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model import Refusal
from grader.submission import LIMITS, Limits, names, read, root

ATTENTION = "src/minimodel/attention/attention.py"
PARTS = st.sampled_from(["a", "A", "b.py", "..", ".", "", "C:", "é", "e\u0301", "\x00", "\udcff"])
RAW = st.one_of(
    st.text(max_size=40),
    st.builds(lambda p, s: s.join(p), st.lists(PARTS, max_size=6), st.sampled_from("/\\")),
)


@given(RAW)
def test_a_clean_name_stays_inside_and_can_be_printed_and_stored(raw: str) -> None:
    name, why = names.clean(raw, LIMITS)
    if why:
        assert name.isprintable()
        return
    name.encode()
    parts = name.split("/")
    assert not name.startswith("/")
    assert name == "" or not {"", ".", ".."} & set(parts)
    assert not any(unicodedata.category(c) == "Cc" for c in name)
    assert names.clean(name, LIMITS) == (name, None)


@given(st.text(st.characters(codec=None), max_size=400))
def test_a_shown_name_is_printable_and_short(name: str) -> None:
    shown = names.shown(name)
    shown.encode()
    assert shown.isprintable()
    assert len(shown) <= 160


@given(st.lists(st.lists(st.sampled_from("aAbé"), min_size=1, max_size=3).map("/".join)))
def test_names_that_settle_can_exist_together_anywhere(raw: list[str]) -> None:
    kept, twins = names.settle(raw)
    assert sorted(kept + [name for name, _ in twins]) == sorted(raw)
    folded = [names.folded(name) for name in kept]
    assert len(set(folded)) == len(folded)
    above = {folder for name in folded for folder in names.folders(name)}
    assert above.isdisjoint(folded)


@given(st.lists(st.text("aA/", min_size=1, max_size=4)), st.sampled_from(sorted(names.LAB_FILES)))
def test_no_other_name_pushes_out_one_of_the_labs(others: list[str], lab: str) -> None:
    rivals = [lab.upper(), lab + "/x", lab.title(), *others]
    assert lab in names.settle([*rivals, lab])[0]


@pytest.mark.parametrize(
    "name",
    [
        *("15-multi-head", "15_multi_head", "15-Multi-Head", "15 multi head", "15-multihead"),
        *("15multi-head", "multi-head", "15-mulit-head", "15-multi-heads", "15-mha"),
        *("15-multi-head-attention", "lab15-multi-head", "15-multi-head (1)", "15–multi–head"),
    ],
)
def test_misspelled_lab_folders_are_recognised(name: str) -> None:
    assert root.looks_like_lab(name)


@pytest.mark.parametrize(
    "name", ["15-attention-by-hand", "15-causal-mask", "16-rope", "data", "17-mini-gpt", "", "15"]
)
def test_other_experiments_are_not_taken_for_the_lab(name: str) -> None:
    assert not root.looks_like_lab(name)


def test_the_nearest_whole_root_wins() -> None:
    both = ["x/src/minimodel/a.py", "x/experiments/15-multi-head/mha.py"]
    half = ["y/src/minimodel/a.py"]
    assert root.find(root.tree_of(both), LIMITS) == ("x",)
    assert root.find(root.tree_of(both + half), LIMITS) == ("x",)
    assert root.find(root.tree_of(half), LIMITS) == ("y",)
    assert root.find(root.tree_of([*half, "z/experiments/15-multi-head/m.py"]), LIMITS) == ("",)
    assert root.find(root.tree_of(["a/b/c/d/e/src/minimodel/a.py"]), LIMITS) == ()
    assert root.find(root.tree_of([*both, "src/minimodel/a.py"]), LIMITS) == ("",)


def archives() -> list[bytes]:
    packed, taped, zipped = io.BytesIO(), io.BytesIO(), io.BytesIO()
    for out, mode in ((packed, "w:gz"), (taped, "w")):
        with tarfile.open(fileobj=out, mode=mode) as tar:  # type: ignore[call-overload]
            for name in (ATTENTION, "ñ" * 120):
                info = tarfile.TarInfo(name)
                info.size = 3
                tar.addfile(info, io.BytesIO(b"a=1"))
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ATTENTION, "a = 1\n" * 9)
        archive.writestr("ñ", "x")
    return [packed.getvalue(), taped.getvalue()[:4_608], zipped.getvalue()]


ARCHIVES = archives()


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(ARCHIVES),
    st.lists(st.tuples(st.integers(0, 4_999), st.integers(0, 255)), min_size=1, max_size=8),
)
def test_no_damage_to_an_archive_gives_anything_but_a_snapshot_or_a_refusal(
    archive: bytes, damage: list[tuple[int, int]]
) -> None:
    raw = bytearray(archive)
    for at, value in damage:
        raw[at % len(raw)] = value
    with tempfile.TemporaryDirectory() as home:
        path = Path(home, "a.zip")
        path.write_bytes(raw)
        said = ""
        names_read: list[str] = []
        try:
            names_read = list(read(str(path), limits=Limits(unpacked_bytes=1 << 20)).files)
        except Refusal as refusal:
            said = refusal.says.en + refusal.says.es
    assert said.isprintable()
    assert all(names.clean(name, LIMITS) == (name, None) for name in names_read)
