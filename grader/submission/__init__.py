"""What was handed in, read once into memory: a folder, a zip, a tar, or a git revision.

Nothing here runs a student's code or writes to disk, and nothing an author of a submission can
put into one (links, pipes, bombs, hostile names or git settings) makes it do so.
"""

from __future__ import annotations

import os
import stat
from itertools import islice
from pathlib import Path

from grader.model import Refusal, Submission, Text
from grader.submission.limits import LIMITS, Limits
from grader.submission.names import shown

__all__ = ["LIMITS", "Limits", "read"]

_LISTED = 2_000

_MISSING = Text(
    "“{name}” does not exist: check the path.",
    "«{name}» no existe: revisa la ruta.",
)
_CLOSED = Text(
    "“{name}” cannot be opened ({error}): check the path and its permissions.",
    "«{name}» no se puede abrir ({error}): revisa la ruta y sus permisos.",
)


def read(path: str, *, rev: str | None = None, limits: Limits = LIMITS) -> Submission:
    """Take a snapshot of a submission.

    Args:
        path: A folder (the repository, a wrapper around it, or its ``src`` or ``experiments``), a
            ``.zip``, ``.tar`` or ``.tar.gz``, or a file of a repository.
        rev: A git revision to read instead of the working tree.
        limits: How much is looked at.

    Returns:
        The files below the root as bytes, with what was set aside and why.

    Raises:
        Refusal: It cannot be graded at all; the exception's sentence says what to do.
    """
    try:
        mode = Path(path).stat().st_mode
        if rev is not None and (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
            from grader.submission.revision import read_revision  # noqa: PLC0415 - rarely asked

            return read_revision(path, rev, limits)
        if stat.S_ISDIR(mode):
            from grader.submission.folder import read_folder  # noqa: PLC0415 - what is needed

            return read_folder(path, limits)
        from grader.submission.archive import no_file, read_file  # noqa: PLC0415 - likewise

        if stat.S_ISREG(mode):
            return read_file(path, limits)
        raise no_file(path, mode)
    except (FileNotFoundError, NotADirectoryError):
        raise _missing(path) from None
    except OSError as error:
        from grader.model.system import reason  # noqa: PLC0415 - only to refuse

        raise Refusal(_CLOSED.format(name=shown(path), error=reason(error))) from None
    except ValueError as error:  # a zero byte in the path
        if "null" not in str(error):
            raise
        raise _missing(path) from None


def _missing(path: str) -> Refusal:
    from grader.submission.gather import meant  # noqa: PLC0415 - only to refuse

    return Refusal(_MISSING.format(name=shown(path)) + meant(_similar(path)))


def _similar(path: str) -> str | None:
    """The entry of the nearest folder that exists whose name is most like what was typed."""
    from difflib import get_close_matches  # noqa: PLC0415 - only to refuse

    if "\0" in path:
        return None
    wanted = Path(path)
    while not wanted.parent.is_dir() and wanted.parent != wanted:
        wanted = wanted.parent
    try:
        with os.scandir(wanted.parent) as found:
            entries = {entry.name.casefold(): entry.name for entry in islice(found, _LISTED)}
    except OSError:
        return None
    near = get_close_matches(wanted.name.casefold(), entries, n=1)
    return str(wanted.with_name(entries[near[0]])) if near else None
