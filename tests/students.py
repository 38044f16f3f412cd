"""Student repositories made on disk in a few words, for the tests that grade them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.grade import grade_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.model import Report, Result

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
ATTENTION = "src/minimodel/attention/attention.py"
LAB = "experiments/15-multi-head"
SIX = ("mha.py", "verify.py", "verify_output.txt", "heatmap.png", "manifest.json", "README.md")

RIGHT = """\
import numpy as np


def softmax(a):
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def single_head_attention(Q, K, V):
    return softmax(Q @ K.T / np.sqrt(Q.shape[-1])) @ V


class MultiHeadAttention:
    def __init__(self, d_model, n_heads, seed=0):
        assert d_model % n_heads == 0
        self.d_model, self.n_heads, self.d_head = d_model, n_heads, d_model // n_heads
        rng, scale = np.random.default_rng(seed), 1.0 / np.sqrt(d_model)
        self.W_Q = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_K = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_V = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale
        self.W_O = rng.standard_normal((d_model, d_model)).astype(np.float32) * scale

    def split(self, a):
        return a.reshape(len(a), self.n_heads, self.d_head).transpose(1, 0, 2)

    def forward(self, x, mask=None):
        Q, K, V = self.split(x @ self.W_Q), self.split(x @ self.W_K), self.split(x @ self.W_V)
        scores = Q @ K.transpose(0, 2, 1) / np.sqrt(self.d_head)
        if mask is not None:
            scores = scores + mask
        joined = (softmax(scores) @ V).transpose(1, 0, 2).reshape(x.shape)
        return joined @ self.W_O
"""
"""An ``attention.py`` that is right, to change a line of."""


def but(*changes: str, text: str = RIGHT) -> str:
    """The right module with parts replaced: old, new, old, new …; each old must be there."""
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    return text


def repo(at: Path, attention: str | None = RIGHT, **files: str | bytes) -> Path:
    """A repository with only ``attention.py`` in it, unless that is None."""
    return put(at, {ATTENTION: attention} if attention is not None else {}, **files)


def put(at: Path, files: Mapping[str, str | bytes], **more: str | bytes) -> Path:
    """Write files below a folder, the folders around them included."""
    at.mkdir(parents=True, exist_ok=True)
    for name, data in {**files, **more}.items():
        path = at / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return at


def example(name: str, at: Path) -> Path:
    """A copy of one of the examples, outside any git repository."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(EXAMPLES / name, at, ignore=ignored, copy_function=shutil.copyfile)
    return at


def git(at: Path, *args: str) -> None:
    """Run git with nothing of this machine's settings."""
    clean = {
        "PATH": os.environ["PATH"],
        "HOME": str(at),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "ana",
        "GIT_AUTHOR_EMAIL": "ana@example.org",
        "GIT_COMMITTER_NAME": "ana",
        "GIT_COMMITTER_EMAIL": "ana@example.org",
    }
    subprocess.run(["git", *args], cwd=at, env=clean, check=True, capture_output=True)


def commit(at: Path) -> Path:
    """Make a folder a repository whose only commit holds all that is in it."""
    git(at, "init", "-q", "-b", "main")
    git(at, "add", "-A", "-f")
    git(at, "commit", "-q", "-m", "lab 01")
    return at


def grade(at: Path, **options: Any) -> Report:
    """The report on a repository, with questions that are the same every time."""
    return grade_path(str(at), **{"seed": 1, **options})


def results(at: Path, **options: Any) -> dict[str, Result]:
    """Each check's result by the check's id."""
    return {r.about.id: r for r in grade(at, **options).results}


def said(result: Result) -> str:
    """All that a result says, in English, with the places: ``sentence (file:line)``."""
    return "\n".join(
        f.says.en + (f" ({f.file}:{f.line})" if f.line else "") for f in result.findings
    )


def block_a(found: Mapping[str, Result]) -> tuple[set[str], set[str]]:
    """The checks of block A that failed, and those that could not be judged."""
    own = [r for r in found.values() if r.about.block == "A"]
    failed = {r.about.id for r in own if r.outcome == "failed"}
    return failed, {r.about.id for r in own if r.outcome == "blocked"}
