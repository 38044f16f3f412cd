"""The levels of containment that this machine offers, found by trying."""

from __future__ import annotations

import subprocess
from functools import cache

from grader.sandbox import Means, bubble
from tests.attacks.childs import of_the_child


@cache
def bubblewrap_works() -> bool:
    bwrap = bubble.available()
    tried = ["--ro-bind", "/", "/", "--unshare-pid", "--unshare-net", "/bin/true"]
    return bwrap is not None and subprocess.run([bwrap, *tried], check=False).returncode == 0


@cache
def landlock() -> int:
    return int(of_the_child("landlock").abi())


def levels() -> dict[str, Means]:
    """Every level at which strangers' code may run here."""
    found = {}
    if bubblewrap_works() and landlock():
        found["bubblewrap+landlock"] = Means()
    if landlock():
        found["landlock"] = Means(bubblewrap=False)
    if bubblewrap_works():
        found["bubblewrap"] = Means(landlock=0)
    return found


def old_kernels() -> dict[str, Means]:
    """Landlock as older kernels have it, and nothing but the filter beside it."""
    return {
        f"landlock-abi-{abi}": Means(bubblewrap=False, landlock=abi)
        for abi in (1, 2, 4)
        if abi < landlock()
    }
