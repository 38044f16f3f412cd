"""Decode a picture with Pillow: what it is, how large, and its pixels on white.

Only formats of plain pixels are ever decoded, and no header is believed beyond the limits.
"""

import io
import struct
import warnings
from importlib import import_module
from typing import Any

import frames
import numpy as np

MOST = 64_000_000
"""Pixels that are decoded; a picture that says it has more is only named."""
KEPT = 1_600_000
"""Pixels that are sent; of a larger picture every second, third ... row and column."""
SHORTEST = 50
"""Bytes that even the smallest picture has."""
MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"BM", "BMP"),
)
READERS = {
    "PNG": ("PngImagePlugin", "PngImageFile"),
    "JPEG": ("JpegImagePlugin", "JpegImageFile"),
    "GIF": ("GifImagePlugin", "GifImageFile"),
    "BMP": ("BmpImagePlugin", "BmpImageFile"),
    "WEBP": ("WebPImagePlugin", "WebPImageFile"),
}
"""Of Pillow's formats the ones that are nothing but pixels."""
CLEAR = ("RGBA", "LA", "PA", "La", "RGBa")
DEEP = ("I;16", "I;16B", "I;16L", "I")


def form_of(data: bytes) -> str:
    """The name of its format, by its first bytes; empty where none is known."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    return next((form for magic, form in MAGIC if data.startswith(magic)), "")


def decoded(data: bytes) -> bytes:
    """A ``J`` reply: ``form width height step`` and red, green, blue of each pixel that is sent.

    Where there is no picture, ``problem`` says why: ``unknown large broken truncated library``.
    """
    form = form_of(data)
    if not form:
        return frames.facts({"problem": "unknown"})
    warnings.simplefilter("ignore")
    try:
        image = opened(data, form)
    except ImportError:
        return frames.facts({"problem": "library", "form": form})
    except Exception as error:
        return refused(form, error, data)
    width, height = image.size
    told: dict[str, Any] = {"form": form, "width": width, "height": height}
    if width * height > MOST:
        return frames.facts(told | {"problem": "large"})
    try:
        image.load()
    except Exception as error:
        return refused(form, error, data)
    step = 1
    while -(-width // step) * -(-height // step) > KEPT:
        step += 1
    raw = on_white(image, step)
    return frames.facts(told | {"step": step}, raw.tobytes())


def opened(data: bytes, form: str) -> Any:
    """The picture, of which only the header has been read; no other format is even loaded."""
    module, reader = READERS[form]
    return getattr(import_module(f"PIL.{module}"), reader)(io.BytesIO(data))


def refused(form: str, error: Exception, data: bytes) -> bytes:
    """Why a picture cannot be decoded: it ends too early, or is damaged."""
    if isinstance(error, MemoryError):
        return frames.facts({"problem": "large", "form": form})
    said = str(error).lower()
    early = any(word in said for word in ("truncated", "unexpected end", "eof", "not enough"))
    early = early or len(data) < SHORTEST or isinstance(error, EOFError | struct.error)
    problem = "truncated" if early else "broken"
    return frames.facts({"problem": problem, "form": form})


def on_white(image: Any, step: int) -> np.ndarray:
    """(height, width, 3): every ``step``-th pixel on white."""
    from PIL import Image

    if step > 1:
        size = (-(-image.width // step), -(-image.height // step))
        image = image.resize(size, Image.Resampling.NEAREST)
    if image.mode in DEEP:
        grey = (np.asarray(image).astype(np.int64) >> 8).clip(0, 255).astype(np.uint8)
        return np.repeat(grey[:, :, None], 3, axis=2)
    if image.mode in CLEAR or "transparency" in image.info:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return np.asarray(image.convert("RGB"))
