"""The command ``grade``: arguments, printing, exit codes. It decides nothing about a grade."""

from grader.cli.app import main

__all__ = ["main"]
