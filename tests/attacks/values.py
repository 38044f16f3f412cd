"""Attacks by what ``forward`` returns or raises: objects that lie, loop or explode if looked at."""

from tests.attacks.attack import SHORT, Attack

NO_ARRAY = frozenset({"refused"})
HUGE = frozenset({"refused", "memory"})
RAISED = frozenset({"raised", "refused"})


def returns(
    name: str, value: str, ends: frozenset[str] | None = NO_ARRAY, before: str = ""
) -> Attack:
    """``forward`` returns this expression, in which ``y`` is the right answer."""
    code = f"""
{before.strip()}
forward = MultiHeadAttention.forward
def other(self, x, mask=None):
    y = forward(self, x, mask)
    return {value}
MultiHeadAttention.forward = other
"""
    return Attack("returns " + name, code.strip(), ends, SHORT)


LIAR = """
class Liar:
    def __array__(self, *a, **k): {does}
    def __eq__(self, other): return True
    def __repr__(self): {does}
    def __str__(self): {does}
    def __getattr__(self, name): {does}
    def __len__(self): {does}
"""
MODEST = """
class Subclass(np.ndarray):
    def __eq__(self, other): return np.True_
    def __array_ufunc__(self, ufunc, method, *inputs, **k): return np.zeros(3)
    def __array_finalize__(self, obj): pass
    def __array_function__(self, *a, **k): return True
    def tobytes(self, *a): return b"x" * 320
    def astype(self, *a, **k): raise SystemExit
    shape = property(lambda self: (5, 8))
    dtype = property(lambda self: np.dtype("f8"))
"""
META = """
class Meta(type):
    __name__ = property(lambda self: 1 / 0)
    def __instancecheck__(self, other): raise SystemExit
class Odd(list, metaclass=Meta):
    __class__ = property(lambda self: 1 / 0)
"""
ATTACKS = (
    returns("objects", "y.astype(object)"),
    returns("records", "np.zeros(5, [('a', 'f8'), ('b', 'i4')])"),
    returns("words", "y.astype(str)"),
    returns("bytes", "np.array([b'x'])"),
    returns("dates", "np.zeros((5, 8), 'datetime64[s]')"),
    returns("complex numbers", "y + 0j"),
    returns("longer numbers", "y.astype(np.longdouble)", frozenset()),
    returns("numbers of the other byte order", "y.astype('>f8')", frozenset()),
    returns("a masked array", "np.ma.masked_array(y, mask=y > 0)", None),
    returns("a subclass that lies", "y.view(Subclass)", None, MODEST),
    returns("an object that raises", "Liar()", RAISED, LIAR.format(does="raise MemoryError")),
    returns(
        "an object that ends the program", "Liar()", None, LIAR.format(does="raise SystemExit(0)")
    ),
    returns("an object that loops", "Liar()", None, LIAR.format(does="\n        while True: pass")),
    returns(
        "a list of objects that loop",
        "[Liar()]",
        None,
        LIAR.format(does="\n        while True: pass"),
    ),
    returns("a class without a name", "Odd([1.0])", None, META),
    returns("a list that holds itself", "loop", None, "loop = []; loop.append(loop)"),
    returns(
        "a list ten thousand deep",
        "deep",
        None,
        "deep = 1.0\nfor _ in range(10_000): deep = [deep]",
    ),
    returns("a ragged list", "[[1.0], [1.0, 2.0]]"),
    returns("a generator", "(row for row in y)"),
    returns("a trillion numbers without memory", "np.broadcast_to(1.0, (10**6, 10**6))", HUGE),
    returns("thirty dimensions", "y.reshape((1,) * 30 + y.shape)"),
    returns(
        "memory that is not its own",
        "np.lib.stride_tricks.as_strided(y, (4, 8), (1 << 40, 8))",
        None,
    ),
    returns("the class itself", "MultiHeadAttention"),
    returns("the module", "np"),
    Attack(
        "raises an error whose text raises",
        "class Bad(Exception):\n    def __str__(self): raise SystemExit\nraise Bad",
        None,
        in_forward=True,
    ),
    Attack(
        "raises an error whose text never ends",
        "class Bad(Exception):\n    def __str__(self):\n        while True: pass\nraise Bad",
        None,
        SHORT,
        in_forward=True,
    ),
    Attack(
        "raises the end of the program",
        "raise SystemExit(0)",
        frozenset({"raised"}),
        in_forward=True,
    ),
    Attack(
        "raises an interruption", "raise KeyboardInterrupt", frozenset({"raised"}), in_forward=True
    ),
    Attack(
        "raises what is not written",
        "raise NotImplementedError",
        frozenset({"unwritten"}),
        in_forward=True,
    ),
    Attack(
        "raises an error of a million characters",
        "raise OSError('x' * 10**6)",
        frozenset({"raised"}),
        in_forward=True,
    ),
    Attack(
        "raises an endless chain of errors",
        "error = ValueError(); error.__context__ = error.__cause__ = error; raise error",
        frozenset({"raised"}),
        in_forward=True,
    ),
    Attack(
        "is a class with odd members",
        """
class Weird:
    def __get__(self, *a): raise SystemExit
for name in ("W_Q", "d_model", "__signature__", "__doc__"):
    setattr(MultiHeadAttention, name, Weird())
MultiHeadAttention.__dir__ = lambda self: [1, None, "x" * 10**6]
""",
        None,
        SHORT,
    ),
)
