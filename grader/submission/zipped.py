"""A zip becomes bytes: its table of contents is judged first, and only then is anything unpacked.

What the table says of sizes is believed only where it forbids; unpacking counts for itself.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from typing import TYPE_CHECKING

from grader.model import Refusal, Text
from grader.submission import gather, names, says
from grader.submission.limits import KIB

if TYPE_CHECKING:
    from grader.submission.limits import Limits

MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_LOCKED = 0x1
_PIECE = 64 * KIB
_UTF8 = 0x800
_KNOWN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_CORRUPT = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(ValueError, OverflowError, EOFError, OSError, NotImplementedError, RuntimeError),
)

_BROKEN = Text(
    "The zip “{name}” is damaged and cannot be read: make it again and check that it opens.",
    "El zip «{name}» está dañado y no se puede leer: vuelve a crearlo y comprueba que se abre.",
)
_ENCRYPTED = Text(
    "The zip “{name}” asks for a password (for “{entry}”): make it again without one.",
    "El zip «{name}» pide una contraseña (para «{entry}»): vuelve a crearlo sin ella.",
)
_METHOD = Text(
    "The zip “{name}” packs “{entry}” with a method that is not read here (number {method}): make "
    "it again with the usual one (deflate).",
    "El zip «{name}» comprime «{entry}» con un método que no se admite (el número {method}): "
    "vuelve a crearlo con el habitual (deflate).",
)
_BOMB = Text(
    "The zip “{name}” was refused: “{entry}” grows from {packed} to {unpacked}, as only a zip "
    "bomb does. Take that file out.",
    "El zip «{name}» se ha rechazado: «{entry}» crece de {packed} a {unpacked}, como solo lo hace "
    "una bomba zip. Quita ese archivo.",
)
_HEAVY = Text(
    "The zip “{name}” unpacks to more than {limit}: make it again without data and environments.",
    "El zip «{name}» ocupa descomprimido más de {limit}: vuelve a crearlo sin datos ni entornos.",
)
_CROWDED = Text(
    "The zip “{name}” has too many entries: make it again without data, environments and .git.",
    "El zip «{name}» tiene demasiadas entradas: vuelve a crearlo sin datos, entornos ni .git.",
)


class _TooLongError(Exception):
    """A table of contents that would fill the memory."""


class _Careful(io.BufferedReader):
    """A file that never hands out more at once than a sane table of contents has."""

    def __init__(self, file: io.FileIO, limit: int) -> None:
        super().__init__(file)
        self._limit = limit

    def read(self, size: int | None = -1, /) -> bytes:
        """As usual, but a request above the limit raises :class:`_TooLongError`."""
        if size is None or size < 0:
            here = self.tell()
            size = self.seek(0, io.SEEK_END) - here
            self.seek(here)
        if size > self._limit:
            raise _TooLongError
        return super().read(size)


def read(path: str, file: io.FileIO, limits: Limits) -> tuple[str, gather.Gathered[bytes]]:
    """The root within the zip, and the entries below it.

    Raises:
        Refusal: It is damaged, locked, a bomb, or holds several submissions.
    """
    try:
        with (
            _Careful(file, limits.directory_bytes) as source,
            zipfile.ZipFile(source) as archive,
        ):
            if len(archive.filelist) > limits.entries:
                raise _TooLongError  # noqa: TRY301 - the same end as for a table that is too long
            listed = _listed(archive, limits)
            top = gather.peel(path, listed, limits)
            chosen = gather.arrange(path, listed, top, limits)
            return top, _unpacked(path, archive, chosen, limits)
    except _TooLongError:
        raise Refusal(_CROWDED.format(name=names.shown(path))) from None
    except _CORRUPT:
        raise Refusal(_BROKEN.format(name=names.shown(path))) from None


def _listed(archive: zipfile.ZipFile, limits: Limits) -> gather.Gathered[zipfile.ZipInfo]:
    got: gather.Gathered[zipfile.ZipInfo] = gather.Gathered()
    for info in archive.filelist:
        raw = _name(info)
        name, why = names.clean(raw, limits)
        mode = info.external_attr >> 16
        kind = stat.S_IFMT(mode)
        if not name or names.left_out(name):
            continue
        if why:
            got.oddities.append(says.unsafe(raw, why))
        elif kind == stat.S_IFLNK:
            got.oddities.append(says.symlink(name))
        elif raw.endswith(("/", "\\")) or kind == stat.S_IFDIR:
            continue
        elif kind not in (0, stat.S_IFREG):
            got.oddities.append(says.special(name, mode))
        else:
            got.files.append((name, info))
    return got


def _name(info: zipfile.ZipInfo) -> str:
    """The name as its maker meant it: macOS writes UTF-8 and does not set the flag for it."""
    raw = info.orig_filename
    if info.flag_bits & _UTF8 or raw.isascii():
        return raw
    try:
        return raw.encode("cp437").decode()
    except UnicodeError:
        return raw


def _unpacked(
    path: str,
    archive: zipfile.ZipFile,
    chosen: gather.Gathered[zipfile.ZipInfo],
    limits: Limits,
) -> gather.Gathered[bytes]:
    got: gather.Gathered[bytes] = gather.Gathered([], chosen.oddities)
    used = 0
    for name, info in chosen.files:
        _refuse(path, name, info, limits)
        if info.file_size > limits.file_bytes:
            got.oddities.append(says.large(name, info.file_size, limits))
            continue
        used += info.file_size
        if used > limits.total_bytes:
            facts = {"name": names.shown(path), "limit": says.size(limits.total_bytes)}
            raise Refusal(_HEAVY.format(**facts))
        got.files.append((name, _content(archive, info)))
    return got


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """One entry's bytes, a piece at a time; more or fewer than promised is damage."""
    data = bytearray()
    with archive.open(info) as stream:
        while len(data) <= info.file_size and (piece := stream.read(_PIECE)):
            data += piece
    if len(data) != info.file_size:
        raise zipfile.BadZipFile
    return bytes(data)


def _refuse(path: str, name: str, info: zipfile.ZipInfo, limits: Limits) -> None:
    facts = {"name": names.shown(path), "entry": names.shown(name)}
    if info.flag_bits & _LOCKED:
        raise Refusal(_ENCRYPTED.format(**facts))
    if info.compress_type not in _KNOWN:
        raise Refusal(_METHOD.format(method=info.compress_type, **facts))
    growth = info.file_size / max(info.compress_size, 1)
    if info.file_size > limits.ratio_from and growth > limits.ratio:
        sizes = {"packed": says.size(info.compress_size), "unpacked": says.size(info.file_size)}
        raise Refusal(_BOMB.format(**facts, **sizes))
