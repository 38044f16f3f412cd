"""``grade --watch PATH``: grade again at every save, in slots kept warm, and say what changed."""

from __future__ import annotations

import os
import secrets
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from watchfiles import DefaultFilter
from watchfiles import watch as saves

from grader.cli import terminal, words
from grader.cli.changes import compared, said
from grader.cli.failures import INTERRUPTED, bug
from grader.grade import CannotGrade, Terms, grade_submission
from grader.model import Refusal, Submission, Text
from grader.report import STREAMS, names
from grader.sandbox import ALL, NOTHING, Slots
from grader.submission import read

if TYPE_CHECKING:
    from watchfiles import Change

    from grader.cli.grading import Asked, Plan
    from grader.model import Report

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
SETTLE, QUIET = 50, 1000
"""Milliseconds: without a further save, until a save is taken for complete; between two looks."""

WATCHING = Text(en="Ctrl-C ends this; watching {path}", es="Ctrl-C para terminar; siguiendo {path}")


def watch(path: str, plan: Plan) -> int:
    """Grade ``path`` now and after every save, until it is interrupted.

    Returns:
        The code of an interrupted run: that is how a watch ends.

    Raises:
        Refusal: It cannot be watched.
    """
    check(path, plan.asked)
    terms = _terms(plan)
    means = NOTHING if plan.asked.sandbox == "off" else ALL
    files = [os.path.realpath(file) for _, file in plan.asked.reports]
    try:
        with Slots(means=means, limits=terms.limits) as slots:
            seat = _Seat(path, plan, terms, slots, frozenset(files))
            seat.look()
            turns = saves(
                path,
                watch_filter=_Saved(ignore_paths=files),
                step=SETTLE,
                rust_timeout=QUIET,
                yield_on_timeout=True,
                ignore_permission_denied=True,
            )
            for n, saved in enumerate(turns):
                # What was saved between the first look and the first watch is seen here too.
                if saved or n == 0:
                    seat.look()
    except KeyboardInterrupt:
        terminal.progress(None, plan.asked.lang)
        return INTERRUPTED
    except terminal.StdoutClosed as closed:
        return closed.code
    return 0


def check(path: str, asked: Asked) -> None:
    """Find out before any work is done what cannot be watched.

    Raises:
        Refusal: It is not one folder, or not to be printed again and again.
    """
    if len(asked.paths) > 1:
        raise Refusal(words.WATCH_ONE)
    if not os.path.isdir(path):  # noqa: PTH112 - a path may hold what no Path can
        raise Refusal(words.WATCH_FOLDER.format(path=path))
    if asked.rev is not None:
        raise Refusal(words.WATCH_REV)
    if asked.format_ not in STREAMS:
        streams = ", ".join(sorted(STREAMS & set(names())))
        raise Refusal(words.WATCH_FORMAT.format(name=asked.format_, streams=streams))


class _Saved(DefaultFilter):
    """Files of the submission; of git only the log of HEAD, which a commit writes."""

    def __call__(self, change: Change, path: str) -> bool:
        return path.endswith("/.git/logs/HEAD") or super().__call__(change, path)


def _inside(file: str, folder: Path) -> bool:
    return Path(file).is_relative_to(folder)


def _terms(plan: Plan) -> Terms:
    """One seed for the whole watch: what changes is then the student's doing."""
    asked = plan.asked
    return Terms(
        rubric=plan.rubric,
        seed=secrets.randbelow(2**32) if asked.seed is None else asked.seed,
        examples=asked.examples,
        select=plan.select,
        ignore=plan.ignore,
        require=asked.sandbox == "require",
    )


@dataclass(slots=True)
class _Seat:
    """Where one sits and watches: what was graded last, and what it came to."""

    path: str
    plan: Plan
    terms: Terms
    slots: Slots
    own: frozenset[str]
    """Files that we write; where they lie among the student's, they are no news."""
    last: Submission | None = None
    report: Report | None = None

    def look(self) -> None:
        """Grade what is there, unless it is what was graded last."""
        lang = self.plan.asked.lang
        try:
            snapshot = read(self.path)
            if self.last and self._theirs(snapshot) == self._theirs(self.last):
                return
            self.last = snapshot
            self._show(grade_submission(snapshot, self.terms, self.slots))
        except (Refusal, CannotGrade) as why:
            self._lost(why.says)
        except (terminal.StdoutClosed, KeyboardInterrupt):
            raise
        except Exception as error:  # noqa: BLE001 - ours, and the next save may go well
            self.plan.outputs.fail(bug(error, lang, trace=self.plan.asked.verbose))
            self.plan.outputs.finish()

    def _theirs(self, snapshot: Submission) -> tuple[object, ...]:
        """All that a grade can depend on."""
        root = Path(os.path.realpath(self.path), snapshot.peeled)
        own = {str(Path(file).relative_to(root)) for file in self.own if _inside(file, root)}
        files = {name: data for name, data in snapshot.files.items() if name not in own}
        states = snapshot.git and (snapshot.git.head, dict(snapshot.git.states))
        return files, snapshot.oddities, states

    def _lost(self, says: Text) -> None:
        terminal.progress(None, self.plan.asked.lang)
        terminal.complain(says, self.plan.asked.lang)
        self.plan.outputs.fail(says)
        self.plan.outputs.finish()

    def _show(self, report: Report) -> None:
        lang, before = self.plan.asked.lang, self.report
        self.report = report
        news = said(compared(before, report)) if before else None
        terminal.progress(None, lang)
        self._head(news)
        self.plan.outputs.add(report)
        self.plan.outputs.finish()
        watching = WATCHING.format(path=self.path)
        terminal.progress(watching if news is None else news, lang)

    def _head(self, news: Text | None) -> None:
        """On a terminal over what was there; in a pipe below it, with a line between."""
        if self.plan.outputs.shown != "text":
            return
        drawn = terminal.is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"
        page = terminal.stdout_page(self.plan.asked.lang)
        between = CLEAR if drawn else "" if news is None else "\n" + "-" * page.style.width + "\n"
        now = time.strftime("%H:%M:%S")
        terminal.write(between + ("" if news is None else f"{now}  {page.say(news)}\n\n"))
