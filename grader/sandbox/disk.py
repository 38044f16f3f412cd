"""How much a folder holds, looked at from outside while student code may be filling it."""

from __future__ import annotations

import os

LONGEST = 1000
"""Characters of a path below which nothing is looked at any more: looking costs its square."""


def usage(folder: str, enough: int) -> int:
    """Bytes below ``folder``, counting 4 KiB an entry; stops counting past ``enough``.

    What cannot be looked into (a folder closed to us, or very deep) is more than enough: no honest
    script makes any, and bytes could hide there.
    """
    total, todo = 0, [folder]
    while todo and total <= enough:
        path = todo.pop()
        if len(path) > LONGEST:
            return enough + 1
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    total += 4096 + _size(entry)
                    if entry.is_dir(follow_symlinks=False):
                        todo.append(entry.path)
        except (FileNotFoundError, NotADirectoryError):  # gone meanwhile
            continue
        except OSError:
            return enough + 1
    return total


def _size(entry: os.DirEntry[str]) -> int:
    try:
        found = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return 0
    return max(found.st_size, found.st_blocks * 512)
