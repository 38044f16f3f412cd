"""Bytes of a README to text, whatever editor wrote them; never raises."""

from __future__ import annotations

import codecs

MOST = 32_000
"""Characters that are read: some ten pages, where the lab asks for one; Markdown that is made to be
slow takes half a second then."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it starts with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decoded(data: bytes) -> tuple[str, bool]:
    """The text with plain line ends and without NULs, and whether some was left out at the end."""
    text = _text(data[: MOST * 4]).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    if len(text) <= MOST:
        return text, len(data) > MOST * 4
    return text[:MOST].rpartition("\n")[0] or text[:MOST], True


def _text(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    encoding = _unmarked(data)
    if encoding:
        return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > len(data) - 4 and error.reason == "unexpected end of data":
            return data.decode("utf-8", "replace")  # cut in the middle of a character
        return data.decode("cp1252", "replace")


def _unmarked(data: bytes) -> str:
    """UTF-16 without its mark: every other byte of Latin text is zero."""
    head = data[:400]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) * 4 < len(head) or len(head) < 4:
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"
