"""The documentation is what the code does: its pages, its commands, what it quotes, its figures."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from grader.cli import app, main
from grader.cli.commands import CODES, COMMANDS
from grader.labs.multi_head import LAB
from grader.labs.multi_head.misconceptions import CATALOGUE
from grader.report import names

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WRITTEN = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"])
BOTH = ("", "es/")
"""Where the pages of each language are."""
ATTENTION = Path("src/minimodel/attention/attention.py")
BLOCK = re.compile(r"^(?P<in> *)```(?P<head>.*)\n(?P<body>(?:.*\n)*?)(?P=in)```$", re.MULTILINE)
INDENTED = re.compile(r"(?:\A|\n)\n((?:    \S.*\n?)+)")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)[^)]*\)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with warnings as errors, as anyone builds it."""
    at = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(at)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return at


def text(page: Path) -> str:
    return page.read_text("utf-8")


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """What stands behind the fence, and what is in the block."""
    yield from ((found["head"], found["body"]) for found in BLOCK.finditer(text(page)))
    yield from (("", found) for found in INDENTED.findall(text(page)))


# ── the site ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", BOTH)
def test_every_check_has_a_page_in_both_languages(site: Path, lang: str) -> None:
    for check in LAB.checks:
        page = text(site / lang / "checks" / f"{check.about.id}.html")
        said = check.about.why.into("es" if lang else "en")
        assert f'<html lang="{"es" if lang else "en"}"' in page
        assert said.split("`")[0].split("<")[0].strip() in page


@pytest.mark.parametrize("lang", BOTH)
def test_every_known_mistake_has_a_page_in_both_languages(site: Path, lang: str) -> None:
    for known in CATALOGUE:
        page = text(site / lang / "misconceptions" / f"{known.id}.html")
        assert f"checks/{known.check}.html" in page
        assert known.id in text(site / lang / "checks" / f"{known.check}.html")


def test_every_page_for_students_is_there_in_both_languages(site: Path) -> None:
    def below(at: Path) -> set[str]:
        return {p.relative_to(at).as_posix() for p in at.rglob("*.html")}

    spanish = below(site / "es")
    assert {p for p in below(site) if p.startswith("students/")} <= spanish
    assert spanish <= below(site)
    assert 'href="../es/students/fix.html" hreflang="es"' in text(site / "students/fix.html")


def test_every_option_of_every_command_is_described(site: Path) -> None:
    page = text(site / "reference/cli.html")
    for called, command in every_command().items():
        assert f"<code>{called}</code>" in page
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert option.help, f"{called} {option.name}"
                assert option.opts[-1] in page


def test_the_site_asks_nothing_of_the_network(site: Path) -> None:
    asked = re.compile(r'<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+stylesheet[^>]+https?:')
    for page in site.rglob("*.html"):
        assert not asked.search(text(page)), page.name


def test_a_block_in_a_list_is_indented_as_the_site_wants_it() -> None:
    """By four columns: with three, GitHub shows a list where the site shows one paragraph."""
    for page in DOCS.rglob("*.md"):
        assert not re.search(r"^ {1,3}```", text(page), re.MULTILINE), page.name


# ── the words ────────────────────────────────────────────────────────────────────────────────


def every_command() -> dict[str, click.Command]:
    """By the words that call it; grading is plain ``grade``."""
    found: dict[str, click.Command] = {"grade": app.grade}
    for name in COMMANDS:
        command = app.commands.get_command(click.Context(app.commands), name)
        assert command is not None
        found[f"grade {name}"] = command
        if isinstance(command, click.Group):
            found |= {f"grade {name} {sub}": c for sub, c in command.commands.items()}
    return found


def shown() -> Iterator[tuple[str, list[str]]]:
    """Every ``grade ...`` in a block or in the words of a page, with the page's name."""
    for page in WRITTEN:
        lines = [line for _, body in blocks(page) for line in body.splitlines()]
        parts = [part.strip() for line in lines for part in line.split("&&")]
        inline = re.findall(r"(?<!`)`(grade [^`]+)`(?!`)", text(page))
        for line in [*parts, *(" ".join(found.split()) for found in inline)]:
            called = line.removeprefix(".venv/bin/")
            if called.startswith("grade "):
                command = re.split(r"\s[#|>]|\s{3}|\.\.\.", called)[0]
                yield page.name, shlex.split(command)[1:]


