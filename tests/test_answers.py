"""Answers of any form can be told, in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.report import Style, names, render
from tests.students import but, grade, repo
from tests.zoo_keeper import ZOO, lay

if TYPE_CHECKING:
    from pathlib import Path

FORMS = {
    "three axes": "return (joined @ self.W_O)[:, None].repeat(2, axis=1)",
    "one axis": "return (joined @ self.W_O).ravel()",
    "no axis": "return (joined @ self.W_O).sum()",
    "more tokens": "return np.vstack([joined @ self.W_O] * 2)",
    "NaN": "return np.full((2, 2), np.nan)",
    "a list": "return [joined @ self.W_O]",
    "complex": "return joined @ self.W_O + 1j",
    "words": "return 'joined'",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_whatever_forward_returns_there_is_a_report(form: str, tmp_path: Path) -> None:
    report = grade(repo(tmp_path / "odd", but("return joined @ self.W_O", form)))

    assert {r.about.id: r.outcome for r in report.results}["shape"] == "failed"
    for name in names():
        assert render(name, report, Style(verbosity=1))


def test_an_input_that_is_wrong_only_after_others_is_not_offered_to_paste(tmp_path: Path) -> None:
    report = grade(lay(ZOO / "wrong" / "contract__state_leaks_between_calls.py", tmp_path))

    agreement = next(r for r in report.results if r.about.id == "agreement")
    assert agreement.outcome == "failed"
    assert [f.at for f in agreement.findings] == [None]
