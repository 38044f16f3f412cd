"""Attacks on time, memory, disk and output; and ways of ending that leave somebody waiting."""

from tests.attacks.attack import SHORT, Attack

HUNG = frozenset({"hung"})
DIED = frozenset({"died"})
TMP = "os.chdir(os.environ['TMPDIR'])\n"
SPIN = "while True: pass"


def never(name: str, code: str, ends: frozenset[str] | None = HUNG) -> Attack:
    """An attack that would go on for ever."""
    return Attack(name, code, ends, SHORT, bites=False)


TIME = (
    never("computes for ever", SPIN),
    never("computes for ever when asked", SPIN),
    never("sleeps", "time.sleep(1000)"),
    never("stops itself", "os.kill(os.getpid(), signal.SIGSTOP)"),
    never(
        "computes for ever and ignores every signal",
        "for n in range(1, 65): alone(signal.signal, n, signal.SIG_IGN)\n" + SPIN,
    ),
    never(
        "computes for ever and swallows what would end it",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ),
    never(
        "multiplies for ever inside the C library",
        "a = np.ones((900, 900))\nwhile True: a = a @ a * 0",
    ),
    never("searches for ever inside one call", "import re; re.match('(a+)+$', 'a' * 60 + 'b')"),
    never("raises to a huge power", "10 ** 10 ** 9", None),
    never(
        "computes in a hundred threads",
        "def spin():\n    while True: pass\nfor _ in range(100): threading.Thread(target=spin).start()\nspin()",
    ),
    never(
        "waits for a lock that it holds", "lock = threading.Lock(); lock.acquire(); lock.acquire()"
    ),
    never(
        "never ends its last thread",
        "threading.Thread(target=time.sleep, args=(1000,)).start()",
        frozenset(),
    ),
    never("waits for input", "sys.stdin.read(); time.sleep(1000)"),
)
MEMORY = (
    never("takes eight gigabytes", "np.ones(1 << 30); done()", frozenset()),
    never("takes eight gigabytes without touching them", "np.empty(1 << 30); done()", frozenset()),
    never("takes shared memory", "import mmap; mmap.mmap(-1, 4 << 30); done()", frozenset()),
    never(
        "grows",
        "held = []\nwhile True: held.append(bytearray(1 << 20)); len(held) > 600 and done()",
        None,
    ),
    never(
        "grows a list", "held = [1]\nwhile True: held += held; len(held) > 1 << 27 and done()", None
    ),
    never(
        "starts two thousand threads",
        "for _ in range(2000): threading.Thread(target=time.sleep, args=(9,), daemon=True).start()\ndone()",
        None,
    ),
    never("recurs without an end", "sys.setrecursionlimit(1 << 30)\ndef f(): f()\nf()", None),
    never(
        "recurs without an end in C",
        "sys.setrecursionlimit(1 << 30)\nx = []\nfor _ in range(10**6): x = [x]\nrepr(x)",
        None,
    ),
    never(
        "raises its limits",
        "import resource\nfor n in range(16): alone(resource.setrlimit, n, (-1, -1)) or resource.getrlimit(n)\nfor n in (0, 1, 4, 7, 9): resource.getrlimit(n)[1] == -1 and done(n)",
        frozenset(),
    ),
)
DISK = (
    never(
        "writes one file of a hundred megabytes",
        TMP
        + "f = open('f', 'wb', 0)\nfor _ in range(100): f.write(bytes(1 << 20)) == 1 << 20 or os.stat('f').st_size < 9 << 20 or done()",
        None,
    ),
    never(
        "makes one file of a hundred megabytes by its length",
        TMP + "os.ftruncate(os.open('f', os.O_CREAT | os.O_RDWR), 100 << 20); done()",
        frozenset(),
    ),
    never(
        "writes forty files of four megabytes",
        TMP
        + "for n in range(40): open(str(n), 'wb', 0).write(bytes(4 << 20)) == 4 << 20 or exit('full')\ntime.sleep(0.5); done()",
        None,
    ),
    never(
        "writes where the path is too long to look",
        TMP
        + """
for _ in range(25):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
for n in range(40): open(str(n), "wb", 0).write(bytes(4 << 20)) == 4 << 20 or exit("full")
time.sleep(0.5)
done()
""",
        None,
    ),
    never(
        "writes in a folder that nobody may list",
        TMP
        + """
os.mkdir("closed", 0o300)
for n in range(40): open(f"closed/{n}", "wb", 0).write(bytes(4 << 20)) == 4 << 20 or exit("full")
time.sleep(0.5)
done()
""",
        None,
    ),
    never(
        "keeps files open that have no name any more",
        TMP
        + """
held = []
for n in range(300):
    held.append(open("f", "wb", 0))
    os.unlink("f")
done()
""",
        frozenset(),
    ),
    never(
        "reserves space beyond a file's end",
        TMP + "call('fallocate', os.open('f', os.O_CREAT | os.O_RDWR), 1, 0, 200 << 20, 0); done()",
        frozenset(),
    ),
    never(
        "reserves space as a file's length",
        TMP + "os.posix_fallocate(os.open('f', os.O_CREAT | os.O_RDWR), 0, 200 << 20); done()",
        frozenset(),
    ),
    never(
        "makes three thousand files",
        TMP + "for n in range(3000): open(str(n), 'w').close()",
        frozenset(),
    ),
    never(
        "makes forty thousand files",
        TMP
        + "for n in range(40_000): os.close(os.open(str(n), os.O_CREAT))\ntime.sleep(0.5); done()",
        frozenset({"flood", "hung"}),
    ),
    never(
        "makes three thousand folders, each in the other",
        TMP + "for _ in range(3000):\n    os.mkdir('d')\n    os.chdir('d')",
        None,
    ),
    never(
        "gives odd names",
        TMP
        + """
for name in ("a\\nb", "-rf", "*", " ", "\\x1b[2J", "..x", "\\u202e", "\\\\", "'", "x" * 255):
    open(name, "w").close()
    os.mkdir(name + "d"[: 255 - len(name)]) if len(name) < 255 else None
open(b"\\xff\\xfe", "w").close()
os.mkdir(b"\\x80")
""",
        frozenset(),
    ),
    never(
        "closes its folders",
        TMP
        + "for n in range(9):\n    os.makedirs(f'{n}/x')\n    os.chmod(f'{n}', 0)\n    os.mkdir(f'closed{n}', 0)\nos.umask(0o777); os.mkdir('last'); open('file', 'w')",
        frozenset(),
    ),
)
OUTPUT = (
    never(
        "prints without an end", "while True: sys.stdout.write('x' * 65536)", frozenset({"flood"})
    ),
    never(
        "prints without an end on the other stream",
        "while True: os.write(2, b'x' * 65536)",
        frozenset({"flood"}),
    ),
    never(
        "prints from a thread while it answers",
        "def talk():\n    while True: os.write(1, b'x' * 65536)\nthreading.Thread(target=talk, daemon=True).start(); time.sleep(1)",
        frozenset({"flood"}),
    ),
    never("prints what is no text", "os.write(1, bytes(range(256)) * 99)", frozenset()),
)
ENDS = (
    never("ends without a word", "os._exit(0)", DIED),
    never(
        "ends as if all were well",
        "sys.stdout.write('OK\\n'); sys.stdout.flush(); os._exit(0)",
        DIED,
    ),
    never("aborts", "os.abort()", DIED),
    never("reads memory that is not there", "ctypes.string_at(8)", DIED),
    never(
        "writes over its own code", "ctypes.memset(id(None), 255, 64); None == 1; print(None)", None
    ),
    never("kills itself", "os.kill(os.getpid(), signal.SIGKILL)", DIED),
    never("sends itself the signal of a limit", "signal.raise_signal(signal.SIGXCPU)", DIED),
    never("exits", "sys.exit(0)", frozenset({"raised"})),
    never(
        "has something to do at its end",
        "import atexit; atexit.register(time.sleep, 1000)",
        frozenset(),
    ),
    never(
        "ends while it is asked",
        "threading.Timer(0.05, os._exit, (0,)).start(); time.sleep(1)",
        DIED,
    ),
)
ATTACKS = TIME + MEMORY + DISK + OUTPUT + ENDS
