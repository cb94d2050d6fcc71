"""Which card is legal (rules/kraken 1.5). Undertrumping: `_ruff_amsterdam` and `_ruff_rotterdam`."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import Card, Suit
from games.engine.errors import Refusal
from games.engine.kraken.ranks import STRENGTH
from games.engine.tricks import winning_place
from games.engine.words import Fact


def legal_cards(
    hand: Sequence[Card], table: Sequence[Card], trump: Suit, play_rules: str
) -> tuple[Card, ...]:
    """The cards of `hand` that may be played on `table` (cards in order of play), in hand order.

    `play_rules` is "amsterdam" or "rotterdam". Never empty for a hand that is not empty.
    """
    if not table:
        return tuple(hand)
    led = table[0][0]
    of_led = [card for card in hand if card[0] == led]
    if of_led:
        return tuple(_beating(of_led, table, trump) or of_led) if led == trump else tuple(of_led)
    trumps = [card for card in hand if card[0] == trump]
    if led == trump or not trumps:
        return tuple(hand)
    if play_rules == "rotterdam":
        return tuple(_ruff_rotterdam(trumps, table, trump))
    return tuple(_ruff_amsterdam(hand, trumps, table, trump))


def why_not(
    hand: Sequence[Card], table: Sequence[Card], trump: Suit, play_rules: str
) -> tuple[Refusal, dict[str, Fact]]:
    """Why a card that `legal_cards` leaves out may not be played: the same for every such card of the hand."""
    led = table[0][0]
    if any(card[0] == led for card in hand):
        return (
            (Refusal.MUST_BEAT_TRUMP, {}) if led == trump and _can_beat(hand, table, trump) else _follow(led)
        )
    trumps = [card for card in hand if card[0] == trump]
    ruffed = any(card[0] == trump for card in table)
    allowed = legal_cards(hand, table, trump, play_rules)
    if all(card[0] != trump or card in _beating(trumps, table, trump) for card in allowed) and any(
        card[0] != trump for card in allowed
    ):
        return Refusal.MAY_NOT_UNDERTRUMP, {}
    if not ruffed:
        return Refusal.MUST_RUFF, {}
    return (Refusal.MUST_OVERRUFF if _beating(trumps, table, trump) else Refusal.MUST_UNDERTRUMP), {}


def _follow(led: Suit) -> tuple[Refusal, dict[str, Fact]]:
    return Refusal.MUST_FOLLOW_SUIT, {"suit": led}


def _can_beat(hand: Sequence[Card], table: Sequence[Card], trump: Suit) -> bool:
    return bool(_beating([card for card in hand if card[0] == trump], table, trump))


def _beating(trumps: Sequence[Card], table: Sequence[Card], trump: Suit) -> list[Card]:
    """The trumps above the highest trump on the table; all of them where none lies."""
    strength = STRENGTH[trump]
    highest = max((strength[card] for card in table if card[0] == trump), default=-1)
    return [card for card in trumps if strength[card] > highest]


def _ruff_rotterdam(trumps: Sequence[Card], table: Sequence[Card], trump: Suit) -> Sequence[Card]:
    """Rotterdam: higher trumps if any, else every trump, whoever is winning (1.5.5)."""
    return _beating(trumps, table, trump) or trumps


def _ruff_amsterdam(
    hand: Sequence[Card], trumps: Sequence[Card], table: Sequence[Card], trump: Suit
) -> Sequence[Card]:
    """Amsterdam: against the partner's card any discard or higher trump, against an opponent's a higher trump is forced;
    a lower trump only from a hand of nothing but lower trumps (1.5.5)."""
    higher = _beating(trumps, table, trump)
    if higher and not _partner_is_winning(table, trump):
        return higher
    rest = [card for card in hand if card[0] != trump or card in higher]
    return rest or trumps


def _partner_is_winning(table: Sequence[Card], trump: Suit) -> bool:
    """The card that wins as the trick lies was played two seats back; never so for the second player."""
    return len(table) >= 2 and winning_place(table, STRENGTH[trump], trump) == len(table) - 2
