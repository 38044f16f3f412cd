"""Attacks that would start something which goes on when the job is over."""

from tests.attacks.attack import Attack, biting

TRUE = "['/bin/true', 'left-' + word]"
SPAWN = (
    Attack("forks", "p = os.fork()\nif not p: os._exit(0)\nos.waitpid(p, 0); done()"),
    Attack(
        "forks fifty times",
        """
for _ in range(50):
    p = alone(os.fork)
    if p == 0:
        time.sleep(1)
        os._exit(0)
    if p: done()
""",
    ),
    Attack(
        "forks without a copy",
        "p = libc.vfork()\nif p == 0: libc._exit(0)\np > 0 and done()",
    ),
    Attack(
        "clones",
        """
p = call('clone', signal.SIGCHLD, 0, 0, 0, 0)
if not p: os._exit(0)
os.waitpid(p, 0); done()
""",
    ),
    Attack(
        "clones into namespaces of its own",
        """
p = call('clone', 0x10000000 | 0x20000 | signal.SIGCHLD, 0, 0, 0, 0)
if not p: os._exit(0)
os.waitpid(p, 0); done()
""",
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
        "spawns", f"os.waitpid(os.posix_spawn('/bin/true', {TRUE}, {{}}), 0)[1] == 0 and done()"
    ),
    Attack("starts a program", f"import subprocess; subprocess.run({TRUE}, check=True); done()"),
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
words = (ctypes.c_char_p * 4)(b"sh", b"-c", b"echo SUCCEEDED", None)
call("execveat", fd, b"", words, (ctypes.c_char_p * 1)(None), 0x1000)
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
    Attack("leads a session of its own", "os.setsid(); done()"),
    Attack("leads a group of its own", "os.setpgid(0, 0); done()"),
    Attack(
        "works in many processes",
        "import multiprocessing; multiprocessing.Process(target=print).start(); done()",
    ),
    Attack("has a terminal", "import pty; p, _ = pty.fork()\nif not p: os._exit(0)\ndone()"),
)
ATTACKS = biting(
    SPAWN,
    "forks without a copy",
    "clones into namespaces of its own",
    "clones in the newer way",
    "leads a session of its own",
    "leads a group of its own",
    "has a terminal",
)
