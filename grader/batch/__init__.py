"""A whole class: submissions from a folder or an LMS, graded into a store that survives anything.

``Store`` is what every other part of it reads; see ``store.py``.
"""

from grader.batch.rows import Decision, Row, Student
from grader.batch.store import Store

__all__ = ["Decision", "Row", "Store", "Student"]
