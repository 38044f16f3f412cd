"""Where the folders that ship with the grader are: the schemas and the student template.

A wheel carries them inside the package, under ``_data``. A checkout and an editable install have
them beside the package, where they are edited.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str, package: Path = _PACKAGE) -> Path:
    """The folder ``schemas`` or ``student_template``, wherever this grader is installed.

    Raises:
        FileNotFoundError: It is in neither place, so the installation is not whole.
    """
    places = (package / "_data" / name, package.parent / name)
    for place in places:
        if place.is_dir():
            return place
    looked = " and ".join(str(place) for place in places)
    raise FileNotFoundError(
        f"mha-grader is not completely installed: there is no folder {name!r} (looked for {looked})"
    )
