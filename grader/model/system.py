"""What the operating system answers when it refuses, in both languages."""

from __future__ import annotations

import errno

from grader.model.text import Text, same

_PERMISSION = Text("no permission", "sin permiso")
_REASONS = {
    errno.EACCES: _PERMISSION,
    errno.EPERM: _PERMISSION,
    errno.ENOENT: Text("there is no such file or folder", "no existe ese archivo o carpeta"),
    errno.EISDIR: Text("it is a folder", "es una carpeta"),
    errno.ENOTDIR: Text(
        "a part of the path is no folder", "una parte de la ruta no es una carpeta"
    ),
    errno.EEXIST: Text("it is there already", "ya existe"),
    errno.ENOSPC: Text("the disk is full", "el disco está lleno"),
    errno.EDQUOT: Text("the disk quota is used up", "se ha agotado la cuota de disco"),
    errno.EROFS: Text("the disk can only be read", "el disco es de solo lectura"),
    errno.ELOOP: Text("links that lead in a circle", "enlaces que forman un bucle"),
    errno.ENAMETOOLONG: Text("a path that is too long", "una ruta demasiado larga"),
    errno.EIO: Text("a fault of the disk", "un fallo del disco"),
    errno.EMFILE: Text("too many open files", "demasiados archivos abiertos"),
}


def reason(error: OSError) -> Text:
    """Why the system refused; in its own words where they are rare."""
    return _REASONS.get(error.errno or 0) or same(error.strerror or type(error).__name__)
