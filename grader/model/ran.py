"""What a student's scripts did when they were run, and what they drew."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # so that to read texts costs no NumPy
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from grader.model.asked import Array
    from grader.model.found import Failure
    from grader.model.picture import Picture

Pixels: TypeAlias = "NDArray[np.uint8]"
"""(height, width, 3): red, green, blue, on white where the file is transparent."""


@dataclass(frozen=True, slots=True)
class Sabotage:
    """One way to make ``forward`` wrong, so that an honest test must notice."""

    name: str
    """What a report calls it, such as ``+0.001`` or ``without W_O``."""
    add: float = 0.0
    """Moves every element y by ``add * (1 + |y|)``."""
    times: float = 1.0
    without_output: bool = False
    """The output projection is left out."""
    exchange: bool = False
    """The largest and the smallest element of the last row change places."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of a script as ``__main__``, in a child and a copy of the repository of its own."""

    script: str
    """Its path below the root."""
    folder: str
    """The working directory below the root, empty for the root itself."""
    src_on_path: bool
    """With ``PYTHONPATH=src``."""
    exit: int
    """What a shell would see; 0 is success. Only meaningful where ``failure`` is None or raised."""
    stdout: bytes = b""
    stderr: bytes = b""
    failure: Failure | None = None
    """Why it did not come to its end: an exception with its place, hung, died; None if it did."""
    missing: str = ""
    """The library that is not installed here and that it could not import."""
    modules: tuple[str, ...] = ()
    """Top-level packages that it loaded."""
    objects: int = 0
    """How many objects of the class of ``attention.py`` it made."""
    forwards: int = 0
    """How often it called their ``forward``."""
    wrote: bytes = b""
    """What it wrote into the file that its output is kept in, where it did."""
    told: bool = False
    """Its process lived to tell the rest; hearsay, as all that a process tells."""
    loaded: int = 0
    """How often the file of the class was run; 0 too where nothing was to be counted."""
    moved: int = 0
    """Answers of ``forward`` that the sabotage made different by more than 1e-5."""
    zeros: int = 0
    """Answers of ``forward`` that were zeros only, before the sabotage."""
    sizes: tuple[tuple[int, int], ...] = ()
    """d_model and n_heads as they were given to the objects it made, of a run that is watched."""
    root_on_path: bool = False
    """With the root of the repository on the path, as PyCharm puts it there."""

    @property
    def worked(self) -> bool:
        """It came to its end and reported success."""
        return self.failure is None and self.exit == 0


@dataclass(frozen=True, slots=True)
class Verified:
    """What ``verify.py`` did, as it is and with ``forward`` made wrong."""

    tries: tuple[Ran, ...]
    """The ways to run it that were tried, up to the first that worked."""
    control: Ran | None = None
    """Again with a change of ``forward`` that changes nothing: what is compared with the others."""
    sabotaged: Mapping[Sabotage, Ran] | None = None
    """None where it never worked, so that there is nothing to make fail."""
    righted: Ran | None = None
    """With a right class in the place of a wrong one; so are the others where only this worked."""
    cut_short: bool = False
    """It takes so long that it was not run with every change."""

    @property
    def best(self) -> Ran:
        """The run that worked, or the first that was tried."""
        return next((r for r in self.tries if r.worked), self.tries[0])

    @property
    def worked(self) -> bool:
        """It came to its end with success, as it was handed in."""
        return self.best.worked

    @property
    def farthest(self) -> Ran:
        """The run that worked, or the last that was tried: no other folder could mend that one."""
        return self.best if self.worked else self.tries[-1]

    @property
    def shares_mistake(self) -> bool:
        """It is content with a wrong class, and compares a right one with something else."""
        found = self.righted
        if not self.worked or found is None or found.worked:
            return False
        return found.failure is None or found.failure.error.startswith("AssertionError")


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One heat map as a script drew it, the way it lies on the page."""

    values: Array
    """(rows, columns); row 0 is the topmost, column 0 the leftmost; NaN where a cell is empty, and
    all NaN where colours were drawn instead of numbers."""
    cmap: str
    """Empty where colours were drawn instead of numbers."""
    low: float
    """The value at the lower end of the colour map; NaN where there is none."""
    high: float
    across: tuple[str, ...]
    """Tick labels by column, empty where a column has none."""
    down: tuple[str, ...]
    """Tick labels by row, topmost first."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom as fractions of the figure; the origin is its upper left corner."""
    title: str = ""
    norm: str = "Normalize"
    """The class that takes values to shades; only the default one does so evenly."""
    own: bool | None = None
    """The values are those of a head in a call of ``forward``; None where that cannot be told."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure at the moment when it was saved (or shown)."""

    path: str
    """Where to, below the root or as the script wrote it; empty where it was only shown."""
    panels: tuple[Panel, ...]
    """None where it has no heat map, or was drawn with something else than Matplotlib."""
    image: Pixels | None = None
    """The saved file, decoded, where it is a picture that can be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """What ``mha.py`` did, and the figures that it saved."""

    tries: tuple[Ran, ...]
    figures: tuple[Figure, ...] = ()
    """Of the try that worked best, in the order of saving."""

    @property
    def best(self) -> Ran:
        """The run that worked, or the first that was tried."""
        return next((r for r in self.tries if r.worked), self.tries[0])


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """A committed picture, decoded in a confined child."""

    path: str
    form: str
    """What the bytes are: ``PNG``, ``JPEG`` ..., whatever the file is called."""
    pixels: Pixels
    """Of a very large picture every second, third ... row and column."""
    size: tuple[int, int] = (0, 0)
    """Width and height of the whole picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Exhibits:
    """What a report can show besides words; bounded, and a student's data."""

    sources: Mapping[str, str] = field(default_factory=dict)
    """The student's files that a finding or the diagnosis points into, by path."""
    maps: tuple[Array, ...] = ()
    """The attention maps as they were read back from the picture, or else as they were drawn; as
    they were drawn too where the picture is another one."""
    tokens: tuple[str, ...] = ()
    picture: bytes = b""
    """The committed PNG, where it is one and not large."""
    drawn: bool = False
    """The maps are what the script draws now, because the picture is not that."""
    diagrams: Mapping[str, Picture] = field(default_factory=dict)
    """One for each misconception of the diagnosis that has one, by its id."""
