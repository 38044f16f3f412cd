"""Attacks on the kernel and on what root could do, and on the start of further programs."""

from tests.attacks.attack import Attack

KERNEL = (
    Attack("makes a user namespace", "call('unshare', 0x10000000); done()", bites=False),
    Attack("makes a mount namespace", "call('unshare', 0x20000); done()"),
    Attack(
        "mounts",
        "call('mount', b'none', os.environ['TMPDIR'].encode(), b'ramfs', 0, 0); call('umount2', os.environ['TMPDIR'].encode(), 2); done()",
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
        "call('perf_event_open', struct.pack('<IIQ', 1, 112, 0) + b'\\0' * 96, 0, -1, -1, 0); done()",
    ),
    Attack("handles its own page faults", "call('userfaultfd', 1); done()"),
    Attack("makes a file without a name", "os.memfd_create('x'); done()"),
    Attack(
        "restarts the machine, with a wrong number",
        "call('reboot', 0, 0, 0, 0); done()",
        bites=False,
    ),
    Attack(
        "sets the clock to what it is",
        "call('clock_adjtime', 0, ctypes.create_string_buffer(208)); done()",
    ),
    Attack(
        "sets the name of the machine",
        "import socket; name = os.uname().nodename.encode(); call('sethostname', name, len(name)); done()",
    ),
    Attack("reads the kernel's log", "call('syslog', 10, 0, 0); done()"),
    Attack("watches the whole file system", "call('fanotify_init', 0, 0); done()"),
    Attack("changes how memory is laid out", "call('personality', 0x0040000); done()"),
    Attack(
        "gives itself capabilities",
        "call('capset', struct.pack('<Ii', 0x20080522, 0), struct.pack('<6I', 1, 1, 0, 0, 0, 0)); done()",
    ),
    Attack("becomes root", "call('setuid', 0); done()"),
    Attack("becomes somebody else", "call('setresuid', 1, 1, 1); done()", bites=False),
    Attack("changes its groups", "call('setgroups', 1, struct.pack('<I', 0)); done()"),
    Attack("can be traced again", "libc.prctl(4, 1, 0, 0, 0) == 0 and done()"),
    Attack("outlives its parent", "libc.prctl(1, 0, 0, 0, 0) == 0 and done()"),
    Attack("adopts orphans", "libc.prctl(36, 1, 0, 0, 0) == 0 and done()"),
    Attack(
        "tells the kernel what to run when a program crashes",
        "pattern = open('/proc/sys/kernel/core_pattern').read(); open('/proc/sys/kernel/core_pattern', 'r+').write(pattern); done()",
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
        bites=False,
    ),
    Attack(
        "sets the terminal's state through its own streams",
        """
for request in (0x5412, 0x541C, 0x5413, 0x8901, 0x40086602):
    try: fcntl.ioctl(3, request, b"\\0" * 32); done(hex(request))
    except OSError as error: error.errno in (errno.ENOTTY, errno.EPERM) or done(hex(request), error)
""",
        bites=False,
    ),
    Attack(
        "makes calls of the 32-bit kind that hides in large numbers",
        """
for number in (0x40000000 | 39, 0x40000000 | 56, 0x40000000 | 520, 2**31 + 39, 457, 500, 1000):
    try: call(number, 0, 0, 0, 0, 0); done(number)
    except OSError as error: error.errno == errno.ENOSYS or done(number, error)
""",
        bites=False,
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
for name, number in NUMBERS.items():
    if number is None or name in SPARED:
        continue
    try: call(name, -1, -1, -1, -1, -1, -1); done(name)
    except OSError as error: error.errno in (errno.EPERM, errno.ENOSYS) or done(name, error)
""".replace(
            "SPARED",
            "('fork', 'vfork', 'clone', 'kill', 'prctl', 'ioctl', 'fcntl', 'open', 'openat', 'prlimit64',"
            " 'sendto', 'chmod', 'fchmod', 'fchmodat', 'chown', 'fchown', 'lchown', 'fchownat', 'utime',"
            " 'utimes', 'utimensat', 'futimesat', 'setxattr', 'lsetxattr', 'fsetxattr', 'removexattr',"
            " 'lremovexattr', 'fremovexattr', 'fchmodat2', 'fallocate', 'sync', 'syncfs', 'tgkill')",
        ),
        bites=False,
    ),
)
ECHO = "['/bin/echo', 'left-' + word]"
SPAWN = (
    Attack("forks", "p = os.fork()\nif not p: os._exit(0)\nos.waitpid(p, 0); done()"),
    Attack(
        "forks fifty times",
        """
for _ in range(50):
    p = alone(os.fork)
    if p == 0:
        time.sleep(5)
        os._exit(0)
    if p: done()
""",
    ),
    Attack(
        "forks without a copy",
        "p = libc.vfork()\nif p == 0: libc._exit(0)\np > 0 and done()",
        bites=False,
    ),
    Attack(
        "clones",
        "p = call('clone', signal.SIGCHLD, 0, 0, 0, 0)\nif not p: os._exit(0)\nos.waitpid(p, 0); done()",
    ),
    Attack(
        "clones into namespaces of its own",
        "p = call('clone', 0x10000000 | 0x20000 | signal.SIGCHLD, 0, 0, 0, 0)\nif not p: os._exit(0)\nos.waitpid(p, 0); done()",
    ),
    Attack(
        "clones in the newer way",
        """
p = call("clone3", struct.pack("<8Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0), 64)
if not p: os._exit(0)
os.waitpid(p, 0); done()
""",
    ),
    Attack(
        "spawns", f"os.waitpid(os.posix_spawn('/bin/echo', {ECHO}, {{}}), 0)[1] == 0 and done()"
    ),
    Attack("starts a program", f"import subprocess; subprocess.run({ECHO}, check=True); done()"),
    Attack("starts a shell", "os.system('exit 0') == 0 and done()"),
    Attack("starts a shell of the C library", "libc.popen(b'exit 0', b'r') and done()"),
    Attack(
        "becomes a program",
        "os.execv('/bin/sh', ['/bin/sh', '-c', 'echo SUCCEEDED; exit 3'])",
        ends=frozenset(),
    ),
    Attack(
        "becomes a program that it wrote itself",
        """
path = os.environ["TMPDIR"] + "/program"
open(path, "w").write("#!/bin/sh\\necho SUCCEEDED\\n")
alone(os.chmod, path, 0o700)
os.execv(path, [path])
""",
    ),
    Attack(
        "becomes a program by descriptor",
        """
fd = os.open("/bin/sh", os.O_RDONLY)
call("execveat", fd, b"", (ctypes.c_char_p * 4)(b"sh", b"-c", b"echo SUCCEEDED", None), (ctypes.c_char_p * 1)(None), 0x1000)
""",
    ),
    Attack(
        "leaves a daemon",
        """
if not os.fork():
    os.setsid()
    if not os.fork():
        os.execv("/bin/sleep", ["left-" + word, "3"])
    os._exit(0)
""",
    ),
    Attack("leads a session of its own", "os.setsid(); done()", bites=False),
    Attack("leads a group of its own", "os.setpgid(0, 0); done()", bites=False),
    Attack(
        "works in many processes",
        "import multiprocessing; multiprocessing.Process(target=print).start(); done()",
    ),
    Attack("has a terminal", "import pty; p, _ = pty.fork()\nif not p: os._exit(0)\ndone()"),
)
ATTACKS = KERNEL + SPAWN
