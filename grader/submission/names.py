"""What entries are called: which names are safe, which are left out, and how to print the rest."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from grader.model import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grader.submission.limits import Limits

LAB_FOLDER = "experiments/15-multi-head"
ATTENTION = "src/minimodel/attention/attention.py"
LAB_FILES = frozenset(
    f"{LAB_FOLDER}/{name}"
    for name in (
        *("mha.py", "verify.py", "verify_output.txt"),
        *("heatmap.png", "manifest.json", "README.md"),
    )
) | {ATTENTION}
"""The names that the lab asks for; nothing else may push one of them out."""

VENV_MARK = "pyvenv.cfg"
LEFT_OUT = frozenset(
    (
        *(".git", ".hg", ".svn", "__MACOSX", ".DS_Store", "site-packages", "node_modules"),
        *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".ipynb_checkpoints"),
        *(".hypothesis", ".tox", ".nox"),
    )
)
"""Made by tools, never by the student's hand; present in most real folders."""

_DRIVE = re.compile(r"[A-Za-z]:")
_BIDI = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")
_SHOWN = 160

_NOT_UTF8 = Text(
    "its name is not valid UTF-8",
    "su nombre no es UTF-8 válido",
)
_CONTROL = Text(
    "its name has control characters",
    "su nombre tiene caracteres de control",
)
_BACKSLASH = Text(
    "its name has a backslash, as when a zip made on Windows is unpacked without its folders",
    "su nombre tiene una barra invertida, como cuando un zip hecho en Windows se descomprime sin "
    "sus carpetas",
)
_ABSOLUTE = Text(
    "its name is an absolute path, which would land outside the submission",
    "su nombre es una ruta absoluta, que caería fuera de la entrega",
)
_CLIMBS = Text(
    "its name climbs out of the submission with “..”",
    "su nombre se sale de la entrega con «..»",
)
_LONG = Text("its name is too long", "su nombre es demasiado largo")
_DEEP = Text("it lies too many folders deep", "está anidado en demasiadas carpetas")


def clean(raw: str, limits: Limits) -> tuple[str, Text | None]:
    r"""A name from an archive as ``/``-separated parts, and what is wrong with it.

    Args:
        raw: The name as stored; ``\`` is a separator, since zips made on Windows have it.
        limits: How long and how deep a name may be.

    Returns:
        The normal name and None; or, where it cannot be used, a printable form and the reason.
    """
    name = raw.replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    absolute = name.startswith("/") or _DRIVE.match(name) is not None
    why = _ABSOLUTE if absolute else fault("/".join(parts), limits) if parts else None
    return (shown(raw), why) if why else ("/".join(parts), None)


def fault(name: str, limits: Limits) -> Text | None:
    """Why a ``/``-separated relative name cannot be used; None if it can."""
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        return _NOT_UTF8
    parts = name.split("/")
    plain = name.isascii() and name.isprintable()  # nearly all are, and it is quickly seen
    long = size > limits.name_bytes or any(len(p.encode()) > limits.part_bytes for p in parts)
    faults = (
        (not plain and any(_misleads(c) for c in name), _CONTROL),
        ("\\" in name, _BACKSLASH),
        (not {"", ".", ".."}.isdisjoint(parts), _CLIMBS),
        (len(parts) > limits.depth, _DEEP),
        (long, _LONG),
        (_DRIVE.match(name), _ABSOLUTE),
    )
    return next((why for found, why in faults if found), None)


def _misleads(c: str) -> bool:
    return unicodedata.category(c) == "Cc" or c in _BIDI


def shown(name: str) -> str:
    """The name with everything unprintable escaped, and short enough for a sentence."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name)
    half = _SHOWN // 2
    return safe if len(safe) <= _SHOWN else f"{safe[: half - 1]}…{safe[-half:]}"


def left_out(name: str) -> bool:
    """It is version control, a cache, or litter of an operating system."""
    parts = name.split("/")
    litter = parts[-1].startswith("._") or parts[-1].endswith(".pyc")
    return litter or not LEFT_OUT.isdisjoint(parts)


def without_environments(names: Iterable[str]) -> Iterator[str]:
    """Those that lie in no virtual environment; one in the root itself takes nothing along."""
    names = tuple(names)
    marks = (n.rpartition("/") for n in names)
    homes = frozenset(folder for folder, _, last in marks if last == VENV_MARK and folder)
    return (n for n in names if not homes or homes.isdisjoint(folders(n)))


def folders(name: str) -> Iterator[str]:
    """The folders above a name, the outermost first; not the root."""
    parts = name.split("/")
    return ("/".join(parts[:i]) for i in range(1, len(parts)))


def folded(name: str) -> str:
    """The same for names that a file system blind to case or composition takes for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def settle(names: Iterable[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Choose among names that cannot all exist on every file system.

    Two clash when they are equal once folded, or when one is a folder in the other. The first
    stays, and the lab's own names come before all others.

    Returns:
        The names that stay, and the others each with the name that it clashes with.
    """
    kept: list[str] = []
    twins: list[tuple[str, str]] = []
    files: dict[str, str] = {}
    inside: dict[str, str] = {}
    for name in sorted(names, key=lambda n: n not in LAB_FILES):
        key = folded(name)
        above = tuple(folders(key))
        rival = (
            files.get(key) or inside.get(key) or next((files[f] for f in above if f in files), "")
        )
        if rival:
            twins.append((name, rival))
            continue
        kept.append(name)
        files[key] = name
        for folder in above:
            inside.setdefault(folder, name)
    return kept, twins
