"""Keep what a script draws: the figures it saves or shows, as they were at that moment.

Matplotlib is loaded before any student code, so what is hooked here is what a script will call,
whichever way it imports it. What a script does to Matplotlib or to this makes a poorer record only;
the record is hearsay in any case, and the grader compares it with the picture that was handed in.
"""

import json
import os
import time
import warnings
from contextlib import nullcontext, suppress
from functools import wraps
from typing import Any, Self

import panels
from numpy import ndarray
from sketch import sketched

FIGURES = 8
NUMBERS = 1 << 17
TEXT = 40_000
"""Figures, numbers in all of them and bytes of their description that are kept."""
PICTURES = (".png", ".jpg", ".jpeg")
WINDOWS = ("tk", "qt", "gtk", "wx", "macosx", "webagg", "nbagg", "notebook", "inline", "widget")
"""Beginnings of the names of backends that want a screen or a browser; Agg stands in for them."""

Record = tuple[dict[str, Any], list[ndarray]]


class Recorder:
    """A context manager around the run of one script below ``root``."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._began = 0
        self._depth = 0
        self._records: dict[str, Record] = {}
        self._saved: set[int] = set()
        self._kept: list[Any] = []

    def __enter__(self) -> Self:
        import matplotlib
        from matplotlib import pyplot
        from matplotlib.backend_bases import FigureCanvasBase
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        self._began = time.time_ns()
        with suppress(OSError):  # as Matplotlib does where a script runs beside such a file
            matplotlib.rc_file("matplotlibrc")
        warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")
        self._hook(FigureCanvasBase, "print_figure", self._printing)
        self._hook(FigureCanvasAgg, "print_png", self._printing)
        self._hook(pyplot, "show", self._showing)
        self._hook(Figure, "show", self._showing)
        self._hook(matplotlib, "use", self._choosing)
        self._hook(pyplot, "switch_backend", self._choosing)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):
            self._look_at_open_figures()
        with suppress(Exception):
            self._look_at_files()

    def facts(self) -> list[dict[str, Any]]:
        """Path, and panels with all but their values, of each figure in the order of saving."""
        return [told for told, _ in self._fitting()]

    def arrays(self) -> list[ndarray]:
        """The values of the panels in the same order."""
        return [array for _, arrays in self._fitting() for array in arrays]

    def _fitting(self) -> list[Record]:
        """What there is room for; figures with heat maps come before those without."""
        ranked = sorted(self._records.values(), key=lambda record: not record[1])
        found, text, numbers = [], 0, 0
        for told, arrays in ranked[:FIGURES]:
            text += len(json.dumps(told))
            numbers += sum(array.size for array in arrays)
            if text <= TEXT and numbers <= NUMBERS:
                found.append((told, arrays))
        return found

    def _hook(self, owner: Any, name: str, around: Any) -> None:
        old = getattr(owner, name)
        setattr(owner, name, wraps(old)(around(old)))

    def _printing(self, old: Any) -> Any:
        """Around the two functions through which every way to save goes."""

        def hooked(canvas: Any, filename: Any = "", *args: Any, **named: Any) -> Any:
            self._depth += 1
            result = None
            try:
                with sketched(canvas.figure) if self._depth == 1 else nullcontext():
                    result = old(canvas, filename, *args, **named)
            except OSError:
                # A folder of the student's own computer: the figure is as good as saved.
                if self._depth > 1 or not self._elsewhere(filename):
                    raise
            finally:
                self._depth -= 1
            if not self._depth:
                with suppress(Exception):
                    self._record(canvas.figure, self._named(filename))
            return result

        return hooked

    def _showing(self, _: Any) -> Any:
        """In the place of ``show``: a window would be closed now, and its figure gone."""

        def hooked(*args: Any, **named: Any) -> None:
            with suppress(Exception):
                self._look_at_open_figures()
            del args, named

        return hooked

    def _choosing(self, old: Any) -> Any:
        """Around the choice of a backend: there is no screen here."""

        def hooked(backend: Any, *args: Any, **named: Any) -> Any:
            name = str(backend).lower().removeprefix("module://")
            if not name.startswith(WINDOWS) and "inline" not in name:
                return old(backend, *args, **named)
            return None

        return hooked

    def _elsewhere(self, filename: Any) -> bool:
        """Whether this is an absolute path that has no place in the repository."""
        path = str(filename)
        return os.path.isabs(path) and not path.startswith(self._root + os.sep)

    def _named(self, filename: Any) -> str:
        """The path below the root, or as the script wrote it; empty where there is none."""
        name = getattr(filename, "name", filename)
        if not isinstance(name, str | os.PathLike):
            return ""
        path = os.fspath(name)
        if not os.path.splitext(path)[1]:
            path += ".png"
        whole = os.path.abspath(path)
        inside = whole.startswith(self._root + os.sep)
        return os.path.relpath(whole, self._root) if inside else str(path)

    def _look_at_open_figures(self) -> None:
        """Keep those that were drawn and never saved."""
        from matplotlib import pyplot

        for number in pyplot.get_fignums()[:FIGURES]:
            figure = pyplot.figure(number)
            if id(figure) not in self._saved:
                figure.draw_without_rendering()
                self._record(figure, "")

    def _look_at_files(self) -> None:
        """Pictures that the script wrote in some other way."""
        for folder, _, names in os.walk(self._root):
            for name in names:
                path = os.path.join(folder, name)
                inner = os.path.relpath(path, self._root)
                if inner in self._records or not name.lower().endswith(PICTURES):
                    continue
                if os.lstat(path).st_mtime_ns > self._began and len(self._records) < 4 * FIGURES:
                    self._records[inner] = ({"path": inner[:300], "panels": []}, [])

    def _record(self, figure: Any, path: str) -> None:
        """Note the figure as it is now, in the place of an earlier one of the same name."""
        self._saved.add(id(figure))
        self._kept.append(figure)  # so that no other figure is given its id
        if len(self._kept) > 4 * FIGURES:
            return
        found = panels.of_figure(figure)
        told = {"path": path[:300], "panels": [fact for fact, _ in found]}
        key = path or f"shown {len(self._kept)}"
        self._records.pop(key, None)
        self._records[key] = (told, [values for _, values in found])
