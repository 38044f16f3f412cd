"""Attacks on disk and output."""

from tests.attacks.resources import never

TMP = "os.chdir(os.environ['TMPDIR'])\n"
DISK = (
    never(
        "writes one file of a hundred megabytes",
        TMP
        + """
f = open('f', 'wb', 0)
for _ in range(100): f.write(bytes(1 << 20)) == 1 << 20 or os.stat('f').st_size < 9 << 20 or done()
""",
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
        + """
for n in range(40): open(str(n), 'wb', 0).write(bytes(4 << 20)) == 4 << 20 or exit('full')
time.sleep(0.5); done()
""",
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
        mess=True,
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
        + """
for n in range(9):
    os.makedirs(f'{n}/x')
    os.chmod(f'{n}', 0)
    os.mkdir(f'closed{n}', 0)
os.umask(0o777); os.mkdir('last'); open('file', 'w')
""",
        None,
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
        """
def talk():
    while True: os.write(1, b'x' * 65536)
threading.Thread(target=talk, daemon=True).start(); time.sleep(1)
""",
        frozenset({"flood"}),
    ),
    never("prints what is no text", "os.write(1, bytes(range(256)) * 99)", frozenset()),
)
ATTACKS = DISK + OUTPUT
