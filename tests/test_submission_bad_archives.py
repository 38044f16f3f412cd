"""Archives that are bombs, damaged, locked or something else are refused by a sentence."""

from __future__ import annotations

import gzip
import io
import struct
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
def test_bombs_by_ratio_size_and_count_are_refused(tmp_path: Path, make: Maker) -> None:
    path = make(tmp_path, {**WORK, "zeros": bytes(8 << 20)})
    assert path.suffix == ".tar" or "bomb" in refusal(path)
    path = make(tmp_path, {**WORK, **{f"{i}.txt": bytes([i]) * 300 for i in range(9)}})
    assert "more than 2.0 KiB" in refusal(path, Limits(total_bytes=2_048))
    assert "more than 5 files" in refusal(path, Limits(files=5))
    assert "entries" in refusal(path, Limits(entries=5))
    assert "an archive may have 100 B" in refusal(path, Limits(archive_bytes=100))
    assert (
        dict.fromkeys([ATTENTION], "too-large").items()
        <= (
            kinds(
                read(
                    str(make(tmp_path, {**WORK, ATTENTION: b"x" * 99})),
                    limits=Limits(file_bytes=50),
                )
            )
        ).items()
    )


def test_a_gzip_that_never_ends_is_cut_off(tmp_path: Path) -> None:
    info = tarfile.TarInfo("left/.git/objects")
    info.size = 1 << 40
    path = tmp_path / "bomb.tgz"
    path.write_bytes(gzip.compress(info.tobuf() + bytes(30 << 20)))
    assert "bomb" in refusal(path)
    assert "unpacks to more than" in refusal(path, Limits(ratio=9_999, unpacked_bytes=9 << 20))


def test_a_table_of_contents_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path, {f"{i}.py": b"" for i in range(100)})
    assert "too many entries" in refusal(path, Limits(directory_bytes=1_000))


def test_a_zip_that_lies_about_a_size_is_damaged(tmp_path: Path) -> None:
    path = zipped(tmp_path, {ATTENTION: b"x" * 5_000})
    raw = path.read_bytes()
    for lie in (10, 9_000):
        path.write_bytes(raw.replace(struct.pack("<L", 5_000), struct.pack("<L", lie)))
        assert "damaged" in refusal(path)


def test_locked_and_exotic_zips_are_named_as_such(tmp_path: Path) -> None:
    path = zipped(tmp_path, WORK)
    raw = bytearray(path.read_bytes())
    at = raw.find(b"PK\x01\x02")
    raw[at + 8] |= 1
    path.write_bytes(raw)
    assert "password" in refusal(path)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(ATTENTION, "x" * 99)
    assert "number 14" in refusal(path)


@every
def test_a_damaged_archive_is_refused_wherever_it_breaks(tmp_path: Path, make: Maker) -> None:
    path = make(tmp_path, {name: data * 99 for name, data in WORK.items()})
    raw = path.read_bytes()
    for end in range(1, len(raw), max(1, len(raw) // 60)):
        path.write_bytes(raw[:end])
        try:
            files = read(str(path)).files
        except Refusal:
            continue
        assert files.items() <= {name: data * 99 for name, data in WORK.items()}.items()


@pytest.mark.parametrize(
    ("name", "head", "says"),
    [
        ("a.rar", b"Rar!\x1a\x07\x01\x00", "RAR"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c", "7z"),
        ("a.tar.xz", b"\xfd7zXZ\x00", "xz"),
        ("a.zip", b"<html>Log in</html>", "named like an archive"),
        ("a.tar", bytes(10_240), "named like an archive"),
        ("a.gz", gzip.compress(b"x = 1\n", mtime=0), "no tar"),
        ("a.zip", b"", "named like an archive"),
        ("attention.py", b"x = 1\n", "single file"),
    ],
)
def test_other_files_are_refused_by_name(tmp_path: Path, name: str, head: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(head)
    assert says in refusal(tmp_path / name)


def test_an_archive_of_nothing_is_no_submission(tmp_path: Path) -> None:
    assert "found nothing" in refusal(zipped(tmp_path, {}))
