"""What a seat knows of a Kan deal, and worlds that fit it. Roles, quotas and the number of the deal are read from their
codes and zones in the view (`engine/kan/view.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from games.bots.unseen_cards import SeenBySeat, chances_to_hold
from games.engine.cards import JOKER, SUITS, Card, Suit, suit_of
from games.engine.kan.legal import HEIGHT, JOKER_DUE, winner
from games.engine.kan.state import PACK, SCORING_CARDS, SEATS
from games.engine.seats import Seat
from games.engine.view import View

# One seat's knowledge in a deal of Kan: the sides, what is out, and where it can be.


@dataclass(frozen=True, slots=True)
class Knowledge(SeenBySeat):
    """Everything that matters for one card of a trick, seen from one seat.

    `played` are the finished tricks and `table` is the running one, (seat, card) in order of play. `unseen` are the
    cards of the other hands, `odds[seat]` the probability that this seat holds each of them (left out: it cannot).
    `place` is that of the deal in its round, `points` and `quotas` are those of kan and mukan, `goes_for_all` is the
    side that does.
    """

    seat: Seat
    ring: tuple[Seat, ...]
    place: int
    sides: tuple[int, ...]
    number: int
    hand: tuple[Card, ...]
    table: tuple[tuple[Seat, Card], ...]
    trump: Suit | None
    suit_to_follow: Suit | None
    unseen: tuple[Card, ...]
    odds: tuple[dict[Card, float], ...]
    points: tuple[int, ...]
    quotas: tuple[int, ...]
    goes_for_all: int | None
    played: tuple[tuple[Seat, Card], ...]

    def ours(self, seat: Seat) -> bool:
        """Whether the seat is on the viewer's side."""
        return self.sides[seat] == self.sides[self.seat]


def wins_deal(known: Knowledge, card: Card) -> bool:
    """Whether the card, the last of a trick, brings its side the points that win the deal. Where a side goes for all
    sixteen that is another question."""
    if known.goes_for_all is not None or len(known.table) < len(SEATS) - 1:
        return False
    lying = (*known.table, (known.seat, card))
    cards = [lain for _seat, lain in lying]
    taker, _best = lying[winner(cards, known.trump)]
    side = known.sides[known.seat]
    points = known.points[side]
    return known.ours(taker) and points < known.quotas[side] <= points + sum(
        one in SCORING_CARDS for one in cards
    )


def knowledge(view: View) -> Knowledge:
    """The knowledge of the viewer that is to decide."""
    assert view.viewer is not None
    assert view.contract is not None
    seat = view.viewer
    hand = view.hand_cards
    running = view.trick is not None and not view.trick.complete
    table = view.trick.cards if view.trick is not None and running else ()
    suit_to_follow = None if not table else view.joker_suit or suit_of(table[0][1])
    gone = {card for _, card in view.played} | {card for _, card in table} | set(hand)
    unseen = tuple(card for card in PACK if card not in gone)
    return Knowledge(
        seat=seat,
        ring=view.ring,
        place=deal_of(view),
        sides=view.sides,
        number=len(view.played) // len(SEATS) + 1,
        hand=hand,
        table=table,
        trump=view.contract.trump,
        suit_to_follow=suit_to_follow,
        unseen=unseen,
        odds=chances_to_hold(
            seat, unseen, _excluded_cards(view, table, suit_to_follow), _sizes(view), _known_seats(view)
        ),
        points=tuple(zone.points for zone in view.quotas),
        quotas=tuple(zone.quota for zone in view.quotas),
        goes_for_all=_announcing_side(view),
        played=view.played,
    )


def deal_of(view: View) -> int:
    """The number of the deal in its round."""
    assert view.label is not None
    return int(dict(view.label.facts)["deal"])


def _sizes(view: View) -> tuple[int, ...]:
    return tuple(zone.cards for zone in view.seats)


