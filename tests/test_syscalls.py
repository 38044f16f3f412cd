"""The system-call filter: its tables against the kernel's, its program run as the kernel would."""

from __future__ import annotations

import errno
import re
import struct
from pathlib import Path

import pytest

from tests.attacks.childs import of_the_child

seccomp, syscalls = of_the_child("seccomp"), of_the_child("syscalls")
NAMES = ("SPAWN", "PEERS", "NET", "KERNEL", "IDENTITY", "METADATA", "PRETENDED", "EXAMINED")
GROUPS = {name: getattr(syscalls, name) for name in NAMES}
TABLE = {call: pair for group in GROUPS.values() for call, pair in group.items()}
REFUSED = [call for name in NAMES[:6] for call in GROUPS[name]]
MACHINES = ("x86_64", "aarch64")
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
PID = 4242
ALLOW, KILL = 0x7FFF0000, 0x80000000
PTR = 0x7F00_1234_5678


def error(code: int) -> int:
    return 0x00050000 | code


def run(machine: str, number: int, *args: int, audit: int | None = None, pid: int = PID) -> int:
    """What the filter returns for a call: its program, interpreted as the kernel does."""
    words = [*args, *[0] * (6 - len(args))]
    arch = seccomp.ARCH[machine][1] if audit is None else audit
    record = struct.pack("<iIQ6Q", number, arch, 0, *(a & (2**64 - 1) for a in words))
    program = [struct.unpack_from("<HBBI", p) for p in pieces(seccomp.program(machine, pid))]
    at, held = 0, 0
    while True:
        code, if_true, if_false, k = program[at]
        at += 1
        if code == 0x20:  # load a word of the record
            (held,) = struct.unpack_from("<I", record, k)
        elif code == 0x54:
            held &= k
        elif code == 0x05:
            at += k
        elif code == 0x15:
            at += if_true if held == k else if_false
        elif code == 0x35:
            at += if_true if held >= k else if_false
        elif code == 0x06:
            return int(k)
        else:
            raise AssertionError(f"unknown instruction {code:#x}")


def pieces(program: bytes) -> list[bytes]:
    return [program[i : i + 8] for i in range(0, len(program), 8)]


def number(machine: str, call: str) -> int | None:
    found: int | None = TABLE[call][MACHINES.index(machine)]
    return found


@pytest.mark.parametrize("machine", MACHINES)
def test_no_number_stands_twice_and_every_group_has_some(machine: str) -> None:
    known = [n for call in TABLE if (n := number(machine, call)) is not None]

    assert len(TABLE) == sum(map(len, GROUPS.values()))
    assert len(set(known)) == len(known)
    assert max(known) < seccomp.NEWEST
    for group in GROUPS.values():
        assert [call for call in group if number(machine, call) is not None]


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_kernels_headers_where_they_are_here(machine: str) -> None:
    header = HEADERS[machine]
    text = header.read_text("utf-8") if header.exists() else ""
    found = {n: int(v) for n, v in re.findall(r"#define __NR3?2?6?4?_(\w+)\s+(\d+)", text)}
    for call in TABLE if found else ():
        ours = number(machine, call)
        if call in found:
            assert ours == found[call], call
        elif ours is not None:  # newer than these headers, then
            assert ours > max(found.values()), call


@pytest.mark.parametrize("machine", MACHINES)
def test_every_jump_lands_inside_the_program_and_its_end_is_a_return(machine: str) -> None:
    program = [struct.unpack_from("<HBBI", p) for p in pieces(seccomp.program(machine, PID))]

    assert len(program) <= 4096
    for at, (code, if_true, if_false, k) in enumerate(program):
        reach = k if code == 0x05 else max(if_true, if_false)
        assert at + 1 + reach < len(program) or code == 0x06
    assert program[-1][0] == 0x06


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("call", REFUSED)
def test_a_refused_call_is_refused_whatever_its_arguments(machine: str, call: str) -> None:
    n = number(machine, call)
    for args in ((), (0, 0, 0, 0, 0, 0), (PID,) * 6, (-1,) * 6, (PTR,) * 6):
        assert n is None or run(machine, n, *args) == error(errno.EPERM)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("call", syscalls.PRETENDED)
def test_a_pretended_call_succeeds_and_is_not_made(machine: str, call: str) -> None:
    n = number(machine, call)

    assert n is None or run(machine, n, PTR, 0o777) == error(0)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_other_known_call_is_made(machine: str) -> None:
    ours = {number(machine, call) for call in TABLE}
    for n in range(seccomp.NEWEST):
        assert n in ours or run(machine, n, PTR, PTR, PTR) == ALLOW


