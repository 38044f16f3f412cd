"""A file as a submission: an archive, known by its content, or a file of a repository on disk."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable
from pathlib import Path

from grader.model import Refusal, Submission, Text
from grader.submission import folder, gather, says, tarred, zipped
from grader.submission.limits import Limits
from grader.submission.names import ATTENTION, LAB_FOLDER, shown

Reader = Callable[[str, io.FileIO, Limits], tuple[str, gather.Gathered[bytes]]]

_OPEN = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
ENDINGS = (".tar.gz", ".tgz", ".tar", ".zip", ".gz")
_OTHERS = {
    b"Rar!\x1a\x07": "RAR",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"\xfd7zXZ\x00": "xz",
    b"BZh": "bzip2",
    b"\x28\xb5\x2f\xfd": "Zstandard",
}
_SNIFFED = 512

_FORMAT = Text(
    "“{name}” is a {form} archive, a format that is not supported: make a .zip or .tar.gz of the "
    "repository, or name its folder.",
    "«{name}» es un archivo {form}, un formato que no se admite: haz un .zip o un .tar.gz del "
    "repositorio, o indica su carpeta.",
)
_FALSE = Text(
    "“{name}” is named like an archive but its content is none; perhaps a download that went "
    "wrong. Make the archive again and check that it opens.",
    "«{name}» tiene nombre de archivo comprimido, pero no lo es; quizá falló la descarga. Vuelve "
    "a crearlo y comprueba que se abre.",
)
_LONE = Text(
    "“{name}” is a single file; a submission is a folder, a .zip or a .tar.gz with {attention} "
    "and {folder}/ in it. Name that folder.",
    "«{name}» es un solo archivo; una entrega es una carpeta, un .zip o un .tar.gz que contiene "
    "{attention} y {folder}/. Indica esa carpeta.",
)
_BIG = Text(
    "“{name}” has {size} and an archive may have {limit}: make it anew without data, environments "
    "and the .git folder.",
    "«{name}» ocupa {size} y un archivo comprimido puede ocupar {limit}: vuelve a crearlo sin "
    "datos, entornos ni la carpeta .git.",
)
_CHANGED = Text(
    "“{name}” is {what}: name a folder, a .zip or a .tar.gz.",
    "«{name}» es {what}: indica una carpeta, un .zip o un .tar.gz.",
)


def read_file(path: str, limits: Limits) -> Submission:
    """The submission in an archive, or the one on disk that a file belongs to.

    Raises:
        Refusal: It is no archive and in no repository, or an archive that cannot be read.
    """
    with io.FileIO(path, opener=lambda name, _: os.open(name, _OPEN)) as file:
        now = os.fstat(file.fileno())
        if not stat.S_ISREG(now.st_mode):
            raise no_file(path, now.st_mode)
        reader = _reader(path, file.read(_SNIFFED))
        file.seek(0)
        if reader is None:
            return _around(path, limits)
        if now.st_size > limits.archive_bytes:
            facts = {"size": says.size(now.st_size), "limit": says.size(limits.archive_bytes)}
            raise Refusal(_BIG.format(name=shown(path), **facts))
        top, entries = reader(path, file, limits)
    return gather.submission(stem(path), path, entries, peeled=top)


def no_file(path: str, mode: int) -> Refusal:
    """A pipe, socket or device where a submission should be."""
    return Refusal(_CHANGED.format(name=shown(path), what=says.kind(mode)))


def stem(path: str) -> str:
    """The archive's name without its ending."""
    name = Path(path).name
    ending = next((e for e in ENDINGS if name.lower().endswith(e)), "")
    return name[: len(name) - len(ending)] or name


def _reader(path: str, head: bytes) -> Reader | None:
    """Who reads content that starts like this; None for what is no archive."""
    if head.startswith(zipped.MAGIC):
        return zipped.read
    if head.startswith(tarred.GZIP) or tarred.is_header(head):
        return tarred.read
    form = next((form for magic, form in _OTHERS.items() if head.startswith(magic)), None)
    if form:
        raise Refusal(_FORMAT.format(name=shown(path), form=form))
    if path.lower().endswith(ENDINGS):
        raise Refusal(_FALSE.format(name=shown(path)))
    return None


def _around(path: str, limits: Limits) -> Submission:
    home = str(Path(os.path.realpath(path)).parent)
    top = home if folder.is_root(home, limits) else folder.above(home, limits)
    if top is None:
        facts = {"attention": ATTENTION, "folder": LAB_FOLDER}
        raise Refusal(_LONE.format(name=shown(path), **facts))
    return folder.read_top(path, top, limits)
