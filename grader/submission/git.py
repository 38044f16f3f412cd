"""What git knows, by plumbing that changes nothing: commits, trees, blobs."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.submission.plumbing import Command, GitError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.submission.limits import Limits

_BARE = ("HEAD", "objects", "refs")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository that may be asked until a deadline."""

    git_dir: str
    top: str
    """The working tree's top folder; the repository itself where it is bare."""
    until: float
    limits: Limits

    def command(self, *args: str, asks: bool = False) -> Command:
        """Start a git command in it."""
        return Command(self.git_dir, self.top, self.until, *args, asks=asks)

    def run(self, *args: str) -> tuple[int, bytes]:
        """A command's exit code and output.

        Raises:
            GitError: It could not start, said too much, or took too long.
        """
        with self.command(*args) as command:
            out = command.read(self.limits.git_bytes + 1)
            if len(out) > self.limits.git_bytes:
                raise GitError
            return command.code(), out


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of ``ls-tree``."""

    mode: str
    oid: str
    name: str
    """With surrogate escapes where it is not UTF-8."""


def locate(folder: str, limits: Limits) -> Repository | None:
    """The repository that a real path lies in; its ``.git`` may be a file, as in a worktree."""
    start = Path(folder)
    top = next((at for at in (start, *start.parents) if os.path.lexists(at / ".git")), None)
    if top is None:
        return None
    until = time.monotonic() + limits.git_seconds
    return Repository(str(top / ".git"), str(top), until, limits)


def bare(folder: str, limits: Limits) -> Repository | None:
    """The folder as a repository without a working tree."""
    if not all(os.path.lexists(Path(folder, part)) for part in _BARE):
        return None
    return Repository(folder, folder, time.monotonic() + limits.git_seconds, limits)


def commit(repo: Repository, rev: str) -> str | None:
    """The commit that a revision names; None if it names none.

    Raises:
        GitError: The repository cannot be read.
    """
    if not rev or rev.startswith("-") or not rev.isprintable():
        return None
    quiet = ("rev-parse", "--verify", "--quiet", "--end-of-options")
    code, out = repo.run(*quiet, rev + "^{commit}")
    if code == 0:
        return out.decode("ascii", "replace").split()[-1]
    if repo.run("rev-parse", "--git-dir")[0]:
        raise GitError
    return None


def head(repo: Repository) -> str | None:
    """The commit that HEAD names; None in a repository without one.

    Raises:
        GitError: The repository cannot be read, or HEAD names what is not there.
    """
    found = commit(repo, "HEAD")
    if found is None and repo.run("rev-parse", "--verify", "--quiet", "HEAD")[0] == 0:
        raise GitError
    return found


def tree(repo: Repository, commit_id: str, prefix: str = "") -> tuple[Entry, ...]:
    """Every file, link and submodule of a commit below a folder, named as seen from there.

    Raises:
        GitError: It cannot be read.
    """
    code, out = repo.run("ls-tree", "-r", "-z", "--full-tree", f"{commit_id}:{prefix}")
    if code and prefix and not repo.run("ls-tree", "-z", "--full-tree", commit_id)[0]:
        return ()
    if code:
        raise GitError
    return tuple(_entry(line) for line in out.split(b"\0") if line)


def refs(repo: Repository) -> tuple[str, ...]:
    """Names of branches and tags; none if they cannot be read."""
    form = ("--count=1000", "--format=%(refname:short)")
    places = ("refs/heads", "refs/tags", "refs/remotes")
    try:
        return tuple(repo.run("for-each-ref", *form, *places)[1].decode(errors="replace").split())
    except GitError:
        return ()


def sizes(repo: Repository, oids: Sequence[str]) -> dict[str, int]:
    """Bytes of each blob that is there, read from its header alone.

    Raises:
        GitError: Git broke off, or took too long.
    """
    found: dict[str, int] = {}
    with repo.command("cat-file", "--batch-check", asks=True) as command:
        for oid in oids:
            command.ask(oid)
            kind, size = _header(command.line())
            if kind == b"blob":
                found[oid] = size
    return found


def blobs(repo: Repository, oids: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The content of blobs, one at a time; those that are missing are left out.

    Raises:
        GitError: Git broke off, or took too long.
    """
    with repo.command("cat-file", "--batch", asks=True) as command:
        for oid in oids:
            command.ask(oid)
            kind, size = _header(command.line())
            if not kind:
                continue
            data = command.read(size + 1)
            if len(data) != size + 1:
                raise GitError
            if kind == b"blob":
                yield oid, data[:-1]


def _header(line: bytes) -> tuple[bytes, int]:
    words = line.split()
    if len(words) == 3 and words[2].isdigit():
        return words[1], int(words[2])
    return b"", 0


def _entry(line: bytes) -> Entry:
    facts, tab, name = line.partition(b"\t")
    words = facts.decode("ascii", "replace").split()
    if len(words) != 3 or not tab:
        raise GitError
    return Entry(words[0], words[2], name.decode("utf-8", "surrogateescape"))
