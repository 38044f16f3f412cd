"""The tables of ``results.sqlite``, version 1."""

from __future__ import annotations

VERSION = "mha-grader/store/v1"

TABLES = """
CREATE TABLE IF NOT EXISTS meta(
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS students(
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL DEFAULT '',
    number TEXT NOT NULL DEFAULT '',
    login TEXT NOT NULL DEFAULT '',
    enrolled INTEGER NOT NULL DEFAULT 1,
    more TEXT NOT NULL DEFAULT '{}'
);

CREATE TABLE IF NOT EXISTS submissions(
    id TEXT PRIMARY KEY,
    n INTEGER NOT NULL,                 -- its place in the source's order
    origin TEXT NOT NULL,               -- what it is in the source, whatever its id
    name TEXT NOT NULL,
    place TEXT NOT NULL,
    source TEXT NOT NULL,               -- JSON: how to read it
    attempt INTEGER NOT NULL DEFAULT 1,
    latest INTEGER NOT NULL DEFAULT 1,
    submitted_at TEXT,
    late INTEGER,
    digest TEXT,
    key TEXT,                           -- of its row in results
    status TEXT NOT NULL DEFAULT 'waiting'
        CHECK (status IN ('waiting', 'graded', 'refused', 'ungradable', 'missing')),
    reason_en TEXT,
    reason_es TEXT,
    written TEXT                        -- the key whose report files were written
);
CREATE INDEX IF NOT EXISTS submissions_in_order ON submissions(n);
CREATE INDEX IF NOT EXISTS submissions_by_digest ON submissions(digest);

CREATE TABLE IF NOT EXISTS members(
    submission TEXT NOT NULL REFERENCES submissions(id) ON DELETE CASCADE,
    student TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (submission, student)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS members_by_student ON members(student);

CREATE TABLE IF NOT EXISTS results(
    key TEXT PRIMARY KEY,               -- snapshot, grader, rubric and options
    digest TEXT NOT NULL,
    plan TEXT NOT NULL,                 -- Plan.digest
    report TEXT NOT NULL,               -- JSON, schemas/report.schema.json
    earned REAL NOT NULL,
    pending REAL NOT NULL,
    possible REAL NOT NULL,
    passed INTEGER NOT NULL,
    seconds REAL NOT NULL,
    diagnosis TEXT NOT NULL,            -- JSON: the sets of known mistakes
    page BLOB,                          -- the HTML report, deflated, with stand-ins for the names
    graded_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS results_by_digest ON results(digest);

CREATE TABLE IF NOT EXISTS decisions(   -- never updated: the last one of a check counts
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    submission TEXT NOT NULL,
    check_id TEXT NOT NULL,
    points REAL,
    comment TEXT NOT NULL,
    person TEXT NOT NULL,
    decided_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS decisions_by_digest ON decisions(digest, check_id);
"""

ROW = """
SELECT s.id, s.name, s.place, s.status, s.reason_en, s.reason_es, s.attempt, s.latest,
       s.submitted_at, s.late, s.digest, s.key,
       r.earned, r.pending, r.possible, r.passed, r.seconds, r.diagnosis
FROM submissions s LEFT JOIN results r ON r.key = s.key AND s.status = 'graded'
"""
MEMBERS = """
SELECT t.id, t.name, t.email, t.number, t.login, t.enrolled, t.more
FROM members m JOIN students t ON t.id = m.student WHERE m.submission = ? ORDER BY m.n
"""
STANDING = """
SELECT id, digest, submission, check_id, points, comment, person, decided_at FROM decisions
WHERE id IN (SELECT max(id) FROM decisions GROUP BY digest, check_id) AND points IS NOT NULL
"""
HISTORY = """
SELECT id, digest, submission, check_id, points, comment, person, decided_at FROM decisions
WHERE 1
"""
