"""The system-call filter: no process, no socket, no signal to others, little of the kernel.

A list of refusals rather than of permissions, since which calls an honest script makes differs by
C library and kernel; numbers that are newer than this list are answered as unknown.
"""

import ctypes
import errno
import os
import platform
import struct

import syscalls
from kernel import no_new_privileges, syscall

ARCH = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
SECCOMP = {"x86_64": 317, "aarch64": 277}
SET_MODE_FILTER = 1
ALLOW, KILL_PROCESS, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
EPERM, ENOSYS, PRETEND = ERRNO | errno.EPERM, ERRNO | errno.ENOSYS, ERRNO
NEWEST = 457
"""The first number that is not known here; numbers of the x32 interface lie above it too."""
CLONE_THREAD, O_ACCMODE, O_TRUNC = 0x00010000, 3, 0o1000
SET_NAME, GET_NAME = 15, 16

LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
NUMBER, ARCHITECTURE = 0, 4
Instruction = tuple[int, int, int, int]


def argument(n: int) -> int:
    """Where the low half of a system call's n-th argument lies in the kernel's record."""
    return 16 + 8 * n


def program(machine: str, pid: int) -> bytes:
    """The filter for this architecture and process, as the kernel takes it."""
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
    code += _examined(which, pid)
    code.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in code)


def _each(group: syscalls.Numbers, which: int, action: int) -> list[Instruction]:
    numbers = [n[which] for n in group.values()]
    code: list[Instruction] = []
    for number in numbers:
        if number is not None:
            code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, action)]
    return code


def _examined(which: int, pid: int) -> list[Instruction]:
    """The calls whose arguments decide."""
    code: list[Instruction] = []

    def when(name: str, *body: Instruction) -> None:
        number = syscalls.EXAMINED[name][which]
        if number is not None:
            code.extend([(EQUAL, 0, len(body), number), *body])

    no, yes, unknown = (RETURN, 0, 0, EPERM), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, ENOSYS)
    when("clone", (LOAD, 0, 0, argument(0)), (ANY_BIT, 1, 0, CLONE_THREAD), no, yes)
    when("clone3", unknown)
    when("openat2", unknown)
    for name in ("kill", "tgkill"):
        when(name, (LOAD, 0, 0, argument(0)), (EQUAL, 1, 0, pid), no, yes)
    when("prlimit64", (LOAD, 0, 0, argument(0)), (EQUAL, 1, 0, 0), no, yes)
    when(
        "prctl",
        (LOAD, 0, 0, argument(0)),
        (EQUAL, 2, 0, SET_NAME),
        (EQUAL, 1, 0, GET_NAME),
        no,
        yes,
    )
    when("sendto", (LOAD, 0, 0, argument(4)), (EQUAL, 1, 0, 0), no, yes)
    # Opening read-only and truncating needs no right to write on an old Landlock.
    for name, flags in (("open", 1), ("openat", 2)):
        when(
            name,
            (LOAD, 0, 0, argument(flags)),
            (AND, 0, 0, O_ACCMODE | O_TRUNC),
            (EQUAL, 0, 1, O_TRUNC),
            no,
            yes,
        )
    return code


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
