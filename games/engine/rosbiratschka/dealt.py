"""The hands a deal gives, and what is counted in them beside what chance gives (see `games/engine/deals.py`): the cards
that cost points in some contract, in all six alike, since the cards are dealt before anybody can choose. Also the cards
by which the first dealer is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from games.engine.actions import Action, Deal
from games.engine.cards import PACK_OF_32, Card, rank_of, suit_of
from games.engine.deals import CountedFigure, DealtHand, Figure
from games.engine.rosbiratschka.avoiding import KING_OF_HEARTS
from games.engine.rosbiratschka.state import HEIGHT, SEATS, left_of
from games.engine.seats import Actor, Seat
from games.engine.shuffle import Randomness
from games.engine.trick_taking.odds import HAND, PACK, cards_among, sometimes
from games.engine.words import gettext_noop as _

FIGURES: Final = (
    Figure("hearts", _("Hearts")),
    Figure("jacks", _("Jacks")),
    Figure("king_of_hearts", _("Hands with the king of hearts"), share=True),
)


def hands_of(deal: Deal) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat: as named, or as the deck is given out card by card, clockwise from the dealer's left."""
    return deal.hands or tuple(deal.deck[(seat - left_of(deal.dealer)) % 4 :: 4] for seat in SEATS)


def draw_for_dealer(dealer: Seat, randomness: Randomness) -> tuple[Card, ...]:
    """A card for each seat from a pack of its own, no two of a rank (equal ones are drawn again), the lowest at the
    first dealer: `dealer` is as likely each seat, so the cards are spread as if they had been drawn first."""
    drawn: dict[str, Card] = {}
    for card in randomness.shuffled(PACK_OF_32, "first dealer"):
        drawn.setdefault(rank_of(card), card)
    cards = list(drawn.values())[: len(SEATS)]
    lowest = min(SEATS, key=lambda seat: HEIGHT[cards[seat]])
    cards[lowest], cards[dealer] = cards[dealer], cards[lowest]
    return tuple(cards)


def draws_dealer(drawn: tuple[Card, ...], dealer: Seat) -> bool:
    """Whether these are a card for each seat of which the dealer's alone is the lowest."""
    heights = [HEIGHT[card] for card in drawn]
    return len(drawn) == len(SEATS) and all(
        heights[seat] > heights[dealer] for seat in SEATS if seat != dealer
    )


def dealt_hands(done: Iterable[tuple[Actor, Action]]) -> tuple[DealtHand, ...]:
    """The hands of a deal, the dealer's first. `done` begins with it."""
    _house, deal = next(iter(done))
    assert isinstance(deal, Deal)
    hands = hands_of(deal)
    from_dealer = [(deal.dealer + step) % len(SEATS) for step in SEATS]
    return tuple(DealtHand(seat, _hand_counts(hands[seat])) for seat in from_dealer)


def _hand_counts(hand: tuple[Card, ...]) -> dict[str, CountedFigure]:
    return {
        "hearts": CountedFigure(sum(suit_of(card) == "H" for card in hand), cards_among(8)),
        "jacks": CountedFigure(sum(rank_of(card) == "J" for card in hand), cards_among(4)),
        "king_of_hearts": CountedFigure(int(KING_OF_HEARTS in hand), sometimes(Fraction(HAND, PACK))),
    }
