"""The end of a run: whatever is not written yet, and what is about the class as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.batch import files, page

if TYPE_CHECKING:
    from grader.batch.store import Store

GRADES = "grades.csv"


def write(store: Store, *, every: bool = False) -> None:
    """Write the files of a class from its store.

    Args:
        store: the results.
        every: also what seems to be there, since an earlier run was broken off.
    """
    files.unwrite(store, files.outlived(store))
    files.write_reports(store, files.unwritten(store, every=every))
    files.put(store.folder / GRADES, files.grades_csv(store))
    page.write(store, every=every)
