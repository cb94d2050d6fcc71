"""Matches in the database whose deals are laid out by hand: the shuffle of a seed made here gives the named cards.

Log, rows and proofs are written as for any deal, and agree with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count

import pytest

from games.engine.cards import Card
from games.engine.shuffle import Randomness
from games.table.log import seeds

LAID: dict[bytes, tuple[Card, ...]] = {}
"""The deck of each seed made here."""
Lay = Callable[..., None]


def in_turn(hands: Sequence[Sequence[Card]], *rest: Card) -> tuple[Card, ...]:
    """The deck that gives these hands card by card, the first hand first, with the rest behind them."""
    size = len(hands[0])
    return (*(hand[place] for place in range(size) for hand in hands), *rest)


def seed_of(deck: tuple[Card, ...], players: int) -> bytes:
    """A seed that gives this deck, and the last of the players as first dealer."""
    for number in count():
        seed = sha256(f"{number} {' '.join(deck)}".encode()).digest()
        if Randomness(seed).number("dealer", players) == players - 1:
            LAID[seed] = deck
            return seed
    raise AssertionError


@pytest.fixture(scope="session")
def _deal_what_is_laid() -> Iterator[None]:
    """For the whole session, so that the logs can be verified after a test."""
    by_chance = Randomness.shuffled

    def shuffled(self: Randomness, pack: Sequence[Card], label: str = "pack") -> tuple[Card, ...]:
        laid = LAID.get(self.seed) if label == "pack" else None
        return by_chance(self, pack, label) if laid is None else laid

    with pytest.MonkeyPatch.context() as chance:
        chance.setattr(Randomness, "shuffled", shuffled)
        yield


@pytest.fixture
def lay(_deal_what_is_laid: None, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Return a function that names the decks of the next deals, in their order; the last one is dealt again and
    again. The last of the players is the first dealer."""

    def laid(*decks: tuple[Card, ...], players: int) -> None:
        made = [seed_of(deck, players) for deck in decks]

        def next_seed(_purpose: str) -> bytes:
            return made.pop(0) if len(made) > 1 else made[0]

        monkeypatch.setattr(seeds, "random_seed", next_seed)

    return laid
