"""From a row's source, plain data, to the snapshot that it leads to, and what a grade hangs on."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from grader.batch.sources import box as boxes
from grader.batch.sources.folder import KINDS
from grader.batch.sources.ids import safe
from grader.model import Refusal
from grader.model.text import LANGS, Text
from grader.submission import LIMITS, read
from grader.submission.clone import cloned
from grader.submission.loose import Loose, read_loose
from grader.submission.names import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

    from grader.model import Submission


class Snapshots:
    """Takes one snapshot after the other; a context manager, for what is open or unpacked."""

    def __init__(self, work: Path) -> None:
        """A folder of one's own in which an archive may lie while it is read."""
        self._work = work
        self._boxes: dict[str, boxes.Box] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for box in self._boxes.values():
            box.close()
        shutil.rmtree(self._work / "unpacked", ignore_errors=True)

    def read(self, source: Mapping[str, Any], name: str, place: str) -> Submission:
        """Take a snapshot.

        Args:
            source: an ``Entry``'s.
            name: what the submission is to be called in its report.
            place: where it is to be said to have been found.

        Raises:
            Refusal: it cannot be graded.
        """
        if source["kind"] == "members":
            found = self._members(source["box"], source["files"], name, place)
        elif source["kind"] == "git":
            copy = cloned(source["url"], self._work / "clones")
            found = read(copy, rev=source["rev"] or "HEAD")
        else:
            path = os.fsdecode(bytes.fromhex(source["path"]))
            found = read(path, rev=source.get("rev"))
        return replace(found, name=name, path=place)

    def _members(
        self, where: str, files: Sequence[tuple[str, str]], name: str, place: str
    ) -> Submission:
        box = self._box(where)
        if len(files) == 1 and files[0][0].lower().endswith(KINDS):
            return self._archive(box, *files[0])
        loose = [self._loose(box, *file) for file in files]
        return read_loose(name, place, loose)

    def _archive(self, box: boxes.Box, called: str, member: str) -> Submission:
        """An archive within the download, which lies on the disk while it is read."""
        folder = self._work / "unpacked"
        folder.mkdir(parents=True, exist_ok=True)
        ending = next(e for e in KINDS if called.lower().endswith(e))
        path = folder / (safe(called.rpartition("/")[2][: -len(ending)]) + ending)
        path.write_bytes(boxes.content(box, member, LIMITS.archive_bytes))
        try:
            return read(str(path))
        except Refusal as refusal:  # where it lies for a moment says nothing to anyone
            here, name = str(path), shown(called)
            told = Text(*(getattr(refusal.says, lang).replace(here, name) for lang in LANGS))
            raise Refusal(told) from None
        finally:
            path.unlink()

    def _loose(self, box: boxes.Box, called: str, member: str) -> Loose:
        size = boxes.size(box, member)
        return Loose(called, size, functools.partial(boxes.content, box, member, LIMITS.file_bytes))

    def _box(self, where: str) -> boxes.Box:
        if where not in self._boxes:
            self._boxes[where] = boxes.opened(Path(os.fsdecode(bytes.fromhex(where))))
        return self._boxes[where]


def fingerprint(submission: Submission) -> str:
    """Sha256 of all that a grade may depend on.

    The files are most of it. What git says of them decides a check too, and so does what was set
    aside (a link, a file that is too large) or wrapped around them.
    """
    git = submission.git
    states = [git.head, sorted(git.states.items()), sorted(git.deleted)] if git else None
    odd = [(odd.path, odd.kind, odd.says.en) for odd in submission.oddities]
    said = json.dumps([submission.digest, submission.peeled, states, odd])
    return hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()
