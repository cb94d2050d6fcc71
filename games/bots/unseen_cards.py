"""The cards a seat does not see: where they may be, what the cards that were played tell of it, and deals of them for
players of four hands as bits, the most constrained card first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Final, Protocol, TypeAlias

from games.bots.compact_forms import bits
from games.engine.cards import Card, Suit, suit_of
from games.engine.seats import Seat

Hands: TypeAlias = tuple[int, int, int, int]
MAX_TRIES: Final = 40
"""Deals to begin with `deal_at_random` before `deal_in_order` searches through all that are left."""


class Known(Protocol):
    """The knowledge a deal has to fit: the own `hand` of `seat`, the `unseen` cards, the `sizes` of all hands."""

    @property
    def seat(self) -> Seat: ...

    @property
    def hand(self) -> int: ...

    @property
    def unseen(self) -> int: ...

    @property
    def sizes(self) -> tuple[int, ...]: ...


Legal: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], Sequence[Card]]
"""From a hand and the cards on the table to the cards of the hand that may be played."""

NONE_SHOWN: Final[Mapping[Card, Seat]] = {}


def excluded_cards(pack: Iterable[Card], before: Sequence[Card], card: Card, legal: Legal) -> frozenset[Card]:
    """The cards of `pack` that a hand cannot hold, nor have held, from which `card` was played on `before`.

    Asks of each card whether `card` would have been legal with that card in the hand. A hand of these two is
    asked, because a card that is legal stays legal in a smaller hand.
    """
    return frozenset([other for other in pack if other != card and card not in legal((card, other), before)])


def chances_to_hold(
    viewer: Seat,
    unseen: Iterable[Card],
    excluded: Sequence[Collection[Card]],
    sizes: Sequence[int],
    shown: Mapping[Card, Seat] = NONE_SHOWN,
) -> tuple[dict[Card, float], ...]:
    """By seat the probability (0 to 1) that it holds each card the viewer does not see.

    In proportion to the `sizes` of the hands. `excluded` are the cards each seat cannot hold, which are left
    out of its answer; `shown` names the seat of a card that was laid open.
    """
    chances: tuple[dict[Card, float], ...] = tuple({} for _ in sizes)
    others = [seat for seat in range(len(sizes)) if seat != viewer]
    for card in unseen:
        if card in shown:
            chances[shown[card]][card] = 1.0
            continue
        possible = [seat for seat in others if card not in excluded[seat]]
        total = sum([sizes[seat] for seat in possible])
        for seat in possible:
            if total:
                chances[seat][card] = sizes[seat] / total
    return chances


class SeenBySeat:
    """Questions about the cards that one seat does not see: the base of what it knows of a trick.

    `ring` are the seats in order of play and `table` is what lies of the trick, an item a card. `unseen` are the cards
    in the other hands; `odds[seat]` gives for each the probability (0 to 1) that this seat holds it, cards it cannot
    hold left out.
    """

    __slots__ = ()
    seat: Seat
    ring: tuple[Seat, ...]
    table: tuple[object, ...]
    unseen: tuple[Card, ...]
    odds: tuple[dict[Card, float], ...]

    @property
    def still_to_play(self) -> tuple[Seat, ...]:
        """The seats that play to this trick after the viewer, in order."""
        place = self.ring.index(self.seat) + 1
        return (*self.ring[place:], *self.ring[:place])[: len(self.ring) - 1 - len(self.table)]

    def unseen_of(self, suit: Suit | None) -> list[Card]:
        """The unseen cards of a suit."""
        return [card for card in self.unseen if suit_of(card) == suit]

    def holds_one(self, seat: Seat, cards: Iterable[Card]) -> float:
        """The probability that the seat holds at least one of these unseen cards."""
        none, chances = 1.0, self.odds[seat]
        for card in cards:
            none *= 1.0 - chances.get(card, 0.0)
        return 1.0 - none


@lru_cache(maxsize=64)
def constrained_cards_first(unseen: int, one: int, two: int, three: int) -> tuple[int, ...]:
    """The unseen cards, those that fewest of three seats may hold first; one decision deals them many times."""
    all_three = one & two & three
    at_least_two = one & two | one & three | two & three
    return (
        *bits(unseen & ~at_least_two),
        *bits(unseen & at_least_two & ~all_three),
        *bits(unseen & all_three),
    )


def deal_at_random(known: Known, may_hold: Sequence[int], rng: Random) -> Hands | None:
    """Return a deal, each card given in proportion to the room left in the hands; None where it does not come out."""
    first, second, third = others = [seat for seat in range(4) if seat != known.seat]
    may_1, may_2, may_3 = (may_hold[seat] for seat in others)
    room_1, room_2, room_3 = (known.sizes[seat] for seat in others)
    hand_1 = hand_2 = hand_3 = 0
    chance = rng.random
    for card in constrained_cards_first(known.unseen, may_1, may_2, may_3):
        share_1 = room_1 if may_1 & card else 0
        share_2 = room_2 if may_2 & card else 0
        total = share_1 + share_2 + (room_3 if may_3 & card else 0)
        if not total:
            return None
        place = chance() * total
        if place < share_1:
            hand_1 |= card
            room_1 -= 1
        elif place < share_1 + share_2:
            hand_2 |= card
            room_2 -= 1
        else:
            hand_3 |= card
            room_3 -= 1
    hands = [0, 0, 0, 0]
    hands[known.seat] = known.hand
    hands[first], hands[second], hands[third] = hand_1, hand_2, hand_3
    return hands[0], hands[1], hands[2], hands[3]


def deal_in_order(known: Known, may_hold: Sequence[int]) -> Hands | None:
    """Return a deal found by dealing card by card and taking back what leads nowhere; None where no deal fits."""
    others = [seat for seat in range(4) if seat != known.seat]
    room = {seat: known.sizes[seat] for seat in others}
    hands = dict.fromkeys(others, 0)
    hands[known.seat] = known.hand
    one, two, three = (may_hold[seat] for seat in others)
    if _deal_on(constrained_cards_first(known.unseen, one, two, three), may_hold, room, hands):
        return hands[0], hands[1], hands[2], hands[3]
    return None


def _deal_on(
    cards: Sequence[int], may_hold: Sequence[int], room: dict[int, int], hands: dict[int, int]
) -> bool:
    """Deal the cards one by one; `hands` holds the deal where there is one."""
    if not cards:
        return True
    card, rest = cards[0], cards[1:]
    for seat in sorted(room, key=room.__getitem__, reverse=True):
        if room[seat] and may_hold[seat] & card:
            room[seat] -= 1
            hands[seat] |= card
            if _deal_on(rest, may_hold, room, hands):
                return True
            room[seat] += 1
            hands[seat] ^= card
    return False
