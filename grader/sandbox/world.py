"""What of this machine a student's script may see: the standard library, and NumPy with its kin."""

from __future__ import annotations

import os
import sys
from pathlib import Path

LIBRARIES = (
    *("numpy", "numpy.libs", "numpy-*.dist-info"),
    *("matplotlib", "matplotlib.libs", "mpl_toolkits", "pylab.py", "matplotlib-*.dist-info"),
    *("contourpy", "cycler", "dateutil", "python_dateutil-*", "fontTools", "kiwisolver"),
    *("packaging", "packaging-*", "PIL", "pillow.libs", "pyparsing", "six.py"),
    *("scipy", "scipy.libs", "tzdata"),
)
"""Top-level entries of NumPy, Matplotlib and all that they need, and SciPy where it is there."""
SYSTEM = (
    *("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/share/fonts", "/usr/share/zoneinfo"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/etc/mime.types"),
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/full")
HIDDEN = ("site-packages", "dist-packages", "__pycache__")


def sites() -> list[str]:
    """The folders that NumPy and its like are in, without what ``.pth`` files would add."""
    return [p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]


def libraries() -> list[str]:
    """Every installed entry of LIBRARIES, wherever it lies."""
    return [
        str(entry)
        for site in sites()
        for pattern in LIBRARIES
        for entry in Path(site).glob(pattern)
    ]


def stdlib() -> Path:
    """The folder of the standard library."""
    return Path(os.__file__).resolve().parent


def executable() -> str:
    """The interpreter behind any virtual environment."""
    return str(Path(sys.executable).resolve())


def interpreter() -> list[str]:
    """What the interpreter itself needs besides the standard library."""
    return [executable(), *map(str, Path(sys.base_prefix).glob("lib/libpython*"))]


def readable() -> list[str]:
    """All that a confined process may read, one entry a folder or file."""
    library = [str(e) for e in stdlib().iterdir() if e.name not in HIDDEN]
    return [*library, *libraries(), *interpreter(), *SYSTEM, *DEVICES]
