"""Are the files committed? Their bytes are compared with HEAD's, as git itself would see them.

The index is not asked and the working tree is not scanned: both can run a student's commands.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import CommitState, Git
from grader.submission import git
from grader.submission.plumbing import GitError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.submission.limits import Limits

_TEXT_HEAD = 8_000
_POINTER_BYTES = 1_024
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n"
)
_FILES = ("100644", "100755", "100664")


def facts(top: str, files: Mapping[str, bytes], limits: Limits) -> Git | None:
    """Compare a submission with the HEAD of the repository that it lies in.

    Args:
        top: The submission's root on disk.
        files: What was read there.
        limits: How long git may take.

    Returns:
        None where there is no git or no repository, or where it cannot be read; and where the
        submission lies inside a repository that has nothing of it, as a class's downloads in a
        teacher's own repository do.
    """
    here = os.path.realpath(top)
    repo = git.locate(here, limits)
    if repo is None:
        return None
    prefix = os.path.relpath(here, repo.top)
    try:
        return _compared(repo, "" if prefix == "." else prefix, files)
    except GitError:
        return None


def _compared(repo: git.Repository, prefix: str, files: Mapping[str, bytes]) -> Git | None:
    head = git.head(repo)
    if head is None:
        return Git(None, dict.fromkeys(files, "untracked"))
    entries = {e.name: e for e in git.tree(repo, head, prefix) if e.mode in _FILES}
    if prefix and not entries:
        return None
    known = {name: entries[name].oid for name in files if name in entries}
    doubtful = {name: oid for name, oid in known.items() if not _same(files[name], oid)}
    changed = _changed(repo, doubtful, files)
    states: dict[str, CommitState] = {
        name: "modified" if name in changed else "committed" if name in known else "untracked"
        for name in files
    }
    root = Path(repo.top, prefix)
    gone = (name for name in entries if name not in files and not os.path.lexists(root / name))
    return Git(head, states, frozenset(gone))


def _same(data: bytes, oid: str) -> bool:
    """The bytes have this blob's hash, or had it before their line ends were converted."""
    if _hash(data, oid) == oid:
        return True
    if not _is_text(data):
        return False
    plain = data.replace(b"\r\n", b"\n")
    return oid in (_hash(plain, oid), _hash(plain.replace(b"\n", b"\r\n"), oid))


def _changed(
    repo: git.Repository, doubtful: Mapping[str, str], files: Mapping[str, bytes]
) -> frozenset[str]:
    """Those whose content differs from the blob by more than line ends or a Git LFS pointer."""
    if not doubtful:
        return frozenset()
    sizes = git.sizes(repo, tuple(doubtful.values()))
    near = {n: o for n, o in doubtful.items() if o in sizes and _may_match(files[n], sizes[o])}
    wanted = tuple(dict.fromkeys(near.values()))
    contents = git.blobs(repo, wanted) if wanted else ()
    names: dict[str, list[str]] = {}
    for name, oid in near.items():
        names.setdefault(oid, []).append(name)
    kept = {n for oid, blob in contents for n in names[oid] if _equivalent(files[n], blob)}
    return frozenset(doubtful) - kept


def _may_match(data: bytes, size: int) -> bool:
    """Sizes that line ends can explain, or a pointer's."""
    bare = len(data) - data.count(b"\r\n")
    return size <= _POINTER_BYTES or bare <= size <= bare + data.count(b"\n")


def _equivalent(data: bytes, blob: bytes) -> bool:
    pointer = _POINTER.match(blob) if len(blob) <= _POINTER_BYTES else None
    if pointer:
        return hashlib.sha256(data).hexdigest().encode() == pointer[1]
    texts = _is_text(data) and _is_text(blob)
    return texts and data.replace(b"\r\n", b"\n") == blob.replace(b"\r\n", b"\n")


def _is_text(data: bytes) -> bool:
    """Git's own rule: no zero byte near the start."""
    return b"\0" not in data[:_TEXT_HEAD]


def _hash(data: bytes, like: str) -> str:
    """Git's name for a blob, by the hash that ``like`` is long as."""
    blob = b"blob %d\0" % len(data) + data
    if len(like) == 64:
        return hashlib.sha256(blob).hexdigest()
    return hashlib.sha1(blob, usedforsecurity=False).hexdigest()
