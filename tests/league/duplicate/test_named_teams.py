"""A pair or a team that has given itself a name: every list says who plays under it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import queries, services
from games.league.models import Evening
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, open_round
from tests.league.duplicate.conftest import Made
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(evening_of: Made, secretary: Player, clock: Clock) -> Evening:
    """An evening of four pairs that is over; the first pair is called Octopus."""
    evening = evening_of(
        4, rounds=1, rules={"counting": "matchpoints", "cards": "paper"}, options={"rounds": 1}
    )
    first = evening.competition.entrants.earliest("pk")
    first.name = "Octopus"
    first.save()
    tables = open_round(evening, secretary, clock(), on_paper=True)
    for table, made in zip(tables, ((100, 62), (62, 100)), strict=True):
        write_sheet(table, made, now=clock())
    open_finished_rounds(now=clock())
    return close_evening(evening, secretary, clock())


def test_every_list_says_who_plays_under_a_name(evening: Evening, secretary: Player, clock: Clock) -> None:
    competition = evening.competition
    club = competition.season.club
    first = competition.entrants.earliest("pk")
    desk = client_of(secretary)
    key = services.make_api_key(club=club, name="our site", actor=secretary, now=clock())
    of_evening = ("evening", "evening_report", "evening_deals", "deals_file")
    of_season = ("league", "league_print", "league_cross", "league_manage")
    addresses = [
        *(reverse(f"league:{name}", args=[evening.pk]) for name in of_evening),
        *(reverse("league:evening_print", args=[evening.pk, kind]) for kind in ("recap", "prizes", "hands")),
        reverse("league:evening_deal", args=[evening.pk, 1]),
        reverse("league:own_evening", args=[evening.pk, first.pk]),
        *(reverse(f"league:{name}", args=[competition.pk]) for name in of_season),
        reverse("league:entrant", args=[competition.pk, first.pk]),
        *(
            reverse("league:league_file", args=[competition.pk, kind])
            for kind in ("table.csv", "table.json", "results.csv", "cross.csv")
        ),
        f"/api/competitions/{competition.pk}/standings",
        f"/api/evenings/{evening.pk}/results",
    ]
    for address in addresses:
        page = desk.get(address, headers={"authorization": f"Bearer {key}"}).content.decode()
        assert "Octopus: M01, M02" in page, address


def test_a_list_of_results_may_have_either_name(evening: Evening) -> None:
    """What the club exports can be imported again, and so can a list that has the name alone."""
    first = evening.competition.entrants.earliest("pk")
    names = queries.names_for_lists(evening.competition)
    assert {name for name, entrant in names if entrant == first.pk} == {
        "Octopus",
        "Octopus: M01, M02",
        "M01 – M02",
    }


def test_a_name_that_says_who_plays_stays_as_it_is(evening: Evening) -> None:
    first = evening.competition.entrants.earliest("pk")
    first.name = "m01 and M02"
    first.save()
    assert queries.entrants_by_key(evening.competition)[first.pk].name == "m01 and M02"
