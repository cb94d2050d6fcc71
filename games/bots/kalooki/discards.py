"""The card to discard: of one who is down the dearest, else the one without which fewest are missing. How the strong
player weighs its discards is in `ways`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.bots.kalooki.knowledge import cards_going_around, lets_go
from games.bots.kalooki.melds import melds_on_table, place_for
from games.bots.kalooki.missing_cards import count_missing, worth_beside
from games.bots.kalooki.reasons import Reason
from games.engine.cards import Card, rank_of
from games.engine.kalooki import scoring
from games.engine.kalooki.contracts import Contract
from games.engine.kalooki.melds import is_joker
from games.engine.view import View

POINT_WEIGHT_BY_MISSING_CARDS: Final = 0.02
"""The weight of a penalty point in the hand against `worth_beside`."""
FITTING_CARD_WORTH: Final = 0.6
"""The worth of keeping a card that can be added to a meld on the table."""
BONUS_FOR_DISCARDED_RANK: Final = 0.2
"""How much better a card is discarded when the next player has discarded its rank."""


def discard_when_down(hand: Sequence[Card]) -> tuple[Card, Reason]:
    """The dearest card of one who is down, and why."""
    free = [card for card in hand if not is_joker(card)]
    if len(hand) == 1:
        return free[0], Reason.LAST_CARD
    return max(free, key=lambda card: (scoring.value(card), card)), Reason.DEAREST


def discard_by_missing_cards(view: View, hand: Sequence[Card], contract: Contract) -> tuple[Card, Reason]:
    """The card without which fewest are missing for the contract, and of these the least useful and dearest; and why
    it goes."""
    free = [card for card in hand if not is_joker(card)]
    on_table = melds_on_table(view)
    if len(hand) == 1:
        return free[0], Reason.LAST_CARD
    if lets_go(view):
        return sorted(free)[len(view.played) % len(free)], Reason.LET_GO
    going_around = cards_going_around(view)
    needed = {
        card: count_missing([other for other in hand if other != card], contract, going_around)
        for card in free
    }
    least = min(needed.values())
    spare = [card for card in free if needed[card] == least]
    seen = _discards_of_next(view)

    def keeping(card: Card) -> float:
        fits = place_for(on_table, card, view.options) is not None
        safe = any(rank_of(card) == rank_of(other) for other in seen)
        worth = (
            worth_beside(hand, card, contract)
            + FITTING_CARD_WORTH * fits
            - POINT_WEIGHT_BY_MISSING_CARDS * scoring.value(card)
        )
        return worth - BONUS_FOR_DISCARDED_RANK * safe

    chosen = min(spare, key=lambda card: (keeping(card), card))
    if least > count_missing(hand, contract, going_around):
        return chosen, Reason.LEAST_LOSS
    if not worth_beside(hand, chosen, contract):
        return chosen, Reason.USELESS
    dearest = max(map(scoring.value, spare)) == scoring.value(chosen)
    return chosen, Reason.DEAREST if dearest else Reason.LEAST_LOSS


def _discards_of_next(view: View) -> list[Card]:
    """The discards of the next player in this deal."""
    assert view.viewer is not None
    following = (view.viewer + 1) % len(view.seats)
    return [card for seat, card in view.played if seat == following]
