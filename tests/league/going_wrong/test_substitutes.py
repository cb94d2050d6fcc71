"""Players away or late: a substitute halfway, a seat taken back from a bot, a missing side."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.mentions import mention
from accounts.models import Notice, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, EveningMark, TableScore
from games.league.queries import evening_lines, season_table
from games.table import services as table_services
from games.table.log import loading
from games.table.log.models import Match
from tests.conftest import Clock
from tests.league.conftest import change_rules, open_round
from tests.league.going_wrong.conftest import fresh, table_not_started
from tests.league.playing import play_rounds
from tests.refused import refusal
from tests.table.play import table_of

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "for_member", "for_substitute"),
    [("absent", "all", "nothing"), ("substitute", "own", "rest"), ("both", "all", "rest")],
)
def test_whose_points_they_are_when_somebody_takes_over_halfway(
    competition: Competition,
    evening: Evening,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
    rule: str,
    for_member: str,
    for_substitute: str,
) -> None:
    change_rules(competition, substitute=rule)
    (table,) = open_round(evening, secretary, clock())
    before = play_rounds(table, 2, clock())
    seat = table.seats.select_related("player").get(number=1)
    instead = members[10]
    services.substitute(
        evening_id=evening.pk,
        version=fresh(evening).version,
        absent=seat.player,
        instead=instead,
        actor=secretary,
        now=clock(),
    )
    assert table_of(table.match).seat_of(seat.player_id) is None
    everything = play_rounds(table, 4, clock())
    after = everything[len(before) :]
    worth = {
        "nothing": 0,
        "own": sum(points[1] for points in before),
        "rest": sum(points[1] for points in after),
        "all": sum(points[1] for points in everything),
    }
    credit = {row.entrant: row.credit.points for row in season_table(competition).rows}
    assert credit[seat.entrant_id] == worth[for_member]
    assert credit[entrants[10].pk] == worth[for_substitute]
    lines = {line.entrant: line.tables for line in evening_lines(evening, season_table(competition))}
    assert lines[seat.entrant_id] == (worth[for_member],)
    assert (
        Notice.objects.filter(
            player=instead, subject__startswith=f"You play for {mention(seat.player_id)}"
        ).count()
        == 1
    )
    assert (
        Notice.objects.filter(
            player=seat.player, subject__startswith=f"{mention(instead.pk)} plays your seat"
        ).count()
        == 1
    )
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()


def test_who_came_late_takes_their_own_seat_back_from_the_bot(
    evening: Evening, members: list[Player], secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    seat = table.seats.select_related("player").get(number=2)
    late = seat.player

    def start(now: datetime) -> None:
        services.start_late(
            table_id=table.pk,
            version=fresh(evening).version,
            missing=[late.pk],
            actor=secretary,
            now=now,
        )

    assert refusal(lambda: start(clock() + timedelta(minutes=14))) == LeagueRefusal.GRACE_TIME
    start(clock() + timedelta(minutes=15))
    bot = next(each for each in loading.newest_table(table.match_id).sitters if each.number == 2)
    assert bot.is_bot
    services.substitute(
        evening_id=evening.pk,
        version=fresh(evening).version,
        absent=Player.objects.get(pk=bot.player),
        instead=late,
        actor=secretary,
        now=clock(),
    )
    seat.refresh_from_db()
    assert (seat.player, seat.played_by) == (late, "self")
    play_rounds(table, 4, clock())
    season_table(evening.competition)
    assert set(TableScore.objects.values_list("played_by", flat=True)) == {"self"}


def test_without_bots_a_missing_side_loses_and_one_missing_player_needs_a_substitute(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    competition.rules = {"grace_minutes": 0}
    competition.save()
    table = table_not_started(evening, secretary, clock)
    seats = {seat.number: seat for seat in table.seats.all()}

    def start(*missing: int) -> None:
        services.start_late(
            table_id=table.pk,
            version=fresh(evening).version,
            missing=[seats[number].player_id for number in missing],
            actor=secretary,
            now=clock(),
        )

    assert refusal(lambda: start(1)) == LeagueRefusal.NO_BOTS
    assert refusal(lambda: start(0, 1)) == LeagueRefusal.NO_BOTS
    start(1, 3)
    marks = dict(EveningMark.objects.values_list("entrant", "kind"))
    assert marks == {
        seats[number].entrant_id: "unannounced" if number % 2 else "walkover" for number in range(4)
    }
    assert not Match.objects.exists()
