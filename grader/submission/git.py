"""What git knows, asked of its object store alone: commits, trees, blobs.

One ``git cat-file --batch`` answers everything. Trees are read here and not by ``ls-tree``: that
would be a second process for each submission, and a bomb of nested trees could not be cut off.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from grader.submission.names import left_out
from grader.submission.plumbing import Command, GitError
from grader.submission.root import joined

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from grader.submission.limits import Limits

LINK = "120000"
MODULE = "160000"
_FOLDER = "40000"
_BARE = ("HEAD", "objects", "refs")
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository that may be asked until a deadline."""

    git_dir: str
    top: str
    """The working tree's top folder; the repository itself where it is bare."""
    until: float
    limits: Limits

    def run(self, *args: str) -> tuple[int, bytes]:
        """A command's exit code and output.

        Raises:
            GitError: It could not start, said too much, or took too long.
        """
        with Command(self.git_dir, self.top, self.until, *args) as command:
            out = command.read(self.limits.git_bytes + 1)
            if len(out) > self.limits.git_bytes:
                raise GitError
            return command.code(), out


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of the store; ``data`` is None where there was more than was asked for."""

    oid: str
    kind: bytes
    size: int
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A file, link or submodule in a tree."""

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


def refs(repo: Repository) -> tuple[str, ...]:
    """Names of branches and tags; none if they cannot be read."""
    form = ("--count=1000", "--format=%(refname:short)")
    places = ("refs/heads", "refs/tags", "refs/remotes")
    try:
        return tuple(repo.run("for-each-ref", *form, *places)[1].decode(errors="replace").split())
    except GitError:
        return ()


def unborn(repo: Repository) -> bool:
    """HEAD names a branch that has no commit yet, rather than a commit that is lost."""
    return repo.run("rev-parse", "--verify", "--quiet", "HEAD")[0] == 1


class Store:
    """The object store of a repository, open for questions; every method may raise GitError."""

    def __init__(self, repo: Repository) -> None:
        where = (repo.git_dir, repo.top, repo.until)
        self._limits = repo.limits
        self._command = Command(*where, "cat-file", "--batch", asks=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._command.__exit__(kind, error, trace)

    def get(self, name: str, most: int) -> Thing | None:
        """An object by its id or any expression of one line; None if there is none.

        Args:
            name: What to ask for.
            most: How many bytes to keep; a larger object is gone past.
        """
        self._command.ask(name)
        words = self._command.line().split(b" ")
        if len(words) != 3 or not words[2].isdigit():
            return None
        size = int(words[2])
        data: bytes | None = None
        if size <= most:
            data = self._command.read(size)
        else:
            self._past(size)
        if self._command.read(1) != b"\n" or (data is not None and len(data) != size):
            raise GitError
        return Thing(words[0].decode("ascii", "replace"), words[1], size, data)

    def commit(self, rev: str) -> str | None:
        """The commit that a revision names; None if it names none."""
        if not rev.isprintable():
            return None
        found = self.get(rev + "^{commit}", self._limits.git_bytes)
        return found.oid if found and found.kind == b"commit" else None

    def tree(self, commit: str, prefix: str = "") -> list[Entry] | None:
        """What a commit holds below a folder, named as seen from there; None without the folder.

        Folders that are left out of submissions, or lie too deep, are not entered.
        """
        top = self.get(commit + "^{tree}", 0)
        oid = top.oid if top else ""
        for part in prefix.split("/") if prefix else ():
            inside = {e.name: e.oid for e in self._children(oid) if e.mode == _FOLDER}
            if part not in inside:
                return None
            oid = inside[part]
        return list(self._below(oid))

    def _below(self, oid: str) -> Iterator[Entry]:
        pending = [Entry(_FOLDER, oid, "")]
        seen = 0
        while pending:
            at = pending.pop()
            for child in self._children(at.oid):
                seen += 1
                if seen > self._limits.entries:
                    raise GitError
                entry = Entry(child.mode, child.oid, joined(at.name, child.name))
                if child.mode != _FOLDER:
                    yield entry
                elif not left_out(child.name) and entry.name.count("/") < self._limits.depth:
                    pending.append(entry)

    def _children(self, oid: str) -> Iterator[Entry]:
        found = self.get(oid, self._limits.git_bytes)
        if found is None or found.kind != b"tree" or found.data is None:
            raise GitError
        width, at = len(oid) // 2, 0
        while at < len(found.data):
            end = found.data.find(b"\0", at)
            mode, space, name = found.data[at:end].partition(b" ")
            at = end + 1 + width
            if end < 0 or not space or at > len(found.data):
                raise GitError
            child = found.data[end + 1 : at].hex()
            yield Entry(mode.decode("ascii", "replace"), child, os.fsdecode(name))

    def _past(self, size: int) -> None:
        while size > 0 and (piece := self._command.read(min(size, _PIECE))):
            size -= len(piece)
