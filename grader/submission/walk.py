"""A folder on disk becomes bytes: every regular file once, following no link, waiting on nothing.

Each folder is opened from the one that holds it and never by its whole path, so that nobody who
swaps a folder for a link while it is read can lead the grader elsewhere.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from grader.model import Oddity, Refusal, Text
from grader.submission import gather, names, root, says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.submission.limits import Limits

_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FIRST = root.EXPERIMENTS | root.SOURCES | {"minimodel", "attention", "attention.py", "readme.md"}

_CROWDED = Text(
    "“{name}” has more than {limit} entries, so it is not one submission. Name the folder of one "
    "repository, without data or environments.",
    "«{name}» tiene más de {limit} entradas, así que no es una sola entrega. Indica la carpeta de "
    "un repositorio, sin datos ni entornos.",
)


@dataclass(slots=True)
class _Level:
    """An open folder and what is still to be read of it."""

    prefix: str
    fd: int
    entries: Iterator[os.DirEntry[str]]


def read(path: str, top: str, limits: Limits) -> gather.Gathered[bytes]:
    """Everything below ``top``, the lab's own folders first, so that data cannot crowd them out.

    Args:
        path: What the user typed, for the sentences.
        top: The root, as an absolute path.
        limits: How much may be read.

    Raises:
        OSError: ``top`` cannot be opened.
        Refusal: It holds too many entries.
    """
    return _Walk(path, limits).below(os.open(top, _FOLDER))


class _Walk:
    """One pass over a tree, depth first, with as many open folders as the tree may be deep."""

    def __init__(self, path: str, limits: Limits) -> None:
        self.path = path
        self.limits = limits
        self.seen = 0
        self.bytes = 0
        self.got: gather.Gathered[bytes] = gather.Gathered()
        self.stack: list[_Level] = []

    def below(self, fd: int) -> gather.Gathered[bytes]:
        """Everything below an open folder, which is closed in the end like all others."""
        try:
            self._enter("", fd)
            while self.stack:
                entry = next(self.stack[-1].entries, None)
                if entry is None:
                    os.close(self.stack.pop().fd)
                else:
                    self._take(entry)
        finally:
            for level in self.stack:
                os.close(level.fd)
        return self.got

    def _enter(self, prefix: str, fd: int) -> None:
        level = _Level(prefix, fd, iter(()))
        self.stack.append(level)
        with os.scandir(fd) as found:
            entries = list(islice(found, self.limits.entries - self.seen + 1))
        self.seen += len(entries)
        if self.seen > self.limits.entries:
            facts = {"name": names.shown(self.path), "limit": self.limits.entries}
            raise Refusal(_CROWDED.format(**facts))
        environment = bool(prefix) and any(entry.name == names.VENV_MARK for entry in entries)
        level.entries = iter(()) if environment else iter(sorted(entries, key=_order))

    def _take(self, entry: os.DirEntry[str]) -> None:
        level = self.stack[-1]
        name = root.joined(level.prefix, entry.name)
        if names.left_out(entry.name):
            return
        if why := names.fault(name, self.limits):
            self.got.oddities.append(says.unsafe(name, why))
            return
        try:
            if entry.is_dir(follow_symlinks=False):
                fd = os.open(entry.name, _FOLDER | os.O_NOFOLLOW, dir_fd=level.fd)
                self._enter(name, fd)
            else:
                self._keep(name, self._read(entry, level.fd, name))
        except FileNotFoundError:  # deleted while we read
            return
        except OSError as error:
            self.got.oddities.append(says.unreadable(name, error))

    def _keep(self, name: str, found: bytes | Oddity) -> None:
        if isinstance(found, Oddity):
            self.got.oddities.append(found)
        else:
            self.bytes += len(found)
            self.got.files.append((name, found))

    def _read(self, entry: os.DirEntry[str], folder: int, name: str) -> bytes | Oddity:
        if entry.is_symlink():
            return says.symlink(name)
        if not entry.is_file(follow_symlinks=False):
            return says.special(name, entry.stat(follow_symlinks=False).st_mode)
        fd = os.open(entry.name, _FILE, dir_fd=folder)
        with open(fd, "rb") as file:  # noqa: PTH123 - a descriptor has no path
            now = os.fstat(fd)
            if not stat.S_ISREG(now.st_mode):
                return says.special(name, now.st_mode)
            if odd := says.too_big(name, now.st_size, self.bytes, self.limits):
                return odd
            data = file.read(self.limits.file_bytes + 1)
        return says.too_big(name, len(data), self.bytes, self.limits) or data


def _order(entry: os.DirEntry[str]) -> tuple[bool, str]:
    plain = entry.name.casefold()
    return (plain not in _FIRST and not root.looks_like_lab(plain), entry.name)
