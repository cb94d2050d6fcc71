"""Legal cards, the winner of a trick, and whether a deal is decided (rules/kan 2, Play and Deciding)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from games.engine.cards import ALL_RANKS, JOKER, Card, Suit, rank_of, suit_of
from games.engine.errors import Refusal, RefusalCode
from games.engine.kan.errors import KanRefusal
from games.engine.kan.options import Options
from games.engine.kan.state import HAND_SIZE, PACK, SCORING_CARDS, other_side
from games.engine.trick_taking import winning_place

JOKER_DUE: Final = 9
"""The trick in which the joker must be played where it has not been before."""
HEIGHT: Final[Mapping[Card, int]] = {
    card: len(ALL_RANKS) if card == JOKER else ALL_RANKS.index(rank_of(card)) for card in PACK
}
"""The height of a card in its suit: 0 for the two, 12 for the ace."""
TRUMP_OFFSET: Final = 20
"""Added to the height of a trump so that it beats every plain card; twice for the joker."""


class Status(NamedTuple):
    """Whether a deal is decided: by which side, and whether the other one has no scoring card."""

    decided: int | None
    shut_out: bool


def playable(hand: Sequence[Card], number: int, suit_to_follow: Suit | None) -> tuple[Card, ...]:
    """The cards of a hand that may be played to trick `number`; `suit_to_follow` is None for the lead (K23 to K25)."""
    if JOKER in hand and number == JOKER_DUE:
        return (JOKER,)
    may_joker = 1 < number < HAND_SIZE
    of_suit = [card for card in hand if suit_of(card) == suit_to_follow]
    cards = of_suit or [card for card in hand if card != JOKER]
    return (*cards, JOKER) if may_joker and JOKER in hand else tuple(cards)


def why_not(hand: Sequence[Card], card: Card, number: int) -> RefusalCode:
    """The reason for which a card of the hand may not be played to trick `number`."""
    if card == JOKER:
        return KanRefusal.JOKER_NOT_YET
    if JOKER in hand and number == JOKER_DUE:
        return KanRefusal.JOKER_DUE
    return Refusal.MUST_FOLLOW_SUIT


@cache
def strength(trump: Suit | None) -> Mapping[Card, int]:
    """The strength of every card: by height in its suit, trumps above all other suits, the joker above all."""
    return {
        card: height + TRUMP_OFFSET * (suit_of(card) == trump) + 2 * TRUMP_OFFSET * (card == JOKER)
        for card, height in HEIGHT.items()
    }


def winner(cards: Sequence[Card], trump: Suit | None) -> int:
    """The place in order of play (0 = the lead) of the card that wins: the joker, the highest trump, or the highest of
    the suit led."""
    if JOKER in cards:
        return cards.index(JOKER)
    return winning_place(cards, strength(trump), trump)


def quotas(place: int, options: Options) -> tuple[int, int]:
    """The scoring cards with which kan and mukan win the deal at that place of the round (K20, K21)."""
    kan = int(options.quota[place - 1])
    return kan, len(SCORING_CARDS) + 1 - kan


def status(points: Sequence[int], place: int, options: Options) -> Status:
    """Whether a deal is decided when kan and mukan have these points after a trick."""
    for side, quota in enumerate(quotas(place, options)):
        if points[side] >= quota:
            return Status(side, points[other_side(side)] == 0)
    return Status(None, shut_out=False)
