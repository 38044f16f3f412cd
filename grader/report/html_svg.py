"""Pictures of Matplotlib's as a part of a page, in the page's own colours and fonts."""

from __future__ import annotations

import re
from typing import Any

INK, ACCENT = "#010203", "#010204"
"""Stand for the colours of the page's text and of its links, which change with its theme."""
KEPT: Any = {"svg.hashsalt": "mha-grader", "svg.fonttype": "none", "path.simplify": False}
"""Settings under which to draw: the same bytes for the same numbers, and text that is text."""
NOTHING: Any = dict.fromkeys(("Date", "Creator", "Format", "Type"))
"""What is said of the file."""
_UNNEEDED = re.compile(
    r'(?<=<g) id="[^"]*"| font-family: [^;"]*;| clip-path="[^"]*"| transform="rotate\(-0 [^"]*\)"'
)


def inline(svg: str, label: str) -> str:
    """The picture alone, without what a page ignores.

    Args:
        svg: a whole file of Matplotlib's.
        label: the id of the element that says what is to be seen.
    """
    svg = re.sub(
        r"<(metadata|style|clipPath)\b.*?</\1>", "", svg[svg.index("<svg") :], flags=re.DOTALL
    )
    svg = re.sub(r"<[^>]*>", lambda tag: _tag(tag[0], label), svg)
    return re.sub(r">\s+<", "><", svg).strip()


def _tag(tag: str, label: str) -> str:
    """A tag made shorter; what stands between tags is a word, and stays as it is."""
    tag = " ".join(tag.split()).replace("xlink:href", "href")
    tag = tag.replace(INK, "currentColor").replace(ACCENT, "var(--link)")
    tag = re.sub(r"(\d\.\d)\d+", r"\1", _UNNEEDED.sub("", tag))
    if not tag.startswith("<svg"):
        return tag
    size = re.search(r' viewBox="[^"]*"', tag)
    return f'<svg role="img" aria-labelledby="{label}" class="plot"{size[0] if size else ""}>'
