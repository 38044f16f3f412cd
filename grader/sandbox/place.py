"""Where a child runs: the environment that it is given, and the end of its folder."""

from __future__ import annotations

import os
import subprocess


def environment() -> dict[str, str]:
    """An environment that tells student code nothing and makes its runs repeatable."""
    return {
        "HOME": "/nowhere",
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",
        "MPLBACKEND": "Agg",
    }


def remove(folder: str) -> None:
    """Remove a folder that student code filled, however deep, oddly named, or closed to us."""
    for command in ("/bin/rm -rf", "/bin/chmod -R u+rwX", "/bin/rm -rf"):
        if os.path.lexists(folder):
            given = [*command.split(), "--", folder]
            subprocess.run(given, check=False, stderr=subprocess.DEVNULL)
