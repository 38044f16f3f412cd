"""The commands there are besides grading, and what the exit codes mean."""

from __future__ import annotations

COMMANDS = {
    "init": ("grader.cli.init:init", "Start the lab in a new folder DIR."),
    "batch": ("grader.cli.batch:batch", "Grade a whole class; restartable."),
    "status": ("grader.cli.batch_status:status", "Say how far a class is, or was left."),
    "show": ("grader.cli.batch_show:show", "Print the report of one submission of a class."),
    "review": ("grader.cli.review:review", "Decide what needs a person, here or on a page."),
    "export": ("grader.cli.export:export", "Put the scores of a class into a gradebook."),
    "merge": ("grader.cli.batch_merge:merge", "Join the results of --shard runs."),
    "checks": ("grader.cli.listing:checks", "List all checks with their points."),
    "explain": ("grader.cli.listing:explain", "Explain a check or a known mistake."),
    "doctor": ("grader.cli.doctor:doctor", "Say how well student code is contained here."),
}
"""Where each one is, loaded when it is called for, and what the help says of it."""

CODES = {
    "0": "no graded check failed or was blocked",
    "1": "some did",
    "2": "the command line, or what it names, cannot be used",
    "3": "the grader itself could not grade",
    "130": "interrupted",
}
