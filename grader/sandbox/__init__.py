"""The only place where student code is started: put questions to it, bring back answers.

Nothing that student code does raises here. When a session is closed its processes are dead.
"""

from grader.sandbox.level import ALL, NOTHING, Means
from grader.sandbox.limits import DEFAULT, Limits
from grader.sandbox.parts import named_in
from grader.sandbox.session import Session
from grader.sandbox.slot import SlotError
from grader.sandbox.slots import DANGEROUS, Slots

__all__ = [
    "ALL",
    "DANGEROUS",
    "DEFAULT",
    "NOTHING",
    "Limits",
    "Means",
    "Session",
    "SlotError",
    "Slots",
    "named_in",
]
