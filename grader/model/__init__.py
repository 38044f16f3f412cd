"""The words that everything else speaks: frozen data, and nothing of ours imported.

Letters for shapes, here and in every message: T tokens, d_model features, H = n_heads heads,
d_head = d_model // H features a head.
"""

from grader.model.asked import Array, Make, Probe, Single, Weights
from grader.model.found import (
    Answer,
    Containment,
    Evidence,
    Failure,
    FailureKind,
    Import,
    Imported,
    Made,
    Maker,
    Output,
    Seen,
    Trace,
)
from grader.model.report import (
    About,
    Check,
    Counterexample,
    Diagnosis,
    Environment,
    Finding,
    Misconception,
    Outcome,
    Report,
    Result,
    Subject,
    Verdict,
)
from grader.model.submission import CommitState, Git, Oddity, Refusal, Submission
from grader.model.text import LANGS, Lang, Text, described, same

__all__ = [
    "LANGS",
    "About",
    "Answer",
    "Array",
    "Check",
    "CommitState",
    "Containment",
    "Counterexample",
    "Diagnosis",
    "Environment",
    "Evidence",
    "Failure",
    "FailureKind",
    "Finding",
    "Git",
    "Import",
    "Imported",
    "Lang",
    "Made",
    "Make",
    "Maker",
    "Misconception",
    "Oddity",
    "Outcome",
    "Output",
    "Probe",
    "Refusal",
    "Report",
    "Result",
    "Seen",
    "Single",
    "Subject",
    "Submission",
    "Text",
    "Trace",
    "Verdict",
    "Weights",
    "described",
    "same",
]
