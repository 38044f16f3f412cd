"""Whether a script draws random numbers without a seed: then it draws another picture each time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.labs.multi_head.files import find

if TYPE_CHECKING:
    from grader.model import Submission

UNSEEDED = re.compile(
    r"default_rng\(\s*(None)?\s*\)|RandomState\(\s*\)|\bhash\(|\btime\.time|urandom"
)
GLOBAL = re.compile(
    r"\b(np|numpy)\.random\.(rand|randn|random|normal|standard_normal|uniform|randint|choice)\("
    r"|\brandom\.(random|gauss|uniform|randint|choice|shuffle|sample|normalvariate)\("
)
SEEDED = re.compile(r"\bseed\(\s*[\w\"']")


def without_seed(submission: Submission, name: str) -> bool:
    """Whether one of the six draws so, as far as its text tells."""
    found = find(submission, name)
    if not found:
        return False
    lines = found[1].decode("utf-8", "replace").splitlines()
    text = "\n".join(line.partition("#")[0] for line in lines)
    return bool(UNSEEDED.search(text)) or bool(GLOBAL.search(text) and not SEEDED.search(text))