def _excluded_cards(
    view: View, table: tuple[tuple[Seat, Card], ...], suit_to_follow: Suit | None
) -> list[set[Card]]:
    """By seat the cards it cannot hold: a suit it did not follow, the joker it did not play to the ninth trick.

    What a joker asked for in a finished trick is not in the view: nothing follows from that trick.
    """
    excluded: list[set[Card]] = [set() for _ in SEATS]
    finished = [view.played[first : first + 5] for first in range(0, len(view.played), 5)]
    tricks = [(cards, None if cards[0][1] == JOKER else suit_of(cards[0][1])) for cards in finished]
    for number, (cards, suit) in enumerate([*tricks, (table, suit_to_follow)], start=1):
        for seat, card in cards:
            if suit is not None and suit_of(card) != suit and card != JOKER:
                excluded[seat] |= {other for other in PACK if suit_of(other) == suit}
            if number == JOKER_DUE and card != JOKER:
                excluded[seat].add(JOKER)
    return excluded


def _known_seats(view: View) -> dict[Card, Seat]:
    """The seats of cards the viewer knows: those shown by the partner; in the first deal joker and ace of trumps."""
    placed: dict[Card, Seat] = {}
    for showing in view.showings:
        placed |= {card: showing.seat for card in showing.cards if showing.seat != view.viewer}
    assert view.contract is not None
    if deal_of(view) == 1:
        known = {"role_joker": JOKER, "role_ace": f"{view.contract.trump}A"}
        placed |= {known[zone.role.code]: zone.seat for zone in view.roles if zone.seat != view.viewer}
    return placed


def _announcing_side(view: View) -> int | None:
    """The side that goes for all sixteen; None while neither does."""
    for zone in view.quotas:
        if zone.quota == len(SCORING_CARDS):
            return view.sides[zone.seats[0]]
    return None


# Deals that fit what a seat knows: where the cards it does not see may be.

ATTEMPTS: Final = 8
"""Attempts at a deal that runs into a hand without room."""
Hands: TypeAlias = list[list[int]]
"""By seat five numbers: for each suit S H D C the cards held as bits by height, then 1 for the joker."""
JOKER_AT: Final = 4
"""The place of the joker in a hand."""


def worlds(known: Knowledge, sizes: Sequence[int], count: int, rng: Random) -> list[Hands]:
    """At most `count` deals of the unseen cards; `sizes` are the numbers of cards in the hands, by seat."""
    found = []
    possible = sorted(
        ((card, [seat for seat in SEATS if known.odds[seat].get(card, 0.0) > 0.0]) for card in known.unseen),
        key=lambda one: len(one[1]),
    )
    own = [0, 0, 0, 0, 0]
    for card in known.hand:
        put(own, card)
    for _ in range(count):
        for _attempt in range(ATTEMPTS):
            hands = _deal_cards(possible, sizes, known.seat, rng)
            if hands is not None:
                hands[known.seat] = [*own]
                found.append(hands)
                break
    return found


def _deal_cards(
    possible: Sequence[tuple[Card, list[int]]], sizes: Sequence[int], viewer: int, rng: Random
) -> Hands | None:
    """Each card to a seat that may hold it, by the room that is left there; None where there is none."""
    room = [0 if seat == viewer else size for seat, size in enumerate(sizes)]
    hands = [[0, 0, 0, 0, 0] for _ in sizes]
    order = sorted(possible, key=lambda one: (len(one[1]), rng.random()))
    for card, seats in order:
        total = sum([room[seat] for seat in seats])
        if not total:
            return None
        drawn = rng.random() * total
        for seat in seats:
            drawn -= room[seat]
            if drawn < 0:
                break
        room[seat] -= 1
        put(hands[seat], card)
    return hands


def put(hand: list[int], card: Card) -> None:
    """Add a card to a hand."""
    if card == JOKER:
        hand[JOKER_AT] = 1
    else:
        hand[SUITS.index(suit_of(card))] |= 1 << HEIGHT[card]
