"""An account ends: the league's table stays to the point, and says a neutral name."""

from __future__ import annotations

from random import Random

import pytest

from accounts.models import Notice, Player
from accounts.personal_data import data_of, erase_account
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Rating, SignUp, TableSeat
from games.league.queries import season_table
from games.table.log.models import Seat
from tests.conftest import Clock
from tests.league.conftest import draw_evening, enter_all, plan_and_draw, plan_evening, sign_up
from tests.league.written_evenings import hold_evening
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_the_table_keeps_every_total(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    hold_evening(competition, entrants[:4], secretary, clock(), (100, 62))
    coming = plan_evening(competition, clock())
    sign_up(coming, entrants[:2], secretary, clock())
    Rating.objects.create(player=members[0], kind="league", game="kraken", mean=25, deviation=8)
    before = season_table(competition).rows
    told = data_of(members[0], now=clock())
    assert len(told["league_entries"]) == 1
    assert len(told["ratings"]) == 1
    assert len(told["league_results"]) == competition.rounds
    assert [each["comes"] for each in told["sign_ups"]] == [True, True]

    erase_account(player=members[0], now=clock())

    after = season_table(competition).rows
    assert {row.entrant: row.total for row in after} == {row.entrant: row.total for row in before}
    # Who takes no further part stands below, without a place.
    assert (after[-1].entrant, after[-1].place) == (entrants[0].pk, None)
    members[0].refresh_from_db()
    assert members[0].nickname.startswith("N.N.")
    assert not Rating.objects.filter(player=members[0]).exists()
    assert [each.entrant for each in SignUp.objects.filter(evening=coming)] == [entrants[1]]


def test_a_deleted_substitute_gets_no_seat_any_more(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """The absent one has it again, for the club to find somebody else."""
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    services.substitute(version=evening.version, absent=members[0], instead=members[10], **about)
    evening.refresh_from_db()
    seen = evening.version
    erase_account(player=members[10], now=clock())
    assert refusal(lambda: services.open_round(version=seen, **about)) == LeagueRefusal.CHANGED_MEANWHILE
    evening.refresh_from_db()
    services.open_round(version=evening.version, **about)
    assert Seat.objects.filter(player=members[0]).exists()
    assert not Seat.objects.filter(player=members[10]).exists()
    assert Notice.objects.get(subject__startswith="A seat is free").player == secretary
    evening.refresh_from_db()
    services.substitute(version=evening.version, absent=members[0], instead=members[11], **about)
    assert not TableSeat.objects.filter(player__in=(members[0], members[10])).exists()


def test_a_deleted_player_gets_no_seat_any_more(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    plan_and_draw(competition, entrants[:8], secretary, clock())
    erase_account(player=members[0], now=clock())

    after = plan_evening(competition, clock())
    services.sign_all(evening_id=after.pk, actor=secretary, now=clock())
    draw_evening(after)
    seats = TableSeat.objects.taken().filter(player=members[0])
    assert not seats.exists()
    assert not SignUp.objects.filter(evening=after, entrant=entrants[0]).exists()
    entrants[0].refresh_from_db()
    assert entrants[0].withdrawn_at is not None
    assert (
        refusal(lambda: services.enter_again(entrant=entrants[0], actor=secretary, now=clock()))
        == LeagueRefusal.NOT_A_MEMBER
    )


def test_the_partner_of_a_deleted_player_reads_that_the_pair_is_withdrawn(
    pairs: Competition, members: list[Player], clock: Clock
) -> None:
    (pair,) = enter_all(pairs, [members[:2]])
    erase_account(player=members[0], now=clock())
    pair.refresh_from_db()
    assert pair.withdrawn_at is not None
    told = Notice.objects.get(player=members[1])
    assert "Pairs" in told.subject
    assert "M01" not in f"{told.subject} {told.text}"


def test_an_archived_season_stays_as_it_was(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    services.archive_season(season=competition.season, actor=secretary, now=clock())
    erase_account(player=members[0], now=clock())
    entrants[0].refresh_from_db()
    assert entrants[0].withdrawn_at is None


def test_a_substitute_who_leaves_the_club_gets_no_seat_any_more(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    """Nor does a new draw seat them; they stand by for no evening and lead none."""
    evening = plan_and_draw(competition, entrants[:8], secretary, clock())
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    services.substitute(version=evening.version, absent=members[0], instead=members[15], **about)
    services.stand_by(evening_id=evening.pk, player=members[16], ready=True, now=clock())
    services.name_director(director=members[16], **about)
    evening.refresh_from_db()
    services.open_round(version=evening.version, **about)
    services.start_tables(evening_id=evening.pk, now=clock())
    for player in members[15:]:
        services.leave_club(
            club=competition.season.club, player=player, actor=player, withdraw_from=(), now=clock()
        )
    held = TableSeat.objects.filter(player=members[15])
    assert [seat.table.round for seat in held] == [1]
    assert Notice.objects.filter(player=secretary, subject__startswith="A seat is free").exists()
    assert not evening.stand_bys.exists()
    assert not evening.directors.exists()
    evening.refresh_from_db()
    services.draw_rest(version=evening.version, chance=Random(3), **about)
    assert [seat.table.round for seat in held.all()] == [1]
