"""Attacks on other processes: signals, tracing, limits, shared memory."""

from tests.attacks.attack import Attack, biting

SIGNALS = (
    Attack("signals a process of the account", "os.kill(pid, signal.SIGUSR1)"),
    Attack("asks whether its parent may be signalled", "os.kill(os.getppid(), 0); done()"),
    Attack("ends its parent", "os.kill(os.getppid(), signal.SIGUSR1)"),
    Attack("signals everybody", "os.kill(-1, signal.SIGURG)"),
    Attack("signals its group", "os.kill(0, signal.SIGURG); done()"),
    Attack("signals another group", "os.killpg(os.getpgid(pid), signal.SIGURG)"),
    Attack("signals a thread", "call('tgkill', pid, pid, signal.SIGUSR1)"),
    Attack("signals a thread of the old way", "call('tkill', pid, signal.SIGUSR1)"),
    Attack(
        "queues a signal",
        """
about = ctypes.create_string_buffer(struct.pack("<iii", signal.SIGUSR1, 0, -1) + b"\\0" * 116)
alone(call, "rt_sigqueueinfo", pid, signal.SIGUSR1, about)
alone(call, "rt_tgsigqueueinfo", pid, pid, signal.SIGUSR1, about)
""",
    ),
    Attack(
        "signals by a descriptor of the process",
        "signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGUSR1)",
    ),
    Attack(
        "has the kernel signal the owner of a pipe",
        """
r, w = os.pipe()
alone(fcntl.fcntl, r, 8, pid)
alone(fcntl.fcntl, r, 10, signal.SIGUSR2)
alone(fcntl.fcntl, r, 4, os.O_ASYNC | os.O_NONBLOCK)
os.write(w, b"x")
""",
    ),
    Attack(
        "has the kernel signal the owner of a pipe, named in the newer way",
        """
r, w = os.pipe()
alone(fcntl.fcntl, r, 15, struct.pack("<ii", 1, pid))
alone(fcntl.fcntl, r, 4, os.O_ASYNC | os.O_NONBLOCK)
os.write(w, b"x")
""",
    ),
    Attack(
        "has the kernel signal the owner of its socket",
        """
for request in (0x8901, 0x8902):
    alone(fcntl.ioctl, 3, request, struct.pack("<i", pid))
alone(fcntl.ioctl, 3, 0x5452, struct.pack("<i", 1))
time.sleep(0.1)
""",
    ),
    Attack(
        "has a timer signal another",
        """
event = ctypes.create_string_buffer(struct.pack("<qiii", 0, signal.SIGUSR1, 4, pid) + b"\\0" * 48)
timer = ctypes.c_int()
libc.syscall(222 if NUMBERS["fork"] else 107, 0, event, ctypes.byref(timer)) == 0 and done()
""",
    ),
)
SIGNALS = biting(
    SIGNALS,
    "ends its parent",
    "signals everybody",  # other victims too
    "has the kernel signal the owner of its socket",
    "has a timer signal another",
)
MEDDLING = (
    Attack("traces a process", "call('ptrace', 0x4206, pid, 0, 0); done()"),
    Attack("traces its parent", "call('ptrace', 0x4206, os.getppid(), 0, 0); done()"),
    Attack(
        "reads the memory of a process",
        """
held = ctypes.create_string_buffer(32)
mine = struct.pack("<QQ", ctypes.addressof(held), 32)
call("process_vm_readv", pid, mine, 1, struct.pack("<QQ", address, 32), 1, 0)
print(held.value.decode())
""",
    ),
    Attack(
        "writes the memory of a process",
        """
held = ctypes.create_string_buffer(b"overwritten")
mine = struct.pack("<QQ", ctypes.addressof(held), 11)
call("process_vm_writev", pid, mine, 1, struct.pack("<QQ", address, 11), 1, 0)
""",
    ),
    Attack(
        "takes a descriptor of a process", "call('pidfd_getfd', os.pidfd_open(pid), 0, 0); done()"
    ),
    Attack(
        "lowers a limit of a process",
        """
import resource
resource.prlimit(pid, resource.RLIMIT_CORE, (0, resource.prlimit(pid, resource.RLIMIT_CORE)[1]))
done()
""",
    ),
    Attack("reads a limit of a process", "import resource; resource.prlimit(pid, 7); done()"),
    Attack(
        "slows a process down",
        "os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid)); done()",
    ),
    Attack(
        "binds a process to a processor",
        "os.sched_setaffinity(pid, os.sched_getaffinity(pid)); done()",
    ),
    Attack(
        "sets the policy of a process", "os.sched_setscheduler(pid, 0, os.sched_param(0)); done()"
    ),
    Attack(
        "sets the disk priority of a process", "call('ioprio_set', 1, pid, 2 << 13 | 4); done()"
    ),
    Attack(
        "reads shared memory of the account",
        """
libc.shmat.restype = ctypes.c_void_p
at = libc.shmat(shm, None, 0o10000)
print(ctypes.string_at(at, 32) if at not in (None, 2**64 - 1) else "none")
""",
    ),
    Attack(
        "makes shared memory",
        """
call("shmctl", call("shmget", 0, 4096, 0o1600), 0, 0)
done()
""",
    ),
    Attack("makes a queue of messages", "call('msgctl', call('msgget', 0, 0o1600), 0, 0); done()"),
    Attack("makes a semaphore", "call('semctl', call('semget', 0, 1, 0o1600), 0, 0); done()"),
    Attack(
        "makes a named queue of messages",
        """
call("mq_open", b"left-" + word.encode(), os.O_CREAT | os.O_RDWR, 0o600, 0)
call("mq_unlink", b"left-" + word.encode())
done()
""",
    ),
    Attack("keeps a key in the kernel", "call('add_key', b'user', b'grade', b'x', 1, -1); done()"),
    Attack("reads the kernel's keys", "call('keyctl', 0, -3, 0); done()"),
    Attack("compares itself with a process", "call('kcmp', os.getpid(), pid, 0, 0, 0); done()"),
    Attack(
        "reads the locks of a process",
        """
call('get_robust_list', pid, ctypes.create_string_buffer(8), ctypes.create_string_buffer(8))
done()
""",
    ),
)
ATTACKS = SIGNALS + MEDDLING
