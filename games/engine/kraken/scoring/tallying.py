"""Tallies of a round for the rankings of a season: pits, rounds nat, krakens, roem; and the marks beside it
on a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.club import Tally
from games.engine.kraken.scoring.settlement import Facts, Pair, Settlement
from games.engine.kraken.state import per_seat
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

TALLIES: Final = (
    Tally("pits", _("Pits")),
    Tally("nat", _("Rounds nat"), better="low"),
    Tally("krakens_won", _("Krakens won")),
    Tally("krakens_lost", _("Krakens lost"), better="low"),
    Tally("roem", _("Roem")),
)


def tallied(facts: Facts, settlement: Settlement) -> Mapping[str, tuple[int, ...]]:
    """The amount of each tally per seat; both of a team have the team's.

    A kraken is the challengers' whatever was answered: they win it or lose it.
    """
    challengers = 1 - facts.declarers if facts.level else None
    won = settlement.winner == challengers
    of_teams: Mapping[str, Pair] = {
        "pits": (int(settlement.pit[0] > 0), int(settlement.pit[1] > 0)),
        "nat": _of(facts.declarers if settlement.winner != facts.declarers else None),
        "krakens_won": _of(challengers if won else None),
        "krakens_lost": _of(None if won else challengers),
        "roem": facts.bonus,
    }
    return {key: per_seat(amounts) for key, amounts in of_teams.items()}


def marked(facts: Facts, settlement: Settlement) -> tuple[Text, ...]:
    """How far it was challenged, and that the makers were nat."""
    marks = [text(f"mark_level_{facts.level}")] if facts.level else []
    return (*marks, text("mark_nat")) if settlement.winner != facts.declarers else tuple(marks)


def _of(team: int | None) -> Pair:
    """(1, 0) or (0, 1) for the given team, (0, 0) for None."""
    return int(team == 0), int(team == 1)
