"""Kinds of ruling, and the arbiter's form as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final, TypeAlias

Points: TypeAlias = tuple[int, ...]


class RulingKind(StrEnum):
    """Kinds of ruling."""

    STANDS = "stands"
    UPHELD = "upheld"
    BONUS = "bonus"
    DECLARATION = "declaration"
    MULTIPLIER = "multiplier"
    COUNT = "count"
    REVOKE = "revoke"
    FACTS = "facts"
    ASSIGNED = "assigned"
    AVERAGE = "average"
    FORFEIT = "forfeit"
    VOID = "void"
    REPLAY = "replay"
    PENALTY = "penalty"
    SPLIT = "split"


class Part(StrEnum):
    """The result of one side in a split ruling."""

    STANDS = "stands"
    ASSIGNED = "assigned"
    AVERAGE = "average"
    NOTHING = "nothing"


CORRECTED: Final = (
    RulingKind.BONUS,
    RulingKind.DECLARATION,
    RulingKind.MULTIPLIER,
    RulingKind.COUNT,
    RulingKind.REVOKE,
    RulingKind.FACTS,
)
"""Rulings that score the round again from corrected facts, by the rules of its game."""
LEAVING_OUT: Final = (RulingKind.VOID, RulingKind.REPLAY)
"""Rulings that leave the round out; a replayed round counts when the replay is finished."""
ADDING_NOTHING: Final = (RulingKind.STANDS, RulingKind.UPHELD, RulingKind.PENALTY)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The arbiter's form. Fields that a kind does not use keep their defaults.

    `points` are per side: bonus points to add (or subtract) for BONUS and DECLARATION, card points for COUNT,
    the result for ASSIGNED, margins for AVERAGE, the other side's points for FORFEIT; for SPLIT the result or margin of
    each side's part. `level` is a step of the game's ladder, from 0, for MULTIPLIER. `side` is the one that revoked or
    forfeits. `facts` are the values of the fields of the round for FACTS, by key, those left empty left out. `seat` and
    `amount` (negative: a penalty) may go with every kind; PENALTY has only these.
    """

    kind: RulingKind
    points: Points = ()
    level: int | None = None
    side: int | None = None
    parts: tuple[Part, ...] = ()
    seat: int | None = None
    amount: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON values, empty fields left out."""
        return {name: value for name, value in asdict(self).items() if value not in ((), None, 0, {})}
