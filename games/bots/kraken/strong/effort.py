"""The amount of work for one decision: the only difference between levels that search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Effort:
    """`worlds` are played out for an early card, `endings` solved exactly from `solved` cards a hand on, `word_worlds`
    played for a word. `nodes` is the most leads the solver may look at for one decision."""

    worlds: int
    endings: int
    solved: int
    word_worlds: int
    nodes: int


GOOD: Final = Effort(worlds=40, endings=20, solved=4, word_worlds=100, nodes=15_000)
STRONG: Final = Effort(worlds=120, endings=60, solved=5, word_worlds=200, nodes=60_000)
