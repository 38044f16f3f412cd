"""Run one of the student's scripts as ``python script.py`` would, and tell how it ended."""

import atexit
import builtins
import importlib
import io
import itertools
import json
import os
import random
import site
import sys
import threading
import traceback
from contextlib import nullcontext, suppress
from types import ModuleType
from typing import Any

import absent
import changed
import frames
import numpy as np
from attended import Witness
from loaded import forget_our_own, free_names, loaded_since
from student import failure_of

MAIN = "__main__"
KEPT = 1 << 16
ENTER = b"\n" * 64
End = tuple[int, BaseException | None]
"""The exit code as a shell would see it, and the exception that ended the script."""


def run(root: str, body: bytes) -> bytes:
    """Run a script to its very end; the reply tells how that was.

    The request is a JSON object: ``script`` and ``folder`` (the working directory) below the root,
    ``paths`` (folders below the root, as PYTHONPATH would add them), ``args``, ``files`` (those
    whose class is counted and changed), ``change`` (see ``changed.py``), ``watch`` (record the
    figures that it draws) and ``absent`` (libraries to stand in for). ``keep`` names a file whose
    bytes, up to KEPT, follow the facts if it is there in the end.
    """
    asked = json.loads(body)
    path = os.path.join(root, *asked["script"].split("/"))
    recorder = recording(root) if asked["watch"] else None
    witness = Witness() if recorder else None
    seen = changed.lay(root, asked["files"], asked["change"], witness)
    arrange(root, path, asked)
    absent.stand_in(asked["absent"])
    newest = next(reversed(sys.modules))
    with recorder or nullcontext():
        code, error = finished(executed(path))
    told = {"exit": code, "error": failed(error, root), "missing": absent.missing(error), **seen}
    told["modules"] = sorted({str(n)[:80] for n in loaded_since(newest)} - {MAIN})[:500]
    wrote = written(root, path, asked)
    told["wrote"] = len(wrote)
    if recorder is None or witness is None:
        return frames.facts(told, wrote)
    told["sizes"] = witness.sizes
    figures, arrays = recorder.facts(), recorder.arrays()
    panels = [panel for figure in figures for panel in figure["panels"]]
    for panel, array in zip(panels, arrays, strict=True):
        panel["own"] = witness.knows(array)
    told["figures"] = figures
    return frames.facts(told, wrote, *(array.tobytes() for array in arrays))


def written(root: str, path: str, asked: dict[str, Any]) -> bytes:
    """What the script wrote into a file of the names that are to be kept."""
    folders = (os.path.dirname(path), os.path.join(root, *asked["folder"].split("/")), root)
    for folder, name in itertools.product(folders, asked["keep"]):
        with suppress(OSError), open(os.path.join(folder, name), "rb") as file:
            return file.read(KEPT)
    return b""


def recording(root: str) -> Any:
    """What keeps the figures that a script saves."""
    return importlib.import_module("drawing").Recorder(root)


def arrange(root: str, path: str, asked: dict[str, Any]) -> None:
    """Make this process what ``python script.py`` finds: arguments, paths, streams, modules."""
    forget_our_own()
    beside = os.path.dirname(path)
    folder = os.path.join(root, *filter(None, asked["folder"].split("/")))
    paths = [os.path.normpath(os.path.join(root, *p.split("/"))) for p in asked["paths"]]
    for place in (beside, *paths):
        free_names(place)
    os.chdir(folder)
    sys.argv[:] = [os.path.relpath(path, folder), *asked["args"]]
    sys.path[:0] = [beside, *paths]
    if paths:
        os.environ["PYTHONPATH"] = os.pathsep.join(os.path.relpath(p, folder) for p in paths)
    site.setquit()
    site.sethelper()
    # Somebody who presses Enter where a script waits for it before its window closes.
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BytesIO(ENTER))  # type: ignore[misc]
    sys.stdout = io.TextIOWrapper(buffered(1))
    sys.stderr = io.TextIOWrapper(buffered(2), errors="backslashreplace", line_buffering=True)
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc]
    random.seed()  # as any new process, so that what is not seeded shows
    np.random.seed(None)
    main = ModuleType(MAIN)
    vars(main).update(__file__=path, __builtins__=builtins, __annotations__={}, __cached__=None)
    sys.modules[MAIN] = main


def buffered(descriptor: int) -> io.BufferedWriter:
    """A stream as Python opens its own."""
    return io.BufferedWriter(io.FileIO(descriptor, "w", closefd=False))


def executed(path: str) -> End:
    """Run the file's code as the main module."""
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec", dont_inherit=True)
        exec(code, vars(sys.modules[MAIN]))
    except BaseException as error:
        return ended_by(error)
    return 0, None


def ended_by(error: BaseException) -> End:
    """What Python makes of an exception that nobody caught: words on stderr, and an exit code."""
    if isinstance(error, SystemExit):
        return exit_code(error.code), None
    trace = error.__traceback__.tb_next if error.__traceback__ else None
    with suppress(BaseException):
        flush()
    try:
        sys.excepthook(type(error), error.with_traceback(trace), trace)
    except BaseException:
        with suppress(BaseException):
            traceback.print_exception(type(error), error, trace)
    return 130 if isinstance(error, KeyboardInterrupt) else 1, error


def exit_code(code: Any) -> int:
    """What a shell sees of ``sys.exit(code)``."""
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code) & 0xFF
    with suppress(BaseException):
        sys.stderr.write(f"{code}\n")
    return 1


def finished(end: End) -> End:
    """Wait for threads, call what was registered with ``atexit``, empty the streams."""
    sys.settrace(None)
    sys.setprofile(None)
    code, error = end
    with suppress(BaseException):
        threading._shutdown()  # type: ignore[attr-defined]  # noqa: SLF001
    with suppress(BaseException):
        atexit._run_exitfuncs()  # noqa: SLF001
    try:
        flush()
    except BaseException:
        code = code or 120
    return code, error


def flush() -> None:
    """Empty both streams, whatever the script put in their place."""
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        if stream is not None and not stream.closed:
            stream.flush()


def failed(error: BaseException | None, root: str) -> list[Any] | None:
    """Kind, message, file and line of an exception."""
    if error is None:
        return None
    kind, said, file, line = failure_of(error, root)
    said = said.replace(root + os.sep, "")  # where this copy lies is nobody's business
    return [kind, said[:2000], file and file[:300], line]
