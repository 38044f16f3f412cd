"""What crosses the socket: whatever a hostile child sends is an answer, or refused as a whole."""

from __future__ import annotations

import concurrent.futures
import importlib.util
import json
import math
import mmap
import socket
import struct
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from grader.model import Failure, Made, Make, Output, Probe, Single
from grader.sandbox import frames, replies
from grader.sandbox.frames import HEAD
from grader.sandbox.replies import Malformed
from grader.sandbox.talk import Talk

ROOT = Path(__file__).parent.parent


def of_the_child(name: str) -> Any:
    """A module of the child's, loaded by its path as the child does."""
    path = ROOT / "grader" / "sandbox" / "child" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"child_{name}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


child, values = of_the_child("frames"), of_the_child("values")
shapes = arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
doubles = arrays.arrays(np.float64, shapes)
calm = settings(max_examples=60, deadline=None, database=None, derandomize=True)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


def facts(told: object, rest: bytes = b"") -> bytes:
    text = json.dumps(told).encode()
    return b"J" + struct.pack("<I", len(text)) + text + rest


# ── hostile replies ──────────────────────────────────────────────────────────────────────────


def answered_or_malformed(reply: bytes) -> bool:
    """Whether each of the three ways to read a reply gives an answer or raises Malformed."""
    for read in (replies.answer, replies.made, replies.imported):
        try:
            read(reply)
        except Malformed:
            continue
        except Exception:
            return False
    return True


@calm
@given(st.sampled_from([b"", b"A", b"E", b"J"]), st.binary(max_size=200))
def test_any_bytes_are_an_answer_or_malformed(kind: bytes, rest: bytes) -> None:
    assert answered_or_malformed(kind + rest)


@calm
@given(
    st.lists(st.integers(0, 2**32 - 1) | st.integers(0, 3), max_size=7),
    st.integers(0, 255),
    st.binary(max_size=64),
)
@example([0, 2**32 - 1, 2**32 - 1, 2**32 - 1], 0, b"")  # no bytes, and yet too big for NumPy
def test_any_dimensions_are_an_answer_or_malformed(
    shape: list[int], form: int, rest: bytes
) -> None:
    head = replies.ANSWER.pack(form, form, 3, len(shape))
    reply = b"A" + head + b"how" + struct.pack(f"<{len(shape)}I", *shape) + rest

    assert answered_or_malformed(reply)


FACTS = ("has_class", "parameters", "near", "modules", "weights", "spelled", "problems")
KEYS = (*FACTS, "attributes", "vectors", "kind", "error", "file", "line", "W_Q")


@calm
@given(st.dictionaries(st.sampled_from(KEYS), anything), st.binary(max_size=40))
@example({"kind": [], "error": ""}, b"")
@example({"kind": "raised", "error": [[]]}, b"")
@example({"weights": {"W_Q": [0] * 70}}, b"")
@example({"weights": {"W_Q": [0, 2**63]}}, b"")
@example({"weights": {"W_Q": [True]}}, b"\0" * 8)
@example({"attributes": {"d_model": 10**400, "d_head": math.inf}}, b"")
def test_any_facts_are_an_answer_or_malformed(told: dict[str, Any], rest: bytes) -> None:
    inside = {"weights": told, "attributes": told, "spelled": told, "vectors": told}

    assert answered_or_malformed(facts(told, rest))
    assert answered_or_malformed(b"E" + json.dumps(told).encode())
    assert answered_or_malformed(facts(inside, rest))


@calm
@given(doubles, st.integers(0, 200), st.binary(min_size=1, max_size=9))
def test_a_reply_that_is_cut_short_or_goes_on_is_malformed(
    array: np.ndarray, cut: int, more: bytes
) -> None:
    reply = child.answer(0, 0, "", array.shape, array.tobytes())
    for wrong in (reply[: min(cut, len(reply) - 1)], reply + more):
        with pytest.raises(Malformed):
            replies.answer(wrong)


def test_a_deep_or_an_endless_text_is_malformed() -> None:
    for told in (b"[" * 50_000, b'{"kind":' * 9_000, b"9" * 60_000, b'{"error":"' + b"x" * 60_000):
        with pytest.raises(Malformed):
            replies.answer(b"E" + told)
    with pytest.raises(Malformed):
        replies.answer(b"E" + b" " * frames.SMALL + b'{"kind":"raised","error":""}')


# ── honest replies ───────────────────────────────────────────────────────────────────────────


