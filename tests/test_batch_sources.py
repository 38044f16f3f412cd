"""Where a class comes from: folders, downloads of three LMSs, lists and rosters."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch import due
from grader.batch.snapshot import Snapshots, fingerprint
from grader.batch.sources import roster
from grader.batch.sources.ids import LONGEST, safe, unused
from grader.batch.sources.recognise import recognised
from grader.model import Refusal
from tests.classes import ATTENTION, packed, student, work
from tests.students import LAB, RIGHT, commit, git

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grader.batch.sources.entry import Entry
    from grader.model import Submission


def listed(place: Path, kind: str | None = None) -> dict[str, Entry]:
    """The entries of a class by the id that they would like."""
    return {entry.wish: entry for entry in recognised(place, kind).entries()}


def read(entry: Entry, tmp_path: Path) -> Submission:
    with Snapshots(tmp_path / ".work") as snapshots:
        return snapshots.read(entry.source, entry.name, entry.place)


def outer(at: Path, files: Mapping[str, str | bytes]) -> Path:
    at.write_bytes(packed(files))
    return at


@given(st.lists(st.text(max_size=120), max_size=30))
def test_ids_are_safe_names_of_files_and_no_two_are_the_same(names: list[str]) -> None:
    taken: set[str] = set()
    for name in names:
        id_ = unused(name, taken)
        assert id_.casefold() not in taken
        assert id_.isascii()
        assert set(id_) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
        assert id_[0] not in "._-"
        assert ".." not in id_
        assert len(id_) <= LONGEST
        taken.add(id_.casefold())


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("García López, Ana", "Garcia-Lopez-Ana"),
        ("../../etc/passwd", "etc-passwd"),
        ("a\x1b[31m\nb", "a-31m-b"),
        ("李", "submission"),
        ("CON", "CON-"),
        ("", "submission"),
    ],
)
def test_an_id_keeps_what_can_be_kept_of_a_name(name: str, id_: str) -> None:
    assert safe(name) == id_


def test_a_folder_of_repositories_and_archives_is_a_class(tmp_path: Path) -> None:
    student(tmp_path / "c" / "ana")
    (tmp_path / "c" / "eva.zip").write_bytes(packed(work()))
    (tmp_path / "c" / "notes.txt").write_text("no submission")
    (tmp_path / "c" / ".hidden").mkdir()

    found = listed(tmp_path / "c")

    assert list(found) == ["ana", "eva"]
    assert read(found["ana"], tmp_path).digest == read(found["eva"], tmp_path).digest


def test_a_zip_of_repositories_is_a_class_too(tmp_path: Path) -> None:
    files = {f"class/{who}/{name}": data for who in "ab" for name, data in work().items()}

    found = listed(outer(tmp_path / "class.zip", files))

    assert list(found) == ["a", "b"]
    assert ATTENTION in read(found["a"], tmp_path).files


def test_canvas_names_say_who_and_whether_late(tmp_path: Path) -> None:
    place = outer(
        tmp_path / "submissions.zip",
        {
            "garcíaana_LATE_101_5001_lab.zip": packed(work()),
            "peñapepe_102_5002_my_lab_v2.zip": packed(work(RIGHT + "\n")),
        },
    )

    found = listed(place)

    assert {wish: (e.students[0].id, e.late) for wish, e in found.items()} == {
        "garcíaana-101": ("101", True),
        "peñapepe-102": ("102", False),
    }
    assert ATTENTION in read(found["garcíaana-101"], tmp_path).files


def test_loose_files_on_canvas_are_one_submission_under_their_own_names(tmp_path: Path) -> None:
    names = ["attention.py", "verify.py", "mha.py", "manifest.json", "README.md"]
    files = {f"pepe_7_{60 + i}_{name}": f"# {name}" for i, name in enumerate(names)}

    (entry,) = listed(outer(tmp_path / "s.zip", files)).values()

    assert sorted(read(entry, tmp_path).files) == sorted(names)


def test_archives_handed_in_again_are_attempts_and_the_last_counts(tmp_path: Path) -> None:
    place = outer(
        tmp_path / "s.zip",
        {
            "ana_1_90_lab-1.zip": packed(work(RIGHT + "# second\n")),
            "ana_1_80_lab.zip": packed(work(RIGHT + "# first\n")),
        },
    )

    first, second = listed(place).values()

    assert (first.attempt, first.latest, second.attempt, second.latest) == (1, False, 2, True)
    assert b"# second" in read(second, tmp_path).files[ATTENTION]


def test_a_link_on_canvas_is_refused_with_what_to_do(tmp_path: Path) -> None:
    files = {"ana_1_link.html": "<a>", "eva_2_3_lab.zip": packed(work())}

    entry = listed(outer(tmp_path / "s.zip", files))["ana-1"]

    assert entry.refused
    assert "Clone the repository" in entry.refused.en


@pytest.mark.parametrize("tail", ["", "_"])
@pytest.mark.parametrize("unpacked", [False, True])
def test_moodle_folders_are_read_packed_and_unpacked(
    tmp_path: Path, tail: str, unpacked: bool
) -> None:
    own = {f"Eva Ruiz_202_assignsubmission_file{tail}/{n}": d for n, d in work().items()}
    files = {f"Ana Gil_201_assignsubmission_file{tail}/lab.zip": packed(work()), **own}
    place = outer(tmp_path / "moodle.zip", files)
    if unpacked:
        with zipfile.ZipFile(place) as archive:
            archive.extractall(tmp_path / "moodle")
        place = tmp_path / "moodle"

    found = listed(place)

    assert [(e.students[0].id, e.name) for e in found.values()] == [
        ("201", "Ana Gil"),
        ("202", "Eva Ruiz"),
    ]
    assert len({read(e, tmp_path).digest for e in found.values()}) == 1


METADATA = """\
---
submission_1:
  :submitters:
  - :name: Ana Gil
    :sid: '11'
    :email: ana@x.edu
  - :name: Eva Ruiz
    :sid:
    :email: eva@x.edu
  :created_at: 2026-03-02 03:20:39.471294000 Z
  :score: 0.0
