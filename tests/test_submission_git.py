"""What git knows of a submission, and submissions out of git's own store."""

from __future__ import annotations

import hashlib
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


@pytest.mark.parametrize("how", [(), ("--object-format=sha256",)])
def test_committed_files_are_known_by_their_content(tmp_path: Path, how: tuple[str, ...]) -> None:
    root = repository(tmp_path, *how)
    (root / ATTENTION).chmod(0o755)
    found = facts(root)
    assert found.head == git(root, "rev-parse", "HEAD")
    assert found.states == dict.fromkeys(FILES, "committed")
    assert found.deleted == frozenset()


def test_what_changed_since_is_told_apart(tmp_path: Path) -> None:
    root = repository(tmp_path)
    write(root, {ATTENTION: b"a = 1\nb = 3\n", "new.py": b"", "added.py": b""})
    git(root, "add", "added.py")
    (root / f"{LAB}/heatmap.png").unlink()
    found = facts(root)
    assert found.states == {
        ATTENTION: "modified",
        f"{LAB}/mha.py": "committed",
        "new.py": "untracked",
        "added.py": "untracked",
    }
    assert found.deleted == {f"{LAB}/heatmap.png"}


@pytest.mark.parametrize(
    ("then", "now", "state"),
    [
        (b"a\nb\n", b"a\r\nb\r\n", "committed"),
        (b"a\r\nb\r\n", b"a\nb\n", "committed"),
        (b"a\r\nb\n", b"a\nb\n", "committed"),
        (b"a\r\nb\n", b"a\nb\r\n", "committed"),
        (b"a\nb\n", b"a\r\nc\r\n", "modified"),
        (b"a\r\nb\n", b"a\nc\n", "modified"),
        (b"a\nb\n", b"a\n\nb\n", "modified"),
        (b"\0a\n", b"\0a\r\n", "modified"),
    ],
)
def test_only_line_ends_that_git_would_convert_are_no_change(
    tmp_path: Path, then: bytes, now: bytes, state: str
) -> None:
    root = write(tmp_path, {"notes.txt": then})
    repository(root)
    write(root, {"notes.txt": now})
    assert facts(root).states["notes.txt"] == state


def test_a_large_file_stored_elsewhere_counts_by_its_pointer(tmp_path: Path) -> None:
    data = b"\x89PNG" * 999
    oid = hashlib.sha256(data).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(data)}\n"
    root = repository(write(tmp_path, {"a.png": pointer.encode(), "b.png": pointer.encode()}))
    write(root, {"a.png": data, "b.png": data + b"!"})
    states = facts(root).states
    assert (states["a.png"], states["b.png"]) == ("committed", "modified")


def test_a_repository_above_the_submission_counts(tmp_path: Path) -> None:
    write(tmp_path / "-course ñ" / "ana", FILES)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "x")
    write(tmp_path / "-course ñ" / "ana", {"new.py": b""})
    found = read(str(tmp_path)).git
    assert found is not None
    assert found.states == dict.fromkeys(FILES, "committed") | {"new.py": "untracked"}


def test_a_download_inside_a_teachers_repository_has_no_git_of_its_own(tmp_path: Path) -> None:
    repository(tmp_path)
    write(tmp_path / "downloads" / "bob", FILES)
    assert read(str(tmp_path / "downloads" / "bob")).git is None


def test_a_repository_without_a_commit_has_everything_untracked(tmp_path: Path) -> None:
    git(write(tmp_path, FILES), "init", "-q")
    assert facts(tmp_path) == Git(None, dict.fromkeys(FILES, "untracked"))


@pytest.mark.parametrize(
    "breaking",
    [
        "rm .git/HEAD",
        "echo '[' > .git/config",
        "rm -r .git/objects",
        "rm -r .git && echo 'gitdir: /nowhere' > .git",
        "rm -r .git && mkfifo .git",
        "rm .git/config && mkfifo .git/config",
        "rm -r .git && ln -s nowhere .git",
        "git config core.repositoryformatversion 99",
        "find .git/objects -type f -exec rm -f {} +",
    ],
)
def test_a_broken_repository_is_none_and_never_waited_for(tmp_path: Path, breaking: str) -> None:
    root = repository(tmp_path)
    subprocess.run(["sh", "-c", breaking], cwd=root, check=True)
    found = read(str(root), limits=Limits(git_seconds=1))
    assert found.git is None
    assert found.files == FILES


def test_without_git_the_files_are_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository(tmp_path)
    monkeypatch.setenv("PATH", "bin:/nowhere")
    assert read(str(root)).git is None
    assert "not installed" in refusal(root, "HEAD")


def test_worktrees_and_submodules_have_a_file_for_git(tmp_path: Path) -> None:
    root = repository(tmp_path / "main")
    git(root, "worktree", "add", "-q", "../side")
    assert facts(tmp_path / "side").states == dict.fromkeys(FILES, "committed")
    outer = repository(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(root), "ana")
    assert facts(outer / "ana").states == dict.fromkeys(FILES, "committed")


def test_a_replaced_object_is_not_believed(tmp_path: Path) -> None:
    root = repository(tmp_path / "ana")
    old = git(root, "rev-parse", f"HEAD:{ATTENTION}")
    (root / ATTENTION).write_text("a = 2\r\nb\n")
    git(root, "replace", old, git(root, "hash-object", "-w", ATTENTION))
    found = read(str(root)).git
    assert found is not None
    assert found.states[ATTENTION] == "modified"
    assert read(str(root), rev="HEAD").files == FILES
