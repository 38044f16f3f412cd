"""Remove a folder that student code filled, however deep, however named, whatever its modes."""

import errno
import os

DEEPEST = 100
"""Folders in folders: each costs Landlock a walk to the root, and a new slot is cheaper then."""


def away(folder: str) -> bool:
    """Whether it is gone. It walks by ``chdir``, so neither paths nor the stack grow with depth."""
    here = os.getcwd()
    try:
        enter(folder)
        _empty()
        os.chdir(here)
        os.rmdir(folder)
    except OSError:
        os.chdir(here)
        return False
    return True


def enter(folder: str) -> None:
    """Go into a folder, and nowhere if a link stands in its place."""
    inside = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        os.fchdir(inside)
    finally:
        os.close(inside)


def _empty() -> None:
    """Remove all below the current folder, deepest first."""
    entered: list[str] = []
    waiting = [_files_gone()]
    while waiting:
        if waiting[-1]:
            name = waiting[-1].pop()
            os.chmod(name, 0o700)
            os.chdir(name)
            entered.append(name)
            if len(entered) > DEEPEST:
                raise OSError(errno.ELOOP, name)
            waiting.append(_files_gone())
        else:
            waiting.pop()
            if entered:
                os.chdir("..")
                os.rmdir(entered.pop())


def _files_gone() -> list[str]:
    """Remove all files of the current folder; the folders that remain in it."""
    folders = []
    with os.scandir() as entries:
        found = [(e.name, e.is_dir(follow_symlinks=False)) for e in entries]
    for name, is_folder in found:
        if is_folder:
            folders.append(name)
        else:
            os.unlink(name)
    return folders
