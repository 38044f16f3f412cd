"""Attacks on the kernel, and on what root could do."""

from tests.attacks.attack import Attack

ATTACKS = (
    Attack("makes a user namespace", "call('unshare', 0x10000000); done()"),
    Attack("makes a mount namespace", "call('unshare', 0x20000); done()"),
    Attack(
        "mounts",
        """
call('mount', b'none', os.environ['TMPDIR'].encode(), b'ramfs', 0, 0)
call('umount2', os.environ['TMPDIR'].encode(), 2)
done()
""",
    ),
    Attack("mounts in the newer way", "call('fsopen', b'tmpfs', 0); done()"),
    Attack("copies a mount", "call('open_tree', -100, b'/', 1); done()"),
    Attack("has another root", "os.chroot('/'); done()"),
    Attack(
        "enters a namespace of another",
        "call('setns', os.pidfd_open(os.getppid()), 0x20000); done()",
    ),
    Attack(
        "loads a program into the kernel",
        "call('bpf', 0, struct.pack('<IIIII', 2, 4, 8, 1, 0) + b'\\0' * 100, 120); done()",
    ),
    Attack(
        "counts events of the kernel",
        """
call('perf_event_open', struct.pack('<IIQ', 1, 112, 0) + b'\\0' * 96, 0, -1, -1, 0)
done()
""",
    ),
    Attack("handles its own page faults", "call('userfaultfd', 1); done()"),
    Attack("makes a file without a name", "os.memfd_create('x'); done()"),
    Attack(
        "restarts the machine, with a wrong number",
        "call('reboot', 0, 0, 0, 0); done()",
    ),
    Attack(
        "sets the clock to what it is",
        "call('clock_adjtime', 0, ctypes.create_string_buffer(208)); done()",
    ),
    Attack(
        "sets the name of the machine",
        """
import socket
name = os.uname().nodename.encode()
call('sethostname', name, len(name))
done()
""",
    ),
    Attack("reads the kernel's log", "call('syslog', 10, 0, 0); done()"),
    Attack("watches the whole file system", "call('fanotify_init', 0, 0); done()"),
    Attack("changes how memory is laid out", "call('personality', 0x0040000); done()"),
    Attack(
        "gives itself capabilities",
        """
call('capset', struct.pack('<Ii', 0x20080522, 0), struct.pack('<6I', 1, 1, 0, 0, 0, 0))
done()
""",
    ),
    Attack("becomes root", "call('setuid', 0); done()"),
    Attack("becomes somebody else", "call('setresuid', 1, 1, 1); done()"),
    Attack("changes its groups", "call('setgroups', 1, struct.pack('<I', 0)); done()"),
    Attack("can be traced again", "libc.prctl(4, 1, 0, 0, 0) == 0 and done()"),
    Attack("outlives its parent", "libc.prctl(1, 0, 0, 0, 0) == 0 and done()"),
    Attack("adopts orphans", "libc.prctl(36, 1, 0, 0, 0) == 0 and done()"),
    Attack(
        "tells the kernel what to run when a program crashes",
        """
pattern = open('/proc/sys/kernel/core_pattern').read()
open('/proc/sys/kernel/core_pattern', 'r+').write(pattern)
done()
""",
    ),
    Attack(
        "opens the kernel's own files for writing",
        """
for path in ("/proc/sysrq-trigger", "/proc/sys/kernel/modprobe", "/proc/sys/vm/overcommit_memory",
             "/sys/kernel/uevent_helper", "/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/fuse"):
    try: os.close(os.open(path, os.O_WRONLY)); done(path)
    except OSError: pass
""",
    ),
    Attack(
        "stuffs the terminal's input",
        "fcntl.ioctl(os.open('/dev/tty', os.O_RDWR), 0x5412, b'x'); done()",
    ),
    Attack(
        "sets the terminal's state through its own streams",
        """
for request in (0x5412, 0x541C, 0x5413, 0x8901, 0x40086602):
    try: fcntl.ioctl(3, request, b"\\0" * 32); done(hex(request))
    except OSError as error: error.errno in (errno.ENOTTY, errno.EPERM) or done(hex(request), error)
""",
    ),
    Attack(
        "makes calls of the 32-bit kind that hides in large numbers",
        """
for number in (0x40000000 | 39, 0x40000000 | 56, 0x40000000 | 520, 2**31 + 39, 457, 500, 1000):
    try: call(number, 0, 0, 0, 0, 0); done(number)
    except OSError as error: error.errno == errno.ENOSYS or done(number, error)
""",
    ),
    Attack(
        "makes a call of the old 32-bit kind",
        """
import mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write(bytes.fromhex("b814000000cd80c3"))  # getpid, through int 0x80
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))() and done()
""",
        ends=frozenset({"died"}),
        x86=True,
    ),
    Attack(
        "makes every refused call by its number",
        """
for name in REFUSED:
    try: call(name, -1, -1, -1, -1, -1, -1); done(name)
    except OSError as error: error.errno in (errno.EPERM, errno.ENOSYS) or done(name, error)
""",
    ),
)
