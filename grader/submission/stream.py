"""Bytes out of a plain or gzipped file, a few at a time, with an eye on how much comes out."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from grader.model import Refusal, Text
from grader.submission import says
from grader.submission.limits import MIB, Limits
from grader.submission.names import shown

if TYPE_CHECKING:
    import io

GZIP = b"\x1f\x8b"
_PIECE = 64 * 1024

_BOMB = Text(
    "The archive “{name}” was refused: it grows more than {ratio} times when unpacked, as only a "
    "bomb does. Make it again without that content.",
    "El archivo «{name}» se ha rechazado: crece más de {ratio} veces al descomprimirlo, como solo "
    "lo hace una bomba. Vuelve a crearlo sin ese contenido.",
)
_HEAVY = Text(
    "The archive “{name}” unpacks to more than {limit}: make it again without data and "
    "environments.",
    "El archivo «{name}» ocupa descomprimido más de {limit}: vuelve a crearlo sin datos ni "
    "entornos.",
)


class DamagedError(Exception):
    """The bytes end too early or make no sense."""


class Stream:
    """What a file unpacks to, read once from front to back."""

    def __init__(self, path: str, file: io.FileIO, limits: Limits) -> None:
        self._path = path
        self._file = file
        self._limits = limits
        self._gzip = zlib.decompressobj(wbits=31) if self._peek() == GZIP else None
        self._packed = b""
        self._ready = bytearray()
        self._eaten = 0
        self._made = 0

    def read(self, n: int) -> bytes:
        """The next ``n`` bytes, or fewer at the end.

        Raises:
            DamagedError: The compressed data are wrong or cut off.
            Refusal: It has grown beyond the limits.
        """
        while len(self._ready) < n:
            piece = self._more()
            if not piece:
                break
            self._made += len(piece)
            self._ready += piece
            self._judge()
        data = bytes(self._ready[:n])
        del self._ready[:n]
        return data

    def exactly(self, n: int) -> bytes:
        """The next ``n`` bytes; raises DamagedError where there are fewer."""
        data = self.read(n)
        if len(data) < n:
            raise DamagedError
        return data

    def skip(self, n: int) -> None:
        """Go past ``n`` bytes, however many, without holding them."""
        while n > 0:
            n -= len(self.exactly(min(n, MIB)))

    def _peek(self) -> bytes:
        head = self._file.read(len(GZIP))
        self._file.seek(0)
        return head

    def _more(self) -> bytes:
        if self._gzip is None:
            piece = self._file.read(_PIECE)
            self._eaten += len(piece)
            return piece
        piece = b""
        while not piece and not (self._gzip.eof and not self._another()):
            packed = self._packed or self._file.read(_PIECE)
            piece = self._unpack(packed)
            if not packed and not piece:
                raise DamagedError
        return piece

    def _unpack(self, packed: bytes) -> bytes:
        gzip = self._gzip
        if gzip is None:
            raise AssertionError
        try:
            piece = gzip.decompress(packed, MIB)
        except zlib.error:
            raise DamagedError from None
        self._packed = gzip.unconsumed_tail
        self._eaten += len(packed) - len(self._packed)
        return piece

    def _another(self) -> bool:
        """A gzip file may be several, one after the other; go on with the next, if any."""
        rest = self._gzip.unused_data if self._gzip else b""
        if not rest.startswith(GZIP):
            return False
        self._gzip, self._packed = zlib.decompressobj(wbits=31), rest
        return True

    def _judge(self) -> None:
        limits = self._limits
        if self._made > limits.unpacked_bytes:
            facts = {"name": shown(self._path), "limit": says.size(limits.unpacked_bytes)}
            raise Refusal(_HEAVY.format(**facts))
        if self._made > limits.ratio_from and self._made > limits.ratio * self._eaten:
            raise Refusal(_BOMB.format(name=shown(self._path), ratio=limits.ratio))
