"""Are the files committed? Their bytes are compared with HEAD's, as git itself would see them.

The index is not asked and the working tree is not scanned: both can run a student's commands.
"""

from __future__ import annotations

import codecs
import hashlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import CommitState, Git
from grader.submission import git, names
from grader.submission.plumbing import GitError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.submission.limits import Limits

_TEXT_HEAD = 8_000
_POINTER_BYTES = 1_024
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n"
)
_IDENT = re.compile(rb"\$Id: [^$\n]*\$")
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
    with git.Store(repo) as store:
        head = store.commit("HEAD")
        if head is None:
            if not git.unborn(repo):
                raise GitError
            return Git(None, dict.fromkeys(files, "untracked"))
        listed = store.tree(head, prefix) or ()
        entries = {entry.name: entry.oid for entry in listed if entry.mode in _FILES}
        if prefix and not entries:
            return None
        states = {name: _state(store, data, entries.get(name)) for name, data in files.items()}
    root = Path(repo.top, prefix)
    lost = (n for n in entries if n not in files and names.fault(n, repo.limits) is None)
    return Git(head, states, frozenset(n for n in lost if not os.path.lexists(root / n)))


def _state(store: git.Store, data: bytes, oid: str | None) -> CommitState:
    if oid is None:
        return "untracked"
    if _same(data, oid):
        return "committed"
    blob = store.get(oid, max(_POINTER_BYTES, len(data) + data.count(b"\n")))
    same = blob is not None and blob.data is not None and _equivalent(data, blob.data)
    return "committed" if same else "modified"


def _same(data: bytes, oid: str) -> bool:
    """The bytes have this blob's hash, or had it before their line ends were converted."""
    if _hash(data, oid) == oid:
        return True
    if not _is_text(data):
        return False
    plain = data.replace(b"\r\n", b"\n")
    return oid in (_hash(plain, oid), _hash(plain.replace(b"\n", b"\r\n"), oid))


def _equivalent(data: bytes, blob: bytes) -> bool:
    pointer = _POINTER.match(blob) if len(blob) <= _POINTER_BYTES else None
    if pointer:
        return hashlib.sha256(data).hexdigest().encode() == pointer[1]
    ours, theirs = _plain(data), _plain(blob)
    return ours is not None and ours == theirs


def _plain(data: bytes) -> bytes | None:
    """A text without what ``.gitattributes`` may convert on the way out; None if it is none.

    That is: the encoding (``working-tree-encoding``), line ends (``eol``), ``$Id$`` (``ident``).
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeError:
            return None
    if not _is_text(data):
        return None
    return _IDENT.sub(b"$Id$", data.replace(b"\r\n", b"\n"))


def _is_text(data: bytes) -> bool:
    """Git's own rule: no zero byte near the start."""
    return b"\0" not in data[:_TEXT_HEAD]


def _hash(data: bytes, like: str) -> str:
    """Git's name for a blob, by the hash that ``like`` is long as."""
    blob = b"blob %d\0" % len(data) + data
    if len(like) == 64:
        return hashlib.sha256(blob).hexdigest()
    return hashlib.sha1(blob, usedforsecurity=False).hexdigest()
