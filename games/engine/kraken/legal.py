"""The order and the points of the cards, in trumps and in plain suits (rules/kraken 1.1.4, 1.1.5), and which card is
legal (1.5). Undertrumping: `_ruff_amsterdam` and `_ruff_rotterdam`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards import PACK_OF_32, RANKS_FROM_SEVEN, SUITS, Card, Suit, rank_of, suit_of
from games.engine.errors import IllegalAction, Refusal
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.options import Options
from games.engine.trick_taking import winning_place

TRUMP_ORDER: Final = "78QKTA9J"
PLAIN_ORDER: Final = "789JQKTA"
TRUMP_POINTS: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
ABOVE_PLAIN: Final = len(PLAIN_ORDER)

STRENGTH: Final[Mapping[Suit, Mapping[Card, int]]] = {
    trump: {
        suit + rank: ABOVE_PLAIN + TRUMP_ORDER.index(rank) if suit == trump else PLAIN_ORDER.index(rank)
        for suit in SUITS
        for rank in RANKS_FROM_SEVEN
    }
    for trump in SUITS
}
"""By trump suit: strength within a suit, every trump above every plain card."""

POINTS: Final[Mapping[Suit, Mapping[Card, int]]] = {
    trump: {
        suit + rank: (TRUMP_POINTS if suit == trump else PLAIN_POINTS)[rank]
        for suit in SUITS
        for rank in RANKS_FROM_SEVEN
    }
    for trump in SUITS
}
"""By trump suit: card points, 152 in the pack."""

RUN_ORDER: Final[Mapping[Card, int]] = {card: RANKS_FROM_SEVEN.index(rank_of(card)) for card in PACK_OF_32}
"""Place in a run, 0 (seven) to 7 (ace), trumps included."""


def legal_cards(
    hand: Sequence[Card], table: Sequence[Card], trump: Suit, options: Options
) -> tuple[Card, ...]:
    """The cards of `hand` that may be played on `table` (cards in order of play), in hand order.

    Never empty for a hand that is not empty. A card that is legal stays legal in any smaller hand that has
    it: `excluded_cards` (games/bots/unseen_cards.py) relies on that.
    """
    if not table:
        return tuple(hand)
    led = suit_of(table[0])
    of_led = [card for card in hand if suit_of(card) == led]
    if of_led:
        return tuple(_higher_trumps(of_led, table, trump) or of_led) if led == trump else tuple(of_led)
    trumps = [card for card in hand if suit_of(card) == trump]
    if led == trump or not trumps:
        return tuple(hand)
    if options.play_rules == "rotterdam":
        return tuple(_ruff_rotterdam(trumps, table, trump))
    return tuple(_ruff_amsterdam(hand, trumps, table, trump))


def refusal_of(card: Card, allowed: Sequence[Card], table: Sequence[Card], trump: Suit) -> IllegalAction:
    """The refusal for a card of the hand that is not among the `allowed` ones (`legal_cards`).

    Read from what is legal instead. A card of another suit while the led one is held is a revoke, whatever
    else it is; of the trumps only those too low to beat are ever left out.
    """
    led = suit_of(table[0])
    if suit_of(allowed[0]) == led:
        return (
            IllegalAction(KrakenRefusal.MUST_BEAT_TRUMP)
            if suit_of(card) == led
            else IllegalAction(Refusal.MUST_FOLLOW_SUIT, suit=led)
        )
    if suit_of(card) == trump:
        may_discard = any(suit_of(legal) != trump for legal in allowed)
        return IllegalAction(KrakenRefusal.MAY_NOT_UNDERTRUMP if may_discard else KrakenRefusal.MUST_OVERRUFF)
    overruffs = _higher_trumps(allowed, table, trump)
    if not overruffs:
        return IllegalAction(KrakenRefusal.MUST_UNDERTRUMP)
    higher_only = any(suit_of(lying) == trump for lying in table) and len(overruffs) == len(allowed)
    return IllegalAction(KrakenRefusal.MUST_OVERRUFF if higher_only else KrakenRefusal.MUST_RUFF)


def _higher_trumps(trumps: Sequence[Card], table: Sequence[Card], trump: Suit) -> list[Card]:
    """The trumps above the highest trump on the table; all of them where none lies."""
    strength = STRENGTH[trump]
    highest = max((strength[card] for card in table if suit_of(card) == trump), default=-1)
    return [card for card in trumps if strength[card] > highest]


def _ruff_rotterdam(trumps: Sequence[Card], table: Sequence[Card], trump: Suit) -> Sequence[Card]:
    """Rotterdam: higher trumps if any, else every trump, whoever is winning (rules/kraken 1.5.5)."""
    return _higher_trumps(trumps, table, trump) or trumps


def _ruff_amsterdam(
    hand: Sequence[Card], trumps: Sequence[Card], table: Sequence[Card], trump: Suit
) -> Sequence[Card]:
    """Amsterdam: on the partner's card any discard or higher trump, on an opponent's a higher trump is
    forced; a lower trump only from a hand of nothing but lower trumps (rules/kraken 1.5.5)."""
    higher = _higher_trumps(trumps, table, trump)
    if higher and not _partner_is_winning(table, trump):
        return higher
    rest = [card for card in hand if suit_of(card) != trump or card in higher]
    return rest or trumps


def _partner_is_winning(table: Sequence[Card], trump: Suit) -> bool:
    """The card that wins as the trick lies was played two seats back; never so for the second player."""
    return winning_place(table, STRENGTH[trump], trump) == len(table) - 2
