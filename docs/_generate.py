"""The part of the documentation that is made from the code, as a hook of MkDocs.

Adds a page for each check and known mistake, puts tables where a page says
``<!-- generated: NAME -->``, and gives the pages under ``es/`` a Spanish frame and every page a
link to its other language. Nothing of this is kept in the repository.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # its neighbours, and the tests that it counts
from _cards import navigation, pages  # noqa: E402
from _tables import TABLES  # noqa: E402

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

PLACES = ("checks", "misconceptions", "es/checks", "es/misconceptions")
ASKED = re.compile(
    r"(?:^\(The tables? (?:is|are) made [^\n]+\)\n\n)?<!-- generated: ([a-z-]+) -->", re.MULTILINE
)
"""A place, with the line above it that tells a reader of the bare file where to look instead."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the generated pages where the navigation names their folder."""
    config.nav = _expanded(config.nav)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for path, content in pages().items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put the tables where they are asked for."""
    del page, config, files
    return ASKED.sub(lambda asked: TABLES[asked[1]](), markdown)


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
) -> dict[str, Any]:
    """Speak the page's language around it, and link to the other one."""
    del nav
    path = page.file.src_uri
    spanish = path.startswith("es/")
    config.theme["language"] = "es" if spanish else "en"
    config.extra["alternate"] = [
        {"name": name, "lang": lang, "link": _twin(path.removeprefix("es/"), at, page)}
        for name, lang, at in (("English", "en", ""), ("Español", "es", "es/"))
    ]
    return context


def _twin(path: str, at: str, page: Page) -> str:
    """The address of the page in the language whose folder is ``at``; its first page if none."""
    known = _SOURCES.get(at + path)
    return known or _SOURCES.get(f"{at}index.md") or page.url


_SOURCES: dict[str, str] = {}
"""Where each page goes, by its path below ``docs/``."""


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Remember where each page goes."""
    del config
    _SOURCES.clear()
    _SOURCES.update({file.src_uri: file.url for file in files.documentation_pages()})
    return nav


def _expanded(item: Any) -> Any:
    if isinstance(item, dict):
        return {title: _expanded(inner) for title, inner in item.items()}
    if isinstance(item, list):
        return [_expanded(inner) for inner in item]
    return navigation(item) if item in PLACES else item
