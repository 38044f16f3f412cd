"""The only place where student code is started: put questions to it, bring back answers.

Nothing that student code does raises here. When a session is closed its processes are dead.
"""

from grader.sandbox.level import ALL, NOTHING, Means
from grader.sandbox.limits import DEFAULT, Limits
from grader.sandbox.scripts import ROOT, Script, Told
from grader.sandbox.session import Session
from grader.sandbox.slot import SlotError
from grader.sandbox.slots import DANGEROUS, Slots

__all__ = [
    "ALL",
    "DANGEROUS",
    "DEFAULT",
    "NOTHING",
    "ROOT",
    "Limits",
    "Means",
    "Script",
    "Session",
    "SlotError",
    "Slots",
    "Told",
]
