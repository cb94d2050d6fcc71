"""An arbiter's average where not all was played as drawn: cards still played, a table broken off, one never opened."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Correction
from games.league.queries import season_table
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, open_round
from tests.league.duplicate.conftest import Made
from tests.league.duplicate.test_averages import decide, worth
from tests.league.playing import play
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_nobody_decides_while_others_play_the_cards(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """The reason could tell of the cards; it stands in the list of corrections at once."""
    evening = evening_of(6, rounds=1)
    *done, late = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    open_finished_rounds(now=clock())
    page = client_of(secretary).get(reverse("league:table_deals", args=[evening.pk, done[0].pk]))
    assert page.context["deals"] == []
    assert decide(evening, done[0], secretary)[0] == 422
    about = {"table_id": done[0].pk, "deal": 1, "average": (60, 40), "reason": "x", "now": clock()}
    about["actor"] = secretary
    assert refusal(lambda: services.give_average(**about)) == LeagueRefusal.DEAL_STILL_PLAYED
    assert not Correction.objects.exists()
    play(late, clock())
    open_finished_rounds(now=clock())
    assert decide(evening, done[0], secretary) == (302, "")


def test_deals_that_were_not_played_are_given_too(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """A table broken off before its first card has no score: its evening is what the arbiter gave."""
    evening = evening_of(6, rounds=1)
    *done, ill = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    evening.refresh_from_db()
    services.break_off(table_id=ill.pk, version=evening.version, actor=secretary, reason="ill", now=clock())
    open_finished_rounds(now=clock())
    assert len(season_table(evening.competition).season.on(evening.pk)) == 4
    for deal in (1, 2):
        assert decide(evening, ill, secretary, deal=deal, average="60/60", reason="Ill") == (302, "")
    assert worth(evening, ill) == (60, 60)
    first, second = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [len([each for each in deal.results if each.counts]) for deal in (first, second)] == [2, 2]
    assert first.reasons == second.reasons == {ill.number: "Ill"}
    evening = close_evening(evening, secretary, clock())
    assert decide(evening, ill, secretary, deal=1, average="50/50", reason="Both") == (302, "")
    assert worth(evening, ill) == (55, 55)


def test_a_table_that_was_never_opened_has_what_was_given(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1)
    absent = evening.tables.get(number=3)
    services.walkover(
        table_id=absent.pk,
        version=evening.version,
        missing=set(absent.seats.filter(number__in=(1, 3)).values_list("player", flat=True)),
        reason="did not come",
        actor=secretary,
        now=clock(),
    )
    for table in open_round(evening, secretary, clock()):
        if table.match_id is not None:
            play(table, clock())
    open_finished_rounds(now=clock())
    absent.refresh_from_db()
    for deal in (1, 2):
        about = {"deal": deal, "average": "other", "north_south": 60, "east_west": 0, "reason": "Not there"}
        assert decide(evening, absent, secretary, **about) == (302, "")
    assert worth(evening, absent) == (60, 0)


def test_points_are_given_where_points_are_compared(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Twenty points above and below the mean of the others."""
    evening = evening_of(6, rules={"counting": "difference"}, rounds=1)
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock())
    open_finished_rounds(now=clock())
    for deal in (1, 2):
        decide(evening, tables[2], secretary, deal=deal)
    assert worth(evening, tables[2]) == (20, -20)
    page = client_of(secretary).get(reverse("league:evening_deals", args=[evening.pk])).content.decode()
    assert "each 10 per cent above or below 50 per cent are 20 points" in page
