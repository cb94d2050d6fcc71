"""A walkover is called by its name on the evening's pages, and lists keep everybody who equals the last."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.evenings.cockpit import ShownState, rounds_of, worths_of
from games.league.models import Competition, Evening
from games.league.seasons.display import side_rankings
from tests.house.addresses import client_of
from tests.league.going_wrong.conftest import Now, fresh, waiting


@pytest.mark.django_db
def test_a_walkover_is_no_broken_off_table_of_nothing_to_nothing(
    evening: Evening, secretary: Player, clock: Now
) -> None:
    table = waiting(evening, secretary, clock)
    missing = [seat.player_id for seat in table.seats.filter(number__in=[1, 3])]
    services.walkover(
        table_id=table.pk,
        version=fresh(evening).version,
        missing=missing,
        actor=secretary,
        reason="Nobody came",
        now=clock(),
    )
    (shown,) = next(each.tables for each in rounds_of(evening, {}) if each.number == 1)
    assert (shown.state, shown.word) == (ShownState.WALKOVER, "walkover")
    assert shown.has_begun
    for name in ("league:evening", "league:cockpit"):
        page = client_of(secretary).get(reverse(name, args=[evening.pk])).content.decode()
        assert "walkover</span>" in page
        assert "<b>0 : 0</b>" not in page


@pytest.mark.django_db
def test_the_amount_of_a_walkover_is_said_before_it_is_given_and_on_its_page_with_a_way_on(
    evening: Evening, secretary: Player, clock: Now
) -> None:
    competition = evening.competition
    competition.rules = {**competition.rules, "walkover_points": 1500}
    competition.save()
    table = waiting(evening, secretary, clock)
    seats = list(table.seats.select_related("player").order_by("number"))
    desk = client_of(secretary)
    page_of_table = reverse("league:cockpit_table", args=[evening.pk, table.pk])
    for address in (page_of_table, reverse("league:cockpit", args=[evening.pk])):
        assert "A walkover is worth: 1,500 points." in desk.get(address).content.decode()
    services.walkover(
        table_id=table.pk,
        version=fresh(evening).version,
        missing=[seats[1].player_id],
        actor=secretary,
        reason="Nobody came",
        now=clock(),
    )
    page = desk.get(page_of_table).content.decode()
    came = ", ".join(seats[number].player.nickname for number in (0, 2, 3))
    told = f"Walkover for {came}: 1,500 points. Did not come: {seats[1].player.nickname}."
    assert told in page
    assert f'id="on" href="{reverse("league:cockpit", args=[evening.pk])}"' in page


@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ({"walkover_points": 1}, "1 point"),
        ({"counting": "wins"}, "a win"),
        ({"counting": "scale"}, "nothing: the mean of the deals played stands"),
    ],
)
def test_the_worth_of_a_walkover_follows_what_counts(rules: dict[str, object], worth: str) -> None:
    competition = Competition(game="kraken", rules=rules)
    assert worths_of(competition).walkover == worth


def test_equals_of_the_fifth_stay_in_the_list() -> None:
    def row(entrant: int, pits: int) -> SimpleNamespace:
        return SimpleNamespace(entrant=entrant, credit=SimpleNamespace(tallies={"pits": pits}))

    table = SimpleNamespace(
        tallies=[SimpleNamespace(key="pits", label="Pits")],
        rows=[row(entrant, pits) for entrant, pits in enumerate((9, 5, 4, 3, 2, 2, 2, 1))],
        name=lambda entrant: f"P{entrant}",
    )
    (ranking,) = side_rankings(table)  # type: ignore[arg-type]
    assert [amount for _name, amount in ranking.leaders] == [9, 5, 4, 3, 2, 2, 2]
