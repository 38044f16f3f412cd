"""What a hostile file tries, at every level of containment that this machine offers.

Each attack runs through the real slots, in a child beside which a victim of the same account is
watched from outside; after it a right neighbour is graded by the same slots.
"""

from __future__ import annotations

from platform import machine
from typing import TYPE_CHECKING

import pytest

from grader.sandbox import NOTHING, Slots
from tests.attacks import (
    changing,
    disk,
    files,
    kernel,
    neighbours,
    network,
    peers,
    protocol,
    resources,
    spawning,
    values,
)
from tests.attacks.attack import Attack, harms
from tests.attacks.levels import levels, old_kernels
from tests.attacks.victim import Victim

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL = (changing, disk, files, kernel, neighbours, network, peers, protocol, resources, spawning)
ATTACKS = [a for module in (*ALL, values) for a in module.ATTACKS]
OLD = [*changing.ATTACKS, *files.ATTACKS, *peers.SIGNALS, *network.ATTACKS]
"""What older Landlocks leave to the filter."""
CASES = [
    *((a, level) for a in ATTACKS for level in levels() if not a.x86 or machine() == "x86_64"),
    *((a, level) for a in OLD for level in old_kernels()),
]
BITING = [a for a in ATTACKS if a.bites]
MEANS = levels() | old_kernels() | {"nothing": NOTHING}


class Field:
    """Slots of every level, started when they are needed, and a victim that is whole."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        self._factory = factory
        self._slots: dict[str, Slots] = {}
        self._victim: Victim | None = None

    def harms(self, attack: Attack, level: str) -> list[str]:
        """What the attack came to; a victim that was harmed is replaced."""
        slots = self._slots.setdefault(level, Slots(means=MEANS[level]))
        self._victim = self._victim or Victim(self._factory.mktemp("victim"))
        found = harms(attack, slots, self._victim)
        if found:
            self._victim.close()
            self._victim = None
        return found

    def close(self) -> None:
        for slots in self._slots.values():
            slots.__exit__(None, None, None)
        if self._victim:
            self._victim.close()


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Field]:
    made = Field(tmp_path_factory)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("attack", "level"), CASES, ids=[f"{level}: {attack.name}" for attack, level in CASES]
)
def test_an_attack_comes_to_nothing(attack: Attack, level: str, field: Field) -> None:
    assert field.harms(attack, level) == []


@pytest.mark.parametrize("attack", BITING, ids=[a.name for a in BITING])
def test_an_attack_succeeds_where_nothing_holds_it(attack: Attack, field: Field) -> None:
    assert field.harms(attack, "nothing") != []


def test_there_are_levels_to_try_and_attacks_enough() -> None:
    assert levels()
    assert len({a.name for a in ATTACKS}) == len(ATTACKS) >= 200
