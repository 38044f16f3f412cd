"""Folders on disk: what is read, what is set aside, where the root is."""

from __future__ import annotations

import os
import pickle
import socket
import tempfile
from pathlib import Path

import pytest

from grader.model import Refusal
from grader.submission import Limits, read

LAB = "experiments/15-multi-head"
ATTENTION = "src/minimodel/attention/attention.py"


def lab(at: Path) -> Path:
    for name in (ATTENTION, f"{LAB}/mha.py", f"{LAB}/README.md"):
        (at / name).parent.mkdir(parents=True, exist_ok=True)
        (at / name).write_text(f"# {name}\n")
    return at


def kinds(path: Path, **limits: int) -> dict[str, str]:
    return {odd.path: odd.kind for odd in read(str(path), limits=Limits(**limits)).oddities}


def refusal(path: Path | str, **limits: int) -> str:
    with pytest.raises(Refusal) as caught:
        read(str(path), limits=Limits(**limits))
    assert caught.value.says.en != caught.value.says.es
    return caught.value.says.en


def test_a_repository_is_read_as_bytes_by_name_and_can_cross_processes(tmp_path: Path) -> None:
    found = read(str(lab(tmp_path / "ana")))
    assert found.name == "ana"
    assert found.path == str(tmp_path / "ana")
    assert sorted(found.files) == [f"{LAB}/README.md", f"{LAB}/mha.py", ATTENTION]
    assert found.files[ATTENTION] == f"# {ATTENTION}\n".encode()
    assert (found.oddities, found.git, found.peeled) == ((), None, "")
    assert pickle.loads(pickle.dumps(found)) == found


def test_the_digest_depends_on_names_and_bytes_and_on_nothing_else(tmp_path: Path) -> None:
    one, two = lab(tmp_path / "one"), lab(tmp_path / "two")
    os.utime(two / ATTENTION, (0, 0))
    (two / ATTENTION).chmod(0o700)
    assert read(str(one)).digest == read(str(two)).digest
    (two / ATTENTION).write_text("changed")
    assert read(str(one)).digest != read(str(two)).digest
    (two / ATTENTION).write_text((one / ATTENTION).read_text())
    (two / "empty.py").touch()
    assert read(str(one)).digest != read(str(two)).digest


def test_what_tools_leave_behind_is_left_out_without_a_word(tmp_path: Path) -> None:
    root = lab(tmp_path)
    for name in (".git/HEAD", "a/__pycache__/x.pyc", "node_modules/x.js", ".DS_Store", "b.pyc"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    for home in (".venv", "my env"):
        (root / home / "lib").mkdir(parents=True)
        (root / home / "pyvenv.cfg").touch()
        (root / home / "lib" / "x.py").touch()
    (root / "venv").mkdir()
    (root / "venv" / "mine.py").touch()
    found = read(str(root))
    assert sorted(found.files) == [f"{LAB}/README.md", f"{LAB}/mha.py", ATTENTION, "venv/mine.py"]
    assert found.oddities == ()


def test_an_environment_in_the_root_itself_takes_nothing_along(tmp_path: Path) -> None:
    (lab(tmp_path) / "pyvenv.cfg").touch()
    (tmp_path / "lib" / "site-packages").mkdir(parents=True)
    (tmp_path / "lib" / "site-packages" / "numpy.py").touch()
    found = read(str(tmp_path)).files
    assert ATTENTION in found
    assert "lib/site-packages/numpy.py" not in found


def test_links_pipes_and_sockets_are_named_and_never_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = lab(tmp_path)
    secret = tmp_path.parent / "secret"
    secret.write_text("secret")
    (root / LAB / "verify.py").symlink_to(secret)
    (root / "loop").symlink_to(root)
    os.mkfifo(root / "pipe")
    monkeypatch.chdir(root)
    with socket.socket(socket.AF_UNIX) as here:
        here.bind("sock")
        got = kinds(root)
    assert got == {
        f"{LAB}/verify.py": "symlink",
        "loop": "symlink",
        "pipe": "special",
        "sock": "special",
    }


def test_a_tree_deeper_than_any_path_is_cut_off_with_a_sentence(tmp_path: Path) -> None:
    root = lab(tmp_path)
    home = os.open(root, os.O_RDONLY)
    for _ in range(300):
        os.mkdir("d" * 20, dir_fd=home)
        deeper = os.open("d" * 20, os.O_RDONLY, dir_fd=home)
        os.close(home)
        home = deeper
    os.close(home)
    (odd,) = read(str(root)).oddities
    assert odd.kind == "unsafe-name"
    assert "too many folders" in odd.says.en


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"x\xff.py", r"x\udcff.py"),
        (b"x\x1b[2J.py", r"x\x1b[2J.py"),
        ("x\u202ey.py".encode(), r"x\u202ey.py"),
        (rb"experiments\mha.py", r"experiments\mha.py"),
        (b"C:evil.py", "C:evil.py"),
    ],
)
def test_names_that_later_steps_could_trip_over_are_set_aside(
    tmp_path: Path, name: bytes, shown: str
) -> None:
    Path(os.fsdecode(bytes(lab(tmp_path)) + b"/" + name)).touch()
    (odd,) = read(str(tmp_path)).oddities
    assert (odd.path, odd.kind) == (shown, "unsafe-name")
    assert odd.says.es.encode().decode().isprintable()


