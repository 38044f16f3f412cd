"""Which versions the manifest can truly name: those that can run the lab and could exist by now.

Python has a minor version each October (PEP 602), so the newest that a day can know is a matter of
counting. `default_rng` came with NumPy 1.17 and 1.26 was the last of NumPy 1. All that is beyond
is for a person to see, as this list is no oracle of what will be released.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from grader.model import Text

if TYPE_CHECKING:
    import datetime as dt

    from grader.labs.multi_head.manifest_words import Path

_OLDEST_PYTHON = 6
_PYTHON_OF_2025 = 14
_NEW_MAJOR = 2027
"""From this year on a NumPy 3 or a Matplotlib 4 is taken as it comes."""


def implausible(versions: Any, today: dt.date) -> list[tuple[Path, Text]]:  # whatever JSON holds
    """The versions that nobody can have had on this day, each with what to say about it."""
    if not isinstance(versions, dict):
        return []
    found: list[tuple[Path, Text]] = []
    for name, (plausible, says) in _PLAUSIBLE.items():
        written = versions.get(name)
        release = _release(written)
        if release and not plausible(*release, today.year):
            found.append((("versions", name), says.format(seen=str(written)[:40])))
    return found


def _release(written: Any) -> tuple[int, int] | None:  # whatever JSON holds
    """Major and minor; None where that is not to be told, which manifest-schema says."""
    text = written if isinstance(written, str) else ""
    match = re.match(r"\s*(?:Python )?([0-9]{1,4})\.([0-9]{1,4})(?![0-9])", text)
    return (int(match[1]), int(match[2])) if match else None


def _python(major: int, minor: int, year: int) -> bool:
    # One more than is released, as pre-releases of the next one can be had.
    newest = _PYTHON_OF_2025 + max(0, year - 2025) + 1
    return major == 3 and _OLDEST_PYTHON <= minor <= newest


def _numpy(major: int, minor: int, year: int) -> bool:
    if major == 1:
        return 17 <= minor <= 26
    return (major == 2 and minor <= 30) or (major == 3 and minor <= 9 and year >= _NEW_MAJOR)


def _matplotlib(major: int, minor: int, year: int) -> bool:
    if major == 3:
        return minor <= 30
    return (major == 2 and minor <= 2) or (major == 4 and minor <= 9 and year >= _NEW_MAJOR)


_PLAUSIBLE = {
    "python": (
        _python,
        Text(
            en="`versions.python` is `{seen}`, and the lab runs on Python 3.6 or later, up to the "
            "newest there is. A person has to look; write what `python --version` prints.",
            es="`versions.python` es `{seen}`, y el lab funciona con Python 3.6 o posterior, hasta "
            "la última versión que existe. Tiene que mirarlo una persona; escribe lo que imprima "
            "`python --version`.",
        ),
    ),
    "numpy": (
        _numpy,
        Text(
            en="`versions.numpy` is `{seen}`, and the lab runs on NumPy 1.17 to 1.26 or 2. A "
            "person "
            "has to look; write what `numpy.__version__` says.",
            es="`versions.numpy` es `{seen}`, y el lab funciona con NumPy 1.17 a 1.26 o 2. Tiene "
            "que "
            "mirarlo una persona; escribe lo que diga `numpy.__version__`.",
        ),
    ),
    "matplotlib": (
        _matplotlib,
        Text(
            en="`versions.matplotlib` is `{seen}`, and no such Matplotlib is known. A person has "
            "to "
            "look; write what `matplotlib.__version__` says.",
            es="`versions.matplotlib` es `{seen}`, y no se conoce ese Matplotlib. Tiene que "
            "mirarlo "
            "una persona; escribe lo que diga `matplotlib.__version__`.",
        ),
    ),
}
