"""The report as a page: what is in it, and how it behaves in a real browser."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from grader.model import LANGS, Counterexample, Exhibits, Finding, same
from grader.report import Style, html, render
from grader.report.html_maps import drawn
from grader.report.html_matrix import example
from grader.report.html_source import excerpt
from tests.pages import contrasts, opened
from tests.reports import (
    HOSTILE,
    SMALLEST,
    SOURCE,
    TOKENS,
    exhibited,
    hostile,
    perfect,
    picture_png,
    rich,
)
from tests.students import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from grader.model import Report

pytest_plugins = ["tests.browser"]

VOID = {"meta", "link", "br", "img", "input"}


def page(report: Report | None = None, **style: Any) -> str:
    return render("html", report or exhibited(), Style(**style))


class Document(HTMLParser):
    """What a page is made of: tags with their attributes, ids, and text outside scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.crossed: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.crossed.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.text += data

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]

    def values(self, attribute: str) -> list[str]:
        return [a[attribute] or "" for _, a in self.tags if attribute in a]


def test_the_score_the_name_and_the_verdict_are_said_in_words() -> None:
    shown = Document(page()).text

    assert "ana-garcia" in shown
    assert re.search(r"17\s+of 36 points", shown)
    assert "Does not pass yet" in shown
    assert "Todavía no pasa" in shown
    assert "Passes" in Document(page(perfect())).text


@pytest.mark.parametrize("report", [exhibited(), perfect(), hostile()])
def test_tags_are_closed_in_order_and_every_name_is_given_once(report: Report) -> None:
    found = Document(page(report))
    ids = found.values("id")

    assert found.crossed == found.open == []
    assert len(ids) == len(set(ids))
    linked = [href.removeprefix("#") for href in found.values("href") if href.startswith("#")]
    described = [name for names in found.values("aria-labelledby") for name in names.split()]
    assert set(linked + described + found.values("for")) <= set(ids)


def test_the_lab_has_its_title_and_points_that_are_pending_their_plural() -> None:
    shown = page(replace(rich(), title=same("Lab 01 · Multi-head attention")))

    assert "Lab 01 · Multi-head attention" in shown
    assert "puntos pendientes" in shown
    assert "(s)" not in re.sub("<script.*?</script>", "", shown, flags=re.DOTALL)


def test_maps_that_are_not_the_picture_are_said_to_be_what_is_drawn_now() -> None:
    maps = exhibited().exhibits
    stale = page(replace(exhibited(), exhibits=replace(maps, drawn=True)))

    assert "What mha.py draws now" in stale
    assert "What mha.py draws now" not in page(exhibited())


def test_what_failed_comes_before_everything_else_but_the_diagnosis() -> None:
    places = [page().index(f'id="{name}"') for name in ("diagnosis", "failed", "blocked", "maps")]

    assert places == sorted(places)


def test_every_check_is_on_the_page() -> None:
    for result in rich().results:
        assert f"<code>{result.about.id}</code>" in page(), result.about.id


@pytest.mark.parametrize("report", [exhibited(), hostile()])
def test_a_page_asks_the_network_for_nothing(report: Report) -> None:
    found = Document(page(report))

    loaded = [*found.values("src"), *(a["href"] or "" for a in found.named("link"))]
    assert all(address.startswith("data:") for address in loaded)
    assert all(href.startswith("#") for tag, a in found.tags if tag == "a" for href in [a["href"]])
    assert "url(" not in page(report)
    assert "@import" not in page(report)


def test_student_text_is_text_and_every_hidden_character_is_seen() -> None:
    written = page(hostile())
    found = Document(written)

    assert len(found.named("script")) == 1
    assert {tag for tag, _ in found.tags}.isdisjoint({"iframe", "object", "embed", "form", "base"})
    assert not [name for _, a in found.tags for name in a if name.startswith("on")]
    assert not {ord(c) for c in written} & {
        *range(10),
        *range(11, 32),
        0x7F,
        0x202E,
        0xD800,
        0x200B,
    }
    assert "<script>alert(1)</script>" in found.text
    assert r"\u202e txt.exe \x00 \ud800" in found.text
    written.encode("utf-8")


