"""Zips and tars: read in memory, by content, within limits; nothing of them can do harm."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.model import Refusal, Submission
from grader.submission import LIMITS, Limits, read

LAB = "experiments/15-multi-head"
ATTENTION = "src/minimodel/attention/attention.py"
WORK = {ATTENTION: b"import numpy\n", f"{LAB}/mha.py": b"import minimodel\n"}
Maker = Callable[[Path, dict[str, bytes]], Path]


def zipped(at: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(at / "ana.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return at / "ana.zip"


def tarred(form: int, mode: str, ending: str) -> Maker:
    def make(at: Path, files: dict[str, bytes]) -> Path:
        with tarfile.open(at / f"ana{ending}", mode, format=form) as archive:  # type: ignore[call-overload]
            for name, data in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        return at / f"ana{ending}"

    return make


MAKERS = [
    zipped,
    tarred(tarfile.USTAR_FORMAT, "w", ".tar"),
    tarred(tarfile.GNU_FORMAT, "w:gz", ".tar.gz"),
    tarred(tarfile.PAX_FORMAT, "w:gz", ".tgz"),
]
every = pytest.mark.parametrize("make", MAKERS)


def refusal(path: Path, limits: Limits = LIMITS) -> str:
    with pytest.raises(Refusal) as caught:
        read(str(path), limits=limits)
    assert caught.value.says.en != caught.value.says.es
    return caught.value.says.en


def kinds(found: Submission) -> dict[str, str]:
    return {odd.path: odd.kind for odd in found.oddities}


@every
def test_an_archive_is_read_whatever_it_is_called(tmp_path: Path, make: Maker) -> None:
    long = "data/" + "/".join("d" * 60 for _ in range(3)) + "/ñ.txt"
    path = make(tmp_path, {**WORK, long: b"x" * 700, "empty": b""})
    found = read(str(path))
    assert (found.name, found.git) == ("ana", None)
    assert found.files == {**WORK, long: b"x" * 700, "empty": b""}
    path.rename(tmp_path / "upload")
    assert read(str(tmp_path / "upload")).digest == found.digest


@every
def test_wrappers_litter_and_windows_separators_are_seen_through(
    tmp_path: Path, make: Maker
) -> None:
    files = {f"lab-main\\repo\\{name}".replace("/", "\\"): data for name, data in WORK.items()}
    litter = {f"__MACOSX/{ATTENTION}": b"", "lab-main/.DS_Store": b"", f"x/._{LAB}": b""}
    found = read(str(make(tmp_path, {**litter, **files, "lab-main/repo/.git/HEAD": b""})))
    assert (found.files, found.peeled, found.oddities) == (WORK, "lab-main/repo", ())


@every
def test_names_that_would_land_elsewhere_are_ignored_and_named(tmp_path: Path, make: Maker) -> None:
    bad = ["../up.py", "/abs.py", "C:\\win.py", "a/../../b.py", "d/" * 40 + "deep.py", "e\x1b.py"]
    found = read(str(make(tmp_path, WORK | dict.fromkeys(bad, b"x"))))
    assert found.files == WORK
    assert [odd.kind for odd in found.oddities] == ["unsafe-name"] * len(bad)
    assert all(odd.path.isprintable() for odd in found.oddities)


@every
def test_of_twins_the_labs_own_name_stays_and_else_the_first(tmp_path: Path, make: Maker) -> None:
    readme = f"{LAB}/README.md"
    files = {f"{LAB}/Readme.md": b"1", readme: b"2", "A.py": b"3", "a.py": b"4", "A.py/x": b"5"}
    found = read(str(make(tmp_path, WORK | files)))
    assert found.files == WORK | {readme: b"2", "A.py": b"3"}
    assert kinds(found) == dict.fromkeys([f"{LAB}/Readme.md", "a.py", "A.py/x"], "case-twin")


def test_an_entry_that_is_there_twice_is_read_once(tmp_path: Path) -> None:
    path = zipped(tmp_path, {ATTENTION: b"first"})
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(ATTENTION, "second")
    found = read(str(path))
    assert found.files == {ATTENTION: b"first"}
    assert "twice" in found.oddities[0].says.en


def test_a_large_file_that_was_stored_without_packing_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(ATTENTION, bytes(12 << 20))
    assert len(read(str(tmp_path / "a.zip")).files[ATTENTION]) == 12 << 20


def test_links_and_devices_in_a_tar_are_named(tmp_path: Path) -> None:
    path = MAKERS[1](tmp_path, WORK)
    types = {
        "s": tarfile.SYMTYPE,
        "h": tarfile.LNKTYPE,
        "p": tarfile.FIFOTYPE,
        "c": tarfile.CHRTYPE,
    }
    with tarfile.open(path, "a") as archive:
        for name, kind in types.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    found = read(str(path))
    assert found.files == WORK
    assert kinds(found) == {"s": "symlink", "h": "special", "p": "special", "c": "special"}


def test_links_and_devices_in_a_zip_are_named(tmp_path: Path) -> None:
    path = zipped(tmp_path, WORK)
    with zipfile.ZipFile(path, "a") as archive:
        for name, mode in {"link": 0o120777, "pipe": 0o010644, "folder": 0o040755}.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info, "/etc/passwd")
    assert kinds(read(str(path))) == {"link": "symlink", "pipe": "special"}


def test_names_written_by_macos_keep_their_accents(tmp_path: Path) -> None:
    path = zipped(tmp_path, {**WORK, "práctica.md": b""})
    raw = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = -1
        while (start := raw.find(mark, start + 1)) >= 0:
            raw[start + at + 1] &= ~0x08
    path.write_bytes(raw)
    assert "práctica.md" in read(str(path)).files


@every
def test_a_zip_in_an_archive_says_to_unpack_it(tmp_path: Path, make: Maker) -> None:
    assert "inner.zip”: unpack" in refusal(make(tmp_path, {"lab/inner.zip": b"PK\x03\x04"}))
    found = read(str(make(tmp_path, {**WORK, "old.rar": b"Rar!"})))
    assert kinds(found) == {"old.rar": "nested-archive"}


def test_reading_an_archive_writes_nothing(tmp_path: Path) -> None:
    path = zipped(tmp_path, WORK)
    before = sorted(tmp_path.rglob("*"))
    read(str(path))
    assert sorted(tmp_path.rglob("*")) == before


def test_a_gzip_in_several_members_is_one_archive(tmp_path: Path) -> None:
    raw = MAKERS[1](tmp_path, WORK).read_bytes()
    path = tmp_path / "ana.tgz"
    path.write_bytes(gzip.compress(raw[:700]) + gzip.compress(raw[700:]))
    assert read(str(path)).files == WORK
