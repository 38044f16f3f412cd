"""The review page in a real browser: with the keyboard, without scripts, on a narrow screen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.batch import Store
from tests.desks import filled
from tests.pages import Looked, contrasts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytest_plugins = ["tests.browser"]

ROOT = Path(__file__).parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return filled(tmp_path / "out")


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """Where `grade review --web` says that the page is, while it runs."""
    command = [sys.executable, "-m", "grader", "review", str(folder), "--web", "--lang", "en"]
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield server.stdout.readline().rpartition(" ")[2].strip()
        server.send_signal(signal.SIGINT)


@contextmanager
def visiting(browser: Browser, address: str, width: int = 1280, **options: Any) -> Iterator[Looked]:
    """The list, in a fresh profile; nothing may be complained about by the time one leaves."""
    with browser.new_context(viewport={"width": width, "height": 800}, **options) as context:
        looked = Looked(context.new_page())
        looked.page.goto(address)
        yield looked
        assert looked.console == []
        assert {url.partition("?")[0].split("/")[2] for url in asked(looked)} == {
            address.split("/")[2]
        }


def asked(looked: Looked) -> list[str]:
    return [url for url in looked.requests if not url.startswith("data:")]


def focus_on(page: Page, name: str) -> None:
    """Press Tab until what has the focus is called so."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.count() and name in (focused.get_attribute("id") or focused.inner_text()):
            return
    raise AssertionError(name)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_whole_class_is_decided_with_the_keyboard_alone(
    browser: Browser, address: str, folder: Path, scripts: bool
) -> None:
    with visiting(browser, address, java_script_enabled=scripts) as looked:
        page = looked.page
        focus_on(page, "Start with the first")
        page.keyboard.press("Enter")
        page.wait_for_url("**/item/eva/agreement")
        focus_on(page, "points-")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")  # from none to half
        focus_on(page, "comment")
        page.keyboard.type("A new way, and right")
        focus_on(page, "by")
        page.keyboard.type("Ana P")
        page.keyboard.press("Enter")
        page.wait_for_url("**/item/ana/heatmap-distinct?kept=**")
        assert page.get_by_label("Your name").input_value() == "Ana P"
        page.get_by_role("radio", name="other").focus()
        page.keyboard.press("Space")
        page.get_by_label("Other number of points").fill("2,5")
        page.keyboard.press("Enter")
        page.wait_for_url("**/?kept=**")
        assert page.get_by_role("status").inner_text().startswith("Kept: heatmap-distinct of ana")

    with Store.open(folder) as store:
        kept = [(one.check, one.points, one.comment) for one in store.decisions()]
    assert kept == [("agreement", 1, "A new way, and right"), ("heatmap-distinct", 2.5, "")]


def test_the_report_and_the_picture_are_seen_beside_the_form(
    browser: Browser, address: str
) -> None:
    with visiting(browser, address) as looked:
        looked.page.get_by_role("link", name="Ana").click()
        picture = looked.page.get_by_alt_text("heatmap.png").first
        report = looked.page.frame_locator("iframe.report")

        assert picture.evaluate("image => image.naturalWidth") > 100
        assert "ana" in report.get_by_role("heading", level=1).inner_text().lower()
        assert "token" not in looked.page.url


def test_the_report_can_neither_reach_the_page_nor_send_a_form(
    browser: Browser, address: str, folder: Path
) -> None:
    """Even a report that was tampered with: it is framed without an origin, and may run nothing."""
    report = folder / "reports" / "ana.html"
    attack = (
        "<form method=post action=/item/ana/heatmap-distinct><button>send</button></form>"
        "<script>parent.document.title = 'owned'</script>"
    )
    report.write_text(report.read_text("utf-8").replace("<main", f"{attack}<main", 1), "utf-8")
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("link", name="Ana").click()
        frame = page.frame_locator("iframe.report")
        frame.get_by_role("button", name="send").click()
        page.wait_for_timeout(300)

        assert page.title() != "owned"
        assert page.url.endswith("/item/ana/heatmap-distinct")
    with Store.open(folder) as store:
        assert list(store.decisions(history=True)) == []


@pytest.mark.parametrize("where", ["", "item/ana/heatmap-distinct", "item/eva/agreement"])
def test_nothing_is_wider_than_a_phone(browser: Browser, address: str, where: str) -> None:
    with visiting(browser, address, width=360) as looked:
        looked.page.goto(address.partition("?")[0] + where)

        assert looked.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scripts", [True, False])
def test_the_language_can_be_switched(browser: Browser, address: str, scripts: bool) -> None:
    with visiting(browser, address, java_script_enabled=scripts) as looked:
        page = looked.page
        page.get_by_role("radio", name="Español").check()
        title = page.get_by_role("heading", level=1).inner_text()
        assert title == "Lo que debe revisar una persona"
        page.get_by_role("link", name="Empezar" if scripts else "Eva").click()
        if scripts:  # remembered, from page to page
            page.get_by_role("button", name="Guardar y seguir").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(browser: Browser, address: str, scheme: str) -> None:
    with visiting(browser, address, color_scheme=scheme) as looked:
        for where in ("", "item/ana/heatmap-distinct"):
            looked.page.goto(address.partition("?")[0] + where)
            low = {n: c for n, c in contrasts(looked.page).items() if c < 4.5}

            assert low == {}