def test_a_megabyte_of_student_text_makes_no_megabyte_of_page() -> None:
    long = "é\u202e" * 500_000
    finding = Finding(same(long), "a" * 1_000_000, 1, replace(SMALLEST, got=same(long)))
    results = tuple(replace(r, findings=(finding,) * 500) for r in rich().results)
    report = replace(
        exhibited(),
        subject=replace(rich().subject, name=long),
        results=results,
        exhibits=Exhibits(sources={"a" * 1_000_000: long}, tokens=(long,) * 8),
    )

    assert len(page(report)) < 3_000_000
    assert len(page(replace(report, results=results[:1]))) < 300_000


def test_the_page_of_one_report_is_small() -> None:
    without_picture = replace(exhibited().exhibits, picture=b"")

    assert len(page(replace(exhibited(), exhibits=without_picture)).encode()) < 200_000


def test_the_same_report_is_the_same_page() -> None:
    program = (
        "import sys\nfrom grader.report import Style, render\nfrom tests.reports import exhibited\n"
        "sys.stdout.write(render('html', exhibited(), Style()))"
    )
    command = [sys.executable, "-c", program]
    again = subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert again == page()


def test_matplotlib_is_loaded_only_where_there_is_a_map_to_draw() -> None:
    program = (
        "import sys\nfrom grader.report import Style, render\nfrom tests import reports\n"
        "render('html', reports.rich(), Style())\nprint('matplotlib' in sys.modules)\n"
        "render('html', reports.exhibited(), Style())\nprint('matplotlib' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["False", "True"]


def test_the_numbers_of_a_matrix_say_their_sign_and_the_largest_gap_is_marked() -> None:
    expected, got, gap = example(SMALLEST).outcome

    assert [n.text for n in expected.rows[1]] == ["−0.03550", "0.16310", "−0.20430", "0.13120"]
    assert [n.text for n in gap.rows[1]] == ["−0.00060", "+0.00090", "−0.00080", "+0.00070"]
    assert [n.worst for n in got.rows[1]] == [False, True, False, False]


def test_expected_and_got_are_shaded_on_one_scale() -> None:
    at = replace(SMALLEST, expected=[[1.0, 0.0]], got=[[-2.0, 0.0]])
    expected, got, _ = example(at).outcome

    assert got.rows[0][0].shade == "0.50"
    assert expected.rows[0][0].shade == "0.28"
    assert (expected.rows[0][0].sign, got.rows[0][0].sign) == ("plus", "minus")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e300, -1e-300, 0.0])
def test_any_number_has_a_cell(value: float) -> None:
    at = Counterexample(1, 2, 1, 0, [[value, value]], None, [[value, 0.0]], [[0.0, value]])

    assert example(at).outcome[0].rows[0][0].text
    assert "</html>" in page(_with(at))


def test_shapes_that_differ_and_arrays_that_are_large_are_said_in_words() -> None:
    other = replace(SMALLEST, got=[[1.0]])
    large = replace(SMALLEST, x=[[0.0] * 64] * 8, expected=[[0.0] * 64] * 8, got=[[1.0] * 64] * 8)

    assert "(2, 4) was expected, (1, 1) came" in Document(page(_with(other))).text
    assert "shape (8, 64): too large to show here" in Document(page(_with(large))).text


def _with(at: Counterexample) -> Report:
    result = replace(rich().results[0], findings=(Finding(same("It differs."), at=at),))
    return replace(rich(), results=(result,), diagnosis=None)


def test_an_excerpt_counts_lines_as_python_does() -> None:
    text = "a\r\nb\x0c still b\rc\u2028 still c\n" + "".join(f"line {n}\n" for n in range(4, 40))
    found = excerpt({"f.py": text}, "f.py", 20, "here")

    assert found is not None
    assert [line.number for line in found.lines] == list(range(14, 27))
    assert [line.pieces for line in found.lines if line.marked] == [(("", "line 20"),)]
    first = excerpt({"f.py": text}, "f.py", 3, "here")
    assert first is not None
    assert first.lines[2].pieces == (("", r"c\u2028 still c"),)


def test_there_is_no_excerpt_of_a_line_that_is_not_there() -> None:
    assert excerpt({"f.py": "a\n"}, "f.py", 9, "x") is None
    assert excerpt({}, "f.py", 1, "x") is None


def test_tokens_are_written_as_they_are_read_never_as_mathematics() -> None:
    maps = (np.eye(3),)
    svg = drawn(Exhibits(maps=maps, tokens=("$\\frac{1}$", "3.14159", "</text><b>")))

    assert ">$\\frac{1}$</text>" in svg
    assert ">3.14159</text>" in svg
    assert "&lt;/text&gt;&lt;b&gt;" in svg


