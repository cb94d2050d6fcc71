"""Pairs that come late or leave early on an evening with the same cards: their place, what rounds missed count."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Entrant, Evening
from games.league.queries import evening_lines, season_table
from games.league.services.evenings.same_cards import open_finished_rounds
from games.league.standings.places import with_too_few_deals
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import EveningResult, Part
from tests.conftest import Clock
from tests.league import shown
from tests.league.conftest import open_round
from tests.league.duplicate.conftest import Made
from tests.league.playing import write_sheet
from tests.league.shown import client_of

MADE = ((162, 0), (62, 100), (100, 62))


@pytest.mark.parametrize(("rule", "unplaced"), [("half", {3}), ("three_quarters", {2, 3}), ("none", set())])
def test_so_many_deals_are_needed_for_a_place(rule: str, unplaced: set[int]) -> None:
    """Of seven deals four are half, rounded up, and six three quarters; 4 has points from a list and no deals."""
    results = {
        entrant: EveningResult(1, 50, "played", parts=(Part("deals", 50, rounds=deals),))
        for entrant, deals in ((1, 7), (2, 4), (3, 3))
    }
    results[4] = EveningResult(1, 50, "played", parts=(Part("correction", 50),))
    assert with_too_few_deals(results, CompetitionRules(deals_for_place=rule)) == unplaced


@pytest.fixture
def evening_left_early(evening_of: Made, secretary: Player, clock: Clock) -> tuple[Evening, Entrant]:
    """Three rounds of two deals; the pair that won the first round goes home after it."""
    evening = evening_of(4, rounds=3, rules={"counting": "matchpoints", "cards": "paper"})
    leaver = None
    for number in range(3):
        tables = open_round(evening, secretary, clock(), on_paper=True)
        for table, made in zip(tables, MADE, strict=False):
            write_sheet(table, made, made, now=clock())
        open_finished_rounds(now=clock())
        evening.refresh_from_db()
        if not number:
            leaver = tables[0].seats.get(number=0).entrant
            evening.sign_ups.filter(entrant=leaver).update(comes=False)
            services.draw_rest(
                evening_id=evening.pk,
                version=evening.version,
                chance=Random(1),
                actor=secretary,
                now=clock(),
            )
            evening.refresh_from_db()
    assert leaver is not None
    return evening, leaver


@pytest.mark.django_db
def test_who_left_early_does_not_win_the_evening(
    evening_left_early: tuple[Evening, Entrant], secretary: Player
) -> None:
    """100 per cent of two of six deals: below the others without a place, in every list; and closing asks."""
    evening, leaver = evening_left_early
    lines = evening_lines(evening, season_table(evening.competition))
    assert [line.place for line in lines][-1] is None
    assert (lines[-1].entrant, lines[-1].points) == (leaver.pk, 100)
    assert lines[0].place == 1
    desk = client_of(secretary)
    for name in ("evening", "evening_report"):
        assert "too few deals for a place" in shown.page(desk, f"league:{name}", evening.pk)
    cockpit = shown.page(desk, "league:cockpit", evening.pk)
    assert "the mean of the deals played" in cockpit
    assert "these rounds count 0 per cent" in cockpit
    do = reverse("league:cockpit_do", args=[evening.pk])
    sent = {"do": "close", "version": evening.version}
    assert desk.post(do, sent)["Refusal-Code"] == LeagueRefusal.MISSED_ROUNDS_UNSAID
    assert desk.post(do, {**sent, f"missed-{leaver.pk}": "nothing"}).status_code == 302
    evening.refresh_from_db()
    assert evening.status == Evening.Status.CLOSED
    worth = season_table(evening.competition).season.on(evening.pk)[leaver.pk].points
    assert Fraction(worth) == Fraction(200, 6)
