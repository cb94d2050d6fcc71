"""Deals of Kalooki laid out by hand for matches in the database: seat 3 of four deals, seat 0 begins."""

from __future__ import annotations

from games.engine.cards import Card
from games.engine.kalooki.state import State
from tests.engine.kalooki.table import deal_game
from tests.table.laid_deals import in_turn

THREES = "S5 H5 D5 S8 H8 D8 CJ DJ HJ"
"""The contract of the first deal, whole."""
RUN_WITH_A_JOKER = "S5 H5 D5 S8 H8 D8 C3 XX C5 C6"
"""The contract of the second deal, whole."""
RUNS_UNDER_JOKERS = "H3 H4 H5 XX S3 S4 S5 XXb D3 D4 D5 XXc"
"""The contract of the fourth deal, whole; no run takes another joker."""


def deck(*hands: str, contract_number: int = 1, **more: str) -> tuple[Card, ...]:
    """The deck of that deal: these hands from seat 0 on, `upcard` and the top of the `stock`."""
    state: State = deal_game(*hands, contract_number=contract_number, **more)
    deal = state.deal
    assert deal is not None
    return in_turn(deal.hands, deal.pile[-1].card, *deal.stock)
