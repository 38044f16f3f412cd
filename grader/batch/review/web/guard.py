"""Who may come in: this machine, with the address from the terminal, and nobody on their behalf.

Any page in the same browser can send requests to this port, and any process of this machine can
connect to it. So every request has to name this host (a name that was pointed here, DNS
rebinding, does not help), to hold the secret that only the terminal showed, and, where it would
change something, to come from our own form.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse

from grader.batch.review.web import words
from grader.batch.review.web.pages import note, page_policy

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from grader.model import Lang, Text

SAFE = ("GET", "HEAD")
TOKEN = "token"  # noqa: S105 - a parameter's name
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": f"{page_policy()}; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer that says nothing else."""


class Keys:
    """The secrets of one run of the page; all follow from one that is never sent."""

    def __init__(self, port: int) -> None:
        self._secret = secrets.token_bytes(32)
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        # Cookies know no ports: two pages at once must not overwrite each other's.
        self.cookie = f"mha-review-{port}"
        self.token, self.session, self.form = map(self._made, ("token", "session", "form"))

    def _made(self, purpose: str) -> str:
        return hmac.new(self._secret, purpose.encode(), hashlib.sha256).hexdigest()


def equal(given: str | None, wanted: str) -> bool:
    """Compare in a time that tells nothing of where they differ."""
    return given is not None and hmac.compare_digest(
        given.encode("utf-8", "replace"), wanted.encode()
    )


class Guard:
    """Stands before the application, and adds the headers that every answer has."""

    def __init__(self, app: ASGIApp, keys: Keys, lang: Lang) -> None:
        self._app, self._keys, self._lang = app, keys, lang

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the application's place, or let it answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._answer(Request(scope)) or self._app
        await answer(scope, receive, with_headers)

    def _answer(self, request: Request) -> Response | None:
        """A refusal, or the way in; None where the application is to answer."""
        keys = self._keys
        if request.headers.get("host", "").lower() not in keys.hosts:
            return self._refused(words.STRANGER)
        given = parse_qs(request.url.query).get(TOKEN, [None])[0]
        if request.method in SAFE and given is not None:
            return self._let_in() if equal(given, keys.token) else self._refused(words.LOCKED)
        if not equal(request.cookies.get(keys.cookie), keys.session):
            return self._refused(words.LOCKED)
        if request.method not in SAFE and not self._from_here(request):
            return self._refused(words.FORGED)
        return None

    def _let_in(self) -> Response:
        """The secret moves from the address, which a history keeps, into a cookie."""
        answer = RedirectResponse("/", status_code=303)
        answer.set_cookie(
            self._keys.cookie, self._keys.session, httponly=True, samesite="strict", path="/"
        )
        return answer

    def _from_here(self, request: Request) -> bool:
        """What the browser says of where a form was, if it does; the form's key is read later.

        Under our own referrer policy a browser gives the origin of our own form as ``null``.
        """
        origins = ("null", *(f"http://{host}" for host in self._keys.hosts))
        site = request.headers.get("sec-fetch-site", "same-origin")
        return site == "same-origin" and request.headers.get("origin", "null") in origins

    def _refused(self, says: Text) -> Response:
        return note(says, 403, self._lang)