@calm
@given(doubles, st.sets(st.sampled_from(replies.CHANGED)))
def test_an_array_comes_back_as_it_was_sent(array: np.ndarray, changed: set[str]) -> None:
    flags = sum(1 << i for i, what in enumerate(child.CHANGED) if what in changed)
    got = replies.answer(child.answer(0, flags, "", array.shape, array.tobytes()))

    assert isinstance(got, Output)
    assert (got.form, got.changed, got.y.shape) == ("ndarray", changed, array.shape)
    assert got.y.tobytes() == array.tobytes()
    assert got.y.flags.writeable


@calm
@given(st.text(max_size=300))
def test_the_words_for_a_value_survive_as_far_as_there_is_room(note: str) -> None:
    got = replies.answer(child.answer(values.CONVERTED, 0, note, (0,), b""))

    assert isinstance(got, Output)
    assert len(got.form.encode("utf-8", "replace")) <= 3 * 200
    assert got.form == note or len(note.encode("utf-8", "replace")) > 200 or "?" in got.form


@calm
@given(st.text(max_size=3000))
def test_a_failure_keeps_the_message_and_shortens_what_is_said(message: str) -> None:
    got = replies.answer(child.failure("raised", message, "a.py", 7))

    assert isinstance(got, Failure)
    assert (got.kind, got.file, got.line) == ("raised", "a.py", 7)
    assert got.error == message[:2000]
    assert len(got.says.en) <= len("it raised ") + 160


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("ValueError: two heads\nand a half", "it raised ValueError: two heads"),
        ("KeyboardInterrupt", "it raised KeyboardInterrupt"),
        ('File "a.py", line 1\n    (\n    ^\nSyntaxError: oh', "it raised SyntaxError: oh"),
        ("", "it raised "),
    ],
)
def test_what_is_said_of_a_failure_names_the_exception(message: str, said: str) -> None:
    got = replies.answer(child.failure("raised", message, None, None))

    assert isinstance(got, Failure)
    assert got.says.en == said


@pytest.mark.parametrize("line", [0, -5, 1 << 40, True, "7", None, 1.5])
def test_a_line_that_no_file_has_is_left_out(line: object) -> None:
    told = {"kind": "raised", "error": "no", "file": "a.py", "line": line}
    got = replies.answer(b"E" + json.dumps(told).encode())

    assert isinstance(got, Failure)
    assert (got.file, got.line) == (None, None)


def test_what_an_object_holds_comes_back_by_name() -> None:
    w = np.arange(6.0).reshape(2, 3)
    told = {
        "weights": {"W_Q": [2, 3], "W_K": [0]},
        "spelled": {"W_Q": "w_q"},
        "problems": {"W_O": "list of 4"},
        "attributes": {"d_model": 2, "d_head": None},
        "vectors": {"b": [True, 4]},
        "moved_rng": True,
    }
    got = replies.made(child.facts(told, w.tobytes(), b""))

    assert isinstance(got, Made)
    assert np.array_equal(got.weights["W_Q"], w)
    assert got.weights["W_K"].shape == (0,)
    assert (got.spelled, got.moved_rng) == ({"W_Q": "w_q"}, True)
    assert (got.attributes, got.vectors) == ({"d_model": 2, "d_head": None}, {"b": (True, 4)})
    assert "list of 4" in got.problems["W_O"].en


# ── requests ─────────────────────────────────────────────────────────────────────────────────


@calm
@given(st.integers(1, 6), st.integers(1, 6), st.booleans(), st.booleans())
def test_a_probe_reads_at_the_other_end_as_it_was_asked(
    T: int, d: int, masked: bool, fresh: bool
) -> None:
    x, mask = np.arange(T * d, dtype=float).reshape(T, d), np.eye(T) if masked else None
    sent = frames.encode(Probe(d, 1, -3, x, mask, fresh=fresh))
    d_model, n_heads, seed, tokens, flags = child.FORWARD.unpack_from(sent, 1)
    numbers = np.frombuffer(sent, np.float64, offset=1 + child.FORWARD.size)

    assert (sent[:1], d_model, n_heads, seed, tokens) == (b"F", d, 1, -3, T)
    assert (bool(flags & child.MASK), bool(flags & child.FRESH)) == (masked, fresh)
    assert not flags & child.BATCHED
    assert np.array_equal(numbers[: T * d], x.ravel())
    assert len(numbers) == T * d + masked * T * T


FLAGS = ("fresh", "float32", "no_bias", "batched", "keyword", "explicit_none")


@pytest.mark.parametrize("flag", FLAGS)
def test_every_flag_has_the_same_bit_at_both_ends(flag: str) -> None:
    sent = frames.encode(Probe(1, 1, 0, np.ones((1, 1)), **{flag: True}))  # type: ignore[arg-type]

    assert child.FORWARD.unpack_from(sent, 1)[4] == getattr(child, flag.upper())


