"""Submissions out of a commit: what is read, and what names no commit."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from grader.model import Git, Refusal
from grader.submission import Limits, read

if TYPE_CHECKING:
    from pathlib import Path

LAB = "experiments/15-multi-head"
ATTENTION = "src/minimodel/attention/attention.py"
FILES = {ATTENTION: b"a = 1\nb = 2\n", f"{LAB}/mha.py": b"c = 3\n", f"{LAB}/heatmap.png": b"\0\r\n"}
WHO = {"NAME": "Ana", "EMAIL": "ana@example.org", "DATE": "2026-01-01T00:00:00Z"}
ENV = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in WHO.items()}


def git(at: Path, *args: str) -> str:
    calm = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
    command = ["git", "-C", str(at), "-c", "init.defaultBranch=main", "-c", "gc.auto=0", *args]
    return subprocess.check_output(command, env={**ENV, **calm}, text=True, stderr=-2).strip()


def write(at: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_bytes(data)
    return at


def repository(at: Path, *how: str) -> Path:
    write(at, FILES)
    git(at, "init", "-q", *how)
    git(at, "add", "-A")
    git(at, "commit", "-qm", "lab")
    return at


def facts(at: Path) -> Git:
    found = read(str(at)).git
    assert found is not None
    return found


def refusal(at: Path, rev: str) -> str:
    with pytest.raises(Refusal) as caught:
        read(str(at), rev=rev)
    return caught.value.says.en


def test_a_revision_is_read_from_the_store(tmp_path: Path) -> None:
    root = repository(tmp_path / "ana")
    git(root, "tag", "v1")
    write(root, {ATTENTION: b"broken"})
    git(root, "commit", "-qam", "later")
    (root / ATTENTION).unlink()
    found = read(str(root), rev="v1")
    assert (found.name, found.path, found.files) == ("ana", str(root), FILES)
    assert found.git == Git(git(root, "rev-parse", "v1"), dict.fromkeys(FILES, "committed"))
    for rev in ("HEAD~1", found.git.head or "", "main@{1}"):
        assert read(str(root), rev=rev).digest == found.digest
    assert read(str(root / LAB), rev="v1").digest == found.digest
    assert read(str(tmp_path), rev="v1").digest == found.digest
    assert read(str(root / ".git"), rev="v1").digest == found.digest


def test_a_root_below_the_top_is_found_in_a_revision(tmp_path: Path) -> None:
    write(tmp_path / "deep" / "lab", FILES)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "x")
    for start in (tmp_path, tmp_path / "deep", tmp_path / "deep" / "lab" / "src"):
        assert read(str(start), rev="HEAD").files == FILES
    assert read(str(tmp_path), rev="HEAD").peeled == "deep/lab"


def test_links_and_submodules_in_a_revision_are_named(tmp_path: Path) -> None:
    root = repository(tmp_path)
    (root / "link.py").symlink_to("/etc/passwd")
    git(root, "add", "link.py")
    commit = git(root, "rev-parse", "HEAD")
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{commit},module")
    git(root, "commit", "-qm", "x")
    found = read(str(root), rev="HEAD")
    assert {odd.path: odd.kind for odd in found.oddities} == {
        "link.py": "symlink",
        "module": "special",
    }
    assert found.files == FILES


def test_the_limits_hold_in_a_revision(tmp_path: Path) -> None:
    root = repository(write(tmp_path, {"a.bin": bytes(900), "b.bin": bytes(100)}))
    found = read(str(root), rev="HEAD", limits=Limits(file_bytes=500, total_bytes=100))
    assert {odd.path: odd.kind for odd in found.oddities} == {
        "a.bin": "too-large",
        "b.bin": "too-large",
    }
    assert found.files == FILES
    with pytest.raises(Refusal):
        read(str(root), rev="HEAD", limits=Limits(files=3))


@pytest.mark.parametrize("rev", ["--help", "-h", "", "nope\0", "HEAD:src", "a..b", "HEAD^{tree}"])
def test_what_names_no_commit_is_refused(tmp_path: Path, rev: str) -> None:
    assert "names no commit" in refusal(repository(tmp_path), rev)


def test_a_mistyped_revision_suggests_a_branch_or_tag(tmp_path: Path) -> None:
    root = repository(tmp_path / "ana")
    git(root, "tag", "entrega-final")
    assert "Did you mean “entrega-final”?" in refusal(root, "entrega-fnal")
    assert "Did you mean “main”?" in refusal(root, "Mian")
    write(tmp_path / "bob", FILES)
    assert "in no git repository" in refusal(tmp_path / "bob", "main")


def test_litter_and_unsafe_names_in_a_revision_are_set_aside(tmp_path: Path) -> None:
    litter = {"node_modules/a/b.js": b"", "x.pyc": b"", "bad\x1b.py": b"", "back\\slash.py": b""}
    root = repository(write(tmp_path, litter))
    for found in (read(str(root), rev="HEAD"), read(str(root))):
        assert found.files == FILES
        assert [odd.kind for odd in found.oddities] == ["unsafe-name"] * 2
        assert found.git is not None
        assert not found.git.deleted
