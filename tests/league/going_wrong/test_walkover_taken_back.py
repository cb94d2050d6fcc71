"""Who was thought not to come walks in after all: the walkover goes, and the table is played."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, EveningMark, LeagueTable, SignUp
from games.league.queries import season_table
from games.league.standings.scores import MarkKind
from games.table.log.models import Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.going_wrong.conftest import fresh, table_not_started
from tests.league.playing import play_rounds

pytestmark = pytest.mark.django_db


def stay_away(evening: Evening, table: LeagueTable, number: int, secretary: Player, now: Clock) -> None:
    services.stay_away(
        evening_id=evening.pk,
        entrant=table.seats.get(number=number).entrant,
        signed_off=False,
        player=secretary,
        reason="Not come",
        now=now(),
    )


def take_back(table: LeagueTable, secretary: Player, now: Clock) -> LeagueTable:
    services.take_back_walkover(
        table_id=table.pk,
        version=fresh(table.evening).version,
        actor=secretary,
        reason="Came after all",
        now=now(),
    )
    return LeagueTable.objects.select_related("match").get(pk=table.pk)


@pytest.mark.parametrize("missing", [[1], [0, 1, 2, 3]])
def test_a_table_is_played_after_all_and_counts_as_if_nothing_had_been(
    evening: Evening, secretary: Player, clock: Clock, missing: list[int]
) -> None:
    table = table_not_started(evening, secretary, clock)
    for number in missing:
        stay_away(evening, table, number, secretary, clock)
    assert EveningMark.objects.filter(evening=evening).exists()
    table = take_back(table, secretary, clock)
    assert table.match.status == Match.Status.OPEN
    assert {seat.player_id for seat in table.match.seats.all()} == {
        seat.player_id for seat in table.seats.all()
    }
    assert not EveningMark.objects.filter(evening=evening).exclude(kind=MarkKind.WAITED).exists()
    assert not SignUp.objects.filter(evening=evening, entrant__seats__table=table, comes=False).exists()
    services.start_tables(evening_id=evening.pk, now=clock())
    play_rounds(table, 4, clock())
    rows = [row for row in season_table(evening.competition).rows if row.evenings]
    assert len(rows) == 4
    assert {part.kind for row in rows for result in row.results for part in result.parts} == {"table"}


def test_who_had_a_walkover_and_went_home_is_not_called_back(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    stay_away(evening, table, 1, secretary, clock)
    gone = table.seats.get(number=0).entrant
    services.sign(
        evening_id=evening.pk, entrant=gone, comes=False, player=secretary, now=clock(), for_club=True
    )
    take_back(table, secretary, clock)
    assert not SignUp.objects.get(evening=evening, entrant=gone).comes
    assert SignUp.objects.get(evening=evening, entrant=table.seats.get(number=1).entrant).comes


def test_only_a_table_nobody_played_at_can_be_taken_back(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    with pytest.raises(LeagueRefused) as refused:
        take_back(table, secretary, clock)
    assert refused.value.code == LeagueRefusal.NO_WALKOVER
    services.start_tables(evening_id=evening.pk, now=clock())
    play_rounds(table, 1, clock())
    services.break_off(
        table_id=table.pk,
        version=fresh(evening).version,
        actor=secretary,
        reason="Fire alarm",
        now=clock(),
    )
    with pytest.raises(LeagueRefused) as refused:
        take_back(table, secretary, clock)
    assert refused.value.code == LeagueRefusal.NO_WALKOVER


def test_the_page_of_a_walkover_leads_back_to_play_as_long_as_the_evening_runs(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    stay_away(evening, table, 1, secretary, clock)
    desk, address = client_of(secretary), reverse("league:cockpit_table", args=[evening.pk, table.pk])
    assert 'value="take_back_walkover"' in desk.get(address).content.decode()
    said = {"do": "take_back_walkover", "table": table.pk, "back": table.pk, "reason": "Came after all"}
    desk.post(reverse("league:cockpit_do", args=[evening.pk]), {**said, "version": fresh(evening).version})
    assert LeagueTable.objects.get(pk=table.pk).broken_off_at is None
    assert 'value="take_back_walkover"' not in desk.get(address).content.decode()
    trail = evening.competition.corrections.get(what="walkover_taken_back")
    assert (trail.reason, trail.after) == ("Came after all", "1/1")