RDONLY, WRONLY, RDWR, CREAT, TRUNC, CLOEXEC = 0, 1, 2, 0o100, 0o1000, 0o2000000
THREAD = 0x3D0F00
"""The flags with which the C library starts a thread."""
EXAMINED = [
    ("clone", (THREAD,), ALLOW),
    ("clone", (17,), errno.EPERM),
    ("clone", (17 | 0x10000000,), errno.EPERM),
    ("clone", (1 << 48 | 17,), errno.EPERM),
    ("clone3", (PTR, 88), errno.ENOSYS),
    ("open", (PTR, RDONLY | CLOEXEC), ALLOW),
    ("open", (PTR, WRONLY | CREAT | TRUNC), ALLOW),
    ("open", (PTR, RDONLY | TRUNC), errno.EPERM),
    ("open", (PTR, 3), errno.EPERM),
    ("openat", (-100, PTR, RDONLY | CLOEXEC), ALLOW),
    ("openat", (-100, PTR, RDWR | CREAT | TRUNC | CLOEXEC), ALLOW),
    ("openat", (-100, PTR, RDONLY | TRUNC | CLOEXEC), errno.EPERM),
    ("openat", (-100, PTR, 3 | TRUNC), errno.EPERM),
    ("openat", (-100, PTR, 3), errno.EPERM),
    ("openat2", (-100, PTR, PTR, 24), errno.ENOSYS),
    *((call, (PID, PID), ALLOW) for call in ("kill", "tgkill")),
    *((call, (to, 9), errno.EPERM) for call in ("kill", "tgkill") for to in (0, 1, -1, -PID, 77)),
    ("prlimit64", (0, 7, PTR), ALLOW),
    ("prlimit64", (1, 7, PTR), errno.EPERM),
    ("prctl", (15, PTR), ALLOW),
    ("prctl", (16, PTR), ALLOW),
    *(("prctl", (option,), errno.EPERM) for option in (1, 4, 22, 36, 38, 47, 59)),
    *(("ioctl", (1, request, PTR), ALLOW) for request in (0x5401, 0x5451, 0x40049409)),
    *(("ioctl", (1, request), errno.ENOTTY) for request in (0x5412, 0x541C, 0x8901, 0x40086602)),
    *(("fcntl", (1, command), ALLOW) for command in (0, 1, 2, 3, 4, 6, 7, 1030)),
    *(("fcntl", (1, command), errno.EINVAL) for command in (8, 10, 15, 1024, 1026, 1031)),
    ("fallocate", (3, 0, 0, 4096), ALLOW),
    ("fallocate", (3, 1, 0, 4096), errno.EOPNOTSUPP),
    ("sendto", (3, PTR, 8, 0, 0, 0), ALLOW),
    ("sendto", (3, PTR, 8, 0, PTR, 16), errno.EPERM),
    ("sendto", (3, PTR, 8, 0, 0x7F00 << 32, 16), errno.EPERM),
]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("call", "args", "expected"), EXAMINED)
def test_an_examined_call_is_judged_by_its_arguments(
    machine: str, call: str, args: tuple[int, ...], expected: int
) -> None:
    n = number(machine, call)
    got = None if n is None else run(machine, n, *args)

    assert got in (None, expected if expected == ALLOW else error(expected))


def test_every_examined_call_is_among_the_examples() -> None:
    assert {call for call, *_ in EXAMINED} == set(syscalls.EXAMINED)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("audit", [0x40000003, 0x40000028, 0xC000003E, 0xC00000B7, 0])
def test_a_call_of_another_architecture_kills(machine: str, audit: int) -> None:
    own = seccomp.ARCH[machine][1]

    assert (run(machine, 39, audit=audit) == KILL) == (audit != own)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("n", [457, 1000, 0x40000000, 0x40000000 | 56, 2**31 - 1, -1, -39])
def test_an_unknown_number_is_unknown(machine: str, n: int) -> None:
    assert run(machine, n) == error(errno.ENOSYS)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("pid", [1, 2, 4242, 32767, 4_194_303])
def test_the_filter_of_a_process_names_that_process_and_no_other(machine: str, pid: int) -> None:
    kill = number(machine, "kill")
    assert kill is not None

    assert run(machine, kill, pid, 9, pid=pid) == ALLOW
    assert run(machine, kill, pid + 1, 9, pid=pid) == error(errno.EPERM)
    assert struct.pack("<I", seccomp.ANY_PID) not in seccomp.program(machine, pid)
    assert seccomp._program(machine).count(struct.pack("<I", seccomp.ANY_PID)) == 2
