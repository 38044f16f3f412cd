"""The pictures of what goes where: generated, true to the mistake, and readable anywhere."""

from __future__ import annotations

import re

import numpy as np
import pytest

from grader.cli import main, terminal
from grader.cli.picture import drawn
from grader.labs.multi_head.misconceptions import CATALOGUE, by_id
from grader.labs.multi_head.picture import SIZES, picture
from grader.model import LANGS, Lang, Misconception
from grader.report import Style
from grader.report.text_page import Page
from reference import MultiHeadAttention

LAYOUTS = [m for m in CATALOGUE if m.id.startswith(("split/", "merge/"))]
DRAWN = [m for m in CATALOGUE if picture(m)]


def lines(name: str, lang: Lang = "en", width: int = 80, *, unicode: bool = True) -> list[str]:
    found = picture(by_id[name])
    assert found is not None
    return drawn(found, Page(Style(lang=lang, width=width, unicode=unicode)))


def test_every_mistake_of_splitting_and_merging_has_a_picture() -> None:
    assert [m.id for m in LAYOUTS if m not in DRAWN] == []


def test_shares_of_the_weights_are_drawn_too_and_what_no_picture_shows_is_not() -> None:
    others = {m.id for m in DRAWN if m not in LAYOUTS}

    assert others == {
        "proj/w-transposed",
        "proj/embedding-split-first",
        "proj/one-small-matrix-shared",
        "proj/first-slice-for-all-heads",
        "proj/shared-kv-mqa",
        "out/transposed",
        "out/per-head-block",
        "out/per-head-shared-block",
        "out/per-head-summed-first-rows",
    }


@pytest.mark.parametrize(
    "known", [m for m in LAYOUTS if m.id.startswith("split/")], ids=lambda m: m.id
)
def test_a_split_is_drawn_as_the_mistake_makes_it(known: Misconception) -> None:
    T, d_model, n_heads = SIZES["split"]
    found = picture(known)
    assert found is not None
    made = known.cls.from_weights(*np.zeros((4, d_model, d_model)), n_heads=n_heads)
    tens = np.arange(T)[:, None] * 10 + np.arange(d_model)
    split = dict(zip("QKV", made.split(tens, tens, tens), strict=True))

    labels = np.vectorize(int)(np.array(found.mistake.blocks)[..., 0])
    for name in found.names:
        assert np.array_equal(labels, split[name])
    for name in found.same:
        assert np.array_equal(split[name], MultiHeadAttention.split(made, tens, tens, tens)[0])


def test_the_reshape_bug_shows_every_second_column() -> None:
    shown = "\n".join(lines("split/reshape-dh-h"))

    assert "head 0  00  01  02  03     head 0  00  02* 04* 06*" in shown
    assert "* is not what belongs there." in shown


def test_a_merge_without_transpose_shows_several_tokens_in_a_row() -> None:
    shown = "\n".join(lines("merge/no-transpose", "es"))

    assert "token 0  00  01  02  | 03  04  05    token 0  00  01  02  | 10* 11* 12*" in shown


def test_what_is_made_of_several_heads_is_drawn_as_such() -> None:
    shown = "\n".join(lines("merge/heads-max-tiled", width=100))

    assert "00&03*" in shown
    assert "00&03 is made of both entries, 00 and 03." in shown


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("known", DRAWN, ids=lambda m: m.id)
def test_a_picture_fits_and_needs_no_more_than_ascii(
    known: Misconception, width: int, lang: Lang
) -> None:
    shown = lines(known.id, lang, width, unicode=False)

    # A row of averages is wider than the narrowest page, and is never broken.
    assert max(map(len, shown)) <= max(width, 55)
    assert all(line.isascii() for line in shown)
    assert [line for line in shown if line != line.rstrip()] == []


def test_colour_changes_no_letter() -> None:
    found = picture(by_id["merge/interleaved"])
    assert found is not None

    plain, painted = (drawn(found, Page(Style(color=color))) for color in (False, True))

    assert plain != painted
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in painted] == plain


@pytest.mark.parametrize("lang", LANGS)
def test_every_known_mistake_is_explained_on_the_command_line(
    lang: Lang, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *[m.id for m in CATALOGUE], "--lang", lang]) == 0

    out = capsys.readouterr().out
    page = terminal.stdout_page(lang)
    for known in CATALOGUE:
        assert f"{known.id}\n" in out
        assert page.lines(page.say(known.says))[0] in out
    assert max(map(len, out.splitlines())) <= 80
    title = {"en": "What goes where", "es": "Qué va a dónde"}[lang]
    assert out.count(title) == len(DRAWN)
