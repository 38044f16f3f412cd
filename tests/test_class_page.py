"""The class page in a real browser, with two thousand students."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from grader.batch import Store, Student, page
from grader.batch.page_charts import bars, histogram
from grader.batch.page_groups import groups
from grader.batch.page_lines import Line, lines
from grader.model import Text
from tests.classrooms import Made, many, store_of
from tests.pages import contrasts, opened

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytest_plugins = ["tests.browser"]

COUNT = 2000
EVIL = Made(
    Student('"><script>alert(1)</script>', "<img src=x onerror=alert(2)> \u202e exe", "=1"),
    refused=Text("<b>no</b>", "<b>no</b>"),
)


def written(folder: Path, people: Sequence[Made]) -> Path:
    with Store.open(store_of(folder, people)) as store:
        page.write(store)
    return folder / "index.html"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("class"), list(many(COUNT)))


@pytest.fixture(scope="module")
def facts(large: Path) -> list[Line]:
    with Store.open(large.parent) as store:
        return list(lines(store, {}))


def names(shown: Page) -> list[str]:
    """Of the students who can be seen in the table."""
    found: list[str] = shown.evaluate(
        "[...document.querySelectorAll('table.class tbody tr')].filter(r => r.checkVisibility())"
        ".map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent)"
    )
    return found


def count(shown: Page) -> int:
    return int(shown.locator(".shown").inner_text())


def matching(facts: list[Line], **wanted: str) -> int:
    def fits(line: Line) -> bool:
        return (
            wanted.get("outcome", line.tags[0]) in line.tags
            and ("check" not in wanted or wanted["check"] in line.failed)
            and ("mistake" not in wanted or wanted["mistake"] in (line.sets or ((),))[0])
        )

    return sum(map(fits, facts))


def test_the_page_is_one_file_that_asks_for_nothing(browser: Browser, large: Path) -> None:
    assert large.stat().st_size < 2_000_000
    with opened(browser, large) as looked:
        assert looked.requests == [large.as_uri()]
        assert looked.console == []
        assert count(looked.page) == COUNT


def test_every_student_is_there_and_linked_without_scripts(browser: Browser, large: Path) -> None:
    with opened(browser, large, java_script_enabled=False) as looked:
        rows = looked.page.locator("table.class tbody tr")
        assert rows.count() == COUNT
        assert rows.last.is_visible()
        assert rows.first.locator("a").get_attribute("href", timeout=5000).startswith("reports/")
        assert not looked.page.locator("form.filters").is_visible()


def test_a_name_is_found_whatever_its_accents(browser: Browser, large: Path) -> None:
    with opened(browser, large) as looked:
        looked.page.fill("#q", "inigo nunez")
        found = names(looked.page)
        assert len(found) > 1
        assert all(name.startswith("Íñigo Ñúñez") for name in found)
        looked.page.fill("#q", "40007")
        assert names(looked.page) == ["Íñigo García López 40007"]
        looked.page.fill("#q", "nobody of this name")
        assert looked.page.locator(".nobody").is_visible()


@pytest.mark.parametrize(
    "wanted",
    [
        {"outcome": "passed"},
        {"outcome": "review"},
        {"outcome": "late"},
        {"outcome": "missing"},
        {"outcome": "refused"},
        {"check": "scores"},
        {"mistake": "out/missing"},
        {"outcome": "review", "check": "reshape-order", "mistake": "split/reshape-dh-h"},
    ],
)
def test_the_filters_find_whom_they_should(
    browser: Browser, large: Path, facts: list[Line], wanted: dict[str, str]
) -> None:
    with opened(browser, large) as looked:
        for name, value in wanted.items():
            looked.page.select_option(f"#{name}", value)

        assert count(looked.page) == matching(facts, **wanted) > 0


def test_a_filter_answers_at_once(browser: Browser, large: Path) -> None:
    """Few rows are laid out, however many match: that is what makes it fast."""
    with opened(browser, large) as looked:
        assert len(names(looked.page)) == 100
        looked.page.click(".more-rows")
        assert len(names(looked.page)) == COUNT


def test_the_address_keeps_the_state(browser: Browser, large: Path, facts: list[Line]) -> None:
    with opened(browser, large) as looked:
        looked.page.select_option("#check", "mask")
        looked.page.get_by_role("button", name="Score").click()
        address = looked.page.url
        first = names(looked.page)
        assert "check=mask" in address
        looked.page.goto("about:blank")
        looked.page.goto(address)

        assert names(looked.page) == first
        assert count(looked.page) == matching(facts, check="mask")
        looked.page.get_by_role("button", name="Show all").first.click()
        looked.page.wait_for_function("!location.hash")
        assert count(looked.page) == COUNT


def test_figures_groups_and_lists_lead_to_the_students_behind_them(
    browser: Browser, large: Path, facts: list[Line]
) -> None:
    with opened(browser, large) as looked:
        looked.page.locator(".tags .late a").click()
        assert count(looked.page) == matching(facts, outcome="late")
        largest = groups(facts)[0]
        looked.page.locator(".groups a", has_text="Show in the table").first.click()
        assert looked.page.input_value("#mistake") == largest.bug
        assert looked.page.input_value("#outcome") == ""
        compound = next(g for g in groups(facts) if g.compound and len(g.students) > 1 and g.sets)
        looked.page.select_option("#mistake", compound.bug)
        assert count(looked.page) == len(compound.students)


def test_the_table_is_sorted_from_the_keyboard(browser: Browser, large: Path) -> None:
    with opened(browser, large) as looked:
        head = looked.page.locator("th", has=looked.page.get_by_role("button", name="Score"))
        button = head.get_by_role("button")
        button.focus()
        looked.page.keyboard.press("Enter")
        assert head.get_attribute("aria-sort") == "descending"
        looked.page.keyboard.press("Space")
        assert head.get_attribute("aria-sort") == "ascending"
        looked.page.click(".more-rows")
        scores: list[str] = looked.page.evaluate(
            "[...document.querySelectorAll('.class tbody tr')].map(row => row.cells[2].textContent)"
        )
        values = [float(text.partition("/")[0]) for text in scores if text]
        assert values == sorted(values)
        assert scores[-1] == ""
        looked.page.get_by_role("button", name="Student").click()
        assert names(looked.page)[0].startswith("Ana")
        assert head.get_attribute("aria-sort") is None


def test_the_language_is_switched_everywhere(browser: Browser, large: Path) -> None:
    with opened(browser, large) as looked:
        looked.page.check("#lang-es")
        text = looked.page.inner_text("body")
        assert "Lo que más falla" in text
        assert "What failed most" not in text
        options = looked.page.locator("#outcome option").all_text_contents()
        assert any(option.startswith("por revisar") for option in options)
        assert not any(option.startswith("passed") for option in options)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read_and_fits_a_telephone(
    browser: Browser, tmp_path: Path, scheme: str
) -> None:
    file = written(tmp_path, list(many(60)))
    with opened(browser, file, width=360, color_scheme=scheme) as looked:
        assert looked.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert min(contrasts(looked.page).values()) >= 4.5


def test_each_chart_has_a_description(browser: Browser, large: Path) -> None:
    with opened(browser, large) as looked:
        for chart in looked.page.locator("svg.plot").all():
            label = chart.get_attribute("aria-labelledby")
            assert len(looked.page.locator(f"#{label}").inner_text()) > 30
        assert looked.page.locator("svg.plot").count() == 3


def test_on_paper_every_match_is_there(browser: Browser, large: Path) -> None:
    with opened(browser, large) as looked:
        looked.page.select_option("#outcome", "failed")
        looked.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        looked.page.emulate_media(media="print")
        assert len(names(looked.page)) == count(looked.page) > 100
        assert not looked.page.locator("form.filters").is_visible()


def test_a_students_name_is_only_text(browser: Browser, tmp_path: Path) -> None:
    file = written(tmp_path, [EVIL, *many(3)])
    with opened(browser, file) as looked:
        looked.page.on("dialog", lambda dialog: pytest.fail(dialog.message))
        looked.page.fill("#q", "<img")
        assert count(looked.page) == 1
        assert looked.page.locator("img").count() == 0
        assert looked.page.locator("script").count() == 2
        assert "<b>no</b>" in looked.page.inner_text("table.class")
        assert looked.console == []


@pytest.mark.parametrize("size", [0, 1, 3])
def test_a_small_class_has_a_page_too(browser: Browser, tmp_path: Path, size: int) -> None:
    people = list(many(size)) or [Made(Student("1", "Ana"), waiting=True)]
    with opened(browser, written(tmp_path, people)) as looked:
        assert count(looked.page) == len(people)
        assert looked.console == []
        assert ("Nothing is graded yet" in looked.page.inner_text("main")) == (size == 0)


def test_a_decision_changes_score_outcome_and_what_failed(tmp_path: Path) -> None:
    ben = Made(Student("2", "Ben"), failed=("manifest-true",), review=("mask",))
    with Store.open(store_of(tmp_path, [ben])) as store:
        row = next(store.rows())
        page.write(store)
        first = (tmp_path / "index.html").read_text("utf-8")
        store.decide(row, "manifest-true", 1, "Right after all.", "ta")
        store.decide(row, "mask", 1.5, "Half.", "ta")
        (line,) = lines(store, {})
        page.write(store)

    assert (line.earned, line.pending, line.possible) == (98.5, 0, 100)
    assert (line.tags, line.failed) == (("failed",), ("mask",))
    assert "98.5" not in first
    assert "98.5" in (tmp_path / "index.html").read_text("utf-8")


def test_a_page_that_would_say_the_same_is_not_written_again(tmp_path: Path) -> None:
    file = written(tmp_path, list(many(5)))
    file.write_text("marked")
    with Store.open(tmp_path) as store:
        page.write(store)
        assert file.read_text() == "marked"
        page.write(store, every=True)
    assert file.read_text() != "marked"


def test_students_with_one_diagnosis_are_one_group_and_the_unnamed_come_last(
    facts: list[Line],
) -> None:
    found = groups(facts)
    sizes = [len(group.students) for group in found[:-1]]

    assert sizes == sorted(sizes, reverse=True)
    assert found[-1].sets == ()
    assert sum(len(group.students) for group in found) == sum(bool(line.bug) for line in facts)
    for group in found:
        assert {line.sets for line in group.students} == {group.students[0].sets}
        assert all(text.es != text.en for text in group.says)


def test_the_charts_say_what_they_are_given() -> None:
    drawn = bars({"scores": 7, "mask": 2}, "x")
    texts = re.findall(r">([^<>]+)</text>", str(drawn))
    assert {"scores", "7", "mask", "2"} <= set(texts)
    counts = re.findall(r">(\d+)</text>", str(histogram([0.0, 0.99, 1.0, 0.5, 0.95], "y")))
    assert sorted(counts) == ["1", "1", "3"]
    assert (str(bars({}, "x")), str(histogram([], "y"))) == ("", "")
