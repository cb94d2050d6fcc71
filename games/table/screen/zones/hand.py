"""The cards of one seat, each with whether it may be played now."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.view import View
from games.table.screen.translations import Face, Speech

ONE_ROW: Final = 10
"""Cards that fit one row of a narrow phone; more lie in two."""


class HandCard(NamedTuple):
    """A card of the hand. `barred` may not be played now, `apart` begins a suit beside the trumps, `advised` is what
    the tip says."""

    card: Card
    face: Face
    barred: bool
    apart: bool
    advised: bool


class Hand(NamedTuple):
    """A hand in one or two rows; a tap sends `word` with the card to the table `code`."""

    language: str
    code: str
    word: str
    rows: tuple[tuple[HandCard, ...], ...]


def hand_of(view: View, speech: Speech, code: str, advice: Data) -> Hand:
    """The hand of the viewer; `advice` is what the tip says to do, empty for none."""
    trump = view.contract.trump if view.contract else None
    face = speech.face
    advised = advice.get("card")
    cards, before = [], ""
    for held in view.hand:
        card = held.card
        suit = card[0]
        apart = before == trump != suit
        barred = held.why_not is not None
        cards.append(HandCard(card, face(card), barred, apart, card == advised))
        before = suit
    return Hand(speech.language, code, view.hand_word, _rows(tuple(cards)))


def _rows(cards: tuple[HandCard, ...]) -> tuple[tuple[HandCard, ...], ...]:
    if len(cards) <= ONE_ROW:
        return (cards,)
    half = (len(cards) + 1) // 2
    return cards[:half], cards[half:]
