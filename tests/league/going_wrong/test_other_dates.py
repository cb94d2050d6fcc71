"""A new date for a table or an evening, and the notices of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import Notice, Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, LeagueTable, Seating
from games.league.queries import season_table
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, plan_evening, sign_up
from tests.league.going_wrong.conftest import fresh, table_not_started, with_rules
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def as_pairs(evening: Evening) -> None:
    """The tables of an evening for pairs: partners sit there for one entrant."""
    Competition.objects.update(seating=Seating.ROUND_ROBIN)
    for table in evening.tables.all():
        for number in (2, 3):
            pair = table.seats.get(number=number - 2).entrant
            table.seats.filter(number=number).update(entrant=pair)


def test_where_partners_change_every_round_a_table_has_no_date_of_its_own(
    evening: Evening, clock: Clock
) -> None:
    table = evening.tables.get(round=1)
    player = table.seats.select_related("player").get(number=0).player
    about = {"table_id": table.pk, "player": player, "now": clock()}
    later = clock() + timedelta(days=9)
    assert refusal(lambda: services.propose_date(starts_at=later, **about)) == LeagueRefusal.NOT_A_FIXTURE
    assert refusal(lambda: services.answer_date(accept=True, **about)) == LeagueRefusal.NOT_A_FIXTURE
    assert refusal(lambda: services.open_postponed(**about)) == LeagueRefusal.NOT_A_FIXTURE


def test_a_date_proposed_by_a_double_tap_is_told_once(evening: Evening, clock: Clock) -> None:
    as_pairs(evening)
    table = evening.tables.get(round=1)
    sitting = {seat.number: seat.player for seat in table.seats.select_related("player")}
    said = {"do": "propose", "starts_at": "2031-01-07T20:00"}
    for _twice in range(2):
        answer = client_of(sitting[0]).post(reverse("league:table_date", args=[evening.pk, table.pk]), said)
        assert answer.status_code == 302
    assert Notice.objects.filter(player=sitting[1], subject__contains="Another date").count() == 1


def test_both_sides_agree_on_another_date_and_play_then(
    competition: Competition, evening: Evening, members: list[Player], secretary: Player, clock: Clock
) -> None:
    as_pairs(evening)
    table = evening.tables.get(round=1)
    sitting = {seat.number: seat.player for seat in table.seats.select_related("player")}
    later = clock() + timedelta(days=9)

    def propose(player: Player, when: datetime = later) -> None:
        services.propose_date(table_id=table.pk, player=player, starts_at=when, now=clock())

    def answer(player: Player, *, accept: bool) -> None:
        services.answer_date(table_id=table.pk, player=player, accept=accept, now=clock())

    assert refusal(lambda: propose(members[9])) == LeagueRefusal.NOT_SEATED
    assert refusal(lambda: propose(sitting[0], clock())) == LeagueRefusal.DATE_PAST
    assert refusal(lambda: answer(sitting[1], accept=True)) == LeagueRefusal.NOTHING_PROPOSED
    propose(sitting[0])
    assert refusal(lambda: answer(sitting[2], accept=True)) == LeagueRefusal.OTHER_SIDE_ACCEPTS
    answer(sitting[3], accept=False)
    assert refusal(lambda: answer(sitting[1], accept=True)) == LeagueRefusal.NOTHING_PROPOSED
    propose(sitting[0])
    Notice.objects.all().delete()
    answer(sitting[1], accept=True)
    told = set(Notice.objects.values_list("player", flat=True))
    assert told == {secretary.pk, *(player.pk for player in sitting.values())}
    assert competition.corrections.filter(what="postponed").count() == 1
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    table.refresh_from_db()
    assert (table.match, table.starts_at) == (None, later)
    assert refusal(lambda: close_evening(evening, secretary, clock())) == LeagueRefusal.TABLES_TO_PLAY
    services.open_postponed(table_id=table.pk, player=sitting[2], now=later)
    table.refresh_from_db()
    assert table.match.seats.count() == 4


def test_an_evening_is_not_closed_over_a_table_with_a_date_to_come(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    """Its round was never opened, so closing would drop it with the rounds that are not played."""
    Competition.objects.update(seating=Seating.ROUND_ROBIN)
    first = table_not_started(evening, secretary, clock)
    services.break_off(
        table_id=first.pk, version=fresh(evening).version, actor=secretary, reason="Ice", now=clock()
    )
    dated = evening.tables.filter(round=2)
    dated.update(starts_at=clock() + timedelta(days=9))
    assert refusal(lambda: close_evening(evening, secretary, clock())) == LeagueRefusal.TABLES_TO_PLAY
    assert dated.exists()


def test_the_calendar_follows_what_is_moved_postponed_and_cancelled(
    competition: Competition, evening: Evening, secretary: Player, client: Client, clock: Clock
) -> None:
    client.force_login(secretary)
    LeagueTable.objects.filter(evening=evening, round=1).update(starts_at=clock() + timedelta(days=9))
    off = plan_evening(competition, clock())
    services.cancel_evening(evening_id=off.pk, version=0, actor=secretary, reason="Snow", now=clock())
    calendar = client.get(f"/l/{competition.pk}/file/evenings.ics").content.decode()
    assert calendar.count("BEGIN:VEVENT") == 3
    assert calendar.count("STATUS:CANCELLED") == 1
    assert "DTSTART:20260323T200000Z" in calendar
    assert f"SEQUENCE:{evening.version}" in calendar
    assert len(season_table(competition).evenings) == 0
    refused = refusal(
        lambda: services.sign(
            evening_id=off.pk,
            entrant=competition.entrants.earliest("pk"),
            comes=True,
            player=secretary,
            now=clock(),
        )
    )
    assert refused == LeagueRefusal.EVENING_CLOSED


def test_everybody_is_told_what_concerns_them_in_their_language(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants[:5], secretary, clock())
    services.move_evening(
        evening_id=evening.pk,
        version=0,
        starts_at=evening.starts_at,
        deadline=evening.deadline,
        place="De Zwaan",
        actor=secretary,
        reason="Repairs",
        now=clock(),
    )
    assert Notice.objects.count() == len(entrants)
    Notice.objects.all().delete()
    evening = draw_evening(evening)
    assert Notice.objects.count() == 5
    Notice.objects.all().delete()
    table = table_not_started(evening, secretary, clock)
    assert set(Notice.objects.values_list("player", "url")) == {
        (seat.player_id, f"/t/{table.match.code}/") for seat in table.seats.all()
    }
    Notice.objects.all().delete()
    absent = table.seats.select_related("player").first().player
    told = services.ask_for_substitute(evening_id=evening.pk, absent=absent, actor=secretary, now=clock())
    assert told == Notice.objects.count() == len(members) - 5
    assert mail.outbox == []


def test_the_rest_is_not_drawn_anew_over_an_agreed_date(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    """Once the round with the date is open, what comes after it can be drawn, and its table keeps people and date."""
    dated = evening.tables.filter(round=1, number=1)
    later = clock() + timedelta(days=9)
    dated.update(starts_at=later)
    table = dated.get()
    seats = list(table.seats.values_list("number", "entrant"))

    def draw_rest() -> None:
        version = fresh(evening).version
        services.draw_rest(
            evening_id=evening.pk, version=version, chance=Random(2), actor=secretary, now=clock()
        )

    assert refusal(draw_rest) == LeagueRefusal.DATE_AGREED
    services.open_round(evening_id=evening.pk, version=fresh(evening).version, actor=secretary, now=clock())
    draw_rest()
    table.refresh_from_db()
    assert (table.starts_at, list(table.seats.values_list("number", "entrant"))) == (later, seats)


def test_an_open_table_is_closed_until_the_date_both_sides_agree_on(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    """Else it would start with the others of its round, and bots would sit in. A date that has passed is no date."""
    as_pairs(evening)
    table = table_not_started(evening, secretary, clock)
    one, other = (table.seats.select_related("player").get(number=number).player for number in (0, 1))
    later = clock() + timedelta(days=2)
    services.propose_date(table_id=table.pk, player=one, starts_at=later, now=clock())
    accept = {"table_id": table.pk, "player": other, "accept": True}
    assert refusal(lambda: services.answer_date(now=later, **accept)) == LeagueRefusal.DATE_PAST
    services.answer_date(now=clock(), **accept)
    assert services.start_tables(evening_id=evening.pk, now=clock()) == 0
    table.refresh_from_db()
    assert (table.match, table.starts_at) == (None, later)
    services.open_postponed(table_id=table.pk, player=one, now=later)
    table.refresh_from_db()
    assert table.match is not None


@pytest.mark.parametrize("what", ["another date", "a walkover", "broken off"])
def test_the_notice_of_a_table_that_is_taken_away_leads_to_its_evening(
    evening: Evening, secretary: Player, clock: Clock, what: str
) -> None:
    table = table_not_started(evening, secretary, clock)
    player = table.seats.select_related("player").get(number=0).player
    about = {"table_id": table.pk, "version": fresh(evening).version, "actor": secretary, "now": clock()}
    if what == "another date":
        services.set_table_date(starts_at=clock() + timedelta(days=2), **about)
    elif what == "a walkover":
        services.walkover(missing=[player.pk], reason="Ill", **about)
    else:
        services.break_off(reason="The light went out", **about)
    notice = Notice.objects.get(player=player, subject__startswith="Your table is open")
    assert notice.url == reverse("league:evening", args=[evening.pk])
    assert client_of(player).get(notice.url).status_code == 200


def test_no_date_is_agreed_on_once_others_have_the_cards(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    as_pairs(evening)
    competition.refresh_from_db()
    with_rules(competition, counting="matchpoints")
    table = evening.tables.get(round=1)
    one, other = (table.seats.select_related("player").get(number=number).player for number in (0, 1))
    about = {"table_id": table.pk, "now": clock()}
    later = clock() + timedelta(days=2)
    services.propose_date(player=one, starts_at=later, **about)
    Evening.objects.filter(pk=evening.pk).update(round=1)
    for say in (
        lambda: services.answer_date(player=other, accept=True, **about),
        lambda: services.propose_date(player=one, starts_at=later, **about),
    ):
        assert refusal(say) == LeagueRefusal.OTHERS_HAVE_THE_CARDS
