"""From entries as they come to a Submission: root, clashes, digest; pure, and shared by all."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from grader.model import Git, Oddity, Refusal, Submission, Text
from grader.submission import names, root, says

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.submission.limits import Limits

T = TypeVar("T")

_ARCHIVES = (".zip", ".rar", ".7z", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
_NAMED = 4

_MANY = Text(
    "“{name}” has more than {limit} files, most of them in “{fullest}”; a submission has about "
    "ten. Hand in the repository alone, without data or environments.",
    "«{name}» tiene más de {limit} archivos, la mayoría en «{fullest}»; una entrega tiene unos "
    "diez. Entrega solo el repositorio, sin datos ni entornos.",
)
_SEVERAL = Text(
    "“{name}” holds {count} submissions ({some}). Name the one to grade, or "
    "several, one after the other.",
    "«{name}» contiene {count} entregas ({some}). Indica cuál hay que evaluar, o "
    "varias, una tras otra.",
)
_EMPTY = Text("nothing", "no hay nada")
_FOUND = Text("{some}", "hay {some}")
_NOTHING = Text(
    "“{name}” is no submission: expected {attention} and {folder}/, found {found}.",
    "«{name}» no es una entrega: se esperaban {attention} y {folder}/, y {found}.",
)
_UNPACK = Text(
    "“{name}” holds no Python file, only the archive “{inner}”: unpack it and hand in the files "
    "themselves.",
    "«{name}» no contiene ningún archivo de Python, solo el archivo comprimido «{inner}»: "
    "descomprímelo y entrega los propios archivos.",
)
_MEANT = Text(" Did you mean “{path}”?", " ¿Querías decir «{path}»?")


@dataclass(slots=True)
class Gathered(Generic[T]):
    """Entries with safe names, each with whatever leads to its bytes; and the ones set aside."""

    files: list[tuple[str, T]] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)


def meant(path: str | None) -> Text:
    """The tail of a refusal that names what was probably meant; empty for None."""
    return _MEANT.format(path=names.shown(path)) if path else Text("", "")


def too_many(name: str, files: Sequence[str], limits: Limits) -> Refusal:
    """More files than a submission may have, and where most of them are."""
    tops = Counter(file.rpartition("/")[0] or "." for file in files)
    fullest = tops.most_common(1)[0][0] if tops else "."
    facts = {"name": names.shown(name), "limit": limits.files, "fullest": names.shown(fullest)}
    return Refusal(_MANY.format(**facts))


def one_root(name: str, found: Sequence[str]) -> str:
    """The only root of those found, or the top where there is none.

    Raises:
        Refusal: There are several, so which one is meant cannot be known.
    """
    if len(found) > 1:
        some = ", ".join(names.shown(f) for f in found[:_NAMED])
        some += ", …" if len(found) > _NAMED else ""
        raise Refusal(_SEVERAL.format(name=names.shown(name), count=len(found), some=some))
    return found[0] if found else ""


def peel(name: str, entries: Gathered[T], limits: Limits) -> str:
    """The root among entries that come with their names.

    Raises:
        Refusal: There are several.
    """
    odd = [odd.path for odd in entries.oddities if odd.kind != "unsafe-name"]
    every = [file for file, _ in entries.files] + odd
    return one_root(name, root.find(root.tree_of(every), limits))


def arrange(name: str, entries: Gathered[T], top: str, limits: Limits) -> Gathered[T]:
    """The entries as seen from the root, without environments, clashes set aside.

    Raises:
        Refusal: More files than a submission may have.
    """
    inside = [(root.below(top, file), handle) for file, handle in entries.files]
    handles = [(file, handle) for file, handle in inside if file is not None]
    wanted = set(names.without_environments(file for file, _ in handles))
    if len(wanted) > limits.files:
        raise too_many(name, sorted(wanted), limits)
    kept, twins = names.settle(file for file, _ in handles if file in wanted)
    first: dict[str, T] = {}
    for file, handle in handles:
        first.setdefault(file, handle)
    odd = [replace(o, path=root.below(top, o.path) or o.path) for o in entries.oddities]
    odd += [says.twin(file, rival) for file, rival in twins]
    return Gathered([(file, first[file]) for file in kept], odd)


def submission(
    name: str,
    path: str,
    entries: Gathered[bytes],
    *,
    peeled: str = "",
    git: Git | None = None,
    hint: str | None = None,
) -> Submission:
    """The finished snapshot.

    Args:
        name: The folder's or the archive's name.
        path: Where it is, as the user typed it.
        entries: From :func:`arrange`, with their bytes.
        peeled: The folders around the root.
        git: What git knows of it.
        hint: A path that was perhaps meant, should this be no submission.

    Raises:
        Refusal: It holds no Python file and nothing that looks like the lab.
    """
    files = dict(sorted(entries.files))
    inner = [file for file in files if file.lower().endswith(_ARCHIVES)]
    _demand_work(path, files, inner, entries.oddities, hint)
    oddities = (*entries.oddities, *(says.nested(file) for file in inner))
    return Submission(
        name=names.shown(name),
        path=names.shown(path) if not path.isprintable() else path,
        files=files,
        digest=digest(files),
        oddities=tuple(sorted(oddities, key=lambda odd: (odd.path, odd.kind))),
        git=git,
        peeled=peeled,
    )


def digest(files: Mapping[str, bytes]) -> str:
    """Sha256 over the sorted names, lengths and bytes, so that no two snapshots share it."""
    total = hashlib.sha256()
    for name, data in sorted(files.items()):
        key = name.encode()
        total.update(b"%d:%b%d:" % (len(key), key, len(data)))
        total.update(data)
    return total.hexdigest()


def _demand_work(
    path: str,
    files: Mapping[str, bytes],
    inner: Sequence[str],
    oddities: Sequence[Oddity],
    hint: str | None,
) -> None:
    python = any(".py" in file.rpartition("/")[2].lower() for file in files)
    seen = [*files, *(odd.path for odd in oddities)]
    if python or root.rank("", root.tree_of(seen)):
        return
    if inner:
        says_so = _UNPACK.format(name=names.shown(path), inner=names.shown(inner[0]))
        raise Refusal(says_so)
    some = ", ".join(names.shown(file) for file in sorted(seen)[:_NAMED])
    some += ", …" if len(seen) > _NAMED else ""
    facts = {"name": names.shown(path), "attention": names.ATTENTION, "folder": names.LAB_FOLDER}
    found = _FOUND.format(some=some) if seen else _EMPTY
    raise Refusal(_NOTHING.format(found=found, **facts) + meant(hint))
