import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.labs.multi_head.json_slips import SAYS
from grader.labs.multi_head.strict_json import MAX_BYTES, Parsed, Problem, parse

NUMBERS = st.integers(-(10**300), 10**300) | st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.none() | st.booleans() | NUMBERS | st.text()
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


def problem(text: str | bytes) -> Problem:
    read = parse(text.encode() if isinstance(text, str) else text)
    assert isinstance(read, Problem), read
    return read


def kinds(text: str | bytes) -> list[str]:
    return [slip.kind for slip in problem(text).slips]


@given(DOCUMENTS, st.booleans(), st.sampled_from([None, 0, 2, "\t"]))
def test_a_valid_document_means_what_the_standard_library_says(
    value: object, ascii_only: bool, indent: int | str | None
) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    read = parse(data)
    assert isinstance(read, Parsed)
    assert repr(read.value) == repr(json.loads(data))


@given(st.binary(max_size=200) | st.text("{}[]:,'\"\\ntf0.eE-+#/*\n aé").map(str.encode))
def test_no_bytes_make_it_raise_and_what_it_accepts_the_standard_library_accepts(
    data: bytes,
) -> None:
    read = parse(data)
    if isinstance(read, Parsed):
        assert repr(json.loads(data)) == repr(read.value)
    else:
        assert read.slips
        json.dumps(read.recovered and read.recovered.value, allow_nan=False)


@given(DOCUMENTS)
def test_the_line_of_every_part_is_where_it_stands(value: object) -> None:
    text = json.dumps(value, indent=1)
    read = parse(text.encode())
    assert isinstance(read, Parsed)
    lines = text.splitlines()
    for path, line in read.lines.items():
        if path and isinstance(path[-1], str):
            assert lines[line - 1].strip().startswith(json.dumps(path[-1]) + ":")


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        ('{"a": 1,}', "trailing-comma", {"a": 1}),
        ('{"a": [1, 2,]}', "trailing-comma", {"a": [1, 2]}),
        ('{"a": 1\n "b": 2}', "missing-comma", {"a": 1, "b": 2}),
        ('{"a": 1} // done', "comment", {"a": 1}),
        ('{"a": 1 # done\n}', "comment", {"a": 1}),
        ('{/* , */ "a": 1}', "comment", {"a": 1}),
        ('```json\n{"a": 1}\n```', "fence", {"a": 1}),
        ('{"a":\u00a01}', "space", {"a": 1}),
        ("{'a': 'it\\'s'}", "quotes", {"a": "it's"}),
        ("{“a”: 1}", "quotes", {"a": 1}),
        ("{a: 1}", "unquoted", {"a": 1}),
        ('{"a": 2024-02-01}', "unquoted", {"a": "2024-02-01"}),
        ('{"a": 3.11.x\n}', "unquoted", {"a": "3.11.x"}),
        ('{"a": True}', "python-word", {"a": True}),
        ('{"a": None}', "python-word", {"a": None}),
        ('{"a": np.True_}', "python-word", {"a": True}),
        ('{"a": np.float64(1.2e-07)}', "numpy", {"a": 1.2e-07}),
        ('{"a": 1,19e-07}', "decimal-comma", {"a": 1.19e-07}),
        ('{"a": 042}', "number-form", {"a": 42}),
        ('{"a": .5}', "number-form", {"a": 0.5}),
        ('{"a": "C:\\data"}', "escape", {"a": "C:\\data"}),
        ('{"a": "x\ty"}', "control", {"a": "x\ty"}),
        ('{"a": "\\ud800"}', "surrogate", {"a": "\ufffd"}),
        ('{"a": {"b": 1}', "unclosed", {"a": {"b": 1}}),
        ('{"a": 1}}', "leftover", {"a": 1}),
        ('{"a": 1, "a": 1}', "twice", {"a": 1}),
        ('{"a": 1}'.encode("utf-16"), "encoding", {"a": 1}),
        ('{"a": 1}'.encode("utf-16-be"), "encoding", {"a": 1}),
        ('{"a": 1}'.encode("utf-32"), "encoding", {"a": 1}),
        ('{"a": "ñ"}'.encode("latin-1"), "not-utf8", {"a": "ñ"}),
    ],
)
def test_a_slip_whose_meaning_is_beyond_doubt_is_named_and_read_over(
    text: str | bytes, kind: str, meaning: object
) -> None:
    read = problem(text)
    assert [slip.kind for slip in read.slips] == [kind]
    assert read.recovered is not None
    assert repr(read.recovered.value) == repr(meaning)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "empty"),
        (" \n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        ('{"a": 1, "a": 2}', "twice-differs"),
        ('{"a": 1, "a": true}', "twice-differs"),
        ('{"a": I work}', "unquoted"),
        ('{"a": "x\n}', "unclosed-text"),
        ('{"a": <bos> I}', "want-value"),
        ('{"a":', "want-value"),
        ("version https://git-lfs.github.com/spec/v1", "want-value"),
        ('{"a" 1}', "want-colon"),
        ("{,}", "want-key"),
        ("[1 2]", "want-comma"),
        ('{"a": 1} {"a": 2}', "leftover"),
        ('{\n<<<<<<< HEAD\n"a": 1\n=======\n', "conflict"),
    ],
)
def test_what_cannot_be_read_without_guessing_has_no_meaning(text: str | bytes, kind: str) -> None:
    read = problem(text)
    assert kind in [slip.kind for slip in read.slips]
    assert read.recovered is None


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "nan", "np.float64(nan)"])
def test_a_number_that_is_none_is_named_and_stays_no_number(word: str) -> None:
    read = problem('{"a": ' + word + "}")
    assert [slip.kind for slip in read.slips] == ["nan"]
    assert read.recovered is not None
    assert isinstance(read.recovered.value["a"], str)


