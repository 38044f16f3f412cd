"""Attacks on time and memory, and ways of ending that leave somebody waiting."""

from tests.attacks.attack import SHORT, Attack

HUNG = frozenset({"hung"})
DIED = frozenset({"died"})
SPIN = "while True: pass"


def never(
    name: str, code: str, ends: frozenset[str] | None = HUNG, *, mess: bool = False
) -> Attack:
    """An attack that would go on for ever."""
    return Attack(name, code, ends, SHORT, mess=mess)


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
        """
def spin():
    while True: pass
for _ in range(100): threading.Thread(target=spin).start()
spin()
""",
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
        """
for _ in range(2000): threading.Thread(target=time.sleep, args=(9,), daemon=True).start()
done()
""",
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
        """
import resource
for n in range(16): alone(resource.setrlimit, n, (-1, -1)) or resource.getrlimit(n)
for n in (0, 1, 4, 7, 9): resource.getrlimit(n)[1] == -1 and done(n)
""",
        frozenset(),
    ),
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
ATTACKS = TIME + MEMORY + ENDS
