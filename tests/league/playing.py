"""Tables of the league played through the services: with given cards to a known sheet (`play`), with random
cards (`play_rounds`), on paper (`write_sheet`), and taken in from a list (`take_in`)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import cycle, islice
from random import Random
from typing import Any, Final

import pytest

from accounts.models import Player
from accounts.raw_lists import read_text
from games.league import services
from games.league.models import Competition, LeagueTable, ResultsImport
from games.league.queries import names_for_lists
from games.league.result_lists import Answers, read_results
from games.table.log import seeds
from games.table.log.models import Match, Round
from games.table.services import verify_log
from tests.table.play import first_answer, play_until, step, table_of

IN_A_ROUND: Final = 162
"""Points of the cards and of the last trick; what is written beyond them is roem."""


def fix_deals(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Deal the same cards in every run, in the order in which rounds begin."""
    chance = Random(seed)
    monkeypatch.setattr(seeds, "random_seed", lambda _purpose: chance.randbytes(seeds.SEED_BYTES))


def play(table: LeagueTable, now: datetime, *, rounds: int | None = None) -> dict[int, int]:
    """Play the match of a table until so many rounds are closed, or to its end; the sheet's sums by entrant.

    Everybody answers with the first card offered: with given deals the sheet hangs on the rules of the game alone.
    """
    match = Match.objects.get(pk=table.match_id)
    people = {
        seat.number: seat.player for seat in match.seats.select_related("player") if not seat.player.is_bot
    }
    while (played_on := table_of(match)).running and played_on.open_round - 1 != rounds:
        now = step(match, people, now, Random(0), answer=first_answer, table=played_on)
    match.refresh_from_db()
    assert verify_log(match) == ()
    return sheet_of(table)


def sheet_of(table: LeagueTable) -> dict[int, int]:
    """The total of each entrant on a table's sheet, from its closed rounds."""
    rounds = Round.objects.filter(match=table.match_id, status=Round.Status.CLOSED)
    sums = [sum(points) for points in zip(*rounds.values_list("points", flat=True), strict=True)]
    return {seat.entrant_id: sums[seat.number] for seat in table.seats.all()}


def play_rounds(table: LeagueTable, rounds: int, now: datetime) -> list[tuple[int, ...]]:
    """Play until so many rounds are closed; the points of each, by seat."""
    match = Match.objects.get(pk=table.match_id)
    players = [seat.player for seat in match.seats.select_related("player").order_by("number")]
    closed = Round.objects.filter(match=match, status=Round.Status.CLOSED)
    play_until(match, players, now, lambda _table: closed.count() == rounds, Random(3))
    return [tuple(points) for points in closed.order_by("number").values_list("points", flat=True)]


def write_sheet(table: LeagueTable, *points: tuple[int, int], now: datetime) -> None:
    """Type the sheet of a table on paper, `points` of seats 0 and 2 and of seats 1 and 3 by round, from the first again
    where the match is longer; the other side finds it right."""
    sitting = [seat.player for seat in table.seats.select_related("player").order_by("number")]
    for number, (ours, theirs) in enumerate(islice(cycle(points), table.planned), 1):
        services.type_round(
            table_id=table.pk, number=number, values=typed_fields(ours, theirs), player=sitting[0], now=now
        )
    services.confirm_sheet(table_id=table.pk, player=sitting[1], seen=table.planned, now=now)


def typed_fields(ours: int, theirs: int) -> Mapping[str, str]:
    """The fields to type for a round with these points: nat where one side has nothing, else roem for the
    side with more.
    """
    made = {"trump": "H", "level": "0"}
    if not ours or not theirs:
        loser = "0" if not ours else "1"
        assert ours + theirs == IN_A_ROUND
        return {**made, "declarers": loser, "side": loser, "points": "60"}
    winner, most = ("0", ours) if ours > theirs else ("1", theirs)
    roem = ours + theirs - IN_A_ROUND
    return {
        **made,
        "declarers": winner,
        "side": winner,
        "points": f"{most - roem}",
        f"roem_{winner}": f"{roem}",
    }


def take_in(competition: Competition, text: str, actor: Player, now: datetime, **more: Any) -> ResultsImport:
    """The import of a list of results in text."""
    names = names_for_lists(competition)
    read = read_results(
        competition=competition, raw=read_text(text), names=names, now=now, answers=Answers(sure=True)
    )
    assert not read.faults
    services.import_results(competition=competition, read=read, actor=actor, now=now, **more)
    return competition.imports.latest("pk")
