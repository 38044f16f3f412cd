"""How a check is declared: its facts above, its function below, one name for both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.model import About, Check, Evidence, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


def check(about: About) -> Callable[[Callable[[Evidence], Verdict]], Check]:
    """Turn a function of evidence into a Check; where it cannot judge, it says ``blocked``."""

    def declare(run: Callable[[Evidence], Verdict]) -> Check:
        return Check(about, run)

    return declare


def declared(*modules: ModuleType) -> tuple[Check, ...]:
    """The checks of these modules, in the order in which they are written."""
    return tuple(v for m in modules for v in vars(m).values() if isinstance(v, Check))
