"""An arbiter's desk for one table of a season, and a sheet typed hand by hand."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, State
from games.league import services as league_services
from games.league.models import LeagueTable
from games.table.log.models import Match
from games.table.services import verify_log
from tests.conftest import Clock
from tests.disputes.conftest import MADE


def type_sheet(table: LeagueTable, points: tuple[str, ...], now: datetime) -> None:
    """Type the sheet of a table on paper; the other side finds it right."""
    sitting = [seat.player for seat in table.seats.select_related("player").order_by("number")]
    for number, typed in enumerate(points, 1):
        values = {**MADE, "points": typed, **({"pit": "on"} if typed == "162" else {})}
        league_services.type_round(
            table_id=table.pk, number=number, values=values, player=sitting[0], now=now
        )
    league_services.confirm_sheet(table_id=table.pk, player=sitting[3], seen=len(points), now=now)


class Desk:
    """Files and decides cases about the rounds of one table."""

    def __init__(self, table: LeagueTable, arbiters: list[Player], clock: Clock) -> None:
        self.match = Match.objects.get(pk=table.match_id)
        self.arbiters, self.clock = arbiters, clock
        self.asker = self.match.seats.select_related("player").get(number=3).player

    def file(self, number: int, kind: str) -> Case:
        row = self.match.rounds.get(number=number)
        return services.file_case(
            round_id=row.pk, player=self.asker, kind=kind, text="It was wrong.", now=self.clock.now
        )

    def rule(self, case: Case, kind: RulingKind, *, confirmed: bool = False, **wanted: object) -> None:
        """The first arbiter rules, the second on appeal."""
        arbiter = self.arbiters[case.state == State.APPEALED]
        services.take_case(case_id=case.pk, arbiter=arbiter, now=self.clock.now)
        services.give_ruling(
            case_id=case.pk,
            arbiter=arbiter,
            wanted=RulingRequest(kind, **wanted),
            reason="So.",
            rule="5",
            now=self.clock.now,
            confirmed_finished=confirmed,
        )
        case.refresh_from_db()

    def sheet(self) -> list[tuple[int, int]]:
        """The points of both sides by round that count."""
        assert verify_log(Match.objects.get(pk=self.match.pk)) == ()
        return [tuple(row.points[:2]) for row in self.match.rounds.order_by("number")]
