"""Melds: what is one, what may be added, what a hand could lay (the joker is the ace of any suit)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.engine.cards import JOKER, SUITS, Card
from games.engine.errors import IllegalAction, Refusal
from games.engine.seats import Seat
from tests.toy.errors import ToyRefusal
from tests.toy.options import Options
from tests.toy.state import Deal, Meld, height


def is_meld(cards: Sequence[Card], options: Options) -> bool:
    """Whether these cards, in this order, are three and more of one suit that rise."""
    if len(cards) < 3 or (options.joker == "dead" and JOKER in cards):
        return False
    of_one_suit = all(card == JOKER or card[0] == cards[0][0] for card in cards)
    return of_one_suit and all(height(low) < height(high) for low, high in pairwise(cards))


def offers(hand: Sequence[Card], options: Options) -> tuple[tuple[Card, ...], ...]:
    """The longest meld of each suit that the hand could lay, with the joker where that makes it longer."""
    found = []
    for suit in SUITS:
        rising: list[Card] = []
        for card in sorted((card for card in hand if card[0] == suit), key=height):
            if not rising or height(card) > height(rising[-1]):
                rising.append(card)
        if JOKER in hand and rising and height(rising[-1]) < height(JOKER):
            with_joker = (*rising, JOKER)
            if is_meld(with_joker, options):
                found.append(with_joker)
        if is_meld(rising, options):
            found.append(tuple(rising))
    return tuple(found)


def ends(meld: Meld, card: Card, options: Options) -> tuple[str, ...]:
    """The ends ("low", "high") of the meld where the card fits."""
    if card[0] not in (meld.suit, JOKER[0]):
        return ()
    both = {"low": (card, *meld.cards), "high": (*meld.cards, card)}
    return tuple(end for end, cards in both.items() if is_meld(cards, options))


def check_groups(hand: Sequence[Card], groups: Sequence[Sequence[Card]], options: Options) -> None:
    """Raises IllegalAction: card_not_held, card_used_twice, not_a_combination."""
    used = [card for group in groups for card in group]
    if not set(used) <= set(hand):
        raise IllegalAction(Refusal.CARD_NOT_HELD)
    if len(set(used)) < len(used):
        raise IllegalAction(Refusal.CARD_USED_TWICE)
    if not all(is_meld(group, options) for group in groups):
        raise IllegalAction(ToyRefusal.NOT_A_MELD)


def lay_melds(deal: Deal, seat: Seat, groups: Sequence[tuple[Card, ...]]) -> tuple[Meld, ...]:
    """The melds of the table after a seat laid these groups."""
    first = len(deal.melds) + 1
    new = [Meld(seat, f"m{first + place}", group) for place, group in enumerate(groups)]
    return (*deal.melds, *new)


def extend_melds(deal: Deal, key: str, card: Card, end: str, options: Options) -> tuple[Meld, ...]:
    """The melds of the table after the card went there. Raises IllegalAction(card_does_not_fit)."""
    for place, meld in enumerate(deal.melds):
        if meld.key == key and end in ends(meld, card, options):
            cards = (card, *meld.cards) if end == "low" else (*meld.cards, card)
            return (*deal.melds[:place], Meld(meld.owner, key, cards), *deal.melds[place + 1 :])
    raise IllegalAction(ToyRefusal.DOES_NOT_FIT)
