"""What the zygote loads before it forks: what every child would load, and what some will."""

import importlib
import io
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def numpy() -> None:
    """Load what NumPy loads late: time saved, and no file of a student can stand in for it."""
    import numpy as np
    import numpy.linalg
    import numpy.random

    x = np.random.default_rng(0).standard_normal((4, 4)).astype(np.float32)
    y = np.einsum("ij,jk->ik", x, x) + np.exp(x @ x.T).sum(-1, keepdims=True)
    np.linalg.norm(y)
    repr(np.triu(y)).encode()
    exec(compile("class Warm:\n    def f(self, x=None): return x\nWarm().f()", "warm", "exec"), {})
    np.random.seed(0)


def testing(_: str) -> None:
    """Load what some scripts compare with; it brings along all of ``unittest``."""
    import numpy.testing  # noqa: F401


def plots(jobs: str) -> None:
    """Load Matplotlib, drawing to files, for the scripts that draw."""
    with folder_of_its_own(jobs), without_metrics(), without_3d():
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        pyplot.switch_backend("agg")


def figure(jobs: str) -> None:
    """Draw and save one figure: worth its time where more than one script will draw."""
    with folder_of_its_own(jobs):
        from matplotlib import pyplot

        made, axes = pyplot.subplots(1, 2, layout="constrained")
        drawn = axes[0].imshow([[0.0, 1.0], [1.0, 0.0]], cmap="viridis")
        axes[0].set_xticks([0, 1], ["a", "b"], rotation=45)
        made.colorbar(drawn)
        made.savefig(io.BytesIO(), format="png", dpi=20)
        pyplot.close(made)


@contextmanager
def folder_of_its_own(jobs: str) -> Iterator[None]:
    """Where Matplotlib may keep its cache, and finds no settings of anybody; gone in the end."""
    before = os.getcwd()
    os.environ["MPLCONFIGDIR"] = cache = os.path.join(jobs, "matplotlib")
    os.mkdir(cache)
    os.chdir(cache)
    try:
        yield
    finally:
        os.chdir(before)
        shutil.rmtree(cache)
        del os.environ["MPLCONFIGDIR"]


@contextmanager
def without_metrics() -> Iterator[None]:
    """Leave out the fonts of PostScript printers: reading them is most of the search for fonts."""
    try:
        from matplotlib import _afm
    except ImportError:  # another Matplotlib keeps them elsewhere: slower, and as good
        yield
        return
    kept = _afm.AFM
    _afm.AFM = _unread  # type: ignore[misc, assignment]
    try:
        yield
    finally:
        _afm.AFM = kept  # type: ignore[misc]


def _unread(_: object) -> None:
    raise OSError("left out")


@contextmanager
def without_3d() -> Iterator[None]:
    """Have axes in space loaded by the script that asks for them."""
    name = "mpl_toolkits.mplot3d"
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Matplotlib says that it cannot load them
            yield
    finally:
        del sys.modules[name]
    from matplotlib import projections

    known: dict[str, Any] = vars(projections.projection_registry)["_all_projection_types"]
    known.setdefault("3d", _axes_3d)


def _axes_3d(*args: Any, **named: Any) -> Any:
    return importlib.import_module("mpl_toolkits.mplot3d").Axes3D(*args, **named)


MORE: dict[bytes, Callable[[str], None]] = {
    b"testing": testing,
    b"plots": plots,
    b"figure": figure,
}
"""What the grader may ask for later, by the words that it uses."""
