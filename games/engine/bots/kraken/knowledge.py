"""What a seat knows of the cards it does not see: which are out, and how likely each is in which hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.cards import PACK_OF_32, Card, Suit
from games.engine.kraken.ranks import POINTS, STRENGTH
from games.engine.seats import Seat
from games.engine.trick_taking.tricks import winning_place
from games.engine.view import View


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything that matters for one card, seen from one seat.

    `table` is the trick on the table as (seat, card), `unseen` are the cards in the three other hands in
    face order. `odds[seat]` gives for each the probability (0 to 1) that this seat holds it; cards it
    cannot hold are left out.
    """

    seat: Seat
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
    def still_to_play(self) -> tuple[Seat, ...]:
        """The seats that play to this trick after the viewer, in order."""
        return tuple((self.seat + step) % 4 for step in range(1, 4 - len(self.table)))

    @property
    def opponents_trumps(self) -> float:
        """How many trumps the two opponents hold together, on average."""
        return sum(
            chance
            for seat in self.rivals_of(self.seat)
            for card, chance in self.odds[seat].items()
            if card[0] == self.trump
        )

    @property
    def mean_points(self) -> float:
        """Card points of an unseen card on average."""
        points = POINTS[self.trump]
        return sum(points[card] for card in self.unseen) / max(len(self.unseen), 1)

    def rivals_of(self, seat: Seat) -> tuple[Seat, Seat]:
        """The two seats of the other side."""
        return (seat + 1) % 4, (seat + 3) % 4

    def unseen_of(self, suit: Suit) -> list[Card]:
        return [card for card in self.unseen if card[0] == suit]

    def holds_one(self, seat: Seat, cards: Iterable[Card]) -> float:
        """The probability that the seat holds at least one of these cards."""
        none = 1.0
        odds = self.odds[seat]
        for card in cards:
            none *= 1.0 - odds.get(card, 0.0)
        return 1.0 - none


def knowledge(view: View) -> Knowledge:
    """What the viewer knows when it is to play."""
    contract, seat = view.contract, view.viewer
    assert contract is not None
    assert contract.trump is not None
    assert seat is not None
    trick = view.trick
    table = trick.cards if trick is not None and not trick.complete else ()
    hand = tuple(held.card for held in view.hand)
    gone = {card for _, card in view.played} | {card for _, card in table} | set(hand)
    unseen = tuple(card for card in PACK_OF_32 if card not in gone)
    shown = {card: group.seat for group in view.shown for card in group.cards}
    excluded = _excluded(view.played, table, contract.trump, view.options.play_rules)
    return Knowledge(
        seat=seat,
        trump=contract.trump,
        quads=view.options.quads,
        hand=hand,
        table=table,
        unseen=unseen,
        odds=_odds(seat, unseen, excluded, tuple(zone.cards for zone in view.seats), shown),
    )


def _excluded(
    played: Sequence[tuple[Seat, Card]], table: Sequence[tuple[Seat, Card]], trump: Suit, play_rules: str
) -> list[set[Card]]:
    """By seat the cards it cannot hold, from what it had to play and did not (rules/kraken 1.5)."""
    excluded: list[set[Card]] = [set(), set(), set(), set()]
    tricks = [played[start : start + 4] for start in range(0, len(played), 4)]
    for trick in (*tricks, table):
        cards = [card for _, card in trick]
        for place in range(1, len(trick)):
            seat, card = trick[place]
            excluded[seat] |= _ruled_out(cards[:place], card, trump, play_rules)
    return excluded


def _ruled_out(before: list[Card], card: Card, trump: Suit, play_rules: str) -> set[Card]:
    """The cards that a player who laid `card` on `before` cannot hold any more."""
    led, strength = before[0][0], STRENGTH[trump]
    top = max((strength[other] for other in before if other[0] == trump), default=-1)
    suit_led = {other for other in PACK_OF_32 if other[0] == led}
    higher = {other for other in PACK_OF_32 if other[0] == trump and strength[other] > top}
    if card[0] == led:
        return higher if led == trump and strength[card] < top else set()
    if led == trump:
        return suit_led
    if card[0] == trump:
        return suit_led | (higher if strength[card] < top else set())
    if play_rules == "rotterdam":
        return suit_led | {other for other in PACK_OF_32 if other[0] == trump}
    partner_wins = len(before) >= 2 and winning_place(before, strength, trump) == len(before) - 2
    return suit_led if partner_wins else suit_led | higher


def _odds(
    viewer: Seat,
    unseen: Sequence[Card],
    excluded: Sequence[set[Card]],
    cards: Sequence[int],
    shown: dict[Card, Seat],
) -> tuple[dict[Card, float], ...]:
    """For each unseen card the chances of the three other hands, in proportion to the cards they have
    left."""
    odds: tuple[dict[Card, float], ...] = ({}, {}, {}, {})
    others = [seat for seat in range(4) if seat != viewer]
    for card in unseen:
        if card in shown:
            odds[shown[card]][card] = 1.0
            continue
        possible = [seat for seat in others if card not in excluded[seat]]
        total = sum(cards[seat] for seat in possible)
        for seat in possible:
            if total:
                odds[seat][card] = cards[seat] / total
    return odds
