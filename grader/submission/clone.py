"""A repository at an address, copied here without a working tree: no hook, filter or script runs.

The user's own settings count, since they know how to sign in; only plain transports are allowed,
so that no address is a command.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from grader.model import Refusal, Text
from grader.submission.names import shown

TRANSPORTS = "https:ssh:http:git:file"
SECONDS = 300.0
"""For one repository; a lab takes a few."""
_NOT = Text(
    "“{url}” could not be cloned: check the address, the network and your access to it (git clone "
    "shows what is wrong), then run again.",
    "No se ha podido clonar «{url}»: revisa la dirección, la red y tu acceso (git clone muestra "
    "qué falla) y ejecuta de nuevo.",
)


def cloned(url: str, folder: Path) -> str:
    """The bare copy of a repository in ``folder``, brought up to date where it was there already.

    Raises:
        Refusal: it cannot be had.
    """
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / hashlib.sha256(url.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    if copy.is_dir():
        # Without a network what is here is graded: better than nothing, and the report names it.
        _git("--git-dir", str(copy), "fetch", "--quiet", "--prune", "origin", "+refs/*:refs/*")
        return str(copy)
    with tempfile.TemporaryDirectory(dir=folder) as beside:
        new = Path(beside, "copy")
        if not _git("clone", "--quiet", "--mirror", "--no-hardlinks", "--", url, str(new)):
            raise Refusal(_NOT.format(url=shown(url)))
        new.rename(copy)
    return str(copy)


def _git(*words: str) -> bool:
    """Whether git did it."""
    program = shutil.which("git")
    if program is None:
        return False
    calm = {
        "GIT_ALLOW_PROTOCOL": TRANSPORTS,
        "GIT_PROTOCOL_FROM_USER": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_LFS_SKIP_SMUDGE": "1",
    }
    with contextlib.suppress(OSError, ValueError, subprocess.TimeoutExpired):
        done = subprocess.run(  # noqa: S603 - a fixed command; an address comes after --
            [program, "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, **calm},
            timeout=SECONDS,
            check=False,
        )
        return done.returncode == 0
    return False