@calm
@given(st.integers(1, 64), st.integers(1, 64))
def test_an_honest_answer_fits_below_its_cap_and_one_many_times_as_large_does_not(
    T: int, d: int
) -> None:
    x = np.zeros((T, d))
    for request in (Probe(d, 1, 0, x), Single(x, x, x)):
        cap = frames.cap(request)
        note = "ndarray subclass " * 99
        assert len(child.answer(1, 31, note, (1, T, d), x.tobytes())) <= cap
        assert len(child.failure("raised", "\U0001f600" * 9999, "ñ" * 999, 1)) <= cap
        assert cap < frames.SMALL + 8 * 100 * (T * d + 64)
    assert frames.cap(Make((8, 2))) > 4 * 8 * 512 * 512


# ── frames ───────────────────────────────────────────────────────────────────────────────────


def test_the_child_answers_each_request_with_its_number() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, mmap.mmap(-1, child.ROOM) as shared:
        pipe = child.Pipe(theirs, shared)
        ours.sendall(HEAD.pack(2, 0) + b"ab" + HEAD.pack(0, 1))
        assert [pipe.receive(), pipe.send(b"xyz"), pipe.receive()] == [b"ab", None, b""]
        pipe.send(b"")
        ours.shutdown(socket.SHUT_WR)
        assert pipe.receive() is None
        assert ours.recv(99) == HEAD.pack(3, 0) + b"xyz" + HEAD.pack(0, 1)


def test_a_reply_is_in_the_shared_memory_from_when_it_is_given_to_when_it_is_sent() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, mmap.mmap(-1, frames.ROOM) as shared:
        pipe = child.Pipe(theirs, shared)
        ours.sendall(HEAD.pack(0, 0) + HEAD.pack(0, 1))
        pipe.receive()
        pipe.send(b"first")
        frame = HEAD.pack(5, 0) + b"first"

        assert frames.KEPT.unpack_from(shared) == (0, len(frame))
        assert shared[frames.KEPT.size :][: len(frame)] == frame
        assert pipe.receive() == b""  # it had come with the first: there is more to answer
        assert frames.KEPT.unpack_from(shared) == (0, len(frame))
        ours.shutdown(socket.SHUT_WR)
        assert pipe.receive() is None
        assert frames.KEPT.unpack_from(shared) == (len(frame), 0)
        assert ours.recv(99) == frame


def test_a_reply_that_the_shared_memory_cannot_hold_goes_at_once_after_those_in_it() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, mmap.mmap(-1, child.ROOM) as shared:
        pipe = child.Pipe(theirs, shared)
        most = child.ROOM - frames.KEPT.size - HEAD.size
        with concurrent.futures.ThreadPoolExecutor() as reader:
            read = reader.submit(lambda: b"".join(iter(lambda: ours.recv(1 << 20), b"")))
            for reply in (b"a", b"b" * most, b"c" * (most + 1), b"d"):
                pipe.send(reply)
            assert frames.KEPT.unpack_from(shared)[1] == HEAD.size + 1
            theirs.shutdown(socket.SHUT_WR)
            sent = read.result()

        assert len(sent) == frames.KEPT.unpack_from(shared)[0] == 3 * HEAD.size + 2 * most + 2


@pytest.mark.parametrize("name", ["HEAD", "KEPT", "FORWARD"])
def test_both_ends_write_the_same_layout(name: str) -> None:
    assert getattr(child, name).format == getattr(frames, name).format
    assert child.ROOM == frames.ROOM


@calm
@given(st.lists(st.binary(max_size=9), max_size=5), st.data())
def test_replies_are_whole_however_their_bytes_arrive(sent: list[bytes], data: Any) -> None:
    stream = b"".join(HEAD.pack(len(r), 7 + n) + r for n, r in enumerate(sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    talk = Talk(bytearray(), [9] * len(sent), 7)
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        assert talk.take(stream[start:end]) is None

    assert talk.done
    assert talk.replies == sent


@pytest.mark.parametrize(
    "wrong",
    [
        HEAD.pack(1, 8) + b"x",  # another's number
        HEAD.pack(10, 7),  # longer than the question allows
        HEAD.pack(2**32 - 1, 7),
        HEAD.pack(0, 7) + HEAD.pack(0, 8),  # more replies than questions
        b"garbage!",
    ],
)
def test_the_first_wrong_frame_ends_the_conversation(wrong: bytes) -> None:
    assert Talk(bytearray(), [9], 7).take(wrong) == "protocol"


@calm
@given(st.binary(max_size=400))
def test_no_bytes_break_the_reader_of_frames(noise: bytes) -> None:
    talk = Talk(bytearray(), [64] * 3, 0)

    assert talk.take(noise) in (None, "protocol")
