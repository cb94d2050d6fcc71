"""Penalty points of the cards left in a hand, and the lines they add to the sheet (rules/kalooki 1, End)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.cards import Card
from games.engine.kalooki.melds import is_joker
from games.engine.kalooki.options import Options
from games.engine.view import CountedCard, ScoreLine
from games.engine.words import text

JOKER: Final = 50
BLACK_ACE: Final = 15
RED_ACE: Final = 1
TEN: Final = 10


def value(card: Card) -> int:
    """The penalty points of a card left in the hand (C2)."""
    if is_joker(card):
        return JOKER
    if card[1] == "A":
        return BLACK_ACE if card[0] in "SC" else RED_ACE
    return int(card[1]) if card[1].isdigit() else TEN


def left(hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
    """The value of each hand."""
    return tuple(sum(map(value, hand)) for hand in hands)


def counted(hands: Sequence[Sequence[Card]]) -> tuple[tuple[CountedCard, ...], ...]:
    """The cards of each hand with their points, the dearest first."""
    return tuple(
        tuple(sorted((CountedCard(card, value(card)) for card in hand), key=lambda one: -one.points))
        for hand in hands
    )


def lines(left: tuple[int, ...], options: Options, *, bent: bool) -> tuple[ScoreLine, ...]:
    """The lines of a deal that somebody won: the value of each hand, and the same again where the table was bent."""
    counted = ScoreLine(text("cards_left"), left)
    if not bent or options.bend_double == "off":
        return (counted,)
    return counted, ScoreLine(text("bent_double"), left)


def score(left: tuple[int, ...], options: Options, *, bent: bool) -> tuple[int, ...]:
    """The penalty points of a deal that somebody won (C46, C47)."""
    return tuple(map(sum, zip(*(line.points for line in lines(left, options, bent=bent)), strict=True)))
