"""mha-grader: grades the lab in which students write multi-head attention in NumPy.

from grader import grade_path

report = grade_path("path/to/student_repo")
report.earned, report.possible
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.grade import CannotGrade, grade_path
    from grader.model import Refusal, Report

__all__ = ["CannotGrade", "Refusal", "Report", "__version__", "grade_path"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """The names above at their first use, so that ``grade --help`` need not wait for NumPy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from grader import grade, model  # noqa: PLC0415 - loads NumPy

    return getattr(grade, name, None) or getattr(model, name)
