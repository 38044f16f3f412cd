"""A bulk download as what lies in it: a zip that stays packed, or the folder it was unpacked to."""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from grader.batch.sources import words
from grader.batch.sources.tidy import readable
from grader.model import Refusal
from grader.submission.limits import LIMITS, MIB
from grader.submission.names import left_out, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

CORRUPT = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)
MOST = 1_000_000
"""Entries of a whole download."""
_UTF8 = 0x800


@dataclass(frozen=True, slots=True)
class File:
    """A file of a download."""

    name: str
    """``/``-separated, below the top of the download."""
    member: str
    """What the box calls it."""
    size: int
    packed: int
    modified: str
    """Only good to sort by."""


class Box(Protocol):
    """Either kind of download."""

    place: Path

    def files(self) -> Sequence[File]:
        """Every regular file, by name."""
        ...

    def open(self, member: str) -> BinaryIO:
        """A file's bytes."""
        ...

    def size(self, member: str) -> tuple[int, int]:
        """How large a file is, and how large it is where it lies."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Zip:
    """A download that is still packed; only its table of contents is in memory."""

    def __init__(self, place: Path) -> None:
        self.place = place
        try:
            self._zip = zipfile.ZipFile(place)
        except CORRUPT:
            raise Refusal(words.DAMAGED.format(place=shown(str(place)))) from None
        if len(self._zip.filelist) > MOST:
            raise Refusal(words.CROWDED.format(place=shown(str(place)), most=MOST))

    def files(self) -> Sequence[File]:
        """Every regular file, by name."""
        found = [
            File(
                name=_decoded(info).replace("\\", "/"),
                member=info.filename,
                size=info.file_size,
                packed=info.compress_size,
                modified="{:04}-{:02}-{:02}T{:02}:{:02}:{:02}".format(*info.date_time),
            )
            for info in self._zip.filelist
            if not info.is_dir() and not left_out(info.filename)
        ]
        return sorted(found, key=lambda file: file.name)

    def open(self, member: str) -> BinaryIO:
        """A file's bytes."""
        return self._zip.open(member)  # type: ignore[return-value]  # IO[bytes], as good

    def size(self, member: str) -> tuple[int, int]:
        """How large a file is unpacked, and packed."""
        info = self._zip.getinfo(member)
        return info.file_size, info.compress_size

    def close(self) -> None:
        """Let go of the zip."""
        self._zip.close()


class Folder:
    """A download that was unpacked."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def files(self) -> Sequence[File]:
        """Every regular file, by name; no link is followed."""
        found: list[File] = []
        for here, folders, names in os.walk(self.place):
            folders[:] = sorted(name for name in folders if not left_out(name))
            for name in names:
                path = Path(here, name)
                facts = path.lstat()
                if stat.S_ISREG(facts.st_mode) and not left_out(name):
                    inner = os.path.relpath(path, self.place)
                    code, size = os.fsencode(inner).hex(), facts.st_size
                    when = f"{facts.st_mtime_ns:020}"
                    found.append(File(readable(inner), code, size, size, when))
            if len(found) > MOST:
                raise Refusal(words.CROWDED.format(place=shown(str(self.place)), most=MOST))
        return sorted(found, key=lambda file: file.name)

    def open(self, member: str) -> BinaryIO:
        """A file's bytes."""
        return self._path(member).open("rb")

    def size(self, member: str) -> tuple[int, int]:
        """How large a file is, twice."""
        size = self._path(member).stat().st_size
        return size, size

    def _path(self, member: str) -> Path:
        return self.place / os.fsdecode(bytes.fromhex(member))

    def close(self) -> None:
        """Nothing is held."""


def opened(place: Path) -> Box:
    """The box at a path.

    Raises:
        Refusal: it is a damaged zip.
    """
    return Folder(place) if place.is_dir() else Zip(place)


def content(box: Box, member: str, most: int) -> bytes:
    """A file's bytes, no more than it says it has.

    Raises:
        Refusal: it is damaged, larger than ``most``, or a bomb.
    """
    name = shown(member.rpartition("/")[2])
    try:
        size, packed = box.size(member)
        grown = size > MIB and size > LIMITS.ratio * max(packed, 1)
        if size > most or grown:
            raise Refusal(words.BOMB.format(name=name, size=size // MIB, limit=most // MIB))
        with box.open(member) as stream:
            data = stream.read(size + 1)
    except CORRUPT:
        raise Refusal(words.MEMBER.format(name=name)) from None
    except KeyError:
        raise Refusal(words.GONE.format(name=name)) from None
    if len(data) != size:
        raise Refusal(words.MEMBER.format(name=name))
    return data


def _decoded(info: zipfile.ZipInfo) -> str:
    """The name as its maker meant it: many write UTF-8 and do not set the flag for it."""
    raw = info.filename
    if info.flag_bits & _UTF8 or raw.isascii():
        return raw
    try:
        return raw.encode("cp437").decode()
    except UnicodeError:
        return raw


def size(box: Box, member: str) -> int:
    """How large a file says that it is.

    Raises:
        Refusal: it is no longer there.
    """
    try:
        return box.size(member)[0]
    except (KeyError, OSError):
        raise Refusal(words.GONE.format(name=shown(member.rpartition("/")[2]))) from None
