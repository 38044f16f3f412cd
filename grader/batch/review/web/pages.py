"""The pages of the review, from what was read; templates escape all that they are given."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from starlette.responses import HTMLResponse

from grader.batch.review import says
from grader.batch.review.web import words
from grader.model import LANGS
from grader.report.html_page import environment, policy

if TYPE_CHECKING:
    from grader.model import Lang, Text

_PICTURE = re.compile(r'<img src="(data:image/png;base64,[A-Za-z0-9+/=]+)"')
_SWITCH = re.compile(r'(<input type="radio" name="lang" id="lang-\w+" value="(\w+)")(?: checked)?>')


def page_policy() -> str:
    """The policy of the report's page, with our own forms and the report in a frame allowed."""
    return policy().replace("form-action 'none'", "form-action 'self'; frame-src 'self'")


def html(template: str, lang: Lang, status: int = 200, **facts: Any) -> HTMLResponse:
    """A page from one of the templates; ``title`` (plain text) is among the facts."""
    found = environment().get_template(template)
    frame = {"lang": lang, "langs": LANGS, "policy": page_policy(), "r": words, "why": says.WHY}
    return HTMLResponse(found.render(**frame, **facts), status_code=status)


def note(about: Text, status: int, lang: Lang) -> HTMLResponse:
    """A page of one sentence."""
    title = words.SORRY.into(lang)
    return html("review_note.html", lang, status, title=title, about=about, inside=status != 403)


def picture(report: str) -> str | None:
    """The committed picture as a data URL, out of the page of a submission, if it shows one."""
    found = _PICTURE.search(report)
    return found[1] if found else None


def opened_in(report: str, lang: Lang) -> str:
    """The page of a submission as it opens in a language; in a frame it remembers none."""
    said = re.sub(r'<html lang="\w+">', f'<html lang="{lang}">', report, count=1)
    return _SWITCH.sub(lambda m: f"{m[1]}{' checked' * (m[2] == lang)}>", said, count=len(LANGS))
