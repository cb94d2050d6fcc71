"""Kraken, re, superkraken: one answer per seat per level, in strict order (rules/kraken 1.3)."""

from __future__ import annotations

from typing import Final

from games.engine.errors import IllegalAction
from games.engine.game import replace_fields
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.options import Options
from games.engine.kraken.state import Phase, Round, left_of
from games.engine.seats import Seat

LADDER: Final = ("kraken", "re", "superkraken")
"""The word that raises the round from each level."""


def speakers(round_: Round, options: Options) -> tuple[Seat, ...]:
    """The seats that may answer now. `fixed`: one seat; `team_first_click`: every seat of the side that has
    not passed at this level.
    """
    assert round_.maker is not None
    if round_.level == 1:
        side = (round_.maker, (round_.maker + 2) % 4)
    else:
        left = left_of(round_.maker)
        side = (left, (left + 2) % 4)
    waiting = tuple(seat for seat in side if seat not in round_.passes)
    return waiting[:1] if options.challenge_order == "fixed" else waiting


def words(round_: Round) -> tuple[str, ...]:
    """What a seat may answer at this level."""
    return (LADDER[round_.level], "pass")


def say(round_: Round, options: Options, seat: Seat, word: str) -> Round:
    """One answer. The phase after it is CHALLENGE or DECLARE. Raises IllegalAction(wrong_level): no level is
    skipped."""
    if word not in words(round_):
        raise IllegalAction(KrakenRefusal.WRONG_LEVEL)
    if word == "pass":
        passed = replace_fields(round_, passes=(*round_.passes, seat))
        return passed if speakers(passed, options) else replace_fields(passed, phase=Phase.DECLARE)
    level = round_.level + 1
    phase = Phase.DECLARE if level == len(LADDER) else Phase.CHALLENGE
    return replace_fields(round_, level=level, passes=(), phase=phase)
