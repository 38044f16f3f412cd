"""The few kernel calls that Python has no name for, through the C library."""

import ctypes
import os
import platform

_libc = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
CAPSET = {"x86_64": 126, "aarch64": 91}
LAST_CAPABILITY = 63
LINUX_CAPABILITY_VERSION_3 = 0x20080522


def syscall(number: int, *args: object) -> int:
    """Call the kernel by number.

    Raises:
        OSError: it refused.
    """
    result = int(_libc.syscall(ctypes.c_long(number), *args))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option: int, value: int) -> None:
    """``prctl(option, value, 0, 0, 0)``.

    Raises:
        OSError: the kernel refused.
    """
    if _libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def die_with_parent() -> None:
    """Be killed when the parent is; a change of uid clears this, so call it after one."""
    prctl(PR_SET_PDEATHSIG, 9)


def hide_memory() -> None:
    """No process of the same user may read or trace this one."""
    prctl(PR_SET_DUMPABLE, 0)


def no_new_privileges() -> None:
    """Neither setuid programs nor file capabilities give anything from here on."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities(*, bounding_only: bool = False) -> None:
    """Empty the bounding set, and unless told otherwise all other capability sets."""
    for capability in range(LAST_CAPABILITY + 1):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:  # past the last one of this kernel, or not ours to drop
            break
    if not bounding_only:
        header = (ctypes.c_uint32 * 2)(LINUX_CAPABILITY_VERSION_3, 0)
        nothing = (ctypes.c_uint32 * 6)()
        syscall(CAPSET[platform.machine()], ctypes.byref(header), ctypes.byref(nothing))


def become(uid: int) -> None:
    """Give up root for a user that owns nothing.

    Raises:
        OSError: not root.
    """
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
