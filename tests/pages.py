"""Opening a page in the browser of ``tests/browser.py``, and measuring what can be seen there."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


class Looked:
    """An open page, and what it said and asked for since."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.console: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.console.append(message.text))
        page.on("pageerror", lambda error: self.console.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))


@contextmanager
def opened(browser: Browser, file: Path, width: int = 1280, **options: Any) -> Iterator[Looked]:
    """A page in a fresh profile; ``options`` are the context's, such as ``color_scheme``."""
    with browser.new_context(viewport={"width": width, "height": 800}, **options) as context:
        looked = Looked(context.new_page())
        looked.page.goto(file.as_uri())
        yield looked


CONTRAST = """selectors => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  // The browser itself paints the colours one over the other: it knows every way to write one.
  const over = (layers) => {
    for (const layer of ["#fff", ...layers]) {
      canvas.fillStyle = layer;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = (rgb) => {
    const [r, g, b] = rgb.map(v => linear(v / 255));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      const shades = style.backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? [];
      layers.unshift(style.backgroundColor, ...shades.slice(0, 1));
    }
    return layers;
  };
  const found = {};
  for (const element of document.querySelectorAll(selectors)) {
    const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !element.checkVisibility()) continue;
    if (element.closest("svg, .sr, legend, .skip")) continue;
    const layers = behind(element), colour = getComputedStyle(element).color;
    const pair = [light(over(layers)), light(over([...layers, colour]))];
    const ratio = (Math.max(...pair) + .05) / (Math.min(...pair) + .05);
    const name = element.tagName.toLowerCase() + "." + element.className;
    if (!(found[name] < ratio)) found[name] = Math.round(ratio * 100) / 100;
  }
  return found;
}"""


def contrasts(page: Page, selectors: str = "body *") -> dict[str, float]:
    """The lowest contrast of text with what is behind it (WCAG 2.2), by tag and class."""
    measured: dict[str, float] = page.evaluate(CONTRAST, selectors)
    return measured
