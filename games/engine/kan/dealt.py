"""The hands a deal gives, and what is counted in them beside what chance gives (see `games/engine/deals.py`)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from games.engine import actions
from games.engine.actions import Action
from games.engine.cards import JOKER, Card, rank_of
from games.engine.deals import CountedFigure, DealtHand, Figure
from games.engine.kan.opening import hands_of
from games.engine.kan.state import HAND_SIZE, PACK, SCORING_CARDS, SEATS
from games.engine.seats import Actor
from games.engine.trick_taking.odds import cards_among, sometimes
from games.engine.words import gettext_noop as _

FIGURES: Final = (
    Figure("scoring", _("Scoring cards"), _("Aces, kings, queens and jacks: sixteen in the pack.")),
    Figure("aces", _("Aces")),
    Figure("joker", _("Hands with the joker"), share=True),
)


def dealt_hands(done: Iterable[tuple[Actor, Action]]) -> tuple[DealtHand, ...]:
    """The hands of a deal in the order in which they were given out, the dealer's first. `done` begins with it."""
    _house, deal = next(iter(done))
    assert isinstance(deal, actions.Deal)
    hands = hands_of(deal)
    from_dealer = [(deal.dealer + step) % len(SEATS) for step in SEATS]
    return tuple(DealtHand(seat, _hand_counts(hands[seat])) for seat in from_dealer)


def _hand_counts(hand: tuple[Card, ...]) -> dict[str, CountedFigure]:
    among = {"left": len(PACK), "hand": HAND_SIZE}
    return {
        "scoring": CountedFigure(
            sum(card in SCORING_CARDS for card in hand), cards_among(len(SCORING_CARDS), **among)
        ),
        "aces": CountedFigure(sum(rank_of(card) == "A" for card in hand), cards_among(4, **among)),
        "joker": CountedFigure(int(JOKER in hand), sometimes(Fraction(HAND_SIZE, len(PACK)))),
    }
