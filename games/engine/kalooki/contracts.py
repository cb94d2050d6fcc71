"""The nine contracts, the cards a deal begins with, and the packs (rules/kalooki 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine.cards import ALL_RANKS, JOKER, MARKS, Card, pack_of, several_packs
from games.engine.kalooki.options import Options
from games.engine.words import Text, text

THREE: Final = 3
FOUR: Final = 4
"""The fewest cards of a three and of a four."""
JOKERS: Final = {2: 4, 3: 8}
"""How many jokers belong to so many packs."""
TWELVE: Final = 12
EARLY_CONTRACTS: Final = (1, 2, 3)
"""The contracts for which `early_hands` changes the number of cards."""


class Contract(NamedTuple):
    """How many threes and fours have to be laid at once."""

    threes: int
    fours: int

    @property
    def cards(self) -> int:
        """The fewest cards that make it up."""
        return THREE * self.threes + FOUR * self.fours

    @property
    def label(self) -> Text:
        """Its name on the screen."""
        return text(f"contract_{self.threes}_{self.fours}")


CONTRACTS: Final = tuple(
    Contract(*sizes) for sizes in ((3, 0), (2, 1), (1, 2), (0, 3), (4, 0), (3, 1), (2, 2), (1, 3), (0, 4))
)


def contract_of(contract_number: int) -> Contract:
    """The contract with this number, 1 to 9."""
    return CONTRACTS[contract_number - 1]


def hand_size(contract_number: int, options: Options) -> int:
    """How many cards everybody is dealt for a contract (1 to 9): its smallest size, or twelve where the house rules say
    so."""
    if options.early_hands == "twelve" and contract_number in EARLY_CONTRACTS:
        return TWELVE
    return contract_of(contract_number).cards


def pack(packs: int) -> Sequence[Card]:
    """All cards of two or three packs, in face order, the jokers last."""
    return PACKS[packs]


PACKS: Final = {
    packs: (
        *several_packs(pack_of(ALL_RANKS), packs),
        *(JOKER + mark for mark in MARKS[: JOKERS[packs]]),
    )
    for packs in JOKERS
}
CARDS: Final = {packs: frozenset(cards) for packs, cards in PACKS.items()}
EVERY_CARD: Final = CARDS[max(CARDS)]
"""The cards of any pack: what an entry of the log is read by."""