"""


def test_a_gradescope_group_is_one_submission_of_all_its_members(tmp_path: Path) -> None:
    home = tmp_path / "assignment_9_export"
    student(home / "submission_1")
    (home / "submission_metadata.yml").write_text(METADATA)

    (entry,) = listed(tmp_path / "assignment_9_export").values()

    assert [(s.id, s.name, s.number) for s in entry.students] == [
        ("ana@x.edu", "Ana Gil", "11"),
        ("eva@x.edu", "Eva Ruiz", ""),
    ]
    assert entry.submitted_at == "2026-03-02T03:20:39.471294+00:00"
    assert ATTENTION in read(entry, tmp_path).files


@pytest.mark.parametrize(
    "text", ["- a list", "submission_1: text", "{", ":a: !!python/object:x {}"]
)
def test_broken_gradescope_metadata_are_refused(tmp_path: Path, text: str) -> None:
    student(tmp_path / "e" / "submission_1")
    (tmp_path / "e" / "submission_metadata.yml").write_text(text)

    with pytest.raises(Refusal, match="cannot be read as what Gradescope writes"):
        listed(tmp_path / "e")


def test_a_list_names_paths_and_revisions_and_repeats_an_id_for_attempts(tmp_path: Path) -> None:
    repo = commit(student(tmp_path / "ana"))
    student(repo, RIGHT + "# later\n")
    git(repo, "commit", "-q", "-a", "-m", "later")
    (tmp_path / "class.csv").write_text(
        "\ufeffid;name;path;rev\n1;Ana Gil;ana;HEAD~1\n1;Ana Gil;ana;HEAD\n", "utf-8"
    )

    first, second = listed(tmp_path / "class.csv").values()

    assert (first.latest, second.latest) == (False, True)
    assert b"# later" not in read(first, tmp_path).files[ATTENTION]
    assert b"# later" in read(second, tmp_path).files[ATTENTION]


def test_a_list_clones_what_it_has_an_address_for(tmp_path: Path) -> None:
    repo = commit(student(tmp_path / "ana"))
    (tmp_path / "class.csv").write_text(f"id,url\n1,file://{repo}\n2,file://{repo}x\n")
    there, nowhere = listed(tmp_path / "class.csv").values()
    before = read(there, tmp_path)
    student(repo, RIGHT + "# later\n")
    git(repo, "commit", "-q", "-a", "-m", "later")
    after = read(there, tmp_path)

    assert before.git
    assert b"# later" in after.files[ATTENTION]
    with pytest.raises(Refusal, match="could not be cloned"):
        read(nowhere, tmp_path)


@pytest.mark.parametrize("url", ["ext::sh -c true", "--upload-pack=true", "fd::0"])
def test_an_address_is_never_a_command(tmp_path: Path, url: str) -> None:
    (tmp_path / "class.csv").write_text(f"id,url\n1,{url}\n")
    (entry,) = listed(tmp_path / "class.csv").values()

    with pytest.raises(Refusal, match="could not be cloned"):
        read(entry, tmp_path)


def test_a_roster_says_who_is_who_and_who_is_missing(tmp_path: Path) -> None:
    place = outer(
        tmp_path / "s.zip",
        {
            "garcíalópezana_101_1_lab.zip": packed(work()),
            "nobody_102_2_lab.zip": packed(work()),
        },
    )
    table = tmp_path / "roster.csv"
    table.write_text("ID,Nombre,Correo\nu1,Ana García López,a@x.edu\nu2,Eva Ruiz,e@x.edu\n")

    found = list(roster.Roster(roster.read(table)).joined(recognised(place, None).entries()))

    ana, nobody, eva = found
    assert (ana.students[0].id, ana.students[0].email, ana.name) == (
        *("101", "a@x.edu"),
        "Ana García López",
    )
    assert not nobody.students[0].enrolled
    assert eva.missing
    assert eva.students[0].id == "u2"


def test_a_folder_of_github_classroom_ends_in_the_login_of_the_roster(tmp_path: Path) -> None:
    student(tmp_path / "c" / "lab-15-ana-gil")
    table = tmp_path / "roster.csv"
    table.write_text("id,name,github\n7,Ana,ana-gil\n")

    (entry,) = roster.Roster(roster.read(table)).joined(recognised(tmp_path / "c", None).entries())

    assert entry.name == "Ana"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("who,what\n1,2\n", "columns id and name"),
        ("id,name\n1,Ana\n1,Eva\n", "line 3: the id 1 is there twice"),
        ("id,name\n,Ana\n", "line 2: the id is missing"),
        ("\0\0\0", "no CSV file"),
    ],
)
def test_a_roster_that_cannot_be_one_is_refused(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "r.csv").write_text(text)

    with pytest.raises(Refusal, match=says):
        roster.read(tmp_path / "r.csv")


def test_hostile_members_of_a_download_stay_inside_and_harm_nobody_else(tmp_path: Path) -> None:
    bomb = packed({ATTENTION: b"0" * (80 << 20)})
    place = outer(
        tmp_path / "m.zip",
        {
            "Eve_1_assignsubmission_file/../../../escape.py": "import os",
            "Eve_1_assignsubmission_file/a.py": "x = 1",
            "Bob_2_assignsubmission_file/bomb.zip": bomb,
            "Kim_3_assignsubmission_file/lab.zip": b"PK\x03\x04 damaged",
            "Ana_4_assignsubmission_file/lab.zip": packed(work()),
            "Tom_5_assignsubmission_file/big.dat": b"0" * (80 << 20),
            "Tom_5_assignsubmission_file/a.py": "x = 1",
        },
    )

    found = {e.students[0].id: e for e in listed(place).values()}

    eve = read(found["1"], tmp_path)
    assert list(eve.files) == ["a.py"]
    assert [odd.kind for odd in eve.oddities] == ["unsafe-name"]
    for id_, says in (("2", "zip bomb"), ("3", "damaged")):
        with pytest.raises(Refusal, match=says) as refusal:
            read(found[id_], tmp_path)
        assert str(tmp_path) not in refusal.value.says.en
    assert [odd.kind for odd in read(found["5"], tmp_path).oddities] == ["too-large"]
    assert ATTENTION in read(found["4"], tmp_path).files
    assert not list(tmp_path.parent.rglob("escape.py"))


@pytest.mark.parametrize(
    ("value", "end"),
    [("2026-03-01", "2026-03-01T23:59:59"), ("2026-03-01T12:00", "2026-03-01T12:00:00")],
)
def test_a_deadline_without_an_hour_is_the_end_of_the_day(value: str, end: str) -> None:
    assert due.parsed(value).replace(tzinfo=None).isoformat() == end


def test_a_fingerprint_tells_the_same_files_apart_by_what_git_says(tmp_path: Path) -> None:
    plain, known = student(tmp_path / "c" / "a"), commit(student(tmp_path / "c" / "b"))
    found = listed(tmp_path / "c")
    one, other = read(found["a"], tmp_path), read(found["b"], tmp_path)

    assert (plain / LAB).is_dir()
    assert (known / ".git").is_dir()
    assert one.digest == other.digest
    assert fingerprint(one) != fingerprint(other)
