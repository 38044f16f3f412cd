"""The attacks again, where the grader is no root but an ordinary user of the machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.attacks.levels import levels
from tests.attacks.ordinary import ROOT, USER, command


@pytest.mark.parametrize("level", levels())
def test_an_attack_on_an_ordinary_user_comes_to_nothing(level: str) -> None:
    if os.geteuid() != 0:  # then test_attacks.py was of such a user
        return
    folder = Path(tempfile.mkdtemp())
    try:
        folder.chmod(0o755)
        words = command(folder, "-m", "tests.attacks.ordinary", level)
        if words is None:  # a private interpreter, and no right to show it to anybody
            return
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    finally:
        shutil.rmtree(folder)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)

    assert found["uid"] == USER
    assert found["attacks"] >= 80
    assert found["harmed"] == {}
