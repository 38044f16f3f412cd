"""Attacks on what is not this job's: jobs before and after, the grader's code, its settings."""

from tests.attacks.attack import Attack, biting
from tests.students import RIGHT

MARK = "bytes(range(231, 199, -1))"
"""Thirty-two falling numbers: found by their differences, so that the finder holds none itself."""
LOOK = """
mine = [bytes(range(200, 232)) for _ in range(50)]
r, w = os.pipe()
libc.sbrk.restype = ctypes.c_void_p
libc.write.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]
arrays = [np.ones(9), np.ones(99_999)]
centres = [libc.sbrk(0), id(mine[0]), id(np), id(object()), *(a.ctypes.data for a in arrays)]
pages = {(at >> 12) + n for at in centres for n in range(-3000, 1000)}
found = [0, 0]
for page in sorted(pages):
    if libc.write(w, page << 12, 4096) == 4096:
        steps = np.diff(np.frombuffer(os.read(r, 4096), "u1"))
        for i, step in enumerate((1, 255)):
            same = np.cumsum(np.r_[0, steps == step])
            found[i] += int(np.any(same[31:] - same[:-31] == 31))
found[0] or done("the search is blind")
found[1] and done("the mark of another job is here", found)
"""
TRIED = (
    Attack(
        "looks for the job before it in its memory",
        LOOK,
        before=f"kept = [{MARK} for _ in range(20_000)]\n" + RIGHT,
    ),
    Attack(
        "looks for the files of the job before it",
        """
around = [jobs, "/tmp", "/dev/shm", "/job", "/run", "/var/tmp"]
for place in (*around, os.path.dirname(os.environ["TMPDIR"])):
    for folder, _, names in os.walk(place):
        "left-by-the-first" in names and done(folder)
""",
        before="""
from .tools import *
for place in (os.environ["TMPDIR"], jobs, "/tmp", "/dev/shm", "/dev", "/job", os.getcwd()):
    alone(lambda: open(place + "/left-by-the-first", "w"))
"""
        + RIGHT,
        mess=True,
    ),
    Attack(
        "leaves threads that go on",
        "threading.active_count() > 1 and done()",
        before="""
from .tools import *
for _ in range(9): threading.Thread(target=time.sleep, args=(99,)).start()
"""
        + RIGHT,
    ),
    Attack(
        "leaves NumPy changed",
        "np.ones is np.zeros and done()",
        before="import numpy as np\nnp.ones = np.zeros\nnp.random.seed(77)\n" + RIGHT,
    ),
    Attack("imports the grader", "import grader; done()"),
    Attack(
        "imports the grader and the reference all the same",
        """
import importlib
for name in ("grader", "reference", "grader.sandbox", "reference.attention", "grader.labs"):
    sys.modules.pop(name.partition(".")[0], None)
    getattr(alone(importlib.import_module, name), "__file__", None) and done(name)
""",
    ),
    Attack(
        "imports the grader from where it lies",
        """
import importlib
for place in (repository, os.path.dirname(os.path.dirname(os.path.dirname(grader)))):
    sys.path.insert(0, place)
    importlib.invalidate_caches()
    for name in ("grader", "reference"):
        sys.modules.pop(name, None)
        getattr(alone(importlib.import_module, name), "__file__", None) and done(name)
""",
    ),
    Attack(
        "reads the rubric, the schemas and others' files",
        """
for folder, folders, names in os.walk(repository):
    folders[:] = [f for f in folders if not f.startswith(".venv")]  # NumPy may lie there
    for name in names:
        alone(lambda: open(os.path.join(folder, name)).read(1)) and done(folder, name)
""",
    ),
    Attack(
        "finds test tools that the graded code must not need",
        """
for name in ("pytest", "hypothesis", "jsonschema", "click"):
    try: __import__(name); done(name)
    except ImportError: pass
""",
    ),
    Attack(
        "reads settings in its environment",
        "print(dict(os.environ)); [done(n) for n in os.environ if 'GRADE' in n or 'TOKEN' in n]",
    ),
    Attack(
        "has descriptors of others",
        """
for n in range(4, 5000):
    try: os.fstat(n); done(n)
    except OSError: pass
""",
    ),
)
BITING = (
    "imports the grader from where it lies",
    "reads the rubric, the schemas and others' files",
)
ATTACKS = biting(TRIED, *(a.name for a in TRIED if a.name not in BITING))
