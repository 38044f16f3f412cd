"""The application: the list of what is open, one item with its form, and the student's report."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlencode

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Route

from grader.batch.review import desk
from grader.batch.review.queue import following
from grader.batch.review.web import form, views, words
from grader.batch.review.web.guard import HEADERS, Guard, Keys, equal
from grader.batch.review.web.pages import note, opened_in
from grader.batch.store import Store
from grader.model import Refusal
from grader.report.html_page import policy

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from grader.model import Lang

NAME = "mha-review-name"
YEAR = 365 * 24 * 3600


def application(folder: Path, keys: Keys, lang: Lang) -> Starlette:
    """The review of one class, for whoever holds the keys.

    Args:
        folder: of the results.
        keys: the secrets of this run.
        lang: in which the pages open.
    """
    desk_of = Pages(folder, keys, lang)
    return Starlette(
        routes=[
            Route("/", desk_of.listed, methods=["GET"]),
            Route("/item/{submission}/{check}", desk_of.shown, methods=["GET"]),
            Route("/item/{submission}/{check}", desk_of.decided, methods=["POST"]),
            Route("/reports/{submission}.html", desk_of.report, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, keys=keys, lang=lang)],
        exception_handlers={
            404: partial(_sorry, lang=lang, status=404),
            405: partial(_sorry, lang=lang, status=405),
            500: partial(_sorry, lang=lang, status=500),
            Refusal: partial(_sorry, lang=lang, status=404),
        },
    )


async def _sorry(request: Request, error: Exception, *, lang: Lang, status: int) -> Response:
    """A sentence in the place of a page; what failed in our own code is logged by the server."""
    del request
    says = words.FAILED if status == 500 else words.NOT_THERE
    answer = note(error.says if isinstance(error, Refusal) else says, status, lang)
    answer.headers.update(HEADERS)
    return answer


class Pages:
    """What is answered at each address."""

    def __init__(self, folder: Path, keys: Keys, lang: Lang) -> None:
        self._folder, self._keys, self._lang = folder, keys, lang

    def listed(self, request: Request) -> Response:
        """What is open, check by check; ``?check=`` one check, ``?all=1`` also what is decided."""
        with Store.open(self._folder) as store:
            return views.listed(store, request.query_params, self._lang)

    def shown(self, request: Request) -> Response:
        """One item, and the form to decide it."""
        return self._item(request, {"by": unquote(request.cookies.get(NAME, ""))})

    def _item(
        self, request: Request, typed: dict[str, str], refusal: Refusal | None = None
    ) -> Response:
        with Store.open(self._folder) as store:
            place = views.Place(**request.path_params, only=_only(request), lang=self._lang)
            facts = {"typed": typed, "refusal": refusal, "key": self._keys.form}
            return views.shown(store, place, request.query_params.get("kept", ""), **facts)

    async def decided(self, request: Request) -> Response:
        """Keep a decision, and go on to the next item."""
        try:
            fields = await form.read(request)
        except Refusal as refusal:
            return note(refusal.says, 413, self._lang)
        if not equal(fields.get("key"), self._keys.form):
            return note(words.FORGED, 403, self._lang)
        return await run_in_threadpool(self._decided, request, fields)

    def _decided(self, request: Request, fields: dict[str, str]) -> Response:
        submission, check = request.path_params["submission"], request.path_params["check"]
        try:
            with Store.open(self._folder) as store:
                row, report = desk.read(store, submission)
                seen = desk.looked_up(store, row, report, check)
                points = "" if "withdraw" in fields else form.chosen(fields)
                asked = desk.Asked(points, fields.get("comment", ""), fields.get("by", ""))
                made = desk.settle(store, row, seen, asked)
                found, _ = desk.queue(store)
        except Refusal as refusal:
            return self._item(request, fields, refusal)
        only = _only(request)
        wanted = [one for one in found if only in ("", one.check)]
        after = following(wanted, submission, check) if made.points is not None else seen
        where = f"/item/{after.submission}/{quote(after.check)}" if after else "/"
        asks = {"check": only} if only else {}
        if made.points is not None:
            asks["kept"] = f"{submission}/{check}"
        answer = RedirectResponse(
            f"{where}?{urlencode(asks)}" if asks else where,
            status_code=303,
            background=BackgroundTask(_refresh, self._folder),
        )
        answer.set_cookie(NAME, quote(made.person), max_age=YEAR, httponly=True, samesite="strict")
        return answer

    def report(self, request: Request) -> Response:
        """The page of one submission, confined: it may run no script but the report's own."""
        with Store.open(self._folder) as store:
            text = views.report(store, request.path_params["submission"])
        if text is None:
            return note(words.NOT_THERE, 404, self._lang)
        confined = f"{policy()}; sandbox allow-scripts; frame-ancestors 'self'"
        headers = {**HEADERS, "Content-Security-Policy": confined}
        return HTMLResponse(opened_in(text, self._lang), headers=headers)


def _only(request: Request) -> str:
    return request.query_params.get("check", "")


def _refresh(folder: Path) -> None:
    with Store.open(folder) as store:
        desk.refresh(store)
