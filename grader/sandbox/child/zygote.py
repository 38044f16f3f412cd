"""The zygote: loads NumPy once, gives up what it can, and forks one child for each job.

Started by the grader as ``python -P -s -S -B zygote.py FD CONFIG``, where FD is the control
socket. It never sees student code: a job's files go over the job's own socket to the child.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import json
import platform
import select
import signal
import socket
import traceback
from collections.abc import Callable
from typing import Any

import job
import kernel
import landlock
import seccomp
import sweep
import warm

GLANCE = 0.05
"""Seconds between two looks at how many files a job has made."""


def load(sites: list[str]) -> None:
    """Make NumPy importable and loaded, and the grader neither."""
    sys.path.extend(sites)
    for ours in ("grader", "reference"):
        sys.modules[ours] = None  # type: ignore[assignment]
    import answers  # noqa: F401 - loaded here so that no child has to
    import drawing  # noqa: F401 - likewise

    warm.numpy()


def give_up(config: dict[str, Any]) -> dict[str, Any]:
    """Give up root, capabilities and files, as far as asked and possible; say what was."""
    done: dict[str, Any] = {"uid": os.getuid(), "landlock": 0, "seccomp": False}
    if not config["confined"]:
        return done
    if os.getuid() == 0:
        if config["uid"] and _still_works(config["uid"]):
            done["uid"] = config["uid"]
        kernel.drop_capabilities(bounding_only=True)
        if done["uid"]:
            kernel.become(config["uid"])
    kernel.drop_capabilities()
    kernel.die_with_parent()
    kernel.hide_memory()
    seccomp.program(platform.machine(), 0)  # built here, so that no child has to
    version = min(landlock.abi(), config["landlock"])
    if version:
        landlock.confine(version, config["readable"], [config["jobs"], "/dev/null"])
    return done | {"landlock": version, "seccomp": config["seccomp"] and works(seccomp.confine)}


def works(confine: Callable[[], None]) -> bool:
    """Whether this kernel lets a process do that to itself; tried in a child."""
    pid = os.fork()
    if not pid:
        try:
            confine()
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def _still_works(uid: int) -> bool:
    """Whether that user can still read the standard library (not below a home of root's own)."""
    os.seteuid(uid)
    try:
        with open(os.__file__, "rb"):
            return True
    except OSError:
        return False
    finally:
        os.seteuid(0)


def serve(control: socket.socket, config: dict[str, Any], facts: dict[str, Any]) -> None:
    """Fork a child for each request, one at a time, until the grader closes its end.

    Other requests make it load more, so that the children after it find that there.
    """
    waking, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    number = 0
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 16, 4)
        if not message:
            return
        if message in warm.MORE:
            warm.MORE[message](config["jobs"])
            control.sendall(b"{}")
            continue
        if message != b"run":  # a kill that came after its job had ended
            continue
        number += 1
        folder = os.path.join(config["jobs"], str(number))
        pid = start(folder, descriptors, config, facts)
        for descriptor in descriptors:
            os.close(descriptor)
        status, usage, crowded = wait(pid, control, waking, config)
        cleaned = sweep.away(folder) and not os.listdir(config["jobs"])
        told: dict[str, Any] = {"status": status}
        told |= {"cpu": usage.ru_utime + usage.ru_stime, "rss": usage.ru_maxrss}
        told |= {"cleaned": cleaned, "crowded": crowded}
        control.sendall(json.dumps(told).encode())
        if not cleaned:
            return  # a new slot is cheaper than to wonder what is left


def start(
    folder: str, descriptors: list[int], config: dict[str, Any], facts: dict[str, Any]
) -> int:
    """Fork the child of one job."""
    os.makedirs(os.path.join(folder, "tmp"), mode=0o700)
    os.mkdir(os.path.join(folder, "sub"), mode=0o700)
    pid = os.fork()
    if pid:
        return pid
    try:
        job.run(folder, descriptors, config, facts)
        os._exit(0)
    except BaseException:  # the child must not live on as a second zygote
        traceback.print_exc()
    os._exit(70)


def wait(
    pid: int, control: socket.socket, waking: int, config: dict[str, Any]
) -> tuple[int, Any, bool]:
    """Wait for the child, and kill it when told to, or when the grader is gone.

    Returns:
        Its end, what it used, and whether it made too many files for a world of its own, whose size
        in bytes says nothing of empty ones.
    """
    watched: list[Any] = [control, waking]
    crowded = False
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), usage, crowded
        readable, _, _ = select.select(watched, [], [], GLANCE)
        if waking in readable:
            os.read(waking, 4096)
        if control in readable:
            if not control.recv(16):
                watched.remove(control)
            job.kill(pid)
        if not readable and config["entries"]:
            crowded = crowded or entries(config["jobs"]) > config["entries"]
            if crowded:
                job.kill(pid)


def entries(folder: str) -> int:
    """How many files and folders the file system of this folder has."""
    found = os.statvfs(folder)
    return found.f_files - found.f_ffree


def low(descriptor: int) -> int:
    """The same descriptor under the lowest number, which ``select`` takes and a child closes."""
    lowest = os.dup(descriptor)
    os.close(descriptor)
    return lowest


def main() -> None:
    """Read the configuration, get ready, and serve."""
    config = json.loads(sys.argv[2])
    control = socket.socket(fileno=low(int(sys.argv[1])))
    load(config["sites"])
    facts = give_up(config)
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    sys.argv[:] = ["attention.py"]
    control.sendall(json.dumps(facts).encode())
    serve(control, config, facts)
    os._exit(0)  # nothing is to be kept, and to take it all apart costs time


if __name__ == "__main__":
    main()
