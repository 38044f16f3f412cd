"""``grade --watch``: a real process that follows a real folder, and what it says of changes."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis.strategies as st
import pytest
from hypothesis import given

from grader.cli import main
from grader.cli.changes import compared, said
from tests.reports import rich
from tests.students import ATTENTION, RIGHT, but, commit, git, repo

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.model import Report

ROOT = Path(__file__).parent.parent
WRONG = but("np.sqrt(self.d_head)", "np.sqrt(self.d_model)")
OUTCOMES = ("passed", "failed", "blocked", "review", "skipped")
PATIENCE = 240
"""Seconds after which a machine is taken for hung."""


@pytest.fixture(autouse=True, scope="module")
def _as_in_the_foreground() -> Iterator[None]:
    """A job in a shell's background starts deaf to Ctrl-C, and so does all that it starts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


# ── what changed ─────────────────────────────────────────────────────────────────────────────


def outcomes(*words: str) -> Report:
    """The rich report with other outcomes."""
    pairs = zip(rich().results, words, strict=False)
    return replace(rich(), results=tuple(replace(r, outcome=o) for r, o in pairs))  # type: ignore[arg-type]


def test_what_failed_and_does_not_is_fixed_and_the_other_way_round_broken() -> None:
    before = outcomes("failed", "passed", "blocked", "passed", "failed", "review")
    after = outcomes("passed", "failed", "passed", "passed", "blocked", "passed")
    changes = compared(before, after)

    assert changes.fixed == ("six-files", "imports")
    assert changes.broken == ("committed",)
    assert changes.moved == ("reshape-order", "scores")
    assert changes.same == 1


def test_points_that_move_are_a_change() -> None:
    results = rich().results
    more = replace(rich(), results=(replace(results[0], earned=5.5), *results[1:]))

    assert compared(rich(), more).moved == ("six-files",)


@given(st.lists(st.tuples(st.sampled_from(OUTCOMES), st.sampled_from(OUTCOMES)), max_size=13))
def test_every_check_is_counted_once(pairs: list[tuple[str, str]]) -> None:
    changes = compared(outcomes(*(a for a, _ in pairs)), outcomes(*(b for _, b in pairs)))
    named = [*changes.fixed, *changes.broken, *changes.moved]

    assert len(named) == len(set(named))
    assert len(named) + changes.same == len(pairs)
    assert compared(outcomes(*(a for a, _ in pairs)), outcomes(*(a for a, _ in pairs))).same == len(
        pairs
    )


def test_only_what_happened_is_said() -> None:
    changes = compared(outcomes("failed", "passed"), outcomes("passed", "passed"))

    assert said(changes).en == "fixed: six-files; same: 1"
    assert said(changes).es == "arreglado: six-files; igual: 1"


# ── the command line ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ((".", "."), "follows one folder"),
        (("pyproject.toml",), "is none"),
        ((".", "--rev", "HEAD"), "do not go together"),
        ((".", "--format", "json"), "is one document"),
    ],
)
def test_what_cannot_be_watched_is_refused(
    args: tuple[str, ...],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)

    assert main(["--watch", "--lang", "en", *args]) == 2
    assert reason in capsys.readouterr().err


# ── a real one ───────────────────────────────────────────────────────────────────────────────


class Watched:
    """``grade --watch`` in a process, its output read as it comes."""

    def __init__(self, at: Path, *args: str, terminal: bool = False) -> None:
        mine, theirs = pty.openpty() if terminal else os.pipe()
        command = [sys.executable, "-m", "grader", "--watch", str(at), "--lang", "en", *args]
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "NO_COLOR": "1"}
        self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self.end, self.text = mine, ""

    def until(self, pattern: str) -> str:
        """What was written up to the next place where ``pattern`` is."""
        give_up = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.text)):
            assert time.monotonic() < give_up, self.text
            if select.select([self.end], [], [], 1)[0]:
                self.text += os.read(self.end, 65536).decode()
        before, self.text = self.text[: found.end()], self.text[found.end() :]
        return before

    def stop(self) -> int:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@pytest.fixture
def watched() -> Iterator[type[Watched]]:
    """Ends whatever was started."""
    started: list[Watched] = []

    class Noted(Watched):
        def __init__(self, at: Path, *args: str, terminal: bool = False) -> None:
            super().__init__(at, *args, terminal=terminal)
            started.append(self)

    yield Noted
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        os.close(one.end)


def save(at: Path, text: str) -> None:
    """As an editor saves: beside the file, then over it in one step."""
    new = at / f"{ATTENTION}.tmp"
    new.write_text(text, "utf-8")
    new.replace(at / ATTENTION)


def passed_becomes(expected: bool, report: Path) -> None:
    """Wait until the report says so."""
    give_up = time.monotonic() + PATIENCE
    while f'"passed": {str(expected).lower()}' not in report.read_text("utf-8"):
        assert time.monotonic() < give_up
        time.sleep(0.05)


def test_a_save_is_graded_and_what_changed_is_said(watched: type[Watched], tmp_path: Path) -> None:
    at = repo(tmp_path / "lab")
    report = at / "result.json"
    run = watched(at, "--select", "scores,mask", "--report", f"json={report}")

    assert "PASS" in run.until("Run: ")
    save(at, WRONG)
    assert "broken: scores; same: 1" in run.until("FAIL  Scores")
    passed_becomes(False, report)  # the file is written after the screen
    save(at, RIGHT)
    assert "fixed: scores; same: 1" in run.until("PASS")
    passed_becomes(True, report)
    assert run.stop() == 130
    passed_becomes(True, report)


def test_a_slip_half_way_through_an_edit_is_a_report_like_any_other(
    watched: type[Watched], tmp_path: Path
) -> None:
    at = repo(tmp_path / "lab")
    run = watched(at, "--select", "imports")

    run.until("Run: ")
    save(at, RIGHT.replace("def forward(", "def forward(("))
    assert "broken: imports" in run.until("FAIL")
    (at / ATTENTION).unlink()
    run.until("is no submission")
    save(at, RIGHT)
    run.until("fixed: imports")
    assert run.stop() == 130


def test_a_commit_is_seen(watched: type[Watched], tmp_path: Path) -> None:
    at = commit(repo(tmp_path / "lab"))
    run = watched(at, "--select", "committed")

    run.until("Run: ")
    save(at, WRONG)
    run.until("changed: committed|same: 1|broken: committed")
    git(at, "commit", "-q", "-a", "-m", "again")
    assert "fixed: committed" in run.until("fixed: committed")
    assert run.stop() == 130


def test_lines_of_a_stream_follow_one_another_with_nothing_between(
    watched: type[Watched], tmp_path: Path
) -> None:
    at = repo(tmp_path / "lab")
    run = watched(at, "--select", "scores", "--format", "jsonl")

    first = run.until("\n")
    save(at, WRONG)
    second = run.until("\n")

    assert [json.loads(line)["passed"] for line in (first, second)] == [True, False]


def test_on_a_terminal_it_draws_over_what_was_there(watched: type[Watched], tmp_path: Path) -> None:
    at = repo(tmp_path / "lab")
    run = watched(at, "--select", "scores", terminal=True)

    run.until("Ctrl-C")
    save(at, WRONG)
    drawn = run.until("FAIL")

    assert "\x1b[H\x1b[2J" in drawn
    assert re.search(r"\d\d:\d\d:\d\d  broken: scores; same: 0", drawn)
    assert run.stop() == 130