@pytest.mark.parametrize("word", ["1e400", "-1e400", "9" * 5000])
def test_a_number_beyond_floating_point_is_an_overflow(word: str) -> None:
    assert kinds('{"a": ' + word + "}") == ["overflow"]


def test_the_largest_number_is_still_one() -> None:
    read = parse(b"[1.7976931348623157e308, 1e-400]")
    assert isinstance(read, Parsed)
    assert all(math.isfinite(number) for number in read.value)


def test_a_byte_order_mark_is_a_note_and_no_slip() -> None:
    read = parse(b'\xef\xbb\xbf{"a": 1}')
    assert isinstance(read, Parsed)
    assert (read.value, [note.kind for note in read.notes]) == ({"a": 1}, ["bom"])


def test_sixty_four_brackets_are_read_and_one_more_is_not() -> None:
    assert isinstance(parse(b"[" * 64 + b"]" * 64), Parsed)
    assert kinds(b"[" * 65 + b"]" * 65) == ["too-deep"]


def test_a_hundred_thousand_brackets_end_at_the_sixty_fifth() -> None:
    slip = problem(b"[" * 100_000).slips[-1]
    assert (slip.kind, slip.column) == ("too-deep", 65)


def test_a_large_file_is_not_read() -> None:
    assert kinds(b"[" + b" " * MAX_BYTES + b"]") == ["too-large"]


def test_many_values_are_not_read_to_the_end() -> None:
    assert kinds(b"[" + b"1," * 30_000 + b"1]") == ["too-many"]


def test_a_slip_says_its_line_and_column_in_both_languages() -> None:
    slip = problem('{\n  "a": 1,\n  "b": True,\n  "c": False\n}').slips[0]
    assert (slip.line, slip.column) == (3, 8)
    assert slip.says.en.startswith("Line 3, column 8: ")
    assert slip.says.es.startswith("Línea 3, columna 8: ")
    assert "`True`" in slip.says.en
    assert "`true`" in slip.says.es
    assert "2 times" in slip.says.en


def test_slips_of_several_kinds_come_in_the_order_of_the_file() -> None:
    assert kinds("{'a': 1, // one\n \"b\": None,}") == [
        "quotes",
        "comment",
        "python-word",
        "trailing-comma",
    ]


def test_braces_in_a_students_text_are_not_taken_for_ours() -> None:
    assert "`{0}{x}`" in problem('{"{0}{x}": 1, "{0}{x}": 1}').slips[0].says.en


def test_old_and_windows_line_ends_count_as_lines() -> None:
    for end in ("\n", "\r\n", "\r"):
        read = parse(f'{{{end}"a": 1,{end}"b": 2}}'.encode())
        assert isinstance(read, Parsed)
        assert read.lines["b",] == 3


def test_every_kind_of_slip_says_something_else_in_spanish() -> None:
    assert all(says.en != says.es for says in SAYS.values())
