"""What a seat of Rosbiratschka knows in a trick: unseen cards, void suits of the others, what each seat has taken."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.bots.unseen_cards import SeenBySeat, chances_to_hold, excluded_cards
from games.engine.cards import PACK_OF_32, Card
from games.engine.rosbiratschka.play import counts, playable_to_trick
from games.engine.rosbiratschka.state import HEIGHT, SEATS, Contract
from games.engine.seats import Seat
from games.engine.trick_taking import winning_place
from games.engine.view import View


@dataclass(frozen=True, slots=True)
class Knowledge(SeenBySeat):
    """Everything that matters for one card of a trick, seen from one seat.

    `table` are the cards on the table in order, `unseen` those in the other hands, `odds[seat]` the
    probability that this seat holds each of them (left out: it cannot), `taken` how many of what counts each
    seat has taken.
    """

    seat: Seat
    ring: tuple[Seat, ...]
    contract: Contract
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    unseen: tuple[Card, ...]
    odds: tuple[dict[Card, float], ...]
    taken: tuple[int, ...]


def knowledge(view: View) -> Knowledge:
    """Build the `Knowledge` of the viewer, whose turn it is to play in a contract with tricks."""
    assert view.viewer is not None
    assert view.label is not None
    contract = Contract(view.label.code.removeprefix("contract_"))
    hand = view.hand_cards
    trick = view.trick
    table = trick.cards if trick is not None and not trick.complete else ()
    excluded: list[set[Card]] = [set() for _ in SEATS]
    taken = [0, 0, 0, 0]
    finished = [view.played[first : first + 4] for first in range(0, len(view.played), 4)]
    for cards in (*finished, table):
        for (seat, _), exclusions in zip(
            cards, _exclusions_of(tuple([card for _, card in cards])), strict=True
        ):
            excluded[seat] |= exclusions
    for cards in finished:
        winner = cards[winning_place([card for _, card in cards], HEIGHT)][0]
        counted = sum(counts(contract, card) for _, card in cards)
        taken[winner] += 1 if contract is Contract.NO_TRICKS else counted
    gone = {card for _, card in view.played} | {card for _, card in table} | set(hand)
    unseen = tuple(card for card in PACK_OF_32 if card not in gone)
    return Knowledge(
        seat=view.viewer,
        ring=view.ring,
        contract=contract,
        hand=hand,
        table=tuple(card for _, card in table),
        unseen=unseen,
        odds=chances_to_hold(view.viewer, unseen, excluded, tuple(zone.cards for zone in view.seats)),
        taken=tuple(taken),
    )


@lru_cache(maxsize=1024)
def _exclusions_of(trick: tuple[Card, ...]) -> tuple[frozenset[Card], ...]:
    """For each card of a trick, in order of play, the cards its player cannot hold.

    Cached because every later decision of the deal asks about the same trick again.
    """
    if not trick:
        return ()
    *before, card = trick
    return (*_exclusions_of(trick[:-1]), excluded_cards(PACK_OF_32, before, card, playable_to_trick))