def unknown(words: list[str]) -> list[str]:
    """The command and the options among them that do not exist."""
    commands = every_command()
    called = next(c for n in (2, 1, 0) if (c := " ".join(["grade", *words[:n]])) in commands)
    if called == "grade" and words and re.fullmatch(r"[a-z]+", words[0]):
        return [f"grade {words[0]}"]  # neither a command nor a path
    known = {name for p in commands[called].params for name in (*p.opts, *p.secondary_opts)}
    given = [word.partition("=")[0] for word in words if word.startswith("-")]
    return [f"{called} {option}" for option in given if option not in known | {"-h", "--help"}]


def test_every_command_line_that_is_shown_has_a_command_and_options_that_exist() -> None:
    lines = list(shown())

    assert len(lines) > 60
    assert [(page, wrong) for page, words in lines if (wrong := unknown(words))] == []


def test_a_command_line_that_does_not_exist_would_be_noticed() -> None:
    assert unknown(["explain", "scores", "--loudly"]) == ["grade explain --loudly"]
    assert unknown([".", "--watches"]) == ["grade --watches"]
    assert unknown(["explane", "scores"]) == ["grade explane"]


@pytest.mark.parametrize("page", WRITTEN, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    made = {f"{lang}{kind}/index.md" for lang in BOTH for kind in ("checks", "misconceptions")}
    made |= {f"{lang}checks/{c.about.id}.md" for lang in BOTH for c in LAB.checks}
    made |= {f"{lang}misconceptions/{m.id}.md" for lang in BOTH for m in CATALOGUE}
    for link in LINK.findall(text(page)):
        if not re.match(r"[a-z]+:", link):
            at = Path(os.path.normpath(page.parent / link))
            below = at.is_relative_to(DOCS) and at.relative_to(DOCS).as_posix() in made
            assert at.exists() or below, link


def test_every_format_is_mentioned() -> None:
    words = " ".join(text(page) for page in DOCS.rglob("*.md"))

    assert [name for name in names() if f"`{name}`" not in words and f" {name}" not in words] == []


def test_the_exit_codes_of_the_readme_are_the_codes() -> None:
    table = re.findall(r"^\| (\d+) \|", text(ROOT / "README.md"), re.MULTILINE)

    assert table == list(CODES)


def test_the_numbers_that_are_stated_are_true() -> None:
    checks, points = len(LAB.checks), sum(check.about.points for check in LAB.checks)

    assert points == 100
    for page in WRITTEN:
        stated = re.findall(r"(\d+) (?:checks|comprobaciones)\b", text(page))
        assert set(stated) <= {str(checks)}, page.name
        totals = re.findall(r"(?:add up to|suman) (\d+)", text(page))
        assert set(totals) <= {"100"}, page.name


def test_the_figures_of_detection_are_those_of_its_benchmark() -> None:
    told = json.loads(text(DOCS / "detection.json"))
    figures = told["figures"]

    assert figures["mutants"] == figures["wrong"] + figures["right"] + figures["unclear"]
    assert figures["wrong"] - figures["lost points"] == len(figures["survivors"])
    assert figures["false alarms"] == len(figures["false alarm"])
    assert "benchmarks/detection.py" in told["run"]["command"]


# ── what is quoted ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The copy that the first page makes, from where it makes it."""
    (tmp_path / "checkout").mkdir()
    shutil.copytree(ROOT / "examples/reshape-bug", tmp_path / "my-lab")
    monkeypatch.chdir(tmp_path / "checkout")
    monkeypatch.setenv("LANG", "C.UTF-8")
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "CI"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "my-lab"


QUOTED = [
    (page, head, body) for page in WRITTEN for head, body in blocks(page) if 'title="grade ' in head
]


@pytest.mark.parametrize("command", sorted({head for _, head, _ in QUOTED}))
def test_what_a_page_quotes_is_what_the_command_prints(
    command: str, lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(command.split('title="grade ')[1].rstrip('"'))
    main([*words, "--seed", "1"])
    printed = [line.strip() for line in capsys.readouterr().out.splitlines()]

    assert lab.exists()
    for page, head, body in QUOTED:
        if head == command:
            rest = iter(printed)
            for line in (line.strip() for line in body.splitlines()):
                assert not line or line == "..." or line in rest, f"{page.name}: {line}"


@pytest.mark.parametrize("lang", BOTH)
def test_the_change_of_the_first_page_mends_the_lab(
    lang: str, lab: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    diff = next(body for head, body in blocks(DOCS / lang / "index.md") if head == "diff")
    before, after = (line[1:] for line in diff.splitlines())
    source = text(lab / ATTENTION)
    assert source.splitlines().count(before) == 1
    (lab / ATTENTION).write_text(source.replace(before, after), "utf-8")

    assert main(["../my-lab", "--select", "A", "--lang", "en"]) == 0
    assert "52 / 52" in capsys.readouterr().out
