"""Scores into a gradebook: one column of the teacher's own export, and nothing else of it."""
