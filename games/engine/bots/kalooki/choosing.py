"""The words of the bot in the draw window, and its discards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.bots.kalooki import laying
from games.engine.bots.kalooki.distance import lacking, ties
from games.engine.bots.kalooki.reasons import Reason
from games.engine.cards import Card
from games.engine.kalooki.contracts import Contract
from games.engine.kalooki.melds import is_joker
from games.engine.kalooki.scoring import penalties
from games.engine.view import View

FEW: Final = 5
"""Cards in a hand that is down with which its owner goes out soon: nobody takes cards on any more."""
FREE: Final = 5
"""Cards in stock and pile, for each player, that must be left: with most of the pack in the hands nobody completes a
contract."""
POINT: Final = 0.02
"""The weight of a penalty point in the hand against ties with other cards."""
FITS: Final = 0.6
"""The worth of keeping a card that can be added to a meld on the table."""
KNOWN: Final = 0.2
"""How much better a card is discarded when the next player has discarded its rank."""


def contract_of(view: View) -> Contract:
    """The contract of the deal, by the name it has in the view."""
    assert view.label is not None
    _, threes, fours = view.label.code.split("_")
    return Contract(int(threes), int(fours))


def helps(hand: Sequence[Card], card: Card, contract: Contract) -> bool:
    """Whether the hand lacks less with the card."""
    return lacking([*hand, card], contract) < lacking(hand, contract)


def wants_to_call(view: View) -> bool:
    """Whether a card that helps is worth the two that come: not when somebody goes out soon, nor when few cards are
    left to draw from."""
    assert view.stock is not None and view.discard is not None
    down = {zone.seat for zone in view.roles}
    soon_out = any(zone.cards <= FEW for zone in view.seats if zone.seat in down)
    return not soon_out and view.stock + view.discard.count > FREE * len(view.seats)


def discard(view: View, hand: Sequence[Card], contract: Contract | None) -> tuple[Card, Reason]:
    """The card that is missed least, and why; `contract` is None for one who is down."""
    free = [card for card in hand if not is_joker(card)]
    on_table = laying.table(view)
    if len(hand) == 1:
        return free[0], Reason.LAST_CARD
    if contract is None:
        return max(free, key=lambda card: (penalties.value(card), card)), Reason.DEAREST
    needed = {card: lacking([other for other in hand if other != card], contract) for card in free}
    least = min(needed.values())
    spare = [card for card in free if needed[card] == least]
    seen = _thrown_by_next(view)

    def keeping(card: Card) -> float:
        fits = laying.spot(on_table, card, view.options) is not None
        safe = any(card[1] == other[1] for other in seen)
        worth = ties(hand, card, contract) + FITS * fits - POINT * penalties.value(card)
        return worth - KNOWN * safe

    chosen = min(spare, key=lambda card: (keeping(card), card))
    if least > lacking(hand, contract):
        return chosen, Reason.LEAST_LOSS
    if not ties(hand, chosen, contract):
        return chosen, Reason.USELESS
    dearest = max(map(penalties.value, spare)) == penalties.value(chosen)
    return chosen, Reason.DEAREST if dearest else Reason.LEAST_LOSS


def _thrown_by_next(view: View) -> list[Card]:
    """The discards of the next player in this deal."""
    assert view.viewer is not None
    following = (view.viewer + 1) % len(view.seats)
    return [card for seat, card in view.played if seat == following]
