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
AROUND: Final = 2
"""Discards that are looked back at, for each card in stock and pile: within so many every card of a stock comes up."""
LONG: Final = 40
"""Discards of each player after which the players give up their cards in turns; four fours take about fifteen."""
GIVEN_UP: Final = 8
"""Cards that one player gives up before the next one does."""
KNOWN: Final = 0.2
"""How much better a card is discarded when the next player has discarded its rank."""


def contract_of(view: View) -> Contract:
    """The contract of the deal, by the name it has in the view."""
    assert view.label is not None
    _, threes, fours = view.label.code.split("_")
    return Contract(int(threes), int(fours))


def around(view: View) -> frozenset[Card] | None:
    """The cards that go around in a long deal: those discarded lately that lie in no meld and not in the own hand. What
    has not been seen for so long is kept by somebody. None as long as stock and pile may hold cards nobody has seen."""
    assert view.stock is not None and view.discard is not None
    left = view.stock + view.discard.count
    if len(view.played) <= left:
        return None
    lying = {laid.card for zone in view.melds for laid in zone.cards} | {held.card for held in view.hand}
    return frozenset(card for _, card in view.played[-AROUND * left :] if card not in lying)


def lets_go(view: View) -> bool:
    """Whether the cards collected so far are given up for others. In a deal that does not end the players not down do
    so in turns: what each of them keeps may be what another lacks."""
    rounds = len(view.played) // len(view.seats)
    return rounds >= LONG and (rounds // GIVEN_UP) % len(view.seats) == view.viewer


def helps(hand: Sequence[Card], card: Card, contract: Contract, going: frozenset[Card] | None) -> bool:
    """Whether the hand lacks less with the card."""
    return lacking([*hand, card], contract, going) < lacking(hand, contract, going)


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
    if lets_go(view):
        return sorted(free)[len(view.played) % len(free)], Reason.LET_GO
    going = around(view)
    needed = {card: lacking([other for other in hand if other != card], contract, going) for card in free}
    least = min(needed.values())
    spare = [card for card in free if needed[card] == least]
    seen = _thrown_by_next(view)

    def keeping(card: Card) -> float:
        fits = laying.spot(on_table, card, view.options) is not None
        safe = any(card[1] == other[1] for other in seen)
        worth = ties(hand, card, contract) + FITS * fits - POINT * penalties.value(card)
        return worth - KNOWN * safe

    chosen = min(spare, key=lambda card: (keeping(card), card))
    if least > lacking(hand, contract, going):
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