def test_a_large_file_is_named_with_its_size_and_the_rest_is_read(tmp_path: Path) -> None:
    with (lab(tmp_path) / "data.npy").open("wb") as file:
        file.truncate(17 << 20)
    found = read(str(tmp_path))
    (odd,) = found.oddities
    assert (odd.path, odd.kind) == ("data.npy", "too-large")
    assert "17.0 MiB" in odd.says.en
    assert ATTENTION in found.files


def test_data_cannot_crowd_the_lab_out(tmp_path: Path) -> None:
    (lab(tmp_path) / "a_data.bin").write_bytes(bytes(900))
    found = read(str(tmp_path), limits=Limits(total_bytes=1_000))
    assert [odd.path for odd in found.oddities] == ["a_data.bin"]
    assert len(found.files) == 3


def test_too_many_files_or_entries_are_refused(tmp_path: Path) -> None:
    root = lab(tmp_path)
    (root / "data").mkdir()
    for i in range(20):
        (root / "data" / f"{i}.csv").touch()
    assert "most of them in “data”" in refusal(root, files=10)
    assert "more than 15 entries" in refusal(root, entries=15)


def test_of_names_that_differ_in_case_the_labs_own_stays(tmp_path: Path) -> None:
    root = lab(tmp_path)
    for name in ("README.MD", "Readme.md", "README.md"):
        (root / LAB / name).write_text(name)
    for name in ("B.py", "b.py", "caf\u00e9.py", "cafe\u0301.py"):
        (root / name).write_text(name)
    if len(os.listdir(root / LAB)) == 2:  # noqa: PTH208 - this file system takes them for one
        return
    found = read(str(root))
    assert found.files[f"{LAB}/README.md"] == b"README.md"
    assert "B.py" in found.files
    assert "cafe\u0301.py" in found.files
    twins = {odd.path for odd in found.oddities if odd.kind == "case-twin"}
    assert twins == {f"{LAB}/README.MD", f"{LAB}/Readme.md", "b.py", "caf\u00e9.py"}


def test_what_may_not_be_read_is_named() -> None:
    root_user = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as where:
        Path(where).chmod(0o755)
        root = lab(Path(where))
        (root / "closed").mkdir()
        (root / "closed").chmod(0)
        (root / LAB / "README.md").chmod(0)
        try:
            if root_user:
                os.seteuid(65534)
            assert kinds(root) == {"closed": "special", f"{LAB}/README.md": "special"}
            assert "no permission" in refusal(root / "closed")
        finally:
            if root_user:
                os.seteuid(0)
            (root / "closed").chmod(0o700)
