"""Promises of a withdrawal after the draw: the seat is free, nobody is called to it, and the secretary is told."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.mentions import mention
from accounts.models import Notice, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, TableSeat
from games.league.queries import next_evenings
from games.table.log.models import Match
from tests.conftest import Clock
from tests.league.conftest import draw_evening, open_round, plan_evening, sign_up
from tests.league.shown import client_of
from tests.refused import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """Two tables and one who waits, drawn; M01 has a seat in both rounds or waits in one."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:9], secretary, clock())
    return draw_evening(evening)


@pytest.fixture
def leaver(evening: Evening) -> Entrant:
    """An entrant with a seat in the first round."""
    first = TableSeat.objects.filter(table__evening=evening, table__round=1).first()
    assert first is not None
    return first.entrant


def leave(entrant: Entrant, secretary: Player, now: datetime) -> None:
    Notice.objects.all().delete()
    services.withdraw(entrant=entrant, actor=secretary, reason="Moved", now=now)


def test_nobody_is_called_to_a_seat_that_a_withdrawal_freed(
    evening: Evening, leaver: Entrant, secretary: Player, clock: Clock
) -> None:
    gone = leaver.members.get().player
    leave(leaver, secretary, clock())
    assert next_evenings(gone, clock()) == ()
    open_round(evening, secretary, clock())
    assert not Notice.objects.filter(player=gone).exists()
    table = TableSeat.objects.get(table__evening=evening, table__round=1, entrant=leaver).table
    assert table.match is not None
    assert table.match.status == Match.Status.OPEN
    assert not table.match.seats.filter(player=gone).exists()
    others = evening.tables.filter(round=1).exclude(pk=table.pk)
    assert [one.match.status for one in others if one.match] == [Match.Status.RUNNING]


def test_a_withdrawal_frees_the_seat_of_a_table_that_is_open(
    evening: Evening, leaver: Entrant, secretary: Player, clock: Clock
) -> None:
    services.open_round(evening_id=evening.pk, version=evening.version, actor=secretary, now=clock())
    match = TableSeat.objects.get(table__evening=evening, table__round=1, entrant=leaver).table.match
    assert match is not None
    gone = leaver.members.get().player
    assert match.seats.filter(player=gone).exists()
    leave(leaver, secretary, clock())
    assert not match.seats.filter(player=gone).exists()
    services.enter_again(entrant=leaver, actor=secretary, now=clock())
    assert match.seats.filter(player=gone).exists()


def test_the_secretary_is_told_of_the_freed_seats(
    evening: Evening, leaver: Entrant, secretary: Player, desk: Client, clock: Clock
) -> None:
    gone = leaver.members.get().player
    Notice.objects.all().delete()
    page = desk.post(
        reverse("league:entrant_withdraw", args=[evening.competition_id, leaver.pk]), follow=True
    ).content.decode()
    assert "a seat is free now" in page
    told = Notice.objects.get(player=secretary)
    assert mention(gone.pk) in told.text
    assert told.url.endswith(f"/{evening.pk}/cockpit/")
    cockpit = desk.get(told.url).content.decode()
    assert f"free seat of {gone.nickname}" in cockpit


def test_somebody_who_waits_takes_a_freed_seat(
    evening: Evening, leaver: Entrant, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    leave(leaver, secretary, clock())
    seated = TableSeat.objects.filter(table__evening=evening, table__round=1).values("entrant")
    waiting = next(
        one
        for one in entrants[:9]
        if not TableSeat.objects.filter(table__evening=evening, table__round=1, entrant=one).exists()
    )
    absent = entrants[12]
    services.withdraw(entrant=absent, actor=secretary, reason="Moved", now=clock())
    evening.refresh_from_db()
    about = {"evening_id": evening.pk, "round_number": 1, "actor": secretary, "now": clock()}
    some = TableSeat.objects.filter(table__evening=evening, table__round=1).exclude(entrant=leaver).first()
    assert some is not None
    assert (
        refusal(lambda: services.swap(version=evening.version, one=some.entrant_id, other=absent.pk, **about))
        == LeagueRefusal.NOT_SEATED
    )
    services.swap(version=evening.version, one=leaver.pk, other=waiting.pk, **about)
    assert not seated.filter(entrant=leaver).exists()
    tables = open_round(evening, secretary, clock())
    assert {table.match.status for table in tables if table.match} == {Match.Status.RUNNING}


def test_a_substitute_keeps_the_seat_of_an_entrant_who_withdraws(
    evening: Evening, leaver: Entrant, members: list[Player], secretary: Player, clock: Clock
) -> None:
    gone, instead = leaver.members.get().player, members[13]
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=gone,
        instead=instead,
        actor=secretary,
        now=clock(),
    )
    leave(leaver, secretary, clock())
    tables = open_round(evening, secretary, clock())
    assert {table.match.status for table in tables if table.match} == {Match.Status.RUNNING}
    assert Notice.objects.filter(player=instead).exists()


def test_the_others_at_the_table_of_a_freed_seat_can_open_their_pages(
    evening: Evening, leaver: Entrant, secretary: Player, clock: Clock
) -> None:
    leave(leaver, secretary, clock())
    table = TableSeat.objects.get(table__evening=evening, table__round=1, entrant=leaver).table
    for seat in table.seats.select_related("player").exclude(entrant=leaver):
        found = next(one for one in next_evenings(seat.player, clock()) if one.key == evening.pk)
        own = next(one for one in found.seats if one.round == 1)
        assert len(own.partners) + len(own.opponents) == 2
        address = reverse("league:entrant", args=[evening.competition_id, seat.entrant_id])
        assert client_of(seat.player).get(address).status_code == 200
