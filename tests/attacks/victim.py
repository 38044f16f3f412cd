"""A victim that stands for the grader's account, watched from outside while an attack runs."""

from __future__ import annotations

import json
import os
import secrets
import select
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
PROCESS = r"""
import ctypes, json, mmap, os, resource, signal, sys
seen = []
for number in range(1, signal.NSIG):
    try:
        signal.signal(number, lambda n, _: seen.append(n))
    except (OSError, ValueError):
        pass
word = sys.argv[1].encode()
memory = ctypes.create_string_buffer(word)
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
shared = libc.shmget(0, 4096, 0o1600)
at = libc.shmat(shared, None, 0)
libc.shmctl(shared, 0, None)  # gone with the last process that holds it
ctypes.memmove(at, word, len(word))
print(json.dumps({"pid": os.getpid(), "address": ctypes.addressof(memory), "shm": shared}))
sys.stdout.flush()
for _ in sys.stdin:
    status = open("/proc/self/status").read()
    told = {
        "signals": seen,
        "limits": [resource.getrlimit(n) for n in range(16)],
        "priority": os.getpriority(os.PRIO_PROCESS, 0),
        "affinity": sorted(os.sched_getaffinity(0)),
        "policy": os.sched_getscheduler(0),
        "memory": memory.value.decode(),
        "shared": ctypes.string_at(at, len(word)).decode(),
        "tracer": status.partition("TracerPid:")[2].split()[0],
    }
    print(json.dumps(told))
    sys.stdout.flush()
"""


class Victim:
    """Files, sockets and a process of the grader's own account; ``harmed`` says what was done."""

    def __init__(self, folder: Path) -> None:
        self.word = secrets.token_hex(16)
        """In every file that must not be read, and in the name of all that an attack makes."""
        self.folder = folder
        self.secret = folder / "secret"
        self.secret.write_text(f"{self.word} is the grader's\n")
        self.secret.chmod(0o600)
        (folder / f"name-{self.word}").write_text(self.word)
        os.environ["GRADE_SECRET"] = self.word
        self._sockets = list(self._listening())
        command = [sys.executable, "-c", PROCESS, self.word]
        # In a group of its own: a signal to that group is meant for it, and for no other test's.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.facts: dict[str, Any] = json.loads(self._line()) | {
            "word": self.word,
            "secret": str(self.secret),
            "port": self._sockets[0].getsockname()[1],
            "udp": self._sockets[1].getsockname()[1],
            "unix": str(folder / "socket"),
            "abstract": self._abstract.decode().replace("\0", "@"),
            "grader": str(ROOT / "grader" / "sandbox" / "slot.py"),
            "reference": str(ROOT / "reference" / "attention.py"),
            "around": [str(p) for p in self._around()],
            "grader_pid": os.getpid(),
        }
        self._before = self._state()
        self._files_before = self._files()

    def _listening(self) -> Iterator[socket.socket]:
        tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
        path, abstract = (socket.socket(socket.AF_UNIX) for _ in range(2))
        self._abstract = f"\0grade-{self.word}".encode()
        for sock, address in (
            (tcp, ("127.0.0.1", 0)),
            (udp, ("127.0.0.1", 0)),
            (path, str(self.folder / "socket")),
            (abstract, self._abstract),
        ):
            sock.bind(address)
            if sock is not udp:
                sock.listen()
            yield sock

    def _around(self) -> list[Path]:
        """Folders of this account in which an attack may try to leave something."""
        places = [Path("/tmp"), Path("/dev/shm"), Path("/var/tmp"), Path("/"), Path.home()]
        return [*places, Path.cwd(), ROOT, self.folder]

    def _line(self) -> str:
        stream = self._process.stdout
        assert stream
        readable, _, _ = select.select([stream], [], [], 5)
        return stream.readline() if readable else ""

    def _state(self) -> dict[str, Any]:
        """What the process says of itself; empty if it says nothing any more."""
        assert self._process.stdin
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        except OSError:
            return {}
        line = self._line()
        return dict(json.loads(line)) if line else {}

    def _files(self) -> dict[str, object]:
        found: dict[str, object] = {}
        for path in sorted(self.folder.rglob("*")):
            if path.is_socket():
                continue
            s = path.lstat()
            content = path.read_bytes() if path.is_file() else b""
            about = (s.st_mode, s.st_uid, s.st_gid, s.st_mtime_ns, s.st_nlink, os.listxattr(path))
            found[path.name] = (about, content)
        return found

    def harmed(self, said: bytes = b"") -> list[str]:
        """What happened to it, or is among what the attacker ``said``; empty for nothing."""
        harms = [f"{name} came out" for name, text in self._kept().items() if text in said]
        state = self._state()
        harms += [
            f"its {key}: {value} became {state.get(key)}"
            for key, value in self._before.items()
            if state.get(key) != value
        ]
        if self._files() != self._files_before:
            harms.append("its files changed")
        arrived, _, _ = select.select(self._sockets, [], [], 0)
        harms += [f"something arrived at {sock.getsockname()}" for sock in arrived]
        harms += [f"{path} was left" for path in self.strewn()]
        return harms

    def _kept(self) -> dict[str, bytes]:
        """What must never come out: the beginnings of files, and the word."""
        secret = {"the word": self.word.encode()}
        for key in ("grader", "reference"):
            secret[f"source of {key}"] = Path(self.facts[key]).read_bytes()[3:60]
        return secret

    def strewn(self) -> list[Path]:
        """Files that bear the word in folders where none should be."""
        found = [p for place in self._around() for p in place.glob(f"*left-{self.word}*")]
        for path in found:
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink(
                missing_ok=True
            )
        return found

    def close(self) -> None:
        """End it."""
        os.environ.pop("GRADE_SECRET", None)
        for sock in self._sockets:
            sock.close()
        self._process.kill()
        self._process.communicate()
