"""The labs that can be graded; one package each, pure functions of evidence."""
