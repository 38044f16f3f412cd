"""What to do on this system so that student code is contained."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from grader.model import Text, same

if TYPE_CHECKING:
    from grader.sandbox.level import Level

ELSEWHERE = Text(
    en="This system has no means to contain a program. Grade in a Linux machine (WSL2, a virtual "
    "machine, CI), or, for your own code only, with `--sandbox off`",
    es="Este sistema no tiene medios para contener un programa. Evalúa en una máquina Linux "
    "(WSL2, una "
    "máquina virtual, CI) o, solo para tu propio código, con `--sandbox off`",
)
INSTALL = Text(
    en="Install bubblewrap (`sudo apt-get install bubblewrap`), or use a kernel with Landlock "
    "(5.13 or "
    "newer); `grade doctor` says what was tried",
    es="Instala bubblewrap (`sudo apt-get install bubblewrap`) o usa un kernel con Landlock (5.13 "
    "o "
    "posterior); `grade doctor` dice qué se probó",
)
ALLOW = Text(
    en="bubblewrap is installed but may not make namespaces here. On Ubuntu 24.04 load its "
    "AppArmor "
    "profile (package apparmor-profiles, bwrap-userns-restrict); in a container use a kernel with "
    "Landlock. Tried: {reasons}",
    es="bubblewrap está instalado pero aquí no puede crear espacios de nombres. En Ubuntu 24.04 "
    "carga "
    "su perfil de AppArmor (paquete apparmor-profiles, bwrap-userns-restrict); en un contenedor "
    "usa un "
    "kernel con Landlock. Se probó: {reasons}",
)


def mend(level: Level) -> Text:
    """The sentence for this level; for the strongest there is nothing to mend."""
    if sys.platform != "linux":
        return ELSEWHERE
    if level.bubblewrap:
        return same("")
    tried = any(reason.startswith("bubblewrap:") for reason in level.reasons)
    return ALLOW.format(reasons=same("; ".join(level.reasons))) if tried else INSTALL
