"""Hands as they are shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from games.engine.actions import Data
from games.engine.cards import JOKER, Card, Suit, suit_of
from games.engine.seats import Seat
from games.engine.trick_taking import order_of_suits
from games.engine.view import HeldCard, View
from games.table.screen.speech import Face, Speech, face_of
from games.table.screen.zones.scene import Scene, classes_of

# Cards that lie open on the table, each with the direction it came from.


class LaidCard(NamedTuple):
    """A card on the table: `at` and `who` are its player, `wins` marks the one that takes the trick, `lit` those that
    brought it points beside their own."""

    at: int
    who: str
    card: Face
    wins: bool = False
    lit: bool = False


def laid_cards(
    scene: Scene,
    cards: Iterable[tuple[Seat, Card]],
    winning: Seat | None = None,
    lit: Collection[Card] = (),
) -> tuple[LaidCard, ...]:
    """Cards in order of play."""
    names, face, at = scene.speech.names, scene.speech.face, scene.at
    return tuple(
        [LaidCard(at[seat], names[seat], face(card), seat == winning, card in lit) for seat, card in cards]
    )


# A hand that lies open, as a review shows each of them at every position.


class OpenHand(NamedTuple):
    """A seat with its cards; `at` is how far it follows the reader's own seat (0), `word` what it said last."""

    language: str
    at: int
    name: str
    dealer: bool
    word: str
    cards: tuple[Face, ...]


# The cards of one seat, each with whether it may be played now.

CARDS_A_ROW: Final = 8
"""Cards in a row for which hands are drawn (--in-a-row in static/css/table/frame/screen.css)."""
MAX_ONE_ROW: Final = 10
"""Cards that fit one row of a narrow phone; more lie in two."""
MAX_SORTED_ROW: Final = 6
"""The same of a hand that is drawn to, which would change between one row and two with every turn otherwise."""

MAX_WIDE_ROW: Final = 17
"""Cards that fit one row of a desk."""


class HandCard(NamedTuple):
    """A card of the hand. `barred` may not be played now, `apart` begins a suit beside the trumps, `advised` is what
    the tip says, `found` belongs to what has to be laid and lies in the hand. One that is barred and `asks` is played
    all the same, with a button of the question that names it, such as a joker that asks for a suit."""

    card: Card
    face: Face
    barred: bool
    apart: bool
    advised: bool
    found: bool = False
    asks: bool = False


class Hand(NamedTuple):
    """A hand in one or two rows, of the deal with the number `deal`; a tap sends `word` with the card to the table
    `code`. `sorts` offers its player other orders; `suits` are those held in the order in which they lie ("HSD"), or in
    which they would lie by suit where the hand lies `by_rank`. `rises` says that it lies from low to high."""

    language: str
    code: str
    word: str
    deal: int
    rows: tuple[tuple[HandCard, ...], ...]
    sorts: bool
    suits: str
    by_rank: bool = False
    rises: bool = False

    @property
    def classes(self) -> str:
        """The classes of the hand: whether it is sorted, and how much room its rows need."""
        two, most = len(self.rows) > 1, len(self.rows[0])
        return classes_of(
            "hand",
            {
                "hand--sorts with-sorted-hand": self.sorts,
                "with-eleven-in-a-row": self.sorts and most > MAX_ONE_ROW,
                "with-nine-cards": not self.sorts and most > CARDS_A_ROW,
                "hand--many with-two-rows": two,
                "with-wide-row": self.sorts and sum(map(len, self.rows)) <= MAX_WIDE_ROW,
            },
        )


def hand_of(view: View, speech: Speech, code: str, advice: Data) -> Hand:
    """The hand of the viewer; `advice` is what the tip says to do, empty for none."""
    trump = view.contract.trump if view.contract else None
    most = MAX_SORTED_ROW if view.sorts else MAX_ONE_ROW
    asks = frozenset(choice.data["card"] for choice in view.prompt.choices if "card" in choice.data)
    rows = rows_of(speech.language, view.hand, trump, advice.get("card"), _proposed_cards(view), most, asks)
    sorts = view.sorts or len(rows) > 1
    suits = "".join(dict.fromkeys(suit_of(held.card) for held in view.hand)) if sorts else ""
    if view.by_rank:
        suits = "".join([*order_of_suits(frozenset(suits) - {suit_of(JOKER)}), suit_of(JOKER)])
    return Hand(
        speech.language, code, view.hand_word, view.deal, rows, sorts, suits, view.by_rank, rises=view.sorts
    )


def _proposed_cards(view: View) -> frozenset[Card]:
    """The cards of the hand that fill every group which has to be filled, none where they do not."""
    arrange = view.prompt.arrange
    if arrange is None or not any(slot.minimum for slot in arrange.slots):
        return frozenset()
    return frozenset(card for group in arrange.proposal for card in group)


# Cached: a move leaves three of four hands unchanged, and computing them is a tenth of a drawing.
@lru_cache(maxsize=2_000)
def rows_of(
    language: str,
    hand: tuple[HeldCard, ...],
    trump: Suit | None,
    advised: str | None,
    found: frozenset[Card] = frozenset(),
    most: int = MAX_ONE_ROW,
    asks: frozenset[Card] = frozenset(),
) -> tuple[tuple[HandCard, ...], ...]:
    """The cards of a hand in words, in one row of so many at most, or in two."""
    cards, before = [], ""
    for card, _playable, why_not in hand:
        suit = suit_of(card)
        apart = before == trump != suit
        barred, is_advised = why_not is not None, card == advised
        face = face_of(language, card)
        cards.append(HandCard(card, face, barred, apart, is_advised, card in found, card in asks))
        before = suit
    if len(cards) <= most:
        return (tuple(cards),)
    half = (len(cards) + 1) // 2
    return tuple(cards[:half]), tuple(cards[half:])
