"""What to say about a part of the manifest that does not follow its schema.

Every sentence says what stands there, why that is not accepted where it can be told, and what to
write.
"""

from __future__ import annotations

import datetime as dt
import difflib
import json
import math
import re
from typing import TYPE_CHECKING, Any

from grader.labs.multi_head import manifest_words as words
from grader.labs.multi_head.json_cursor import Bare
from grader.labs.multi_head.manifest_words import DISTINCT, MAX_DIFF, SNIPPET, WANTED, Path
from grader.model import Text, same

if TYPE_CHECKING:
    from collections.abc import Sequence

_TEXTS = {("experiment",), ("date",), SNIPPET} | {p for p in WANTED if p[:-1] == ("versions",)}
_SCALARS = {("seed",), MAX_DIFF, DISTINCT} | {("config", k) for k in ("d_model", "n_heads", "T")}
_NAN = ("nan", "inf", "infinity")
_HOLDER = re.compile(r"[XYZxyz*?]+(\.[XYZxyz*?]+)*|[0-9.]+\.[Xx*?](\.[Xx*?])*|[YA]{4}-MM-DD")
_TOKENS = "<bos>Iwork,youwork,he"
_INDEX = ("Iwork,youwork,he", "Iwork,youwork,he___")
_TOO_MANY = 40
_TOLERANCE = 1e-5


def key(path: Path) -> str:
    """A path as a sentence names it: ``results_summary.heads_visibly_distinct``."""
    return ".".join(map(str, path)) or "manifest.json"


def seen(value: Any) -> Text:  # whatever JSON holds
    """A value in a few words."""
    if isinstance(value, list | dict):
        return words.LIST if isinstance(value, list) else words.OBJECT
    written = value if isinstance(value, Bare) else json.dumps(value, ensure_ascii=False)
    return same(f"`{written if len(written) <= 50 else written[:49] + '…'}`")


def wrong(path: Path, value: Any, measured: float | None = None) -> Text:
    """The sentence about a value that the schema does not accept, whatever JSON it is.

    Args:
        path: Where it stands.
        value: What stands there.
        measured: The largest difference at H = 1; infinite if there was no answer, None if nothing
            could be asked.
    """
    why, wanted = _why(path, value)
    if why == words.LARGE and measured is not None:
        why = _large(measured)
    return words.IS.format(key=key(path), seen=seen(value)) + why + _write(wanted)


def hint(paths: Sequence[Path]) -> Text | None:
    """What to do, where all that is wrong has one answer; None where the check's own fits."""
    if paths and all(path == ("date",) for path in paths):
        return words.TODAY
    if paths and all(path[:1] == ("versions",) for path in paths):
        return words.VERSIONS
    return None


def missing(path: Path, root: Any) -> Text:  # whatever JSON holds
    """The sentence about a key that is not there, with the one that may be meant for it."""
    says = words.MISSING.format(key=key(path))
    near = _near(path, root)
    if near:
        told = words.NEAR if near[:-1] == path[:-1] else words.MOVE
        says += told.format(near=key(near), key=key(path))
    return says + _write(WANTED.get(path, words.ELSE))


def days(written: Any) -> list[dt.date]:  # whatever JSON holds
    """The days that a date may mean: one, or two for 01/02/2024, day first; none if unreadable."""
    text = str(written)[:40].strip()
    if match := re.match(r"([0-9]{4})[-/. ]?([0-9]{1,2})[-/. ]?([0-9]{1,2})(?![0-9])", text):
        orders = [match.groups()]
    elif match := re.match(r"([0-9]{1,2})[-/. ]([0-9]{1,2})[-/. ]([0-9]{4})(?![0-9])", text):
        day, month, year = match.groups()
        orders = [(year, month, day), (year, day, month)]
    else:
        return []
    read = (_day(*map(int, order)) for order in orders)
    return list(dict.fromkeys(day for day in read if day))


def _day(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def _write(wanted: Text) -> Text:
    return words.WRITE.format(wanted=wanted)


def _why(path: Path, value: Any) -> tuple[Text, Text]:
    """Why a value is not accepted, as the end of the sentence, and what to write."""
    wanted = WANTED.get(path, words.ELSE)
    if path == ("date",):
        return _date(value, wanted)
    if path in _TEXTS:
        return _text(path, value), wanted
    return _scalar(path, value) if path in _SCALARS else words.DOT, wanted


def is_number(value: Any) -> bool:  # whatever JSON holds
    """A number of JSON; true and false are none, though Python counts them as such."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _date(value: Any, wanted: Text) -> tuple[Text, Text]:
    if isinstance(value, str) and _HOLDER.fullmatch(value):
        return words.PLACEHOLDER, wanted
    read = [same(f'`"{day}"`') for day in days(value)]
    if len(read) == 2:
        return words.FORM, words.DAYS.format(first=read[0], second=read[1])
    if read:
        return words.FORM, read[0]
    form = isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value)
    return words.NO_DAY if form else words.DOT, wanted


def _text(path: Path, value: Any) -> Text:
    if is_number(value):
        return words.UNQUOTED
    if path == SNIPPET and isinstance(value, str):
        bare = "".join(value.split())
        return words.INDEX if bare in _INDEX else words.SPACES if bare == _TOKENS else words.DOT
    holder = isinstance(value, str) and path[:-1] == ("versions",) and _HOLDER.fullmatch(value)
    return words.PLACEHOLDER if holder else words.DOT


def _scalar(path: Path, value: Any) -> Text:
    if value is None and path in (MAX_DIFF, DISTINCT):
        return words.NULL
    if isinstance(value, str):
        if value.lower().strip("+-") in _NAN:
            return words.NAN
        quoted = words.QUOTED_ANSWER if path == DISTINCT else words.QUOTED
        return words.DOT if isinstance(value, Bare) else quoted
    if path == MAX_DIFF and is_number(value):
        return words.NEGATIVE if value < 0 else words.LARGE
    return words.DOT


def _large(measured: float) -> Text:
    """A number that is not below the tolerance, beside what was measured: a slip of which file."""
    if not math.isfinite(measured):
        return words.NO_ANSWER
    says = words.NOT_MEASURED if measured < _TOLERANCE else words.CLASS_DIFFERS
    return says.format(got=f"`{measured:.3g}`")


def _near(path: Path, root: Any) -> Path | None:
    """A key whose name is much like the one that is missing: beside it, or its twin elsewhere."""
    inside = root
    for step in path[:-1]:
        inside = inside[step]
    name = str(path[-1])
    strange = {
        _plain(k): k for k in inside if (*path[:-1], k) not in WANTED and len(k) <= _TOO_MANY
    }
    close = difflib.get_close_matches(_plain(name), list(strange)[:_TOO_MANY], n=1, cutoff=0.7)
    parts = [k for k in strange if len(k) >= 6 and k in _plain(name)]
    for found in (*close, *parts):
        return (*path[:-1], strange[found])
    places: list[Path] = [(), ("versions",), ("config",), ("results_summary",)]
    for place in places:
        there = root.get(place[0]) if place else root
        if isinstance(there, dict) and name in there and (*place, name) not in WANTED:
            return (*place, name)
    return None


def _plain(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
