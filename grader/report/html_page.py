"""What every page is made with: the frame, the two languages, and text that is only text.

Templates escape whatever they are given. Besides, the page's own policy lets nothing load and no
script run but ours, so that a slip in a template would still give a student nothing.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from grader.model import LANGS, Text
from grader.report import Style, html_words, picture_words, text_words
from grader.report.text_page import Page
from grader.report.text_safe import one_line, visible

if TYPE_CHECKING:
    from grader.model import Lang

MAX_NAME = 120
_CODE = re.compile(r"`([^`\n]+)`")


def document(template: str, lang: Lang, *, scripts: tuple[str, ...] = (), **facts: Any) -> str:
    """A page from one of ``templates/``, which extends ``base.html``.

    Args:
        template: Its file name.
        lang: The language in which it opens; the reader may switch.
        scripts: Besides ``base.js``, what its block ``script`` has, in files of ours.
        **facts: What the template speaks of, ``title`` (plain text) among them.
    """
    page = environment().get_template(template)
    return page.render(lang=lang, langs=LANGS, policy=policy(scripts), **facts)


@cache
def environment() -> Environment:
    """The templates, with what they may call: ``t`` for a Text, ``data`` for a student's word."""
    made = Environment(
        loader=PackageLoader("grader.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(t=both, s=sentence, data=data, pts=text_words.points)
    made.globals.update(w=html_words, words=text_words, pw=picture_words, asset=asset)
    return made


@cache
def asset(name: str) -> Markup:
    """A style sheet or script of ours, as it goes into the page."""
    loader = environment().loader
    assert loader is not None  # noqa: S101  # it is given above
    return Markup(loader.get_source(environment(), name)[0])  # noqa: S704  # our own file


@cache
def policy(scripts: tuple[str, ...] = ()) -> str:
    """The content security policy: nothing is fetched, and no script runs but ours."""
    digests = [hashlib.sha256(asset(name).encode()).digest() for name in ("base.js", *scripts)]
    allowed = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        f"script-src {allowed}; base-uri 'none'; form-action 'none'"
    )


def both(text: Text, **facts: object) -> Markup:
    """A Text in both languages, of which the reader sees one; once where they are the same."""
    filled = text.format(**facts) if facts else text
    return _halves(*(prose(filled.into(lang)) for lang in LANGS))


def sentence(text: Text) -> Markup:
    """``both``, with a capital at the front unless a name or code stands there."""
    return _halves(*(prose(Page(Style(lang=lang)).sentence(text)) for lang in LANGS))


def prose(text: str) -> Markup:
    """Plain text as HTML: hidden characters shown, backticks as code, indented lines as code."""
    lines = visible(text).split("\n")
    return Markup("<br>").join(
        Markup('<code class="line">{}</code>').format(line) if line.startswith("  ")
        else Markup(_CODE.sub(r"<code>\1</code>", str(escape(line))))  # noqa: S704  # escaped
        for line in lines
    )  # fmt: skip


def data(text: str) -> Markup:
    """A name that is not ours, on one line, and apart from the direction of what is around it."""
    shown = one_line(text[: MAX_NAME + 1])
    cut = shown[:MAX_NAME] + ("…" if len(shown) > MAX_NAME else "")
    return Markup("<bdi>{}</bdi>").format(cut)


def _halves(en: Markup, es: Markup) -> Markup:
    if en == es:
        return en
    return Markup('<span lang="en">{}</span><span lang="es">{}</span>').format(en, es)
