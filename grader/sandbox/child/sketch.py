"""Save a figure without painting it: what it would show is known before, and paint costs most."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def sketched(figure: Any) -> Iterator[None]:
    """Have the figure gone through once, as for painting, but leave out paint and layout.

    Whatever is wrong with it (a formula that cannot be read, a label that is no text) is found as
    ever; the file that is written is blank. Where things lie follows from the grid then, and not
    from the room that their labels need.
    """
    if "draw" in vars(figure):  # Matplotlib itself looks for the renderer
        yield
        return
    draw = figure.draw
    gone_through: list[bool] = []

    def once(renderer: Any, *args: Any, **named: Any) -> None:
        if not gone_through:
            gone_through.append(True)
            with unpainted(renderer), as_it_lies(figure):
                draw(renderer, *args, **named)

    figure.draw = once
    try:
        yield
    finally:
        with suppress(AttributeError):
            del figure.draw


def unpainted(renderer: Any) -> Any:
    """The renderer without what it paints; it measures all the same."""
    return renderer._draw_disabled()  # noqa: SLF001 - as Matplotlib's own layouts do it


@contextmanager
def as_it_lies(figure: Any) -> Iterator[None]:
    """Leave the layout of a figure as it is."""
    engine = figure.get_layout_engine()
    if engine is None:
        yield
        return
    engine.execute = lambda _: None
    try:
        yield
    finally:
        del engine.execute
