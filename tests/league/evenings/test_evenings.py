"""An evening of league tables: drawn once, opened by itself, seats exchanged, latecomers, bots and walkovers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import Notice, NoticeKind, Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, Evening, EveningMark, TableScore
from games.league.queries import season_table
from games.table import services as table_services
from games.table.log.models import Match
from tests.league.conftest import NOW, open_round, plan_and_draw, plan_evening, sign_up
from tests.league.playing import play_rounds

pytestmark = pytest.mark.django_db


def test_tables_open_by_themselves_with_the_clubs_rules(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:9], secretary, clock())
    tables = open_round(evening, secretary, clock())
    assert len(tables) == 2
    for table in tables:
        match = Match.objects.get(pk=table.match_id)
        assert match.status == Match.Status.RUNNING
        assert match.club == competition.season.club
        assert match.options == {"rounds": 4}
        assert [seat.player_id for seat in match.seats.all()] == [
            seat.player_id for seat in table.seats.all()
        ]


def test_a_late_table_of_an_open_round_is_added_and_opened_at_once(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """One change of the evening; in a round that is not open it waits for its round."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    open_round(evening, secretary, clock())
    evening.refresh_from_db()
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    for more, (number, status) in enumerate([(1, Match.Status.OPEN), (2, None)]):
        table = services.add_table(
            version=evening.version + more,
            round_number=number,
            entrants=[each.pk for each in entrants[4:8]],
            **about,
        )
        assert (table.match and table.match.status) == status
    assert Evening.objects.get(pk=evening.pk).version == evening.version + 2


def test_everybody_with_a_seat_is_told_of_the_draw_and_of_the_open_table(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    told = Notice.objects.filter(kind=NoticeKind.DRAW)
    assert {each.player_id for each in told} == {player.pk for player in members[:4]}
    assert all("are drawn" in each.subject for each in told)
    (table,) = open_round(evening, secretary, clock())
    told = Notice.objects.filter(kind=NoticeKind.TABLE)
    assert {each.player_id for each in told} == {player.pk for player in members[:4]}
    assert {each.url for each in told} == {f"/t/{table.match.code}/"}


def test_the_table_moves_with_every_round(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (table,) = open_round(evening, secretary, clock())
    assert [row.total for row in season_table(competition).rows[:2]] == [0, 0]
    for rounds in (1, 2):
        sums = [sum(points) for points in zip(*play_rounds(table, rounds, clock()), strict=True)]
        rows = season_table(competition).rows[:4]
        assert [row.total for row in rows] == sorted(sums, reverse=True)


def test_of_two_secretaries_one_draws_and_the_other_is_told(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:8], secretary, clock())
    evening.refresh_from_db()
    services.draw(evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=NOW)
    seats = list(evening.tables.values_list("seats__player", flat=True))
    with pytest.raises(LeagueRefused) as refused:
        services.draw(
            evening_id=evening.pk, version=evening.version, chance=Random(2), actor=secretary, now=NOW
        )
    assert refused.value.code == LeagueRefusal.CHANGED_MEANWHILE
    with pytest.raises(LeagueRefused) as refused:
        services.draw(
            evening_id=evening.pk, version=evening.version + 1, chance=Random(2), actor=secretary, now=NOW
        )
    assert refused.value.code == LeagueRefusal.ALREADY_DRAWN
    assert list(evening.tables.values_list("seats__player", flat=True)) == seats


def test_a_latecomer_sits_down_when_the_rest_is_drawn_anew(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:7], secretary, clock())
    (first,) = open_round(evening, secretary, clock())
    said = services.sign(
        evening_id=evening.pk,
        entrant=entrants[7],
        comes=True,
        player=secretary,
        now=clock() + timedelta(days=2),
    )
    assert not said.in_time
    evening.refresh_from_db()
    services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(4), actor=secretary, now=NOW
    )
    assert list(evening.tables.values_list("round", flat=True)) == [1, 2, 2]
    assert evening.tables.get(round=1) == first
    assert TableScore.objects.count() == 0
    seated = set(evening.tables.filter(round=2).values_list("seats__entrant", flat=True))
    assert seated == {entrant.pk for entrant in entrants[:8]}


