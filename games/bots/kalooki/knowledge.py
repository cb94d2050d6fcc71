"""What a seat of Kalooki sees of a deal: its contract, the cards that go around, and whether it ends soon."""

from __future__ import annotations

from typing import Final

from games.engine.cards import Card
from games.engine.kalooki.contracts import Contract
from games.engine.view import View

CARDS_NEAR_THE_END: Final = 5
"""Cards in a hand that is down with which its owner goes out soon: the easy player takes no cards on any more."""
MIN_CARDS_LEFT: Final = 5
"""Cards in stock and pile, for each player, that must be left: with most of the pack in the hands nobody completes a
contract."""
DISCARDS_A_CARD: Final = 2
"""Discards that are looked back at, for each card in stock and pile: within so many every card of a stock comes up."""
DISCARDS_OF_LONG_DEAL: Final = 40
"""Discards of each player after which the players give up their cards in turns; four fours take about fifteen."""
CARDS_GIVEN_UP: Final = 8
"""Cards that one player gives up before the next one does."""


def contract_of(view: View) -> Contract:
    """The contract of the deal, by the name it has in the view."""
    assert view.label is not None
    _, threes, fours = view.label.code.split("_")
    return Contract(int(threes), int(fours))


def cards_going_around(view: View) -> frozenset[Card] | None:
    """The cards that go around in a long deal: those discarded lately that lie in no meld and not in the own hand. What
    has not been seen for so long is kept by somebody. None as long as stock and pile may hold cards nobody has seen."""
    assert view.stock is not None and view.discard is not None
    left = view.stock + view.discard.count
    if len(view.played) <= left:
        return None
    lying = {laid.card for zone in view.melds for laid in zone.cards} | set(view.hand_cards)
    return frozenset(card for _, card in view.played[-DISCARDS_A_CARD * left :] if card not in lying)


def lets_go(view: View) -> bool:
    """Whether the cards collected so far are given up for others. In a deal that does not end the players not down do
    so in turns: what each of them keeps may be what is missing from another hand."""
    rounds = len(view.played) // len(view.seats)
    return rounds >= DISCARDS_OF_LONG_DEAL and (rounds // CARDS_GIVEN_UP) % len(view.seats) == view.viewer


def somebody_is_out_soon(view: View) -> bool:
    """Whether a player who is down has few cards left."""
    down = {zone.seat for zone in view.roles}
    return any(zone.cards <= CARDS_NEAR_THE_END for zone in view.seats if zone.seat in down)


def leaves_enough_to_draw(view: View) -> bool:
    """Whether enough cards are left to draw from when two more go into a hand."""
    assert view.stock is not None and view.discard is not None
    return view.stock + view.discard.count > MIN_CARDS_LEFT * len(view.seats)
