"""Half of one pair plays with half of another: where the rules say so, the tables count for both pairs."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.models import Competition
from games.league.queries import evening_lines, season_table
from tests.conftest import Clock
from tests.league.conftest import (
    change_rules,
    close_evening,
    draw_evening,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("announced", ["own_falling", "nothing", "fixed"])
def test_a_pair_of_two_left_over_halves_counts_for_both_pairs(
    pairs: Competition, members: list[Player], secretary: Player, desk: Client, clock: Clock, announced: str
) -> None:
    """M02 and M10 are away: M09 sits down beside M01 for both rounds. Each pair has what the two of them made, and
    no absence beside it."""
    change_rules(pairs, substitute="both", announced=announced, announced_points=500)
    entrants = [services.enter(competition=pairs, players=members[at : at + 2]) for at in range(0, 10, 2)]
    evening = plan_evening(pairs, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    services.sign(evening_id=evening.pk, entrant=entrants[4], comes=False, player=secretary, now=clock())
    draw_evening(evening)
    evening.refresh_from_db()
    cockpit = desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "half of another pair" in cockpit
    combined = {
        "do": "substitute",
        "absent": members[1].pk,
        "instead": members[8].pk,
        "version": evening.version,
    }
    assert desk.post(reverse("league:cockpit_do", args=[evening.pk]), combined).status_code == 302
    for points in ((100, 62), (90, 72)):
        for table in open_round(evening, secretary, clock(), on_paper=True):
            write_sheet(table, points, now=clock())
    close_evening(evening, secretary, clock())
    table = season_table(pairs)
    on_evening = {
        entrant: table.season.on(evening.pk)[entrant] for entrant in (entrants[0].pk, entrants[4].pk)
    }
    one, other = (on_evening[entrants[place].pk] for place in (0, 4))
    assert one.points == other.points > 0
    assert [part.kind for part in other.parts] == ["table", "table"]
    assert {row.worth for row in table.rows if row.entrant in on_evening} == {one.points}
    assert desk.get(reverse("league:league_cross", args=[pairs.pk])).status_code == 200
    names = {line.entrant: line.name_with_substitutes for line in evening_lines(evening, table)}
    beside = {entrants[0].pk: "with M09", entrants[4].pk: "with M01"}
    for entrant, words in beside.items():
        assert names[entrant].endswith(f"({words})")
        page = desk.get(reverse("league:entrant", args=[pairs.pk, entrant])).content.decode()
        assert f"> {words}" in page
    rows = desk.get(reverse("league:league_file", args=[pairs.pk, "results.csv"])).content.decode()
    assert rows.count("with half of another pair") == 4
    answer = desk.get(reverse("league:league_file", args=[pairs.pk, "table.csv"]))
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("rule", "told"), [("absent", "for one of the two"), ("substitute", "for one of the two")]
)
def test_by_another_rule_the_tables_count_for_the_pair_that_is_seated(
    pairs: Competition,
    members: list[Player],
    secretary: Player,
    desk: Client,
    clock: Clock,
    rule: str,
    told: str,
) -> None:
    change_rules(pairs, substitute=rule)
    entrants = [services.enter(competition=pairs, players=members[at : at + 2]) for at in range(0, 10, 2)]
    evening = plan_and_draw(pairs, entrants[:4], secretary, clock())
    evening.refresh_from_db()
    assert told in desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    combined = {
        "do": "substitute",
        "absent": members[1].pk,
        "instead": members[8].pk,
        "version": evening.version,
    }
    desk.post(reverse("league:cockpit_do", args=[evening.pk]), combined)
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
    season = season_table(pairs).season
    assert season.on(evening.pk)[entrants[0].pk].points > 0
    assert entrants[4].pk not in season.on(evening.pk)


def test_what_was_played_stays_with_the_partner_who_played_it(
    pairs: Competition, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    """M05 takes the place of M02 afterwards: the list of the evening, the report and the pair's page name M02."""
    change_rules(pairs, coming="unless")
    entrants = [services.enter(competition=pairs, players=members[at : at + 2]) for at in (0, 2)]
    evening = draw_evening(plan_evening(pairs, clock()))
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
    evening.refresh_from_db()
    close_evening(evening, secretary, clock())
    services.change_entrant(
        entrant=entrants[0], players=[members[0], members[4]], name="", actor=secretary, now=clock()
    )
    (name,) = (
        line.name_with_substitutes
        for line in evening_lines(evening, season_table(pairs))
        if line.entrant == entrants[0].pk
    )
    assert name == "M01 – M05 (with M02)"
    for address in (
        reverse("league:evening", args=[evening.pk]),
        reverse("league:evening_report", args=[evening.pk]),
    ):
        assert "M01 – M05 (with M02)" in desk.get(address).content.decode()
    page = desk.get(reverse("league:entrant", args=[pairs.pk, entrants[0].pk])).content.decode()
    assert "> with M02" in page
