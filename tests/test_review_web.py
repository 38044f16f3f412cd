"""The review page: who may come in, what a form may change, and what can be reached at all."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest
from httpx import ASGITransport, AsyncClient, Response

from grader.batch import Store
from grader.batch.review.web.app import application
from grader.batch.review.web.guard import Keys
from tests.desks import filled

if TYPE_CHECKING:
    from pathlib import Path

    from grader.model import Lang

PORT = 8642
HOME = f"http://127.0.0.1:{PORT}"
ITEM = "/item/ana/heatmap-distinct"


class Client:
    """A browser without windows: keeps cookies, follows redirects unless told not to."""

    def __init__(self, folder: Path, keys: Keys, lang: Lang = "en") -> None:
        transport = ASGITransport(application(folder, keys, lang))
        self._client = AsyncClient(transport=transport, base_url=HOME, follow_redirects=True)

    def get(self, where: str, **more: Any) -> Response:
        return asyncio.run(self._client.get(where, **more))

    def post(self, where: str, **more: Any) -> Response:
        return asyncio.run(self._client.post(where, **more))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path / "out")


@pytest.fixture
def keys() -> Keys:
    return Keys(PORT)


@pytest.fixture
def stranger(folder: Path, keys: Keys) -> Client:
    """Someone on this machine without the address."""
    return Client(folder, keys)


@pytest.fixture
def person(stranger: Client, keys: Keys) -> Client:
    """Someone who opened the address that the terminal shows."""
    stranger.get("/", params={"token": keys.token})
    return stranger


def key(page: Response) -> str:
    found = re.search(r'name="key" value="(\w+)"', page.text)
    assert found
    return found[1]


def decide(client: Client, where: str = ITEM, **fields: str) -> Response:
    form = {"key": key(client.get(where)), "by": "Ana P", **fields}
    return client.post(where, data=form, follow_redirects=False)


def made(folder: Path) -> list[tuple[str, float | None, str, str]]:
    with Store.open(folder) as store:
        every = store.decisions(history=True)
        return [(one.check, one.points, one.comment, one.person) for one in every]


# ── who may come in ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("where", ["/", ITEM, "/reports/ana.html", "/?token=", "/?token=x", "/no"])
def test_without_the_address_nothing_is_shown(stranger: Client, where: str) -> None:
    answer = stranger.get(where)

    assert answer.status_code == 403
    assert "the whole address" in answer.text
    assert "heatmap" not in answer.text.partition("</style>")[2]


def test_the_secret_leaves_the_address_for_a_cookie_that_scripts_cannot_read(
    stranger: Client, keys: Keys
) -> None:
    answer = stranger.get("/", params={"token": keys.token}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()

    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert keys.token not in cookie
    assert stranger.get("/").status_code == 200


def test_each_run_has_secrets_of_its_own() -> None:
    one, other = Keys(PORT), Keys(PORT)

    assert len({k for keys in (one, other) for k in (keys.token, keys.session, keys.form)}) == 6


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "[::1]", ""])
def test_a_name_that_was_pointed_at_this_machine_does_not_help(
    person: Client, keys: Keys, host: str
) -> None:
    for where in ("/", f"/?token={keys.token}"):
        assert person.get(where, headers={"host": host}).status_code == 403
    assert person.get("/", headers={"host": f"localhost:{PORT}"}).status_code == 200


# ── what a form may change ───────────────────────────────────────────────────────────────────


def test_a_decision_is_kept_and_the_next_item_follows(person: Client, folder: Path) -> None:
    answer = decide(person, points="1.5", comment="Casi iguales\nsí")

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/item/eva/agreement?kept=")
    assert made(folder) == [("heatmap-distinct", 1.5, "Casi iguales\nsí", "Ana P")]
    shown = person.get(answer.headers["location"]).text
    assert "Kept: heatmap-distinct of ana, 1.5 of 3." in shown
    assert 'value="Ana P"' in shown  # the name is remembered


def test_the_last_decision_leads_back_to_the_list(person: Client, folder: Path) -> None:
    decide(person, points="3")
    answer = decide(person, "/item/eva/agreement", points="other", free="0,5")

    assert answer.headers["location"] == "/?kept=eva%2Fagreement"
    assert made(folder)[-1][:2] == ("agreement", 0.5)
    assert "Nothing waits for a person." in person.get("/").text


def test_a_filter_stays_while_deciding(person: Client) -> None:
    answer = decide(person, f"{ITEM}?check=heatmap-distinct", points="3")

    assert answer.headers["location"].startswith("/?check=heatmap-distinct&kept=")


def test_the_gradebook_is_written_anew_after_a_decision(person: Client, folder: Path) -> None:
    (folder / "grades.csv").unlink()
    decide(person, points="0")

    assert (folder / "grades.csv").is_file()


def test_a_decision_can_be_taken_back_and_both_stay_in_sight(person: Client, folder: Path) -> None:
    decide(person, points="3")
    answer = decide(person, withdraw="1", comment="a slip")
    shown = person.get(answer.headers["location"]).text

    assert answer.headers["location"] == ITEM
    assert [one[1] for one in made(folder)] == [3, None]
    assert shown.index("Ana P gave 3") < shown.index("Ana P took the decision back")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "No points were chosen"),
        ({"points": "other"}, "No points were chosen"),
        ({"points": "3", "free": "2"}, "Two answers were given"),
        ({"points": "9"}, "between 0 and 3"),
        ({"free": "lots"}, "not “lots”"),
        ({"points": "3", "by": " "}, "give yours"),
        ({"points": "3", "comment": "x" * 5000}, "Shorten it"),
    ],
)
def test_what_cannot_be_kept_comes_back_with_a_sentence_and_what_was_typed(
    person: Client, folder: Path, fields: dict[str, str], said: str
) -> None:
    answer = decide(person, **{"comment": "my words", **fields})

    assert answer.status_code == 422
    assert said in answer.text
    assert fields.get("comment", "my words") in answer.text
    assert made(folder) == []


@pytest.mark.parametrize(
    ("headers", "forged"),
    [
        ({}, {"key": "0" * 64}),
        ({}, {"key": "ñ"}),
        ({"origin": "https://evil.example"}, {}),
        ({"sec-fetch-site": "cross-site"}, {}),
        ({"sec-fetch-site": "same-site"}, {}),
    ],
)
def test_another_page_cannot_decide_in_ones_name(
    person: Client, folder: Path, headers: dict[str, str], forged: dict[str, str]
) -> None:
    form = {"key": key(person.get(ITEM)), "by": "Ana P", "points": "3", **forged}
    answer = person.post(ITEM, data=form, headers=headers)

    assert answer.status_code == 403
    assert "nothing was kept" in answer.text
    assert made(folder) == []


def test_a_form_without_its_key_or_larger_than_any_is_refused(person: Client, folder: Path) -> None:
    assert person.post(ITEM, data={"points": "3", "by": "Ana"}).status_code == 403
    assert person.post(ITEM, content=b"x" * 100_000).status_code == 413
    assert person.post(ITEM, content=b"&".join([b"a=1"] * 100)).status_code == 413
    assert made(folder) == []


# ── what can be reached ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "where",
    [
        "/results.sqlite",
        "/grades.csv",
        "/reports/",
        "/reports/ana.json",
        "/reports/..%2fgrades.csv",
        "/reports/../results.sqlite",
        "/reports/%2e%2e%2fsecret.html",
        "/reports/..%2fsecret.html",
        "/reports/..%5csecret.html",
        "/reports/%2fetc%2fpasswd.html",
        "/reports/stray.html",
        "/reports/linked.html",
        "/reports/max.html",
        "/reports/.ana.html.part.html",
        "/reports/ana%00.html",
        "/item/..%2f..%2fetc/passwd",
        "/item/nobody/agreement",
        "/item/ana/nothing",
        "/item/ana/committed",
        "/static/base.css",
    ],
)
def test_nothing_but_the_pages_of_submissions_can_be_reached(
    person: Client, folder: Path, where: str
) -> None:
    for name in ("secret.html", "reports/stray.html"):
        (folder / name).write_text("a secret")
    (folder / "reports" / "linked.html").symlink_to(folder / "secret.html")
    answer = person.get(where)

    assert answer.status_code == 404
    assert "a secret" not in answer.text
    assert "SQLite" not in answer.text


def test_a_link_in_the_place_of_a_report_is_not_followed(person: Client, folder: Path) -> None:
    (folder / "secret.html").write_text("a secret")
    (folder / "reports" / "zoe.html").unlink()
    (folder / "reports" / "zoe.html").symlink_to(folder / "secret.html")

    assert person.get("/reports/zoe.html").status_code == 404


def test_a_report_is_confined_and_opens_in_the_language_of_the_page(
    folder: Path, keys: Keys
) -> None:
    client = Client(folder, keys, "es")
    client.get("/", params={"token": keys.token})
    answer = client.get("/reports/ana.html")
    item = client.get(ITEM).text

    assert "sandbox allow-scripts;" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]
    assert '<html lang="es">' in answer.text
    assert answer.text.count(" checked>") == 1
    assert re.search(r'<iframe [^>]*src="/reports/ana.html#maps" sandbox="allow-scripts"', item)
    assert 'src="data:image/png;base64,' in item  # the picture itself, beside the form


@pytest.mark.parametrize("where", ["/", ITEM, "/nowhere", "/reports/ana.html"])
def test_every_answer_forbids_what_is_not_ours(person: Client, where: str) -> None:
    headers = person.get(where).headers

    assert "default-src 'none'" in headers["content-security-policy"]
    assert "script-src 'sha256-" in headers["content-security-policy"]
    assert "frame-ancestors" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"


def test_what_people_wrote_is_only_text(person: Client) -> None:
    attack = "<script>alert(1)</script>"
    decide(person, "/item/eva/agreement", points="1", comment=attack, by=attack)
    pages: list[Any] = [person.get(w).text for w in ("/?all=1", "/item/eva/agreement")]

    for page in pages:
        assert attack not in page
        assert "&lt;script&gt;alert(1)" in page


def test_the_list_can_be_narrowed_to_a_check(person: Client) -> None:
    main = person.get("/?check=agreement").text.partition("<main")[2]

    assert "/item/eva/agreement?check=agreement" in main
    assert "/item/ana/" not in main
    assert "no zip archive" in person.get("/").text


def test_a_store_that_is_gone_is_said_in_a_sentence(person: Client, folder: Path) -> None:
    (folder / "results.sqlite").rename(folder / "elsewhere")
    answer = person.get("/")

    assert answer.status_code == 404
    assert "holds no results" in answer.text
