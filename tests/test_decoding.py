"""Pictures are decoded in a confined child, with limits; what is no picture is said in words."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import PngImagePlugin

from grader.model import Failure, Image, Submission
from grader.sandbox import Slots, pictures
from grader.sandbox.failures import Malformed

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_FILES = Submission("s", "s", {}, "")
COLOURS = np.random.default_rng(0).integers(0, 256, (40, 60, 3), np.uint8)
MAGIC = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def slots() -> Iterator[Slots]:
    with Slots() as found:
        yield found


def decode(slots: Slots, data: bytes) -> Image | Failure:
    with slots.session() as session:
        assert session.enter(NO_FILES) is None
        return session.decode(data, "heatmap.png")


def pixels(slots: Slots, data: bytes) -> Any:
    found = decode(slots, data)
    assert isinstance(found, Image), found
    return found.pixels


def problem(slots: Slots, data: bytes) -> str:
    found = decode(slots, data)
    assert isinstance(found, Failure)
    assert found.kind == "refused"
    return found.says.en


def saved(image: Pillow.Image, form: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width: int, height: int, *chunks: bytes, body: bytes | None = None) -> bytes:
    """A PNG written by hand: 8 bits of red, green and blue."""
    raw = zlib.compress(b"".join(b"\0" + bytes(3 * width) for _ in range(min(height, 64))))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", raw if body is None else body)
    return MAGIC + head + b"".join(chunks) + data + chunk(b"IEND", b"")


MODES = {
    "RGB": lambda: (Pillow.fromarray(COLOURS), COLOURS),
    "opaque RGBA": lambda: (Pillow.fromarray(COLOURS).convert("RGBA"), COLOURS),
    "grey": lambda: (Pillow.fromarray(COLOURS[..., 0]), COLOURS[..., :1].repeat(3, 2)),
    "black and white": lambda: (
        Pillow.fromarray(COLOURS[..., 0] > 127),
        (255 * (COLOURS[..., :1] > 127)).repeat(3, 2),
    ),
    "16 bits": lambda: (
        Pillow.fromarray(COLOURS[..., 0].astype(np.uint16) << 8),
        COLOURS[..., :1].repeat(3, 2),
    ),
    "clear is white": lambda: (
        Pillow.fromarray(np.dstack([COLOURS, np.zeros((40, 60), np.uint8)])),
        np.full((40, 60, 3), 255),
    ),
    "grey and clear": lambda: (
        Pillow.fromarray(np.dstack([COLOURS[..., 0], np.zeros((40, 60), np.uint8)]), "LA"),
        np.full((40, 60, 3), 255),
    ),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.filterwarnings("ignore:'mode' parameter is deprecated")
def test_every_way_to_store_a_pixel_comes_out_as_the_same_pixel(slots: Slots, mode: str) -> None:
    image, expected = MODES[mode]()

    assert (pixels(slots, saved(image)) == expected).all()


def test_a_palette_with_a_clear_colour_is_on_white(slots: Slots) -> None:
    image = Pillow.fromarray(np.arange(60, dtype=np.uint8)[None].repeat(40, 0)).convert("P")

    found = pixels(slots, saved(image, transparency=7))
    assert (found[:, 7] == 255).all()
    assert (found[:, 8] == 8).all()


def test_of_an_animation_the_first_frame_is_taken(slots: Slots) -> None:
    first, second = (Pillow.new("RGB", (40, 40), c) for c in ("red", "blue"))

    data = saved(first, save_all=True, append_images=[second])
    assert (pixels(slots, data) == (255, 0, 0)).all()


@pytest.mark.parametrize("form", ["JPEG", "GIF", "BMP", "WEBP"])
def test_another_format_is_named_and_decoded(slots: Slots, form: str) -> None:
    found = decode(slots, saved(Pillow.fromarray(COLOURS), form))

    assert isinstance(found, Image)
    assert (found.form, found.pixels.shape) == (form, COLOURS.shape)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L"])
def test_of_a_very_large_picture_every_few_pixels_are_taken(slots: Slots, mode: str) -> None:
    wide = Pillow.fromarray(COLOURS).resize((3000, 2000), Pillow.Resampling.NEAREST).convert(mode)

    found = decode(slots, saved(wide))
    assert isinstance(found, Image)
    assert found.size == (3000, 2000)
    assert found.pixels.shape == (1000, 1500, 3)
    assert (found.pixels == np.asarray(wide.convert("RGB"))[1::2, 1::2]).all()


def test_a_header_that_says_more_pixels_than_anyone_draws_is_not_followed(slots: Slots) -> None:
    assert "200000 x 200000 pixels" in problem(slots, png(200_000, 200_000))


def test_a_bomb_in_the_pixels_gives_only_the_pixels_that_it_said(slots: Slots) -> None:
    bomb = zlib.compress(bytes(200_000_000))

    found = decode(slots, png(64, 64, body=bomb))
    assert isinstance(found, Image)
    assert found.pixels.shape == (64, 64, 3)


@pytest.mark.parametrize("kind", [b"zTXt", b"iTXt", b"iCCP"])
def test_a_bomb_in_a_comment_harms_nobody(slots: Slots, kind: bytes) -> None:
    bomb = zlib.compress(bytes(300_000_000))
    bodies = {
        b"zTXt": b"a\0\0" + bomb,
        b"iTXt": b"a\0\1\0\0\0" + bomb,
        b"iCCP": b"a\0\0" + bomb,
    }

    found = decode(slots, png(64, 64, chunk(kind, bodies[kind])))
    assert isinstance(found, Image) or "damaged" in found.says.en


def test_a_comment_of_ordinary_size_is_no_hindrance(slots: Slots) -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Software", "Matplotlib version 3.9, https://matplotlib.org/", zip=True)

    assert (pixels(slots, saved(Pillow.fromarray(COLOURS), pnginfo=notes)) == COLOURS).all()


@pytest.mark.parametrize("kept", [12, 30, 200, 4000])
def test_a_picture_that_ends_early_is_said_to_end_early(slots: Slots, kept: int) -> None:
    data = saved(Pillow.fromarray(COLOURS))

    assert len(data) > 4000
    assert "ends before the picture does" in problem(slots, data[:kept])


def test_a_truncated_jpeg_is_said_to_end_early(slots: Slots) -> None:
    data = saved(Pillow.fromarray(COLOURS), "JPEG")

    assert "begins as JPEG, but ends" in problem(slots, data[: len(data) // 2])


def test_a_damaged_header_is_said_to_be_damaged(slots: Slots) -> None:
    data = bytearray(saved(Pillow.fromarray(COLOURS)))
    data[18] ^= 0xFF

    assert "damaged" in problem(slots, bytes(data))


def test_what_follows_a_picture_is_not_looked_at(slots: Slots) -> None:
    data = saved(Pillow.fromarray(COLOURS)) + b"PK\x03\x04 and a whole archive %PDF-1.4"

    assert (pixels(slots, data) == COLOURS).all()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
        b"%PDF-1.4\n",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"II*\0\x08\0\0\0",
        b"import matplotlib\n",
    ],
)
def test_only_formats_of_plain_pixels_are_decoded_at_all(slots: Slots, data: bytes) -> None:
    assert "does not begin as any known picture format" in problem(slots, data)


def test_a_name_of_the_students_cannot_stand_in_for_the_decoder(slots: Slots) -> None:
    evil = Submission("s", "s", {"PIL/__init__.py": b"raise SystemExit(3)"}, "")
    with slots.session() as session:
        assert session.enter(evil) is None
        found = session.decode(saved(Pillow.fromarray(COLOURS)), "heatmap.png")

    assert isinstance(found, Image)


def told(facts: bytes, pixels: bytes = b"") -> bytes:
    return b"J" + struct.pack("<I", len(facts)) + facts + pixels


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"A",
        told(b"{}"),
        told(b'{"form": "PNG", "width": 2, "height": 2, "step": 1}', bytes(11)),
        told(b'{"form": "PNG", "width": 2, "height": 2, "step": 1}', bytes(13)),
        told(b'{"form": "PNG", "width": 2, "height": 2, "step": 0}', bytes(12)),
        told(b'{"form": "PNG", "width": -2, "height": -2, "step": 1}', bytes(12)),
        told(b'{"form": "PNG", "width": 2.0, "height": 2, "step": 1}', bytes(12)),
        told(b'{"form": "PNG", "width": true, "height": 2, "step": 1}', bytes(6)),
        told(b'{"form": "EXE", "width": 2, "height": 2, "step": 1}', bytes(12)),
        told(b'{"form": "PNG", "width": 90000, "height": 90000, "step": 1}', bytes(12)),
        told(b'{"problem": "none"}'),
        told(b'{"problem": ["large"]}'),
        told(b'{"problem": "large", "width": "many", "height": 1}'),
    ],
)
def test_a_reply_that_no_honest_child_sends_is_not_believed(reply: bytes) -> None:
    with pytest.raises(Malformed):
        pictures.image(reply, "heatmap.png")


def test_where_there_is_no_pillow_it_is_said_to_be_missing() -> None:
    found = pictures.image(told(b'{"problem": "library", "form": "PNG"}'), "heatmap.png")

    assert isinstance(found, Failure)
    assert found.kind == "absent"
