"""What the checks of the picture say, of pictures and drawings made here."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image as Pillow

from grader.labs.multi_head import LAB
from grader.labs.multi_head.exhibits import exhibits
from grader.labs.multi_head.measure import heads_distinct
from grader.model import (
    Containment,
    Drawing,
    Evidence,
    Failure,
    Figure,
    Image,
    Panel,
    Ran,
    Submission,
    Verdict,
    same,
)
from tests.evidence import IMPORTED
from tests.heatmaps import (
    ODD,
    RIGHT,
    SMOOTHED,
    SOFT,
    TOKENS,
    WRONG,
    attention,
    known,
    pixels_of,
    plain,
)
from tests.students import LAB as FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence

PATH = f"{FOLDER}/heatmap.png"
CHECKS = {
    c.about.id: c
    for c in LAB.checks
    if c.about.id.startswith("heatmap-") and c.about.id != "heatmap-tokens"
}
PIXELS = ("heatmap-image", "heatmap-panels", "heatmap-viridis", "heatmap-distinct")
BOXES = [(0.1, 0.1, 0.4, 0.4), (0.6, 0.1, 0.9, 0.4), (0.1, 0.6, 0.4, 0.9), (0.6, 0.6, 0.9, 0.9)]
WORKED = Ran(f"{FOLDER}/mha.py", FOLDER, src_on_path=False, exit=0)


def evidence(
    image: Any,
    drawing: Drawing | None = None,
    data: bytes = b"\x89PNG...",
    script: str = "",
) -> Evidence:
    """A submission with this picture; ``image`` is pixels, a Failure, or None for no file."""
    files = {} if image is None else {PATH: data}
    files |= {f"{FOLDER}/mha.py": script.encode()} if script else {}
    if isinstance(image, np.ndarray):
        image = Image(PATH, "PNG", image, (image.shape[1], image.shape[0]))
    return Evidence(
        submission=Submission("s", "s", files, ""),
        imported=IMPORTED,
        made={},
        calls=(),
        answers=(),
        singles=(),
        containment=Containment((), "open", "shared", {}, same("")),
        today=dt.date(2026, 1, 1),
        seed=1,
        image=image,
        drawing=drawing,
    )


def drew(maps: Any, image: Any = None, cmap: str = "viridis", **options: Any) -> Drawing:
    """What mha.py drew: these maps in a 2x2 grid, each with a range of its own unless given."""
    panels = tuple(
        Panel(
            values=a,
            cmap=cmap,
            low=options.get("low", float(np.nanmin(a))),
            high=options.get("high", float(np.nanmax(a))),
            across=tuple(TOKENS),
            down=tuple(TOKENS),
            box=box,
        )
        for a, box in zip(maps, options.get("boxes", BOXES), strict=False)
    )
    return Drawing((WORKED,), (Figure(PATH, panels, image),))


def verdict(name: str, given: Evidence) -> Verdict:
    return CHECKS[name].run(given)


def said(found: Verdict) -> str:
    return "\n".join(f.says.en for f in found.findings)


@cache
def pixels(name: str) -> Any:
    return pixels_of({**SMOOTHED, **ODD, **WRONG}[name]())


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_picture_earns_all_that_a_picture_alone_can(name: str) -> None:
    given = evidence(known(name).pixels)

    assert [verdict(c, given).outcome for c in PIXELS] == ["passed"] * 4
    assert verdict("heatmap-attention", given).outcome == "review"


@pytest.mark.parametrize("name", ODD)
def test_what_pixels_do_not_tell_is_never_called_wrong(name: str) -> None:
    given = evidence(pixels(name))

    outcomes = {c: verdict(c, given).outcome for c in CHECKS}
    wrong = {c for c, o in outcomes.items() if o in ("failed", "blocked")}
    assert wrong <= ({"heatmap-distinct"} if name == "uniform" else set())


@pytest.mark.parametrize("name", ["half transparent maps", "gouraud", "circles", "lanczos"])
def test_where_pixels_do_not_tell_the_drawing_does(name: str) -> None:
    image = pixels(name)
    given = evidence(image, drew(SOFT, image))

    assert [verdict(c, given).outcome for c in CHECKS] == ["passed"] * 5


def test_the_picture_that_mha_py_draws_is_attention() -> None:
    given = evidence(known("plain").pixels, drew(SOFT))

    assert verdict("heatmap-attention", given).outcome == "passed"


def test_a_picture_of_another_size_is_still_that_drawing() -> None:
    given = evidence(known("150 dpi").pixels, drew(SOFT, known("50 dpi").pixels))

    assert verdict("heatmap-attention", given).outcome == "passed"


def test_a_logarithmic_scale_is_compared_by_its_pictures_or_not_at_all() -> None:
    image = known("logarithmic").pixels
    smaller = np.ascontiguousarray(image[:-2])

    with_picture = evidence(image, drew(SOFT, smaller))
    without = evidence(image, drew(SOFT, low=SOFT.min(), high=SOFT.max()))
    panels = [replace(p, norm="LogNorm") for p in without.drawing.figures[0].panels]
    figure = replace(without.drawing.figures[0], panels=tuple(panels))
    logarithmic = replace(without, drawing=replace(without.drawing, figures=(figure,)))
    assert verdict("heatmap-attention", with_picture).outcome == "passed"
    assert verdict("heatmap-attention", without).outcome == "review"
    assert "not linear (LogNorm)" in said(verdict("heatmap-attention", logarithmic))


def test_a_stale_picture_is_said_to_be_stale_and_where() -> None:
    changed = SOFT.copy()
    changed[1, 2] = np.roll(SOFT[1, 2], 1)

    found = verdict("heatmap-attention", evidence(known("plain").pixels, drew(changed)))

    assert found.outcome == "failed"
    assert "map 2 differs most in row 3" in said(found)
    assert "The picture is older than the code" in said(found)


def test_a_stale_picture_with_fewer_maps_is_said_to_be_stale() -> None:
    given = evidence(pixels("one"), drew(SOFT, known("plain").pixels))

    assert "the picture has 1 maps, the drawing 4" in said(verdict("heatmap-attention", given))


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        ("x = np.random.default_rng().normal(size=(8, 64))", "review"),
        ("x = np.random.randn(8, 64)", "review"),
        ("np.random.seed(3)\nx = np.random.randn(8, 64)", "failed"),
        ("x = np.random.default_rng(3).normal(size=(8, 64))  # not default_rng()", "failed"),
    ],
)
def test_who_draws_without_a_seed_is_told_so(script: str, outcome: str) -> None:
    given = evidence(known("plain").pixels, drew(attention(9)), script=script)

    found = verdict("heatmap-attention", given)
    assert found.outcome == outcome
    assert ("without a seed" in said(found)) == (outcome == "review")


@pytest.mark.parametrize(
    ("maps", "words"),
    [
        (SOFT.transpose(0, 2, 1), "columns that sum to 1, and rows that do not"),
        (np.log(SOFT), "negative values"),
        (SOFT / np.sqrt(16), "sum to between 0.25 and 0.25"),
        (SOFT / SOFT.max(-1, keepdims=True), "sum to between"),
    ],
    ids=["transposed", "logarithms", "scaled", "by the largest"],
)
def test_what_is_no_attention_is_told_by_its_sums(maps: Any, words: str) -> None:
    found = verdict("heatmap-attention", evidence(known("plain").pixels, drew(maps)))

    assert found.outcome == "failed"
    assert words in said(found)


def test_percent_and_masked_cells_are_attention_too() -> None:
    masked = np.where(np.isnan(known("causal, masked cells").maps), np.nan, 1)
    weights = np.tril(np.full((8, 8), 1.0)) / np.arange(1, 9)[:, None]
    causal = np.stack([weights] * 4) * masked
    percent = evidence(known("plain").pixels, drew(100 * SOFT))

    assert verdict("heatmap-attention", percent).outcome == "passed"
    says = said(verdict("heatmap-attention", evidence(known("plain").pixels, drew(causal))))
    assert "is not what mha.py draws now" in says


def test_rows_and_columns_that_both_sum_to_one_are_for_a_person() -> None:
    circulant = np.stack([[np.roll(row, i) for i in range(8)] for row in SOFT[:, 0]])
    given = evidence(pixels_of(plain(circulant)), drew(circulant))

    assert verdict("heatmap-attention", given).outcome == "review"


@pytest.mark.parametrize(
    ("maps", "words"),
    [
        (SOFT, "every row sums alike, and columns do not"),
        (SOFT.transpose(0, 2, 1), "every column sums alike"),
        (np.random.default_rng(3).random((4, 8, 8)), "neither rows nor columns"),
    ],
    ids=["rows", "columns", "neither"],
)
def test_of_a_picture_alone_it_is_said_what_sums_alike(maps: Any, words: str) -> None:
    given = evidence(pixels_of(plain(maps, vmin=0, vmax=1)))

    assert words in said(verdict("heatmap-attention", given))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("one", "a single heat map"),
        ("three", "shows 3 heat maps"),
        ("six", "shows 6 heat maps"),
        ("two figures", "shows 8 heat maps"),
        ("in a row", "in a grid of 1 x 4 (rows x columns)"),
        ("in a column", "in a grid of 4 x 1 (rows x columns)"),
        ("4 tokens", "map 1 has 4 x 4 cells"),
        ("9 tokens", "map 4 has 9 x 9 cells"),
        ("empty axes", "shows no heat map"),
    ],
)
def test_each_wrong_layout_has_its_sentence(name: str, words: str) -> None:
    found = verdict("heatmap-panels", evidence(pixels(name)))

    assert found.outcome == "failed"
    assert words in said(found)


def test_a_misreading_that_the_drawing_contradicts_is_not_held_against_anyone() -> None:
    image = pixels("9 tokens")
    given = evidence(image, drew(SOFT, image))

    assert verdict("heatmap-panels", given).outcome == "passed"


@pytest.mark.parametrize("name", ["magma", "jet", "gray", "Blues"])
def test_another_colour_map_costs_its_own_point_and_no_other(name: str) -> None:
    given = evidence(pixels_of(plain(SOFT, cmap=name)))

    outcomes = {c: verdict(c, given).outcome for c in PIXELS}
    assert outcomes.pop("heatmap-viridis") == "failed"
    assert set(outcomes.values()) == {"passed"}
    called = "shades of grey" if name == "gray" else name
    assert f"drawn with {called} instead of viridis" in said(verdict("heatmap-viridis", given))


def test_viridis_turned_round_is_told_by_the_drawing() -> None:
    image = pixels_of(plain(SOFT, cmap="viridis_r"))
    found = verdict("heatmap-viridis", evidence(image, drew(SOFT, image, cmap="viridis_r")))

    assert "viridis_r" in said(found)


def test_maps_that_are_the_same_are_named() -> None:
    given = evidence(pixels("twice the first"))
    found = verdict("heatmap-distinct", given)

    assert found.outcome == "failed"
    assert "maps 1 and 3 are the same" in said(found)
    assert heads_distinct(given) is False
    assert len(verdict("heatmap-distinct", evidence(pixels("all the same"))).findings) == 6


def test_a_colour_range_that_hides_the_difference_is_for_a_person() -> None:
    maps = 0.12 + 0.01 * SOFT
    image = pixels("one range, hardly used")

    found = verdict("heatmap-distinct", evidence(image, drew(maps, image, low=0.0, high=1.0)))
    assert found.outcome in ("review", "passed")


def test_whether_heads_are_distinct_is_told_by_the_picture_or_the_drawing() -> None:
    assert heads_distinct(evidence(None)) is None
    assert heads_distinct(evidence(None, drew(SOFT))) is True
    assert heads_distinct(evidence(None, drew(SOFT[[0, 1, 0, 3]]))) is False
    assert heads_distinct(evidence(known("plain").pixels)) is True


def test_a_blank_picture_is_said_to_be_blank_and_the_rest_is_blocked() -> None:
    given = evidence(pixels("blank"))

    assert "call savefig before show" in said(verdict("heatmap-image", given)).lower()
    assert {verdict(c, given).outcome for c in CHECKS} == {"failed", "blocked"}


def test_a_renamed_jpeg_costs_its_own_check_only() -> None:
    given = evidence(known("JPEG of good quality").pixels)
    assert isinstance(given.image, Image)
    given = replace(given, image=replace(given.image, form="JPEG"))

    assert "is a JPEG file" in said(verdict("heatmap-image", given))
    assert verdict("heatmap-panels", given).outcome == "passed"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF-1.4", "it is a PDF"),
        (b"<svg xmlns", "it is an SVG drawing"),
        (b"\xef\xbb\xbf  <!DOCTYPE html>", "it is a web page"),
        (b"hello", "does not begin as any"),
    ],
)
def test_a_file_that_is_no_picture_is_called_what_it_is(data: bytes, words: str) -> None:
    failure = Failure("refused", same("it does not begin as any picture does"), "unknown")

    assert words in said(verdict("heatmap-image", evidence(failure, data=data)))


@pytest.mark.parametrize(
    ("image", "data", "outcome"),
    [
        (None, b"", "blocked"),
        (Failure("refused", same("")), b"", "blocked"),
        (Failure("refused", same("")), b"version https://git-lfs.github.com/spec/v1", "blocked"),
        (Failure("absent", same("no Pillow")), b"\x89PNG", "review"),
        (Failure("hung", same("too slow")), b"\x89PNG", "review"),
        (Failure("refused", same("damaged")), b"\x89PNG", "failed"),
    ],
    ids=["missing", "empty", "LFS pointer", "no library", "slow", "damaged"],
)
def test_what_is_missing_is_not_punished_twice(image: Any, data: bytes, outcome: str) -> None:
    given = evidence(image, data=data)

    assert verdict("heatmap-image", given).outcome == outcome
    others = {verdict(c, given).outcome for c in CHECKS if c != "heatmap-image"}
    assert others == {"review" if outcome == "review" else "blocked"}


def test_a_picture_too_small_for_its_cells_is_said_to_be_so() -> None:
    small = np.asarray(Pillow.fromarray(known("plain").pixels).resize((40, 40)))

    assert "40 x 40 pixels" in said(verdict("heatmap-image", evidence(small)))


def test_a_report_can_show_the_maps_the_tokens_and_the_picture() -> None:
    shown = exhibits(evidence(known("plain").pixels, drew(SOFT)), (), None)

    assert [m.shape for m in shown.maps] == [(8, 8)] * 4
    assert shown.tokens == tuple(TOKENS)
    assert shown.picture == b"\x89PNG..."


def test_beside_a_stale_picture_a_report_shows_what_is_drawn_now() -> None:
    other = SOFT.copy()
    other[1, 2] = np.roll(SOFT[1, 2], 1)
    shown = exhibits(evidence(known("plain").pixels, drew(other)), (), None)
    fresh = exhibits(evidence(known("plain").pixels, drew(SOFT)), (), None)

    assert shown.drawn
    assert all(np.array_equal(a, b) for a, b in zip(shown.maps, other, strict=True))
    assert not fresh.drawn


def test_without_a_picture_a_report_shows_what_was_drawn() -> None:
    shown = exhibits(evidence(None, drew(SOFT)), (), None)

    assert all(np.array_equal(a, b) for a, b in zip(shown.maps, SOFT, strict=True))
    assert shown.picture == b""


def sentences(given: Sequence[Evidence]) -> set[tuple[str, str]]:
    return {
        (f.says.en, f.says.es) for one in given for c in CHECKS for f in verdict(c, one).findings
    }


def test_every_sentence_is_said_in_both_languages_and_names_no_unfilled_fact() -> None:
    given = [evidence(pixels(n)) for n in WRONG]
    given += [evidence(known("plain").pixels, drew(m)) for m in (SOFT[:, ::-1], np.log(SOFT))]

    found = sentences(given)
    assert len(found) > 12
    for en, es in found:
        assert en != es
        assert "{" not in en + es
