"""A list: a CSV file with the columns ``id``, ``name``, ``path`` or ``url``, and ``rev``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from grader.batch.rows import Student
from grader.batch.sources import table, words
from grader.batch.sources.entry import Entry
from grader.model import Refusal
from grader.submission.names import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

YES, NO = {"1", "yes", "true", "sí", "si", "x", "late"}, {"0", "no", "false", ""}


def entries(file: Path) -> Iterator[Entry]:
    """Every submission in the file's order; an id that comes again is a later attempt.

    Raises:
        Refusal: a column is missing, or a row says nothing of where its submission is.
    """
    columns = table.header(file)
    if "id" not in columns or not {"path", "url"} & set(columns):
        seen = ", ".join(map(shown, columns)) or "-"
        raise Refusal(words.LIST_HEADER.format(file=shown(str(file)), seen=seen))
    count: dict[str, int] = {}
    for _, row in table.rows(file):
        count[row.get("id", "")] = count.get(row.get("id", ""), 0) + 1
    seen_of: dict[str, int] = {}
    for line, row in table.rows(file):
        id_ = row.get("id", "")
        if not id_ or not (row.get("path") or row.get("url")):
            raise Refusal(words.LIST_ROW.format(file=shown(str(file)), line=line))
        seen_of[id_] = attempt = seen_of.get(id_, 0) + 1
        yield _entry(file, row, attempt, latest=attempt == count[id_])


def _entry(file: Path, row: Mapping[str, str], attempt: int, *, latest: bool) -> Entry:
    id_, name = row["id"], row.get("name") or row["id"]
    path, url, rev = row.get("path"), row.get("url", ""), row.get("rev") or None
    email, number, login = (row.get(key, "") for key in ("email", "number", "login"))
    if path:
        where = os.fsencode(file.parent / path).hex()
        source = {"kind": "path", "path": where, "rev": rev}
    else:
        source = {"kind": "git", "url": url, "rev": rev}
    late = row.get("late", "?").casefold()
    return Entry(
        origin=f"list:{id_}:{path or url}:{rev or ''}:{attempt}",
        wish=id_ if attempt == 1 else f"{id_}-attempt-{attempt}",
        name=name,
        place=shown(f"{path or url}@{rev}" if rev else path or url),
        students=(Student(id_, name, email, number, login),),
        source=source,
        attempt=attempt,
        latest=latest,
        submitted_at=row.get("submitted_at") or None,
        late=True if late in YES else False if late in NO else None,
    )
