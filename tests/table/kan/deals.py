"""Deals of Kan laid out by hand for matches in the database, and how they are played: first deal in spades, seat 4
deals."""

from __future__ import annotations

from datetime import datetime
from random import Random

from accounts.models import Player
from games.engine.kan.legal import HEIGHT
from games.engine.kan.state import Phase
from games.engine.seats import Seat
from games.table.log.loading import Table
from games.table.log.models import Match
from tests.engine.kan.positions import hands_from
from tests.table.laid_deals import in_turn
from tests.table.play import Answer, step, table_of

STRONG = in_turn(
    hands_from(
        (
            "SA SK SQ SJ ST S9 S8 H3 H4 H5",
            "S7 S4 HJ H8 DJ D8 D5 CJ C8 C5",
            "XX HA DA CA HK DK CK HQ DQ CQ",
            "S6 S3 HT H7 DT D7 D4 CT C7 C4",
            "S5 S2 H9 H6 D9 D6 D3 C9 C6 C3",
        )
    )
)
"""The kan, 2 with the joker and 0 with the ace of spades, take nine scoring cards before the others take one."""
WEAK = in_turn(
    hands_from(
        (
            "H3 H4 H5 H6 H7 H8 H9 D3 D4 D5",
            "SA HA DA CA SK HK DK CK SQ HQ",
            "D6 D7 D8 D9 DT C3 C4 C5 C6 C7",
        )
    )
)
"""For a later deal of the same pair: seat 1 takes eight scoring cards before the kan take one."""
DOUBLE = in_turn(hands_from(("XX SA", "", "H5 HK")))
"""Seat 0 holds the joker and the ace of spades; seat 2 is the partner."""
STRONG_SEATS = frozenset({0, 1, 2})
"""The seats that play their highest cards; of `WEAK` seat 1, whose highest cards beat those of the other two."""


def play_high_or_low(table: Table, seat: Seat, _rng: Random) -> Answer:
    """A window and an answer: the first word offered, nothing shown, spades as trumps, a high or a low card."""
    state = table.state.game_state
    offered = [choice.data for choice in table.game.choices(state, seat)]
    if state.deal.phase is Phase.PLAY:
        best = max if seat in STRONG_SEATS else min
        offered = [best(offered, key=lambda data: HEIGHT[data["card"]])]
    return table.game.pending(state)[seat].window, dict(offered[0])


def bring_to(match: Match, players: list[Player], now: datetime, phase: Phase, place: int = 1) -> datetime:
    """Play on until the deal at that place of its round is in that phase."""
    rng, by_seat = Random(1), dict(enumerate(players))
    while not is_at(table := table_of(match), phase, place):
        now = step(match, by_seat, now, rng, answer=play_high_or_low, table=table)
    return now


def is_at(table: Table, phase: Phase, place: int) -> bool:
    deal = table.state.game_state.deal
    return deal is not None and (deal.phase, deal.place) == (phase, place)
