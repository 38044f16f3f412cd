"""Block C: the committed picture is one."""

from __future__ import annotations

import numpy as np

from grader.labs.multi_head import heatmap_words as words
from grader.labs.multi_head.checks.files import LFS
from grader.labs.multi_head.declare import check
from grader.labs.multi_head.files import find
from grader.labs.multi_head.say import blocked, failed, passed, review
from grader.labs.multi_head.shown import NAME, Shown, shown
from grader.model import About, Evidence, Failure, Finding, Image, Text, Verdict, same

SOURCE = Text(en="Lab 01, block C", es="Lab 01, bloque C")
SMALLEST = 64
"""Pixels across: sixteen cells of four pixels."""
STUDENTS = ("refused", "raised", "memory")
"""Failures that are the file's and not the machine's."""


@check(
    About(
        id="heatmap-image",
        block="C",
        points=2,
        title=Text(
            en="heatmap.png is a picture that can be read",
            es="heatmap.png es una imagen que se puede leer",
        ),
        why=Text(
            en="Whoever reads your experiment sees the picture, not the script.",
            es="Quien lea tu experimento ve la imagen, no el script.",
        ),
        hint=Text(
            en="Open the committed file itself, and call savefig before show.",
            es="Abre el propio archivo del commit y llama a savefig antes que a show.",
        ),
        source=SOURCE,
        example='figure.savefig("heatmap.png", dpi=100)\n',
    )
)
def heatmap_image(evidence: Evidence) -> Verdict:
    """The committed bytes are a PNG of sane size, and not all of one colour."""
    found = find(evidence.submission, NAME)
    if not found:
        return blocked(words.MISSING)
    path, data = same(found[0]), found[1]
    if not data.strip() or data.startswith(LFS):
        return blocked(words.NOT_THERE.format(path=path))
    image = evidence.image
    if not isinstance(image, Image):
        return _undecoded(path, data, image)
    fault = _fault(image, path)
    return failed(Finding(fault, path.en)) if fault else passed()


def _fault(image: Image, path: Text) -> Text | None:
    """What is wrong with a picture that could be decoded."""
    height, width = image.pixels.shape[:2]
    if is_blank(image):
        return words.BLANK.format(path=path)
    if min(width, height) < SMALLEST:
        return words.TINY.format(path=path, width=width, height=height)
    if image.form != "PNG":
        return words.RENAMED.format(path=path, form=image.form)
    return None


def is_blank(image: Image) -> bool:
    """Whether it is all of one colour, give or take what a lossy format adds."""
    return bool((np.ptp(image.pixels, axis=(0, 1)) <= 8).all())


def _undecoded(path: Text, data: bytes, image: Failure | None) -> Verdict:
    if image is None or image.kind not in STUDENTS:
        why = image.says if image else words.NO_PICTURE
        return review(Finding(words.NOT_DECODED.format(path=path, why=why), path.en))
    start = data[:64].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    for magic, what in words.KINDS:
        if start.startswith(magic):
            return failed(Finding(words.OTHER_FILE.format(path=path, what=what), path.en))
    return failed(Finding(words.UNREADABLE.format(path=path, why=image.says), path.en))


def seen(evidence: Evidence) -> Shown | Verdict:
    """What there is to judge, or why there is nothing."""
    found = shown(evidence)
    if isinstance(found.image, Failure) and found.image.kind not in STUDENTS:
        why = found.image.says
        return review(Finding(words.NOT_DECODED.format(path=same(found.path or NAME), why=why)))
    if not isinstance(found.image, Image) or is_blank(found.image):
        return blocked(words.NO_PICTURE)
    return found
