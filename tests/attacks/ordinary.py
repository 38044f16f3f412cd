"""The attacks of an ordinary user: ``python -m tests.attacks.ordinary LEVEL`` prints what they did.

Root starts it through ``command``, which gives up root before anything of ours is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from grader.sandbox import Slots
from tests.attacks import changing, files, network, peers, spawning
from tests.attacks.attack import harms
from tests.attacks.levels import levels
from tests.attacks.victim import ROOT, Victim

USER = 1234
SHOWN = """
set -e
closed=$1 prefix=$2 kept=$3
shift 3
mount --bind "$prefix" "$kept"
mount -t tmpfs -o mode=755 tmpfs "$closed"
mkdir -p "$prefix"
mount --bind "$kept" "$prefix"
exec "$@"
"""
"""In a world of its own, a folder that only root may pass leads to the interpreter and no more."""


def command(folder: Path, *words: str) -> list[str] | None:
    """How root starts Python as that user; None if that user cannot be given an interpreter."""
    user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    python = [*user, "env", f"HOME={folder}", f"TMPDIR={folder}", sys.executable, "-B"]
    ways = [python]
    prefix = Path(sys.base_prefix)
    closed = next((p for p in reversed(prefix.parents) if not p.stat().st_mode & 1), None)
    if closed:
        kept = folder / "interpreter"
        kept.mkdir()
        private = ["unshare", "--mount", "--propagation", "private", "sh", "-c", SHOWN, "sh"]
        ways.append([*private, str(closed), str(prefix), str(kept), *python])
    os.chown(folder, USER, USER)
    for way in ways:
        tried = subprocess.run([*way, "-c", "import numpy"], check=False, capture_output=True)
        if tried.returncode == 0:
            return [*way, *words]
    return None


def main() -> None:
    """Run them at one level, and print the harms of each that did any."""
    means = levels()[sys.argv[1]]
    attacks = [
        *(*files.ATTACKS, *changing.ATTACKS, *network.ATTACKS),
        *(*peers.ATTACKS, *spawning.ATTACKS),
    ]
    folder = Path(tempfile.mkdtemp())
    victim = Victim(folder)
    with Slots(means=means) as slots:
        found = {a.name: harms(a, slots, victim) for a in attacks}
    victim.close()
    harmed = {name: done for name, done in found.items() if done}
    print(json.dumps({"uid": os.getuid(), "attacks": len(found), "harmed": harmed}))  # noqa: T201


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