def test_a_map_that_cannot_be_read_is_left_out() -> None:
    assert drawn(Exhibits(maps=(np.zeros((900, 900)), np.ones(3), np.ones((0, 4))))) == ""
    assert drawn(Exhibits(maps=(np.full((2, 2), np.nan),))).startswith("<svg")


def test_only_a_png_of_sane_size_is_shown() -> None:
    huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (60_000).to_bytes(4, "big") * 2

    for data in (b"", b"GIF89a", huge, hostile().exhibits.picture):
        report = replace(rich(), exhibits=Exhibits(picture=data))
        assert Document(page(report)).named("img") == []
    [image] = Document(page()).named("img")
    assert (image["src"] or "").startswith("data:image/png;base64,")
    assert len(image["src"] or "") > len(picture_png())


def test_a_partial_run_says_so() -> None:
    said = "this is not the mark for the whole lab"

    assert said in page(replace(rich(), partial=True))
    assert said not in page()


def test_both_languages_are_in_the_page_and_it_opens_in_the_one_of_the_style() -> None:
    for lang in LANGS:
        found = Document(page(lang=lang))
        assert found.named("html") == [{"lang": lang}]
        assert [a["value"] for a in found.named("input") if "checked" in a] == [lang]
        assert "What is different" in found.text
        assert "En qué se diferencia" in found.text


def test_the_function_alone_writes_the_same_page() -> None:
    assert html.render(exhibited(), Style()) == page()


