"""Who signed off reads what that is worth: the own average so far, or that there is none yet."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import queries, services
from games.league.evenings.report import report_of
from games.league.models import Competition, Entrant
from tests.house.addresses import client_of
from tests.league.conftest import closed, drawn, opened, planned, sign_up
from tests.league.going_wrong.conftest import Now
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


def test_an_absence_says_that_its_worth_moves_with_the_season(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Now
) -> None:
    """Two evenings of one round. M05 signs off on the first, with no average yet, and plays the second: from then on
    the first is worth the own average."""
    competition.rules = {**competition.rules, "announced": "own_average", "attendance": "free"}
    competition.rounds = 1
    competition.save()
    away = entrants[4]
    first, told = None, []
    for coming in (entrants[:4], entrants[1:5]):
        evening = planned(competition, clock())
        gone = [each for each in entrants[:5] if each not in coming]
        sign_up(evening, coming, secretary, clock())
        for entrant in gone:
            services.sign(
                evening_id=evening.pk,
                entrant=entrant,
                comes=False,
                player=secretary,
                now=clock(),
                for_club=True,
            )
        drawn(evening)
        (table,) = opened(evening, secretary, clock(), on_paper=True)
        write_sheet(table, (100, 62), now=clock())
        closed(evening, secretary, clock())
        first = first or evening
        season = queries.season_table(competition)
        lines = queries.evening_lines(first, season)
        (line,) = (each for each in lines if each.entrant == away.pk)
        told.append((line.points > 0, report_of(first, lines, season)))
    assert [worth for worth, _text in told] == [False, True]
    assert "(signed off, no own average yet)" in told[0][1]
    assert "(signed off, own average so far)" in told[1][1]
    page = client_of(secretary).get(reverse("league:evening", args=[first.pk])).content.decode()
    assert "signed off, own average so far" in page
