"""A picture of heat maps is read back to the numbers that were drawn."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grader.labs.multi_head.heatmap import MAPS, Reading, read
from grader.labs.multi_head.heatmap.colours import inverted, table
from grader.labs.multi_head.heatmap.layout import blocks
from tests.heatmaps import ODD, RIGHT, SMOOTHED, SOFT, WRONG, known, pixels_of, plain, ranged


def off(reading: Reading, maps: Any) -> float:
    """The largest error of any cell; the same cells must have no value."""
    got = np.stack([m.values for m in reading.maps])
    assert (np.isnan(got) == np.isnan(maps)).all()
    return float(np.nanmax(np.abs(got - maps)))


def test_there_are_more_than_forty_kinds_of_right_pictures() -> None:
    assert len(RIGHT) > 40


@pytest.mark.parametrize("name", RIGHT)
def test_every_cell_of_a_right_picture_is_read_to_a_fiftieth_of_the_colours(name: str) -> None:
    reading = read(known(name).pixels)

    assert reading.certain
    assert reading.arrangement == (2, 2)
    assert {m.cmap for m in reading.maps} == {"viridis"}
    assert off(reading, known(name).maps) <= 0.02


@pytest.mark.parametrize("name", SMOOTHED)
def test_smoothed_maps_are_read_hardly_worse(name: str) -> None:
    reading = read(pixels_of(SMOOTHED[name]()))

    assert reading.certain
    assert off(reading, ranged(SOFT)) <= 0.03


@pytest.mark.parametrize("name", ODD)
def test_what_cannot_be_read_for_certain_is_not_called_certain(name: str) -> None:
    reading = read(pixels_of(ODD[name]()))

    right = reading.arrangement == (2, 2) and {m.values.shape for m in reading.maps} == {(8, 8)}
    assert right or not reading.certain


@pytest.mark.parametrize(
    ("name", "grid", "cells"),
    [
        ("one", (1, 1), 8),
        ("three", None, 8),
        ("six", (2, 3), 8),
        ("in a row", (1, 4), 8),
        ("in a column", (4, 1), 8),
        ("two figures", (4, 2), 8),
        ("4 tokens", (2, 2), 4),
        ("7 tokens", (2, 2), 7),
        ("9 tokens", (2, 2), 9),
    ],
)
def test_another_layout_is_read_as_what_it_is(name: str, grid: Any, cells: int) -> None:
    reading = read(pixels_of(WRONG[name]()))

    assert reading.certain
    assert reading.arrangement == grid
    assert {m.values.shape for m in reading.maps} == {(cells, cells)}


@pytest.mark.parametrize("name", ["empty axes", "blank"])
def test_a_picture_without_maps_has_none(name: str) -> None:
    reading = read(pixels_of(WRONG[name]()))

    assert reading.bare
    assert not reading.maps


@pytest.mark.parametrize(
    "name", ["magma", "plasma", "inferno", "cividis", "jet", "turbo", "hot", "coolwarm", "Blues"]
)
def test_another_colour_map_is_known_by_name(name: str) -> None:
    reading = read(pixels_of(plain(SOFT, cmap=name)))

    assert {m.cmap for m in reading.maps} == {name}
    assert off(reading, ranged(SOFT)) <= 0.04


def test_shades_of_grey_are_known_either_way_round() -> None:
    for name in ("gray", "Greys"):
        assert {m.cmap for m in read(pixels_of(plain(SOFT, cmap=name))).maps} == {"gray"}


def test_the_colours_of_viridis_are_those_that_matplotlib_draws() -> None:
    drawn = mpl.colormaps["viridis"](np.arange(256), bytes=True)[:, :3]

    assert (table("viridis") == drawn).all()


def test_every_other_colour_map_is_near_its_own_colours() -> None:
    for name in MAPS - {"Greys", "binary", "gist_gray", "gist_yarg"}:
        drawn = mpl.colormaps[name](np.arange(256), bytes=True)[:, :3]
        assert np.abs(table(name) - drawn).max() < 25


@given(st.integers(0, 255), st.lists(st.integers(-3, 3), min_size=3, max_size=3))
def test_a_colour_that_noise_has_moved_a_little_is_still_found(at: int, noise: list[int]) -> None:
    colour = (table("viridis")[at] + np.array(noise, np.float32))[None]

    found, away = inverted(colour, "viridis")

    assert abs(found[0] - (at + 0.5) / 256) < 0.03
    assert away[0] < 6


boxes = st.tuples(st.integers(20, 90), st.integers(20, 90))


@given(boxes, st.integers(6, 30), st.integers(6, 30))
@settings(max_examples=60)
def test_four_blocks_are_found_where_they_are(size: tuple[int, int], down: int, over: int) -> None:
    high, wide = size
    mask = np.zeros((2 * high + 3 * down, 2 * wide + 3 * over), bool)
    at = [(down + i * (high + down), over + j * (wide + over)) for i in (0, 1) for j in (0, 1)]
    for top, left in at:
        mask[top : top + high, left : left + wide] = True

    found = blocks(mask)

    assert sorted((b.top, b.left, b.bottom, b.right) for b in found) == sorted(
        (top, left, top + high, left + wide) for top, left in at
    )


@given(
    st.integers(0, 2**32 - 1),
    st.integers(5, 14),
    st.integers(0, 2),
    st.sampled_from([(255, 255, 255), (0, 0, 0), (20, 20, 30)]),
    st.integers(3, 11),
)
@settings(max_examples=60, deadline=None)
def test_a_drawn_grid_is_read_back(
    seed: int, cell: int, gap: int, ground: tuple[int, int, int], count: int
) -> None:
    assume(cell > 2 * gap + 2)
    places = np.random.default_rng(seed).integers(0, 256, (4, count, count))
    size = count * (cell + gap)
    image = np.full((2 * size + 60, 2 * size + 60, 3), ground, np.uint8)
    for n, cells in enumerate(places):
        top, left = 20 + n // 2 * (size + 20), 20 + n % 2 * (size + 20)
        for (i, j), place in np.ndenumerate(cells):
            y, x = top + i * (cell + gap), left + j * (cell + gap)
            image[y : y + cell, x : x + cell] = table("viridis")[place]

    reading = read(image)

    if reading.certain:
        assert off(reading, (places + 0.5) / 256) <= 1 / 256
    else:
        assert cell < 7 or gap
