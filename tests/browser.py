"""A real browser for the tests that look at a page: ``pytest_plugins = ["tests.browser"]``.

It is a plugin, so that its fixture is one for all; what they do with it is in ``tests/pages.py``.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str:
    """Where the browser is; the tests that need one cannot do without."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path, f"none of {', '.join(NAMES)} is installed: apt-get install chromium"
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window; one a module, for while it runs no other event loop can."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found(), args=["--no-sandbox"])
        yield started
        started.close()
