"""The amount of work for one decision: the only difference between levels that search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Effort:
    """`worlds` are played out for an early card, `endings` solved exactly once all hands together have `solved` cards
    or fewer. `nodes` is the most positions the solver may look at for one decision."""

    worlds: int
    endings: int
    solved: int
    nodes: int


GOOD: Final = Effort(worlds=40, endings=20, solved=8, nodes=4_000)
STRONG: Final = Effort(worlds=300, endings=80, solved=12, nodes=20_000)
