"""A tar, plain or gzipped, becomes bytes: one pass, a header at a time, nothing seeks back.

Its own reader of the format (POSIX.1-1988 ustar, POSIX.1-2001 pax, GNU long names), since all
that is wanted is regular files, and hostile headers have hung and fooled general readers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.model import Oddity, Refusal, Text
from grader.submission import gather, names, says
from grader.submission.limits import MIB, Limits
from grader.submission.stream import GZIP, DamagedError, Stream

if TYPE_CHECKING:
    import io

__all__ = ["GZIP", "is_header", "read"]

_BLOCK = 512
_LONGEST = MIB
_REGULAR = (b"0", b"\0", b"7")
_NO_DATA = (b"1", b"2", b"3", b"4", b"5", b"6")
_MODES = {b"3": 0o020000, b"4": 0o060000, b"6": 0o010000}

_BROKEN = Text(
    "The archive “{name}” is damaged or no tar: make it again and check that it opens.",
    "El archivo «{name}» está dañado o no es un tar: vuelve a crearlo y comprueba que se abre.",
)
_HEAVY = Text(
    "The archive “{name}” holds more than {limit}: make it again without data and environments.",
    "El archivo «{name}» contiene más de {limit}: vuelve a crearlo sin datos ni entornos.",
)
_CROWDED = Text(
    "The archive “{name}” has more than {limit} entries: make it again without data, environments "
    "and .git.",
    "El archivo «{name}» tiene más de {limit} entradas: vuelve a crearlo sin datos, entornos ni "
    ".git.",
)


@dataclass(frozen=True, slots=True)
class _Header:
    """One entry's name (bytes as stored), type flag and size of its content."""

    name: bytes
    kind: bytes
    size: int
    sparse: bool = False

    @property
    def stored(self) -> int:
        """Bytes that follow the header, without padding."""
        return 0 if self.kind in _NO_DATA else self.size


def read(path: str, file: io.FileIO, limits: Limits) -> tuple[str, gather.Gathered[bytes]]:
    """The root within the tar, and the entries below it.

    Raises:
        Refusal: It is damaged, a bomb, or holds several submissions.
    """
    try:
        entries = _entries(path, Stream(path, file, limits), limits)
    except (DamagedError, OSError):
        raise Refusal(_BROKEN.format(name=names.shown(path))) from None
    top = gather.peel(path, entries, limits)
    return top, gather.arrange(path, entries, top, limits)


def is_header(block: bytes) -> bool:
    """The first block of a file is a tar header: its checksum holds."""
    try:
        return len(block) == _BLOCK and any(block) and _parsed(block).size >= 0
    except DamagedError:
        return False


def _entries(path: str, stream: Stream, limits: Limits) -> gather.Gathered[bytes]:
    got: gather.Gathered[bytes] = gather.Gathered()
    used = seen = 0
    while header := _next(stream):
        seen += 1
        if seen > limits.entries:
            raise Refusal(_CROWDED.format(name=names.shown(path), limit=limits.entries))
        data = _take(got, header, stream, limits)
        used += len(data)
        if used > limits.total_bytes:
            facts = {"name": names.shown(path), "limit": says.size(limits.total_bytes)}
            raise Refusal(_HEAVY.format(**facts))
    return got


def _take(got: gather.Gathered[bytes], header: _Header, stream: Stream, limits: Limits) -> bytes:
    """Judge one entry and move past it; its bytes if they were kept."""
    raw = header.name.decode("utf-8", "surrogateescape")
    name, why = names.clean(raw, limits)
    folder = header.kind == b"5" or (raw.endswith("/") and header.kind in _REGULAR)
    wanted = bool(name) and not names.left_out(name)
    odd = says.unsafe(raw, why) if why else _odd(name, header, limits)
    if wanted and not folder and not odd:
        data = stream.exactly(header.size)
        stream.skip(-header.size % _BLOCK)
        got.files.append((name, data))
        return data
    if wanted and odd and (why or not folder):
        got.oddities.append(odd)
    stream.skip(header.stored + -header.stored % _BLOCK)
    return b""


def _odd(name: str, header: _Header, limits: Limits) -> Oddity | None:
    if header.kind == b"2":
        return says.symlink(name)
    if header.kind == b"1":
        return says.hard_link(name)
    if header.kind in _MODES:
        return says.special(name, _MODES[header.kind])
    if header.sparse or header.kind not in _REGULAR:
        return says.other(name)
    return says.large(name, header.size, limits) if header.size > limits.file_bytes else None


def _next(stream: Stream) -> _Header | None:
    """The next header of an entry, with what the headers before it say of it; None at the end."""
    name: bytes | None = None
    told: dict[bytes, bytes] = {}
    while True:
        block = stream.read(_BLOCK)
        if not any(block):
            return None
        header = _parsed(block)
        if header.kind not in (b"x", b"g", b"L", b"K"):
            break
        if header.size > _LONGEST:
            raise DamagedError
        data = stream.exactly(header.size)
        stream.skip(-header.size % _BLOCK)
        if header.kind == b"L":
            name = data.rstrip(b"\0")
        elif header.kind == b"x":
            told |= _pax(data)
    size = _decimal(told[b"size"]) if b"size" in told else header.size
    sparse = any(key.startswith(b"GNU.sparse.") for key in told)
    return _Header(told.get(b"path", name or header.name), header.kind, size, sparse)


def _parsed(block: bytes) -> _Header:
    if len(block) != _BLOCK:
        raise DamagedError
    if sum(block[:148]) + 8 * ord(" ") + sum(block[156:]) != _number(block[148:156]):
        raise DamagedError
    name = block[:100].partition(b"\0")[0]
    prefix = block[345:500].partition(b"\0")[0] if block[257:263] == b"ustar\0" else b""
    return _Header(
        prefix + b"/" + name if prefix else name, block[156:157], _number(block[124:136])
    )


def _number(field: bytes) -> int:
    """Octal digits, or (GNU) a binary number marked by its first bit."""
    if field[0] == 0x80:
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    if digits.strip(b"01234567"):
        raise DamagedError
    return int(digits or b"0", 8)


def _decimal(digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > 20:
        raise DamagedError
    return int(digits)


def _pax(data: bytes) -> dict[bytes, bytes]:
    """The records ``<length> <key>=<value>`` of a pax header, each as long as it says."""
    records: dict[bytes, bytes] = {}
    at = 0
    while at < len(data):
        space = data.find(b" ", at, at + 20)
        end = at + _decimal(data[at : max(space, at)])
        if not space + 1 < end <= len(data):
            raise DamagedError
        key, _, value = data[space + 1 : end - 1].partition(b"=")
        records[key] = value
        at = end
    return records