def test_the_command_writes_the_page_of_an_example(tmp_path: Path) -> None:
    at = tmp_path / "r.html"
    example_ = str(EXAMPLES / "reshape-bug")
    command = [sys.executable, "-m", "grader", example_, "--report", f"html={at}", "--lang", "es"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = Document(at.read_text("utf-8"))

    assert done.returncode == 1
    assert found.named("html") == [{"lang": "es"}]
    assert "Qué va a dónde" in found.text
    assert "Todavía no pasa" in found.text
    assert any(a.get("class") == "marked" for a in found.named("tr"))


# From here on in Chromium.


@pytest.fixture(params=["exhibited", "perfect", "hostile"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A page on disk, of each kind of report."""
    made = {"exhibited": exhibited, "perfect": perfect, "hostile": hostile}
    return write(tmp_path, made[request.param]())


def write(folder: Path, report: Report, **style: Any) -> Path:
    at = folder / "report.html"
    at.write_text(page(report, **style), encoding="utf-8")
    return at


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_fetched_and_the_console_is_silent(
    browser: Browser, file: Path, scheme: Any
) -> None:
    with opened(browser, file, color_scheme=scheme) as looked:
        for summary in looked.page.locator("summary").all():
            summary.click()
        looked.page.locator("#lang-es").check()

        assert looked.console == []
        assert [u for u in looked.requests if not u.startswith("data:")] == [file.as_uri()]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [360, 768])
def test_nothing_is_wider_than_a_telephone(
    browser: Browser, file: Path, lang: str, width: int
) -> None:
    with opened(browser, file, width=width) as looked:
        looked.page.locator(f"#lang-{lang}").check()
        looked.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")

        assert looked.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scripts", [True, False])
def test_the_language_is_switched_by_keyboard_with_scripts_and_without(
    browser: Browser, tmp_path: Path, *, scripts: bool
) -> None:
    at = write(tmp_path, exhibited())
    with opened(browser, at, java_script_enabled=scripts) as looked:
        english, spanish = (
            looked.page.get_by_text(t) for t in ("Does not pass yet", "Todavía no pasa")
        )
        assert (english.is_visible(), spanish.is_visible()) == (True, False)

        looked.page.locator("#lang-en").focus()
        looked.page.keyboard.press("ArrowRight")

        assert (english.is_visible(), spanish.is_visible()) == (False, True)
        if scripts:
            assert looked.page.locator("html").get_attribute("lang") == "es"


def test_the_language_is_remembered(browser: Browser, tmp_path: Path) -> None:
    at = write(tmp_path, exhibited())
    with opened(browser, at) as looked:
        looked.page.locator("#lang-es").check()
        looked.page.reload()

        assert looked.page.get_by_text("Todavía no pasa").is_visible()


def test_no_word_of_the_other_language_is_left_over(browser: Browser, tmp_path: Path) -> None:
    at = write(tmp_path, exhibited())
    with opened(browser, at) as looked:
        shown = {}
        for lang in LANGS:
            looked.page.locator(f"#lang-{lang}").check()
            shown[lang] = looked.page.inner_text("main")

    assert "Why it matters" in shown["en"]
    assert "Por qué importa" not in shown["en"]
    assert "Por qué importa" in shown["es"]
    assert "Why it matters" not in shown["es"]


def test_what_is_folded_opens_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, write(tmp_path, exhibited())) as looked:
        fold = looked.page.locator("#check-scores details").last
        hint = fold.get_by_text("Which size does each head")
        assert not hint.is_visible()

        fold.locator("summary").focus()
        looked.page.keyboard.press("Enter")

        assert hint.is_visible()


def test_the_code_is_copied(browser: Browser, tmp_path: Path) -> None:
    options: dict[str, Any] = {"permissions": ["clipboard-read", "clipboard-write"]}
    with opened(browser, write(tmp_path, exhibited()), **options) as looked:
        looked.page.locator("#check-scores summary").first.click()
        looked.page.get_by_role("button", name="Copy").click()
        looked.page.get_by_text("Copied").wait_for(state="attached")

        copied = looked.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("import numpy as np\n")
    assert "mha.forward(x, mask)" in copied


def test_a_page_has_its_landmarks_and_one_heading_of_the_first_order(
    browser: Browser, file: Path
) -> None:
    with opened(browser, file) as looked:
        for role in ("banner", "navigation", "main", "contentinfo"):
            assert looked.page.get_by_role(role).count() == 1, role  # type: ignore[arg-type]
        assert looked.page.locator("h1").count() == 1
        assert looked.page.get_by_role("radiogroup").or_(looked.page.get_by_role("group")).count()
        unnamed = looked.page.locator("img:not([alt]), svg:not([aria-hidden]):not([role])")
        assert unnamed.count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_what_is_behind_it(browser: Browser, file: Path, scheme: Any) -> None:
    with opened(browser, file, color_scheme=scheme) as looked:
        looked.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        found = contrasts(looked.page)

    assert len(found) > 10
    assert {name: ratio for name, ratio in found.items() if ratio < 4.5} == {}


def test_contrast_that_is_too_low_would_be_noticed(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, write(tmp_path, rich())) as looked:
        looked.page.add_style_tag(content=".quiet { color: #999 }")

        assert contrasts(looked.page)["p.quiet"] < 4.5


def test_on_paper_nothing_stays_folded(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, write(tmp_path, exhibited())) as looked:
        looked.page.emulate_media(media="print")
        folded = looked.page.locator("details > :not(summary)")
        hidden = [
            text.inner_text()
            for text in folded.all()
            if text.is_visible() and text.bounding_box() is None
        ]
        fold = looked.page.locator("#check-scores details").last
        hint = fold.get_by_text("Which size does each head").bounding_box()

        assert hidden == []
        assert hint is not None
        assert hint["height"] > 10
        assert not looked.page.locator(".switch").is_visible()


def test_on_paper_a_dark_page_is_light(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, write(tmp_path, exhibited()), color_scheme="dark") as looked:
        looked.page.emulate_media(media="print")
        paper = looked.page.evaluate("getComputedStyle(document.body).backgroundColor")

    assert paper == "rgb(255, 255, 255)"


def test_a_script_that_got_in_would_not_run(browser: Browser, tmp_path: Path) -> None:
    at = tmp_path / "report.html"
    attack = (
        "<script>document.title = 'owned'</script><img src=x onerror=\"document.title='owned'\">"
    )
    at.write_text(page(rich()).replace("</main>", attack + "</main>"), encoding="utf-8")

    with opened(browser, at) as looked:
        assert looked.page.title() == "ana-garcia: 17 / 36"
        assert len(looked.console) >= 2


def test_the_maps_are_drawn_with_their_tokens(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, write(tmp_path, exhibited())) as looked:
        plot = looked.page.locator("svg.plot")
        box = plot.bounding_box()
        shown = plot.text_content() or ""

        assert box is not None
        assert box["height"] > 200
        assert all(token.strip() in shown for token in TOKENS)


def test_the_marked_line_is_the_one_of_the_diagnosis(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, write(tmp_path, exhibited())) as looked:
        marked = looked.page.locator(".diagnosis tr.marked").text_content() or ""

    assert SOURCE.splitlines()[30].strip() in marked
    assert HOSTILE not in marked
