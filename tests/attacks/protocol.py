"""Attacks on the conversation itself: frames that lie, come early, late, in pieces or never."""

from tests.attacks.attack import SHORT, Attack

REFUSED = frozenset({"refused"})
ENDED = frozenset({"refused", "died"})
FACTS = "b'J' + struct.pack('<I', 2) + b'{}'"
JSON = "lambda text: b'J' + struct.pack('<I', len(text)) + text"


def array(form: int = 0, dims: str = "(5, 8)", count: int = 40, ndim: str = "len(dims)") -> str:
    """A reply to the first question, as the attack's code, with what it announces."""
    return f"""
dims = {dims}
head = b"A" + struct.pack("<BBHB", {form}, 0, 0, {ndim}) + struct.pack(f"<{{len(dims)}}I", *dims)
send(frame(3, head + b"\\0" * 8 * {count}))
"""


def asked(name: str, code: str) -> Attack:
    """An attack instead of the answer to the first question, which is refused."""
    return Attack(name, code, REFUSED, in_forward=True)


ATTACKS = (
    Attack("announces four gigabytes", "send(frame(2, b'', 2**32 - 1))", REFUSED),
    Attack("sends an array of 134 megabytes", "alone(send, frame(2, bytes(134_000_000)))", REFUSED),
    Attack("gives another request's number", f"send(frame(7, {FACTS}))", REFUSED),
    Attack("gives an earlier request's number", f"send(frame(1, {FACTS}))", REFUSED),
    Attack(
        "answers what it was not asked yet",
        f"send(frame(2, {FACTS}) + frame(3, b'A' + bytes(6)) + frame(4, b'A' + bytes(6)))",
        REFUSED,
    ),
    Attack("answers twice", f"send(frame(2, {FACTS}))", REFUSED),
    Attack("adds bytes to an answer", "send(b'x')", REFUSED),
    Attack("sends zeros without an end", "while alone(os.write, 3, bytes(65536)): pass", REFUSED),
    asked("answers with fewer numbers than it says", array(count=39)),
    asked("answers with more numbers than it says", array(count=41)),
    asked("answers with 200 dimensions", array(dims="(1,) * 200")),
    asked("answers with dimensions that it does not send", array(ndim="6")),
    asked("answers with dimensions too big for any array", array(dims="(0,) + (2**32 - 1,) * 5")),
    asked("answers with a form that does not exist", array(form=200)),
    asked("answers with a kind that does not exist", "send(frame(3, b'Z' + bytes(100)))"),
    asked("answers with facts", f"send(frame(3, {FACTS}))"),
    asked("answers with nothing", "send(frame(3, b''))"),
    asked(
        "fails in a way that does not exist",
        """send(frame(3, b'E{"kind": "passed", "error": ""}'))""",
    ),
    asked("fails with a number", """send(frame(3, b'E{"kind": "raised", "error": 7}'))"""),
    asked("fails with a text without an end", "send(frame(3, b'E' + b'[' * 60_000))"),
    Attack("sends facts that nest deeply", f"send(frame(2, ({JSON})(b'[' * 50_000)))", REFUSED),
    Attack("sends a number of 60,000 digits", f"send(frame(2, ({JSON})(b'9' * 60_000)))", REFUSED),
    Attack("sends facts that are a list", f"send(frame(2, ({JSON})(b'[]')))", REFUSED),
    Attack(
        "sends facts of a wrong length",
        "send(frame(2, b'J' + struct.pack('<I', 99) + b'{}'))",
        REFUSED,
    ),
    Attack(
        "sends half of an answer and goes",
        "send(frame(2, bytes(99))[:50]); os._exit(0)",
        ENDED,
    ),
    Attack(
        "sends half of an answer and waits",
        "send(frame(2, bytes(99))[:50]); time.sleep(60)",
        frozenset({"hung"}),
        SHORT,
    ),
    Attack(
        "drips",
        """
for byte in frame(2, bytes(9999)):
    os.write(3, bytes([byte]))
    time.sleep(0.05)
""",
        frozenset({"hung"}),
        SHORT,
    ),
    Attack("closes its socket", "os.close(3)", ENDED),
    Attack("closes its socket and stays", "os.close(3)\nwhile True: pass", ENDED),
    Attack(
        "shuts its socket and stays",
        "import socket; socket.socket(fileno=3).shutdown(2); time.sleep(60)",
        ENDED,
    ),
    Attack(
        "stops listening and stays",
        "import socket\nsocket.socket(fileno=3).shutdown(0)\ntime.sleep(60)",
        frozenset({"hung", "refused", "died"}),
        SHORT,
    ),
    Attack("has another file in the place of its socket", "os.dup2(os.pipe()[1], 3)", ENDED),
    Attack("closes every descriptor", "os.closerange(0, 4096)", ENDED),
    Attack("closes its streams", "os.close(1); os.close(2); sys.stdout.close()"),
    Attack(
        "reads its questions in a thread",
        """
def steal():
    while True: alone(os.read, 3, 1 << 16)
threading.Thread(target=steal, daemon=True).start()
time.sleep(0.1)
""",
        None,
        SHORT,
    ),
    Attack(
        "answers more than it should through our own code",
        "above = sys._getframe()\nwhile 'frames' not in above.f_globals: above = above.f_back\n"
        "frames = above.f_globals['frames']; old = frames.Pipe.send\n"
        "frames.Pipe.send = lambda self, *parts: (old(self, *parts), old(self, *parts))",
        REFUSED,
    ),
    Attack(
        "takes our own code apart",
        """
above, ours = sys._getframe(1), [sys.modules["json"], sys.modules["struct"], np]
while above:
    ours += [v for v in above.f_globals.values() if "child" in str(getattr(v, "__file__", ""))]
    ours += [v for n, v in above.f_globals.items() if n in ("frames", "values", "script")]
    above = above.f_back
for one in ours:
    vars(one).clear()
""",
        None,
        SHORT,
    ),
    Attack(
        "makes all comparisons true",
        """
np.allclose = np.array_equal = np.isclose = lambda *a, **k: True
np.testing.assert_allclose = lambda *a, **k: None
import json
json.dumps = lambda *a, **k: '{"has_class": true, "passed": true}'
json.loads = lambda *a, **k: {"passed": True}
""",
        None,
        SHORT,
    ),
    Attack(
        "answers from the frame that asks",
        """
frame = sys._getframe()
while frame:
    for value in list(frame.f_locals.values()):
        if type(value).__name__ == "socket" and value.fileno() != 3: done(value)
    frame = frame.f_back
""",
    ),
    Attack(
        "raises a text that is no text",
        "raise ValueError('\\ud800 \\udcff \\x1b[2J ::error:: =cmd() \\0 \\u202e' * 99)",
        in_forward=True,
        ends=frozenset({"raised"}),
    ),
)
