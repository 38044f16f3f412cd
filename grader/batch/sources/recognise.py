"""What kind of class a path holds, told by looking at names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch.sources import box as boxes
from grader.batch.sources import canvas, folder, gradescope, listed, moodle, packed, words
from grader.model import Refusal
from grader.submission import root
from grader.submission.folder import is_root
from grader.submission.limits import LIMITS
from grader.submission.names import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from grader.batch.sources.box import File
    from grader.batch.sources.entry import Entry

FOLDER, CANVAS, MOODLE, GRADESCOPE, LIST = KINDS = (
    *("folder", "canvas", "moodle", "gradescope", "list"),
)
LISTS = (".csv", ".tsv")
SEEN = 4


@dataclass(frozen=True, slots=True)
class Source:
    """A class that can be listed as often as needed."""

    place: Path
    kind: str

    def entries(self) -> Iterator[Entry]:
        """Every submission.

        Raises:
            Refusal: it cannot be listed.
        """
        found = False
        for entry in self._entries():
            found = True
            yield entry
        if not found:
            raise Refusal(words.EMPTY.format(place=shown(str(self.place)), kind=self.kind))

    def _entries(self) -> Iterable[Entry]:
        if self.kind == LIST:
            return listed.entries(self.place)
        if self.kind == FOLDER and self.place.is_dir():
            return folder.entries(self.place)
        box = boxes.opened(self.place)
        try:
            files = list(below_wrapper(box.files()))
            reader = {CANVAS: canvas, MOODLE: moodle, GRADESCOPE: gradescope, FOLDER: packed}
            return list(reader[self.kind].entries(box, files))
        finally:
            box.close()


def recognised(place: Path, kind: str | None) -> Source:
    """The class at a path.

    Args:
        place: a folder, a zip or a CSV file.
        kind: what it is, if that is known.

    Raises:
        Refusal: it is none of the kinds there are.
    """
    if kind is None:
        kind = _kind(place)
    elif kind == LIST and place.is_dir():
        raise Refusal(words.LIST_IS_FOLDER.format(place=shown(str(place))))
    elif kind != LIST and place.is_file() and not _is_zip(place):
        raise Refusal(words.NO_ZIP.format(place=shown(str(place)), kind=kind))
    return Source(place, kind)


def _kind(place: Path) -> str:
    if place.is_file():
        if not _is_zip(place):
            if place.suffix.lower() in LISTS:
                return LIST
            raise Refusal(words.UNKNOWN_FILE.format(place=shown(str(place))))
        box = boxes.Zip(place)
        try:
            tops = dict.fromkeys(f.name.partition("/")[0] for f in below_wrapper(box.files()))
        finally:
            box.close()
        return by_names(tops) or FOLDER
    if is_root(str(place), LIMITS):
        raise Refusal(words.ONE.format(place=shown(str(place))))
    names = sorted(entry.name for entry in place.iterdir() if not entry.name.startswith("."))
    while len(names) == 1 and by_names(names) is None and (place / names[0]).is_dir():
        place = place / names[0]
        names = sorted(entry.name for entry in place.iterdir() if not entry.name.startswith("."))
    return by_names(names) or FOLDER


def by_names(tops: Iterable[str]) -> str | None:
    """The LMS that gave these names to the files and folders at the top; None for no LMS."""
    names = list(tops)
    if gradescope.METADATA in names:
        return GRADESCOPE
    for kind, reader in ((MOODLE, moodle), (CANVAS, canvas)):
        if names and 2 * sum(reader.matched(name) is not None for name in names) > len(names):
            return kind
    return None


def below_wrapper(files: Sequence[File]) -> Iterator[File]:
    """The files as seen from below the one folder that is wrapped around all, if there is one."""
    tops = {file.name.partition("/")[0] for file in files}
    whole = next(iter(tops)) if len(tops) == 1 else ""
    nested = whole and all("/" in file.name for file in files)
    one = root.rank(whole, root.tree_of(file.name for file in files))
    if not nested or one or moodle.matched(whole):
        yield from files
        return
    for file in files:
        inner = file.name.partition("/")[2]
        yield boxes.File(inner, file.member, file.size, file.packed, file.modified)


def _is_zip(place: Path) -> bool:
    with place.open("rb") as file:
        return file.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
