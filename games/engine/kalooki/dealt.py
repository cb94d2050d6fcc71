"""The hands a deal gives, and what is counted in them beside what chance gives (see `games/engine/deals.py`).

Counted are the first nine cards of each hand, which are dealt in every contract: the log of a deal does not name its
contract, and a tenth card would have another chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.engine.actions import Action, Deal
from games.engine.cards import Card
from games.engine.deals import CountedFigure, DealtHand, Figure
from games.engine.kalooki.contracts import CONTRACTS, pack
from games.engine.kalooki.melds import is_joker
from games.engine.kalooki.options import Options
from games.engine.kalooki.state import clockwise_from, left_of
from games.engine.seats import Actor
from games.engine.trick_taking.odds import cards_among
from games.engine.words import gettext_noop as _

FIRST: Final = min(contract.cards for contract in CONTRACTS)
FIGURES: Final = (
    Figure("jokers", _("Jokers"), _("Among the first nine cards of a hand.")),
    Figure("black_aces", _("Black aces"), _("Among the first nine cards of a hand.")),
)


def dealt_hands(
    options: Options, done: Iterable[tuple[Actor, Action]], players: int
) -> tuple[DealtHand, ...]:
    """The hands of a deal, the dealer's first. `done` begins with it."""
    _house, deal = next(iter(done))
    assert isinstance(deal, Deal)
    order = clockwise_from(left_of(deal.dealer, players), players)
    hands = {seat: deal.deck[place : FIRST * players : players] for place, seat in enumerate(order)}
    cards = pack(options.packs)
    return tuple(
        DealtHand(
            seat,
            {
                "jokers": _card_count(hands[seat], [card for card in cards if is_joker(card)], len(cards)),
                "black_aces": _card_count(
                    hands[seat], [card for card in cards if card[:2] in ("SA", "CA")], len(cards)
                ),
            },
        )
        for seat in clockwise_from(deal.dealer, players)
    )


def _card_count(hand: Sequence[Card], wanted: Sequence[Card], of: int) -> CountedFigure:
    """How many of the wanted cards the hand has, beside what chance gives nine cards of so many."""
    return CountedFigure(len({*hand} & {*wanted}), cards_among(len(wanted), left=of, hand=FIRST))
