"""Files that were probably meant to be one that is missing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.submission.nearby import near_misses

LAB = "experiments/15-multi-head"
ATTENTION = "src/minimodel/attention/attention.py"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (f"{LAB}/README.md", f"{LAB}/README.MD"),
        (f"{LAB}/README.md", f"{LAB}/readme.md"),
        (f"{LAB}/README.md", f"{LAB}/README"),
        (f"{LAB}/README.md", f"{LAB}/README.txt"),
        (f"{LAB}/README.md", f"{LAB}/README.md.txt"),
        (f"{LAB}/verify_output.txt", f"{LAB}/verify_output.txt.txt"),
        (f"{LAB}/verify_output.txt", f"{LAB}/verify-output.txt"),
        (f"{LAB}/verify_output.txt", f"{LAB}/verify_ouput.txt"),
        (f"{LAB}/verify_output.txt", f"{LAB}/verify_output"),
        (f"{LAB}/manifest.json", f"{LAB}/manifest (1).json"),
        (f"{LAB}/manifest.json", f"{LAB}/Copia de manifest.json"),
        (f"{LAB}/manifest.json", f"{LAB}/manifest - copia.json"),
        (f"{LAB}/manifest.json", "experiments/15_multi_head/manifest.json"),
        (f"{LAB}/heatmap.png", f"{LAB}/heatmaps.png"),
        (f"{LAB}/heatmap.png", f"{LAB}/heatmap.jpg"),
        (f"{LAB}/heatmap.png", f"{LAB}/heatmap.PNG"),
        (f"{LAB}/mha.py", "experiments/15-multihead/mha.py"),
        (f"{LAB}/mha.py", "Experiments/15-Multi-Head/MHA.py"),
        (f"{LAB}/mha.py", "15-multi-head/mha.py"),
        (f"{LAB}/mha.py", f"{LAB}/15-multi-head/mha.py"),
        (f"{LAB}/mha.py", "experiments/mha.py"),
        (f"{LAB}/mha.py", "mha.py"),
        (f"{LAB}/mha.py", f"{LAB}/mha.py.py"),
        (ATTENTION, "src/minimodel/attention/attention.py.txt"),
        (ATTENTION, "src/minimodel/attention/Attention.py"),
        (ATTENTION, "src/minimodel/attention/atention.py"),
        (ATTENTION, "src/minimodel/attention.py"),
        (ATTENTION, "src/minimodel/nn/attention.py"),
        (ATTENTION, "minimodel/attention/attention.py"),
        (ATTENTION, "attention.py"),
    ],
)
def test_near_misses_are_found(wanted: str, found: str) -> None:
    assert near_misses([found], wanted) == [found]


@pytest.mark.parametrize(
    ("wanted", "other"),
    [
        (f"{LAB}/README.md", "experiments/15-causal-mask/README.md"),
        (f"{LAB}/verify.py", "experiments/16-rope/verify.py"),
        (f"{LAB}/verify.py", f"{LAB}/verify_output.txt"),
        (f"{LAB}/verify_output.txt", f"{LAB}/verify.py"),
        (f"{LAB}/mha.py", f"{LAB}/heatmap.png"),
        (f"{LAB}/manifest.json", f"{LAB}/data.json"),
        (f"{LAB}/manifest.json", f"{LAB}/manifest.json"),
        (ATTENTION, "experiments/15-attention-by-hand/attention.py"),
        (ATTENTION, "src/minimodel/attention/__init__.py"),
        (ATTENTION, "src/minimodel/attention/BLUEPRINT.md"),
    ],
)
def test_other_files_are_none(wanted: str, other: str) -> None:
    assert near_misses([other], wanted) == []


def test_the_likeliest_comes_first() -> None:
    names = ["README.md", f"{LAB}/README.md.txt", "experiments/15_multi_head/README.md"]
    assert near_misses([*names, f"{LAB}/README.MD"], f"{LAB}/README.md")[0] == f"{LAB}/README.MD"
    assert near_misses(names, f"{LAB}/README.md")[-1] == "README.md"


@given(st.lists(st.text(max_size=30)), st.sampled_from([ATTENTION, f"{LAB}/README.md"]))
def test_any_names_give_some_of_them_and_never_the_one_wanted(
    names: list[str], wanted: str
) -> None:
    found = near_misses([*names, wanted], wanted)
    assert wanted not in found
    assert set(found) <= set(names)
