"""The sentences about entries that were seen and not read."""

from __future__ import annotations

import stat

from grader.model import Oddity, Text
from grader.model.system import reason
from grader.submission.limits import KIB, MIB, Limits
from grader.submission.names import shown

_SYMLINK = Text(
    "“{name}” is a symbolic link. Links are not followed, so nothing was read from it: put a "
    "regular file with the content itself in its place.",
    "«{name}» es un enlace simbólico. Los enlaces no se siguen, así que no se ha leído nada de "
    "él: pon en su lugar un archivo normal con el propio contenido.",
)
_SPECIAL = Text(
    "“{name}” is {what}, not a regular file, so it was not read: remove it or put a regular file "
    "in its place.",
    "«{name}» es {what}, no un archivo normal, así que no se ha leído: bórralo o pon en su lugar "
    "un archivo normal.",
)
_CLOSED = Text(
    "“{name}” could not be opened: there is no permission to read it. Give it (chmod u+rX) and "
    "try again.",
    "«{name}» no se ha podido abrir: no hay permiso de lectura. Dáselo (chmod u+rX) y vuelve a "
    "intentarlo.",
)
_BROKEN = Text(
    "“{name}” could not be read ({error}): check the disk or copy the file anew.",
    "«{name}» no se ha podido leer ({error}): revisa el disco o vuelve a copiar el archivo.",
)
_LARGE = Text(
    "“{name}” has {size} and at most {limit} are read of a file, so it was left out: keep large "
    "data out of the submission.",
    "«{name}» ocupa {size} y de un archivo se leen como mucho {limit}, así que se ha dejado "
    "fuera: no incluyas datos grandes en la entrega.",
)
_FULL = Text(
    "“{name}” ({size}) was left out: with it the submission would pass {limit} in all. Keep large "
    "data out of the submission.",
    "«{name}» ({size}) se ha dejado fuera: con él la entrega pasaría de {limit} en total. No "
    "incluyas datos grandes en la entrega.",
)
_UNSAFE = Text(
    "“{name}” was left out because {why}: give it a plain relative name.",
    "«{name}» se ha dejado fuera porque {why}: ponle un nombre relativo y sencillo.",
)
_TWIN = Text(
    "“{name}” was left out: “{kept}” is there too, and many computers take the two names for one. "
    "Keep only the one that you mean.",
    "«{name}» se ha dejado fuera: también está «{kept}», y muchos ordenadores no distinguen los "
    "dos nombres. Deja solo el que quieras entregar.",
)
_TWICE = Text(
    "“{name}” is there twice: the first was read and the other left out. Keep only one.",
    "«{name}» está dos veces: se ha leído el primero y se ha dejado fuera el otro. Deja solo uno.",
)
_NESTED = Text(
    "“{name}” is an archive inside the submission, and nothing in it was looked at: if your work "
    "is in it, unpack it and submit the files themselves.",
    "«{name}» es un archivo comprimido dentro de la entrega, y no se ha mirado lo que contiene: "
    "si tu trabajo está ahí, descomprímelo y entrega los propios archivos.",
)
_LINK = Text("a hard link", "un enlace duro")
_FOLDER = Text("a folder", "una carpeta")
_KINDS = {
    stat.S_IFIFO: Text("a named pipe", "una tubería con nombre"),
    stat.S_IFSOCK: Text("a socket", "un socket"),
    stat.S_IFCHR: Text("a device", "un dispositivo"),
    stat.S_IFBLK: Text("a device", "un dispositivo"),
    stat.S_IFDIR: _FOLDER,
}
_UNKNOWN = Text("something else", "otra cosa")
_SUBMODULE = Text("another git repository", "otro repositorio de git")


def size(n: int) -> str:
    """Bytes as people read them."""
    if n < KIB:
        return f"{n} B"
    return f"{n / MIB:.1f} MiB" if n >= MIB else f"{n / KIB:.1f} KiB"


def kind(mode: int) -> Text:
    """What the type bits of a mode say, in words."""
    return _KINDS.get(stat.S_IFMT(mode), _UNKNOWN)


def symlink(name: str) -> Oddity:
    """A symbolic link, on disk or in an archive."""
    return Oddity(name, "symlink", _SYMLINK.format(name=shown(name)))


def special(name: str, mode: int) -> Oddity:
    """A pipe, socket or device."""
    return Oddity(name, "special", _SPECIAL.format(name=shown(name), what=kind(mode)))


def hard_link(name: str) -> Oddity:
    """A tar's entry that names another instead of holding bytes."""
    return Oddity(name, "special", _SPECIAL.format(name=shown(name), what=_LINK))


def other(name: str) -> Oddity:
    """A type of entry that nobody expects, such as a sparse file."""
    return Oddity(name, "special", _SPECIAL.format(name=shown(name), what=_UNKNOWN))


def submodule(name: str) -> Oddity:
    """A commit of another repository where a folder should be."""
    return Oddity(name, "special", _SPECIAL.format(name=shown(name), what=_SUBMODULE))


def unreadable(name: str, error: OSError) -> Oddity:
    """Opening or reading it failed."""
    text = _CLOSED if isinstance(error, PermissionError) else _BROKEN
    return Oddity(name, "special", text.format(name=shown(name), error=reason(error)))


def too_big(name: str, n: int, used: int, limits: Limits) -> Oddity | None:
    """Too many bytes for one file, or for all together after ``used``; None if there is room."""
    if n > limits.file_bytes:
        return large(name, n, limits)
    if used + n > limits.total_bytes:
        says = _FULL.format(name=shown(name), size=size(n), limit=size(limits.total_bytes))
        return Oddity(name, "too-large", says)
    return None


def large(name: str, n: int, limits: Limits) -> Oddity:
    """More bytes than one file may have."""
    says = _LARGE.format(name=shown(name), size=size(n), limit=size(limits.file_bytes))
    return Oddity(name, "too-large", says)


def unsafe(name: str, why: Text) -> Oddity:
    """A name that could do harm, or that later steps could not even print."""
    return Oddity(shown(name), "unsafe-name", _UNSAFE.format(name=shown(name), why=why))


def twin(name: str, kept: str) -> Oddity:
    """A name that clashes with another on some computers, or in every archive."""
    text = _TWICE if name == kept else _TWIN
    return Oddity(name, "case-twin", text.format(name=shown(name), kept=shown(kept)))


def nested(name: str) -> Oddity:
    """An archive in the submission."""
    return Oddity(name, "nested-archive", _NESTED.format(name=shown(name)))
