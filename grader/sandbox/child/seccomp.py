"""The system-call filter: no process, no socket, no signal to others, little of the kernel.

A list of refusals rather than of permissions, since which calls an honest script makes differs by
C library and kernel; numbers that are newer than this list are answered as unknown.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Sequence
from functools import cache

import syscalls
from kernel import no_new_privileges, syscall

ARCH = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
SECCOMP = {"x86_64": 317, "aarch64": 277}
SET_MODE_FILTER = 1
ALLOW, KILL_PROCESS, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
EPERM, ENOSYS, PRETEND = ERRNO | errno.EPERM, ERRNO | errno.ENOSYS, ERRNO
ENOTTY, EINVAL = ERRNO | errno.ENOTTY, ERRNO | errno.EINVAL
EOPNOTSUPP = ERRNO | errno.EOPNOTSUPP
NEWEST = 457
"""The first number that is not known here; numbers of the x32 interface lie above it too."""
CLONE_THREAD, O_ACCMODE, O_TRUNC = 0x00010000, 3, 0o1000
SET_NAME, GET_NAME = 15, 16
IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x40049409)
"""TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, FICLONE: what Python asks of files."""
FCNTLS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030)
"""Copies, flags and locks; owners, whom the kernel signals, and leases are not among them."""

LOAD, EQUAL, AT_LEAST, AND, JUMP, RETURN = 0x20, 0x15, 0x35, 0x54, 0x05, 0x06
NUMBER, ARCHITECTURE = 0, 4
ANY_PID = 0x6E6F6E65
"""Where a process's own number will stand; no other number of the filter is this one."""
Instruction = tuple[int, int, int, int]


def argument(n: int) -> int:
    """Where the low half of a system call's n-th argument lies in the kernel's record."""
    return 16 + 8 * n


def program(machine: str, pid: int) -> bytes:
    """The filter for this architecture and process, as the kernel takes it."""
    return _program(machine).replace(struct.pack("<I", ANY_PID), struct.pack("<I", pid))


@cache
def _program(machine: str) -> bytes:
    """The filter with ANY_PID where the process's number belongs; the same for all children."""
    which, audit = ARCH[machine]
    code: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, audit),
        (RETURN, 0, 0, KILL_PROCESS),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, 0, 1, NEWEST),
        (RETURN, 0, 0, ENOSYS),
    ]
    refused = (
        *(syscalls.SPAWN, syscalls.PEERS, syscalls.NET),
        *(syscalls.KERNEL, syscalls.IDENTITY, syscalls.METADATA),
    )
    for group in refused:
        code += _each(group, which, EPERM)
    code += _each(syscalls.PRETENDED, which, PRETEND)
    code += _examined(which)
    code.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in code)


def _each(group: syscalls.Numbers, which: int, action: int) -> list[Instruction]:
    """Do this to each call of a group, of which there are fewer than a jump can pass."""
    numbers = [n[which] for n in group.values()]
    known = [number for number in numbers if number is not None]
    code = [(EQUAL, len(known) - i, 0, number) for i, number in enumerate(known)]
    return [*code, (JUMP, 0, 0, 1), (RETURN, 0, 0, action)]


def _examined(which: int) -> list[Instruction]:
    """The calls whose arguments decide."""
    code: list[Instruction] = []
    for name, rule in _rules().items():
        number = syscalls.EXAMINED[name][which]
        if number is not None:
            code += [(EQUAL, 0, len(rule), number), *rule]
    return code


def _rules() -> dict[str, list[Instruction]]:
    """What to do with each call of EXAMINED; every rule ends with a return."""
    opened = [argument(1), argument(2)]  # flags of open, of openat
    rules = {name: _only(argument(0), [ANY_PID]) for name in ("kill", "tgkill")}
    # Opening read-only and truncating, or opening for nothing (access mode 3) and then truncating
    # or changing flags, needs no right that an old Landlock would look at.
    modes = [0, 1, 2, 1 | O_TRUNC, 2 | O_TRUNC]
    for name, where in zip(("open", "openat"), opened, strict=True):
        rules[name] = _only(where, modes, mask=O_ACCMODE | O_TRUNC)
    return rules | {
        "clone": _only(argument(0), [CLONE_THREAD], mask=CLONE_THREAD),
        "clone3": [(RETURN, 0, 0, ENOSYS)],
        "openat2": [(RETURN, 0, 0, ENOSYS)],
        "prlimit64": _only(argument(0), [0]),
        "prctl": _only(argument(0), [SET_NAME, GET_NAME]),
        "ioctl": _only(argument(1), IOCTLS, otherwise=ENOTTY),
        "fcntl": _only(argument(1), FCNTLS, otherwise=EINVAL),
        # Any other mode reserves space that neither a file's size nor its limit shows.
        "fallocate": _only(argument(1), [0], otherwise=EOPNOTSUPP),
        # Both halves of the address, which is a pointer.
        "sendto": [
            *((LOAD, 0, 0, argument(4)), (EQUAL, 0, 2, 0)),
            *((LOAD, 0, 0, argument(4) + 4), (EQUAL, 1, 0, 0)),
            *((RETURN, 0, 0, EPERM), (RETURN, 0, 0, ALLOW)),
        ],
    }


def _only(
    where: int, values: Sequence[int], *, mask: int = 0, otherwise: int = EPERM
) -> list[Instruction]:
    """Allow these values of what lies ``where``, or of the bits of it in ``mask``."""
    code = [(LOAD, 0, 0, where), *([(AND, 0, 0, mask)] if mask else [])]
    code += [(EQUAL, len(values) - i, 0, value) for i, value in enumerate(values)]
    return [*code, (RETURN, 0, 0, otherwise), (RETURN, 0, 0, ALLOW)]


def confine() -> None:
    """Filter the system calls of this process from now on, for good.

    Raises:
        OSError: the kernel refused.
    """
    filter_ = program(platform.machine(), os.getpid())
    held = ctypes.create_string_buffer(filter_, len(filter_))
    # struct sock_fprog: a 16-bit count, padding, a pointer.
    described = struct.pack("<HxxxxxxQ", len(filter_) // 8, ctypes.addressof(held))
    no_new_privileges()
    syscall(
        SECCOMP[platform.machine()], ctypes.c_uint(SET_MODE_FILTER), ctypes.c_uint(0), described
    )
