"""An evening of league tables: drawn once, opened by itself, seats exchanged, latecomers, bots and walkovers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, EveningMark, TableScore
from games.league.queries import season_table
from games.table import services as table_services
from games.table.log.models import Match
from tests.league.conftest import NOW, drawn, opened, planned, sign_up, write_rounds

pytestmark = pytest.mark.django_db


def test_tables_open_by_themselves_with_the_clubs_rules(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:9], secretary, clock())
    drawn(evening)
    tables = opened(evening, secretary, clock())
    assert len(tables) == 2
    for table in tables:
        match = Match.objects.get(pk=table.match_id)
        assert match.status == Match.Status.RUNNING
        assert match.club == competition.season.club
        assert match.options == {"rounds": 4}
        assert [seat.player_id for seat in match.seats.all()] == [
            seat.player_id for seat in table.seats.all()
        ]


def test_the_table_moves_with_every_round(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    drawn(evening)
    (table,) = opened(evening, secretary, clock())
    assert [row.total for row in season_table(competition).rows[:2]] == [0, 0]
    write_rounds(table, [(100, 62)], clock(), over=False)
    assert [row.total for row in season_table(competition).rows[:4]] == [100, 100, 62, 62]
    write_rounds(table, [(100, 62), (0, 162)], clock(), over=False)
    assert [row.total for row in season_table(competition).rows[:4]] == [224, 224, 100, 100]
    write_rounds(table, [(0, 0)], clock(), over=False)  # a ruling changed what was there
    assert sum(row.total for row in season_table(competition).rows) == 0


def test_of_two_secretaries_one_draws_and_the_other_is_told(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:8], secretary, clock())
    evening.refresh_from_db()
    services.draw(evening_id=evening.pk, version=evening.version, chance=Random(1), now=NOW)
    seats = list(evening.tables.values_list("seats__player", flat=True))
    with pytest.raises(LeagueRefused) as refused:
        services.draw(evening_id=evening.pk, version=evening.version, chance=Random(2), now=NOW)
    assert refused.value.code == LeagueRefusal.CHANGED_MEANWHILE
    with pytest.raises(LeagueRefused) as refused:
        services.draw(evening_id=evening.pk, version=evening.version + 1, chance=Random(2), now=NOW)
    assert refused.value.code == LeagueRefusal.ALREADY_DRAWN
    assert list(evening.tables.values_list("seats__player", flat=True)) == seats


def test_a_latecomer_sits_down_when_the_rest_is_drawn_anew(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:7], secretary, clock())
    drawn(evening)
    (first,) = opened(evening, secretary, clock())
    said = services.sign(
        evening_id=evening.pk,
        entrant=entrants[7],
        comes=True,
        player=secretary,
        now=clock() + timedelta(days=2),
    )
    assert not said.in_time
    evening.refresh_from_db()
    services.draw_rest(evening_id=evening.pk, version=evening.version, chance=Random(4), now=NOW)
    assert list(evening.tables.values_list("round", flat=True)) == [1, 2, 2]
    assert evening.tables.get(round=1) == first
    assert TableScore.objects.count() == 0
    seated = set(evening.tables.filter(round=2).values_list("seats__entrant", flat=True))
    assert seated == {entrant.pk for entrant in entrants[:8]}


def test_two_players_exchange_seats_until_their_table_starts(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:8], secretary, clock())
    evening = drawn(evening)
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    evening.refresh_from_db()
    one, other = (table.seats.get(number=0) for table in evening.tables.filter(round=1))
    services.swap(
        evening_id=evening.pk,
        version=evening.version,
        round_number=1,
        one=one.entrant_id,
        other=other.entrant_id,
    )
    first = evening.tables.filter(round=1).first()
    assert first.seats.get(number=0).entrant_id == other.entrant_id
    assert first.match.seats.get(number=0).player_id == other.player_id
    services.start_tables(evening_id=evening.pk, now=clock())
    evening.refresh_from_db()
    with pytest.raises(LeagueRefused) as refused:
        services.swap(
            evening_id=evening.pk,
            version=evening.version,
            round_number=1,
            one=one.entrant_id,
            other=other.entrant_id,
        )
    assert refused.value.code == LeagueRefusal.TABLE_STARTED


def test_a_bot_holds_the_cards_only_where_the_club_allows_it(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    evening = drawn(evening)

    def instead() -> None:
        services.substitute(
            evening_id=evening.pk,
            version=evening.version,
            absent=members[0],
            instead=None,
            actor=secretary,
            now=clock(),
        )

    competition.rules = {}
    competition.save()
    with pytest.raises(LeagueRefused) as refused:
        instead()
    assert refused.value.code == LeagueRefusal.NO_BOTS
    competition.rules = {"bots": "half"}
    competition.save()
    instead()
    tables = opened(evening, secretary, clock())
    assert sum(seat.player.is_bot for seat in tables[0].match.seats.select_related("player")) == 1
    write_rounds(tables[0], [(101, 101)], clock())
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    assert totals[entrants[0].pk] == 50
    assert totals[entrants[1].pk] == 101


def test_a_walkover_is_a_win_for_those_who_came(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    evening = drawn(evening)
    table = evening.tables.get(round=1)
    came = set(table.seats.filter(number__in=[0, 2]).values_list("entrant", flat=True))
    with pytest.raises(LeagueRefused) as refused:
        services.walkover(
            table_id=table.pk, version=evening.version, side=0, actor=secretary, reason=" ", now=clock()
        )
    assert refused.value.code == LeagueRefusal.REASON_MISSING
    assert not EveningMark.objects.exists()
    services.walkover(
        table_id=table.pk, version=evening.version, side=0, actor=secretary, reason="Ice", now=clock()
    )
    assert {row.entrant for row in season_table(competition).rows if row.total == 1500} == came


def test_who_got_up_sits_down_again_when_the_tables_start(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    evening = drawn(evening)
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    table = evening.tables.select_related("match").get(round=1)
    leaver = table.seats.select_related("player").get(number=2).player
    table_services.leave_seat(match_id=table.match_id, player=leaver)
    table_services.sit(match_id=table.match_id, player=secretary, seat=2)
    services.start_tables(evening_id=evening.pk, now=clock())
    assert table.match.seats.get(number=2).player == leaver


def test_who_sat_down_at_the_table_itself_plays_for_the_member_of_that_seat(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    evening = drawn(evening)
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    table = evening.tables.select_related("match").get(round=1)
    seat = table.seats.select_related("player").get(number=2)
    table_services.leave_seat(match_id=table.match_id, player=seat.player)
    table_services.sit(match_id=table.match_id, player=secretary, seat=2)
    table_services.start_match(match_id=table.match_id, player=secretary, now=clock())
    write_rounds(table, [(100, 62)], clock())
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    assert totals[seat.entrant_id] == 100
    seat.refresh_from_db()
    assert (seat.player, seat.played_by) == (secretary, "substitute")


def test_a_match_its_players_stopped_is_a_table_broken_off(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    drawn(evening)
    (table,) = opened(evening, secretary, clock())
    write_rounds(table, [(100, 62)], clock(), over=False)
    Match.objects.filter(pk=table.match_id).update(status=Match.Status.STOPPED)
    assert sorted({row.total for row in season_table(competition).rows}, reverse=True)[:2] == [343, 305]
