"""Landlock: which files a process may reach from now on, decided by itself, for good.

ABI numbers are the kernel's; what an older one does not know is left out (its gaps are closed by
the system-call filter). See the kernel's documentation, ``userspace-api/landlock``.
"""

import ctypes
import os
import struct
from collections.abc import Sequence

from kernel import no_new_privileges, syscall

CREATE, ADD_RULE, RESTRICT = 444, 445, 446
PATH_BENEATH, VERSION = 1, 1
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 1 << 1, 1 << 2, 1 << 3
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | 1 << 14
READ = READ_FILE | READ_DIR | EXECUTE
RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""File-system rights that each ABI brought, as masks of all up to it."""
TCP, SCOPES = 0b11, 0b11


def abi() -> int:
    """The version that this kernel offers; 0 for none."""
    try:
        return syscall(CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(VERSION))
    except OSError:
        return 0


def rights(version: int) -> int:
    """All rights over files that this ABI can take away."""
    return max((mask for since, mask in RIGHTS.items() if since <= version), default=0)


def confine(version: int, readable: Sequence[str], writable: Sequence[str]) -> None:
    """Leave nothing but these folders and files, and neither TCP nor others' signals and sockets.

    Raises:
        OSError: the kernel refused.
    """
    everything = rights(version)
    fields = [everything, TCP if version >= 4 else 0, SCOPES if version >= 6 else 0]
    size = 8 * (3 if version >= 6 else 2 if version >= 4 else 1)
    attributes = struct.pack("<3Q", *fields)[:size]
    ruleset = syscall(CREATE, attributes, ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path in readable:
            _allow(ruleset, path, READ & everything)
        for path in writable:
            _allow(ruleset, path, everything)
        no_new_privileges()
        syscall(RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    try:
        target = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there need not be reached
    try:
        folder = os.path.isdir(path)
        rule = struct.pack("<Qi", allowed if folder else allowed & FILE_RIGHTS, target)
        no_flags = ctypes.c_uint32(0)
        syscall(ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(PATH_BENEATH), rule, no_flags)
    finally:
        os.close(target)
