"""An honest script does in the sandbox what it does outside: nothing that it needs is missing."""

from __future__ import annotations

import pytest

from grader.model import Failure, Imported
from grader.sandbox import NOTHING, Means, Slots
from tests.attacks.attack import MODULE, PROBES, right, submission
from tests.attacks.levels import levels, old_kernels
from tests.students import RIGHT

HONEST = """
import concurrent.futures, csv, gzip, json, logging, os, pathlib, random, shutil, sys, tempfile
import threading, time, zipfile
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from .tools import np as same_numpy
from . import tools

said = []
here, tmp = pathlib.Path(__file__).parent, pathlib.Path(tempfile.mkdtemp(prefix="ñandú-"))

# Numbers, of every kind that the course uses.
rng = np.random.default_rng(0)
a = rng.standard_normal((6, 6)).astype(np.float32)
u, s, vt = np.linalg.svd(a)
assert np.allclose(np.einsum("ij,j,jk->ik", u, s, vt), a, atol=1e-4)
assert np.allclose(np.fft.ifft(np.fft.fft(a)).real, a, atol=1e-5)
assert np.ma.masked_less(a, 0).mean() > 0
assert np.polynomial.Polynomial([1, 2])(3) == 7
np.testing.assert_allclose(np.linalg.inv(np.linalg.inv(a)), a, rtol=1e-2)
np.random.seed(1); random.seed(1)
said.append([int(s.argmax()), round(float(np.random.rand()), 6), round(random.random(), 6)])

# Files of its own.
np.save(tmp / "a.npy", a); np.savez_compressed(tmp / "b.npz", a=a)
assert np.array_equal(np.load(tmp / "a.npy"), np.load(tmp / "b.npz")["a"])
big = np.memmap(tmp / "big.dat", np.float64, "w+", shape=(1000, 100)); big[:] = 1; big.flush()
with tempfile.NamedTemporaryFile("w", suffix=".csv", delete=False) as file:
    csv.writer(file).writerows([["año", "número"], [1, 2]])
with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "x").write_text("x", "utf-8")
shutil.copy(here / "tools.py", tmp / "copied.py"); shutil.copy2(here / "tools.py", tmp / "too.py")
shutil.copytree(here, tmp / "tree"); shutil.move(tmp / "too.py", tmp / "moved.py")
os.chmod(tmp / "copied.py", 0o755); os.utime(tmp / "copied.py"); (tmp / "d/e").mkdir(parents=True)
(tmp / "link").symlink_to(tmp / "copied.py"); os.replace(tmp / "copied.py", tmp / "f.py")
with gzip.open(tmp / "z.gz", "wt") as file: file.write("ü" * 1000)
with zipfile.ZipFile(tmp / "z.zip", "w") as archive: archive.write(tmp / "a.npy", "a.npy")
open(os.devnull, "w").write("nothing")
shutil.rmtree(tmp / "tree"); os.access(here, os.R_OK); os.path.getsize(__file__); os.getcwd()
assert (pathlib.Path.cwd() / "data" / "grades.txt").read_text() == "of mine"
said.append(sorted(p.name for p in tmp.iterdir()))

# Threads, logs, clocks, and modules that are imported late.
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert list(pool.map(lambda n: float((a @ a).sum()) * 0 + n, range(20))) == list(range(20))
thread = threading.Thread(target=time.sleep, args=(0.01,)); thread.start(); thread.join()
logging.basicConfig(level="INFO", stream=sys.stdout, format="%(levelname)s %(message)s", force=True)
logging.getLogger("atención").info("Atención múltiple")
logging.FileHandler(tmp / "log.txt").close()
import asyncio, ctypes, dataclasses, decimal, fractions, functools, hashlib, inspect
import multiprocessing, platform, sqlite3, ssl, statistics, subprocess, textwrap, traceback
import typing, unittest, uuid
import zoneinfo, PIL.Image, mpl_toolkits.axes_grid1, mpl_toolkits.mplot3d, matplotlib.animation
base = sqlite3.connect(tmp / "base.db"); base.execute("create table t (x)"); base.close()
ssl.create_default_context; inspect.getsource(tools); hashlib.sha256(b"x"); uuid.uuid4()
platform.system(); os.cpu_count(); sys.stdout.isatty(); time.strftime("%Y")

# The picture of the lab, and all that goes with it.
fig, axes = plt.subplots(2, 4, figsize=(12, 6), sharex=True)
for h, ax in enumerate(axes.flat):
    weights = np.exp(a) / np.exp(a).sum(1, keepdims=True)
    image = ax.imshow(weights, cmap="viridis", vmin=0, vmax=1)
    ax.set_title(rf"Cabeza {h}: $\\mathrm{{softmax}}(QK^\\top/\\sqrt{{d_h}})$ – ñ, 注")
    ax.set_xticks(range(6), ["el", "niño", "comió", "¿qué?", "«pan»", "."], rotation=45, ha="right")
    fig.colorbar(image, ax=ax, fraction=0.046)
    ax.text(0, 0, "0.5", color="w")
fig.suptitle("Atención por cabeza"); fig.tight_layout()
for kind in ("png", "svg", "pdf", "jpg"): fig.savefig(tmp / f"heatmap.{kind}", dpi=60)
plt.figure(); plt.plot([1, 2], label="línea"); plt.legend(); plt.savefig(tmp / "l.png")
plt.show()
plt.close("all")
assert PIL.Image.open(tmp / "heatmap.png").size == (720, 360)
assert plt.imread(tmp / "heatmap.png").shape == (360, 720, 4)
said.append(sorted(p.suffix for p in tmp.glob("heatmap.*")))
print(json.dumps(said)); print("Resultado: ñ ✓ – todo bien", file=sys.stderr)
"""
CASES = levels() | {k: v for k, v in old_kernels().items() if k.endswith("-1")}


def told(means: Means) -> tuple[bytes, bytes, bool]:
    """What the script printed at this level, and whether its answers were right."""
    with Slots(means=means) as slots:
        slot = slots.start("plots")
        with slots.session("plots") as session:
            assert session.enter(submission(HONEST + RIGHT)) is None
            imported = session.load(*MODULE)
            assert isinstance(imported, Imported), imported
            answers = session.ask(PROBES)
            errors = bytes(session._job.printed["stderr"])
        assert not slot.broken, "an honest job costs no slot"
        return session.printed, errors, right(answers)


@pytest.fixture(scope="module")
def outside() -> tuple[bytes, bytes, bool]:
    return told(NOTHING)


@pytest.mark.parametrize("level", CASES)
def test_an_honest_script_says_the_same_everywhere(
    level: str, outside: tuple[bytes, bytes, bool]
) -> None:
    said, errors, correct = told(CASES[level])

    assert correct
    assert (said, errors) == outside[:2]
    assert b"INFO Atenci" in said
    assert b"todo bien" in errors


@pytest.mark.parametrize("level", CASES)
def test_what_cannot_be_done_is_an_error_of_python_that_names_it(level: str) -> None:
    code = "import subprocess\nsubprocess.run(['true'])\n" + RIGHT
    with Slots(means=CASES[level]) as slots, slots.session() as session:
        session.enter(submission(code))
        failed = session.load(*MODULE)

    assert isinstance(failed, Failure)
    assert failed.kind == "raised"
    assert "PermissionError" in failed.says.en
    assert failed.line == 2
