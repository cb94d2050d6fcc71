"""What a seat of Kraken knows of covered cards: the unseen ones, and how probably each of them is in which hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from games.bots.unseen_cards import SeenBySeat, chances_to_hold, excluded_cards
from games.engine.cards import PACK_OF_32, Card, Suit, suit_of
from games.engine.kraken.legal import POINTS, STRENGTH, legal_cards
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.revoke import is_possible
from games.engine.seats import Seat
from games.engine.view import View


def without_revokes(view: View) -> View:
    """The view with the cards that may be played by the rules, where every card of the hand can be played."""
    contract = view.contract
    everything = view.options is not None and is_possible(view.options)
    if (
        not everything
        or contract is None
        or contract.trump is None
        or not any(one.playable for one in view.hand)
    ):
        return view
    trick = view.trick
    table = [card for _, card in trick.cards] if trick is not None and not trick.complete else []
    legal = legal_cards(view.hand_cards, table, contract.trump, view.options)
    return replace(view, hand=tuple(held._replace(playable=held.card in legal) for held in view.hand))


@dataclass(frozen=True, slots=True)
class Knowledge(SeenBySeat):
    """Everything that matters for one card, seen from one seat.

    `table` is the trick on the table as (seat, card), `unseen` are the cards in the three other hands in
    face order. `odds[seat]` gives for each the probability (0 to 1) that this seat holds it; cards it
    cannot hold are left out.
    """

    seat: Seat
    ring: tuple[Seat, ...]
    trump: Suit
    quads: str
    hand: tuple[Card, ...]
    table: tuple[tuple[Seat, Card], ...]
    unseen: tuple[Card, ...]
    odds: tuple[dict[Card, float], ...]

    @property
    def partner(self) -> Seat:
        return (self.seat + 2) % 4

    @property
    def opponents_trumps(self) -> float:
        """How many trumps the two opponents hold together, on average."""
        return sum(
            chance
            for seat in self.rivals_of(self.seat)
            for card, chance in self.odds[seat].items()
            if suit_of(card) == self.trump
        )

    @property
    def mean_points(self) -> float:
        """Card points of an unseen card on average."""
        points = POINTS[self.trump]
        return sum(points[card] for card in self.unseen) / max(len(self.unseen), 1)

    def rivals_of(self, seat: Seat) -> tuple[Seat, Seat]:
        """The two seats of the other side."""
        return (seat + 1) % 4, (seat + 3) % 4

    def odds_of_opponents(self, card: Card) -> float:
        """The probability that one of the two opponents holds the card."""
        return sum(self.odds[seat].get(card, 0.0) for seat in self.rivals_of(self.seat))

    def is_beaten(self, card: Card) -> bool:
        """Whether a higher card of the suit is in another hand."""
        strength = STRENGTH[self.trump]
        return any(strength[other] > strength[card] for other in self.unseen_of(suit_of(card)))


def knowledge(view: View) -> Knowledge:
    """Build the `Knowledge` of the viewer, whose turn it is to play a card."""
    contract, seat = view.contract, view.viewer
    assert contract is not None
    assert contract.trump is not None
    assert seat is not None
    trick = view.trick
    table = trick.cards if trick is not None and not trick.complete else ()
    hand = view.hand_cards
    gone = {card for _, card in view.played} | {card for _, card in table} | set(hand)
    unseen = tuple(card for card in PACK_OF_32 if card not in gone)
    shown = {card: group.seat for group in view.shown for card in group.cards}
    excluded = _excluded_cards(view.played, table, contract.trump, view.options)
    return Knowledge(
        seat=seat,
        ring=view.ring,
        trump=contract.trump,
        quads=view.options.quads,
        hand=hand,
        table=table,
        unseen=unseen,
        odds=chances_to_hold(seat, unseen, excluded, tuple(zone.cards for zone in view.seats), shown),
    )


def _excluded_cards(
    played: Sequence[tuple[Seat, Card]], table: Sequence[tuple[Seat, Card]], trump: Suit, options: Options
) -> list[set[Card]]:
    """By seat the cards it cannot hold, because what it played would not have been legal with them."""
    excluded: list[set[Card]] = [set(), set(), set(), set()]
    tricks = [played[start : start + 4] for start in range(0, len(played), 4)]
    for trick in (*tricks, table):
        exclusions = _exclusions_of(tuple([card for _, card in trick]), trump, options)
        for (seat, _), cards in zip(trick, exclusions, strict=True):
            excluded[seat] |= cards
    return excluded


@lru_cache(maxsize=1024)
def _exclusions_of(trick: tuple[Card, ...], trump: Suit, options: Options) -> tuple[frozenset[Card], ...]:
    """For each card of a trick, in order of play, the cards its player cannot hold.

    Cached because every later decision of the round asks about the same trick again.
    """
    if not trick:
        return ()
    *before, card = trick
    legal = partial(legal_cards, trump=trump, options=options)
    return (*_exclusions_of(trick[:-1], trump, options), excluded_cards(PACK_OF_32, before, card, legal))
