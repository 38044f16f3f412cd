"""The command line of bubblewrap: a world with the standard library, NumPy, and nothing else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from grader.sandbox import world

if TYPE_CHECKING:
    from collections.abc import Iterable

JOBS = "/job"
RUNTIME = "/runtime"


def available() -> str | None:
    """Where bubblewrap is, if it is anywhere."""
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")


def command(bwrap: str, runtime: Path, disk: int) -> list[str]:
    """Everything before the program that is to run inside.

    As root there is no user namespace: root inside one may still write the kernel's settings. The
    program drops to a user of its own instead.
    """
    root = os.geteuid() == 0
    spaces = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    spaces += ["--unshare-cgroup-try", *([] if root else ["--unshare-user"])]
    return [
        *(bwrap, *spaces, "--die-with-parent", "--new-session", "--clearenv"),
        *_shown(),
        *("--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"),
        *("--perms", "0755", "--dir", RUNTIME, "--ro-bind", str(runtime), RUNTIME),
        *("--perms", "1777", "--size", str(disk), "--tmpfs", JOBS),
        *("--perms", "1777", "--dir", "/tmp", "--remount-ro", "/", "--chdir", JOBS),
    ]


def _shown() -> list[str]:
    """Read-only binds, each below folders that any user may pass."""
    stdlib = world.stdlib()
    whole = [str(stdlib), *world.interpreter(), *(p for p in world.SYSTEM if os.path.lexists(p))]
    hidden = [str(stdlib / name) for name in world.HIDDEN[:2] if (stdlib / name).is_dir()]
    libraries = world.libraries()
    arguments = list(_parents([*whole, *libraries]))
    for path in whole:
        arguments += _bound(path)
    for path in hidden:
        arguments += ["--tmpfs", path]
    for path in libraries:
        arguments += ["--ro-bind", path, path]
    return arguments


def _bound(path: str) -> list[str]:
    """A bind, or the same symbolic link where it is one (``/lib`` on a merged system)."""
    if Path(path).is_symlink():
        return ["--symlink", str(Path(path).readlink()), path]
    return ["--ro-bind", path, path]


def _parents(paths: Iterable[str]) -> Iterable[str]:
    made = {"/"}
    for path in paths:
        for parent in reversed(Path(path).parents):
            if str(parent) not in made and not parent.is_symlink():
                made.add(str(parent))
                yield from ("--perms", "0755", "--dir", str(parent))
