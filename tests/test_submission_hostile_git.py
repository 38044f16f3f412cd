"""Repositories made to run something: reading them runs nothing and changes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from grader.model import Refusal
from grader.submission import Limits, plumbing, read

if TYPE_CHECKING:
    from pathlib import Path

ATTENTION = "src/minimodel/attention/attention.py"
CALM = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}


def git(at: Path, *args: str, check: bool = True) -> str:
    command = ["git", "-C", str(at), "-c", "user.name=a", "-c", "user.email=a@example.org", *args]
    done = subprocess.run(
        command, env=CALM, capture_output=True, text=True, check=check, timeout=20
    )
    return done.stdout.strip()


def repository(at: Path) -> Path:
    (at / ATTENTION).parent.mkdir(parents=True)
    (at / ATTENTION).write_text("a = 1\n")
    git(at, "init", "-q", "-b", "main")
    git(at, "add", "-A")
    git(at, "commit", "-qm", "lab")
    return at


def trap(at: Path) -> tuple[Path, Path]:
    """A program that leaves a marker when it runs, and the marker."""
    marker = at / "ran"
    program = at / "trap"
    program.write_text(f"#!/bin/sh\necho \"$0 $@\" >> '{marker}'\n")
    program.chmod(0o755)
    return program, marker


def read_both_ways(root: Path) -> None:
    limits = Limits(git_seconds=3)
    read(str(root), limits=limits)
    try:
        read(str(root), rev="HEAD", limits=limits)
        read(str(root), rev="nope", limits=limits)
    except Refusal:
        return


def test_no_setting_or_hook_of_the_repository_runs(tmp_path: Path) -> None:
    program, marker = trap(tmp_path)
    root = repository(tmp_path / "ana")
    (root / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "attributes")
    for key in (
        *("core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand"),
        *("core.gitProxy", "core.alternateRefsCommand", "filter.evil.clean", "filter.evil.smudge"),
        *("filter.evil.process", "diff.evil.command", "diff.evil.textconv", "diff.external"),
        *("merge.evil.driver", "credential.helper", "gpg.program", "pager.ls-tree"),
        *("pager.cat-file", "pager.rev-parse", "sequence.editor", "uploadpack.packObjectsHook"),
    ):
        git(root, "config", key, str(program))
    for command in ("ls-tree", "cat-file", "rev-parse", "for-each-ref"):
        git(root, "config", f"alias.{command}", f"!{program}")
    git(root, "config", "core.hooksPath", str(tmp_path / "hooks"))
    (tmp_path / "hooks").mkdir()
    for home in (tmp_path / "hooks", root / ".git" / "hooks"):
        for hook in ("post-index-change", "fsmonitor-watchman", "reference-transaction"):
            shutil.copy(program, home / hook)
    (root / ATTENTION).write_text("a = 2\n")
    read_both_ways(root)
    assert not marker.exists()
    git(root, "status", check=False)
    assert marker.exists(), "the trap itself must work, or this test shows nothing"


@pytest.mark.parametrize("way", ["uploadpack", "ext", "vcs", "ssh"])
@pytest.mark.parametrize("older_git", [False, True])
def test_a_missing_object_is_never_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, older_git: bool
) -> None:
    if older_git:
        monkeypatch.delitem(plumbing._CALM, "GIT_NO_LAZY_FETCH")
    program, marker = trap(tmp_path)
    root = repository(tmp_path / "ana")
    urls = {"ext": f"ext::{program} %S", "ssh": "ssh://host/x", "vcs": f"{program} %S"}
    settings = {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": urls.get(way, str(root)),
        "remote.origin.uploadpack": str(program),
        "core.sshCommand": str(program),
        "protocol.allow": "always",
        "protocol.file.allow": "always",
        "protocol.ext.allow": "always",
        "protocol.ssh.allow": "always",
    }
    for key, value in settings.items():
        git(root, "config", key, value)
    if way == "vcs":
        git(root, "config", "remote.origin.vcs", "ext")
    for kind in ("blob", "tree"):
        name = {"blob": f"HEAD:{ATTENTION}", "tree": "HEAD:src"}[kind]
        oid = git(root, "rev-parse", name, check=False)
        (root / ".git" / "objects" / oid[:2] / oid[2:]).unlink(missing_ok=True)
        (root / ATTENTION).write_text("a = 2\n")
        read_both_ways(root)
        assert not marker.exists(), kind
    git(root, "cat-file", "-p", oid, check=False)
    assert marker.exists(), "the trap itself must work, or this test shows nothing"


def test_a_repository_of_another_owner_is_read(tmp_path: Path) -> None:
    root = repository(tmp_path / "ana")
    if os.geteuid() == 0:
        for path in (root, *root.rglob("*")):
            os.chown(path, 12_345, 12_345)
    found = read(str(root)).git
    assert found is not None
    assert found.states == {ATTENTION: "committed"}


def test_the_graders_own_surroundings_do_not_reach_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, other = repository(tmp_path / "ana"), tmp_path / "other"
    git(tmp_path, "init", "-q", "other")
    program, marker = trap(tmp_path)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / "index"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(program))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "x")
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    assert read(str(root)).git == read(str(root), rev="HEAD").git
    assert not marker.exists()
    assert not (tmp_path / "trace").exists()


def test_a_program_named_git_in_the_submission_is_not_taken_for_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, marker = trap(tmp_path)
    root = repository(tmp_path / "ana")
    shutil.copy(program, root / "git")
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", f".:{os.pathsep}{os.environ['PATH']}")
    assert read(".").git is not None
    assert not marker.exists()


def test_a_working_tree_set_elsewhere_changes_nothing(tmp_path: Path) -> None:
    root = repository(tmp_path / "ana")
    git(root, "config", "core.worktree", "/nowhere")
    found = read(str(root)).git
    assert found is not None
    assert found.states == {ATTENTION: "committed"}


def test_a_bomb_of_trees_within_trees_is_given_up(tmp_path: Path) -> None:
    root = repository(tmp_path / "ana")
    oid = git(root, "rev-parse", "HEAD:src")
    for _ in range(12):
        lines = "".join(f"040000 tree {oid}\tt{i}\n" for i in range(10))
        command = ["git", "-C", str(root), "mktree"]
        oid = subprocess.check_output(command, env=CALM, input=lines, text=True).strip()
    git(root, "reset", "-q", "--soft", git(root, "commit-tree", "-m", "bomb", oid))
    found = read(str(root), limits=Limits(entries=5_000))
    assert found.git is None
    assert list(found.files) == [ATTENTION]
    with pytest.raises(Refusal):
        read(str(root), rev="HEAD", limits=Limits(entries=5_000))


def test_reading_a_repository_changes_nothing_in_it(tmp_path: Path) -> None:
    root = repository(tmp_path / "ana")
    (root / ATTENTION).touch()

    def state() -> list[tuple[str, int, int]]:
        return [(str(p), p.lstat().st_mtime_ns, p.lstat().st_size) for p in sorted(root.rglob("*"))]

    before = state()
    read_both_ways(root)
    assert state() == before