def test_two_players_exchange_seats_until_their_table_starts(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    evening.refresh_from_db()
    one, other = (table.seats.get(number=0) for table in evening.tables.filter(round=1))
    services.swap(
        evening_id=evening.pk,
        version=evening.version,
        round_number=1,
        one=one.entrant_id,
        other=other.entrant_id,
        actor=secretary,
        now=clock(),
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
            actor=secretary,
            now=clock(),
        )
    assert refused.value.code == LeagueRefusal.TABLE_STARTED


def test_a_bot_holds_the_cards_only_where_the_club_allows_it(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())

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
    tables = open_round(evening, secretary, clock())
    assert sum(seat.player.is_bot for seat in tables[0].match.seats.select_related("player")) == 1
    (points,) = play_rounds(tables[0], 1, clock())
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    for seat in tables[0].seats.all():
        away = seat.entrant_id == entrants[0].pk
        assert totals[seat.entrant_id] == (points[seat.number] // 2 if away else points[seat.number])


def test_a_walkover_is_a_win_for_those_who_came(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    table = evening.tables.get(round=1)
    came = set(table.seats.filter(number__in=[0, 2]).values_list("entrant", flat=True))
    missing = set(table.seats.filter(number__in=[1, 3]).values_list("player", flat=True))
    about = {"table_id": table.pk, "version": evening.version, "actor": secretary, "now": clock()}
    for away, reason, code in (
        (missing, " ", LeagueRefusal.REASON_MISSING),
        (missing, "I" * 201, LeagueRefusal.REASON_TOO_LONG),
        ((), "Ice", LeagueRefusal.NOT_ONE_SIDE),
        ({secretary.pk}, "Ice", LeagueRefusal.NOT_SEATED),
    ):
        with pytest.raises(LeagueRefused) as refused:
            services.walkover(missing=away, reason=reason, **about)
        assert refused.value.code == code
    assert not EveningMark.objects.exists()
    services.walkover(missing=missing, reason="Ice", **about)
    assert not any(row.total for row in season_table(competition).rows), "its round is not open yet"
    evening.refresh_from_db()
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    matches_of_four = 1500 * 4 // 16
    rows = season_table(competition).rows
    assert {row.entrant for row in rows if row.total == matches_of_four} == came


def test_the_partner_of_who_did_not_come_has_come(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """One of four is missing: the other three have a walkover, where partners change every round."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    table = evening.tables.get(round=1)
    away = table.seats.get(number=2)
    services.walkover(
        table_id=table.pk,
        version=evening.version,
        missing={away.player_id},
        actor=secretary,
        reason="Ice",
        now=clock(),
    )
    kinds = dict(evening.marks.values_list("entrant", "kind"))
    assert kinds.pop(away.entrant_id) == "unannounced"
    assert list(kinds.values()) == ["walkover"] * 3


def test_who_got_up_sits_down_again_when_the_tables_start(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
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
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    table = evening.tables.select_related("match").get(round=1)
    seat = table.seats.select_related("player").get(number=2)
    table_services.leave_seat(match_id=table.match_id, player=seat.player)
    table_services.sit(match_id=table.match_id, player=secretary, seat=2)
    table_services.start_match(match_id=table.match_id, player=secretary, now=clock())
    (points,) = play_rounds(table, 1, clock())
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    assert totals[seat.entrant_id] == points[2]
    seat.refresh_from_db()
    assert (seat.player, seat.played_by) == (secretary, "substitute")


def test_a_match_its_players_stopped_is_a_table_broken_off(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    (table,) = open_round(evening, secretary, clock())
    (points,) = play_rounds(table, 1, clock())
    table_services.close_table(match_id=table.match_id, now=clock() + timedelta(hours=25))
    assert Match.objects.get(pk=table.match_id).status == Match.Status.STOPPED
    rows = season_table(competition).rows[:4]
    assert [row.total for row in rows] == sorted([each + 3 * 81 for each in points], reverse=True)
