"""Teams of four with the same cards: a pair at each of two tables in opposite directions, differences by a scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Club, Player
from games.league import services
from games.league.duplicate.scoring import (
    LAW_SCALE,
    ScoringRules,
    TableResult,
    convert,
    scale_from,
    score_team_deals,
)
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening
from games.league.queries import fixture_list, season_table
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.same_cards import open_finished_rounds
from games.league.services.evenings.seat_plans import games_of
from games.table import services as table_services
from games.table.log.models import Round
from games.table.log.states import RulingEffect
from tests.clients import client_of
from tests.conftest import Clock
from tests.house.reader import Reader
from tests.league.conftest import close_evening, draw_evening, members_of, open_round, plan_evening, sign_up
from tests.league.duplicate.conftest import compared_competition
from tests.league.duplicate.test_two_worlds import TO_THE_END, places_that_tell, world
from tests.league.playing import play
from tests.refused import refusal
from tests.table.hidden.everything_sent import comparable_page

pytestmark = pytest.mark.django_db

BY_SCALE = {"counting": "scale"}
FIRST, SECOND = ((162, 0), (100, 62)), ((82, 80), (82, 80))
"""What both tables of a match make of the two deals, north-south first. The team that is north-south at the first table
has 162 there, and 38 less at the second, where the others are: 124, from 110 and below 135, so 6. The second deal is
equal."""


@given(first=st.integers(1, 100))
def test_a_scale_rises_and_begins_where_it_is_said(first: int) -> None:
    scale = scale_from(first)
    assert (len(scale), scale[0]) == (len(LAW_SCALE), first)
    assert all(lower < upper for lower, upper in pairwise(scale))
    assert [convert(step, scale) for step in scale] == list(range(1, len(scale) + 1))


def test_the_usual_scale_by_hand() -> None:
    scale = scale_from(10)
    assert scale[:12] == (10, 25, 45, 65, 85, 110, 135, 160, 185, 215, 250, 300)
    assert [convert(points, scale) for points in (0, 9, 10, 24, 25, 124, -124, 162)] == [
        0,
        0,
        1,
        1,
        2,
        6,
        -6,
        8,
    ]
    assert scale_from(20) == LAW_SCALE
    assert scale_from(0) == ()
    assert convert(124, ()) == 124


@given(
    st.lists(st.tuples(st.integers(0, 162), st.integers(0, 162)), min_size=2, max_size=2), st.integers(0, 100)
)
def test_a_team_gains_what_the_other_loses(made: list[tuple[int, int]], first: int) -> None:
    results = [
        TableResult(1, 1, ((7,), (9,)), points=made[0]),
        TableResult(1, 2, ((9,), (7,)), points=made[1]),
    ]
    for order in (results, results[::-1]):
        scores = score_team_deals(order, ScoringRules(scale=scale_from(first)))
        assert scores[7][0].score == -scores[9][0].score
        gained = made[0][0] - made[0][1] - (made[1][0] - made[1][1])
        assert scores[7][0].difference == gained
    assert (scores[7][0].team, scores[7][0].other) == (7, 9)


@pytest.fixture
def teams_of(league_club: Club, clock: Clock) -> Callable[..., list[Entrant]]:
    """So many teams of four of a competition with one round of two deals."""

    def made(number: int, **chosen: object) -> list[Entrant]:
        about: dict[str, object] = {"rules": BY_SCALE, "seating": "round_robin", "size": 4, "rounds": 1}
        competition = compared_competition(league_club, clock(), **(about | chosen))
        players = members_of(league_club, 4 * number, clock())
        return [
            services.enter(competition=competition, players=players[at : at + 4], name=f"Team {at // 4 + 1}")
            for at in range(0, 4 * number, 4)
        ]

    return made


@pytest.fixture
def evening(teams_of: Callable[..., list[Entrant]], secretary: Player, clock: Clock) -> Evening:
    """Four teams, drawn."""
    teams = teams_of(4)
    evening = plan_evening(teams[0].competition, clock())
    sign_up(evening, teams, secretary, clock())
    return draw_evening(evening)


def play_round(evening: Evening, secretary: Player, clock: Clock) -> list[int]:
    """Play the round with the results of FIRST and SECOND at both matches; the teams at home, by match."""
    tables = open_round(evening, secretary, clock())
    for table in tables:
        play(table, clock())
    open_finished_rounds(now=clock())
    for table in tables:
        half = (table.number - 1) % 2
        for number, points in ((1, FIRST[half]), (2, SECOND[half])):
            was = Round.objects.get(match=table.match_id, number=number).points
            added = tuple(points[seat % 2] - was[seat] for seat in range(4))
            about = {"match_id": table.match_id, "number": number, "player": secretary.pk, "now": clock()}
            table_services.open_review(**about)
            table_services.rule_round(
                ruled=RulingEffect(ruling=table.pk * 10 + number, points=added), **about
            )
    evening.refresh_from_db()
    return [table.seats.get(number=0).entrant_id for table in tables[::2]]


def worth(evening: Evening) -> dict[int, Fraction]:
    results = season_table(evening.competition).season.on(evening.pk)
    return {entrant: Fraction(result.points) for entrant, result in results.items()}


def sides(evening: Evening) -> list[Sequence[int]]:
    """The teams at each table, north-south first."""
    return [
        tuple(table.seats.get(number=seat).entrant_id for seat in (0, 1))
        for table in evening.tables.order_by("round", "number")
    ]


def test_teams_sit_in_opposite_directions_with_another_pair_each(evening: Evening) -> None:
    found = sides(evening)
    assert len(found) == 4
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert second == first[::-1]
    players = list(evening.tables.values_list("seats__player", flat=True))
    assert len(set(players)) == len(players) == 16
    for fixture in (1, 2):
        tables = evening.tables.filter(fixture=fixture)
        assert tables.count() == 2
        assert len(set(tables.values_list("seats__entrant", flat=True))) == 2
    home = {found[0], found[2]}
    assert games_of(evening.competition) == dict.fromkeys(home, 2)


def test_the_fixtures_of_the_season_have_no_turned_matches(evening: Evening) -> None:
    """Two tables of a match are one game at home, whoever is north-south at which."""
    rounds = fixture_list(evening.competition)
    assert [each.is_drawn for each in rounds].count(True) == 1
    assert len(rounds) == 3
    meetings = [frozenset(pair) for each in rounds for pair in each.fixtures]
    assert len(set(meetings)) == len(meetings) == 6


def test_a_match_is_counted_by_the_scale(evening: Evening, secretary: Player, clock: Clock) -> None:
    """Six steps of the first deal and none of the second: three a deal."""
    homes = play_round(evening, secretary, clock)
    points = worth(evening)
    assert {entrant: points[entrant] for entrant in homes} == dict.fromkeys(homes, 3)
    assert sorted(points.values()) == [-3, -3, 3, 3]
    evening = close_evening(evening, secretary, clock())
    table = season_table(evening.competition)
    assert [row.place for row in table.rows] == [1, 1, 3, 3]
    assert {row.entrant for row in table.rows[:2]} == set(homes)


def test_the_page_tells_a_team_both_tables(evening: Evening, secretary: Player, clock: Clock) -> None:
    home, *_other = play_round(evening, secretary, clock)
    path = reverse("league:evening_deals", args=[evening.pk])
    for team, said in (
        (home, "Your team: +124 points at both tables, +6 on the scale"),
        (
            next(other for one, other in sides(evening) if one == home),
            "Your team: −124 points at both tables, −6 on the scale",
        ),
    ):
        for member in Entrant.objects.get(pk=team).members.all():
            answer = client_of(member.player).get(path)
            deal, equal = answer.context["rounds"][0].deals
            assert deal.own == said
            assert "0 points at both tables" in equal.own
            assert deal.lines == ()
            assert {(row.worth, row.worth_of_others) for row in deal.tables} == {("+6", "−6"), ("−6", "+6")}
    page = answer.content.decode()
    assert "10, 25, 45, 65, 85, 110" in page
    assert "opposite sides" in page


def test_a_table_is_told_by_those_who_sat_there(evening: Evening, secretary: Player, clock: Clock) -> None:
    """Four are a team and two of them sit at a table: on the page of the deals, on the own sheet and in the file."""
    play_round(evening, secretary, clock)
    page = client_of(secretary).get(reverse("league:evening_deals", args=[evening.pk]))
    file = client_of(secretary).get(f"/e/{evening.pk}/deals.csv").content.decode()
    rows = {row.table: row for row in page.context["rounds"][0].deals[0].tables}
    for table in evening.tables.all():
        seats = list(table.seats.select_related("player", "entrant").order_by("number"))
        both = [
            f"{seats[at].entrant.name}: {seats[at].player.nickname}, {seats[at + 2].player.nickname}"
            for at in (0, 1)
        ]
        assert [rows[table.number].north_south, rows[table.number].east_west] == both
        assert all(name in file for name in both)
        own = (
            client_of(seats[0].player)
            .get(f"/e/{evening.pk}/deals/of/{seats[0].entrant_id}/")
            .content.decode()
        )
        assert both[1] in own


def test_an_average_takes_the_place_of_both_tables(evening: Evening, secretary: Player, clock: Clock) -> None:
    home, _other = play_round(evening, secretary, clock)
    table = evening.tables.get(number=1)
    about = {"table_id": table.pk, "actor": secretary, "reason": "Cards lay open", "now": clock()}
    services.give_average(deal=1, average=(40, 60), **about)
    assert worth(evening)[home] == Fraction(-3, 2)
    assert sum(worth(evening).values()) == 0
    page = client_of(Entrant.objects.get(pk=home).members.first().player)
    deal, _second = page.get(reverse("league:evening_deals", args=[evening.pk])).context["rounds"][0].deals
    assert deal.own == "Your team: −3, given by the director"
    assert [row.reason for row in deal.tables if row.average] == ["Cards lay open"]


def test_a_deal_that_one_table_did_not_play_counts_for_neither(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    *done, ill = open_round(evening, secretary, clock())
    for table in done:
        play(table, clock())
    play(ill, clock(), rounds=1)
    evening.refresh_from_db()
    services.break_off(table_id=ill.pk, version=evening.version, actor=secretary, reason="ill", now=clock())
    open_finished_rounds(now=clock())
    results = season_table(evening.competition).season.on(evening.pk)
    deals = sorted(part.rounds for result in results.values() for part in result.parts)
    assert deals == [1, 1, 2, 2]
    assert len(deals_of(evening.competition, [evening.pk])[evening.pk]) == 2


def test_points_themselves_can_count(
    teams_of: Callable[..., list[Entrant]], secretary: Player, clock: Clock
) -> None:
    teams = teams_of(3, rules={**BY_SCALE, "scale_from": 0})
    evening = plan_evening(teams[0].competition, clock())
    sign_up(evening, teams, secretary, clock())
    evening = draw_evening(evening)
    [home] = play_round(evening, secretary, clock)
    assert worth(evening)[home] == 62
    about = {"actor": secretary, "reason": "late", "now": clock()}
    table = evening.tables.get(number=1)
    services.give_average(table_id=table.pk, deal=2, average=(60, 60), **about)
    assert worth(evening)[home] == Fraction(124 + 20, 2)


def test_a_scale_is_for_teams_of_four(
    teams_of: Callable[..., list[Entrant]], league_club: Club, secretary: Player, clock: Clock
) -> None:
    def pairs() -> Competition:
        return compared_competition(league_club, clock(), rules=BY_SCALE)

    assert refusal(pairs) == LeagueRefusal.ONLY_TEAMS
    league_club.seasons.all().delete()
    teams = teams_of(2, rules={})
    changed = services.change_rules(
        competition=teams[0].competition, rules=BY_SCALE, actor=secretary, reason="fairer", now=clock()
    )
    assert changed.the_rules.by_scale


@pytest.mark.parametrize(
    ("rules", "other"), [({"counting": "matchpoints"}, BY_SCALE), (BY_SCALE, {"counting": "matchpoints"})]
)
def test_a_competition_that_has_begun_keeps_or_has_no_scale(
    teams_of: Callable[..., list[Entrant]],
    secretary: Player,
    clock: Clock,
    rules: dict[str, str],
    other: dict[str, str],
) -> None:
    """Evenings before would be counted as no one has played them. The steps of the scale may change."""
    teams = teams_of(4, rules=rules)
    evening = plan_evening(teams[0].competition, clock())
    sign_up(evening, teams, secretary, clock())
    play_round(draw_evening(evening), secretary, clock)
    before = worth(evening)
    about = {"competition": evening.competition, "actor": secretary, "reason": "fairer", "now": clock()}
    assert refusal(lambda: services.change_rules(rules=other, **about)) == LeagueRefusal.CARDS_CHOSEN
    assert worth(evening) == before != {}
    changed = services.change_rules(rules={**rules, "scale_from": 20}, **about)
    assert changed.the_rules.scale_from == 20


def test_nothing_is_told_before_both_tables_have_played(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    """The other pair of a team sits at a table with the same cards."""
    first, *others = open_round(evening, secretary, clock())
    play(first, clock())
    open_finished_rounds(now=clock())
    assert worth(evening) == {}
    team = first.seats.get(number=0).entrant
    path = reverse("league:evening_deals", args=[evening.pk])
    for member in team.members.all():
        assert [one.deals for one in client_of(member.player).get(path).context["rounds"]] == [()]
    for table in others:
        play(table, clock())
    open_finished_rounds(now=clock())
    assert len(worth(evening)) == 4


@pytest.mark.slow
def test_no_address_tells_the_other_pair_of_a_team(
    evening: Evening, secretary: Player, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    """The two worlds of `test_two_worlds`, read by partners of those who have played the cards."""
    first, second = (evening.tables.get(number=number) for number in (1, 2))
    assert first.seats.get(number=0).entrant_id == second.seats.get(number=1).entrant_id
    viewers = {
        "the other pair of a team": second.seats.get(number=1).player,
        "who leads": secretary,
        "visitor": None,
    }
    club = evening.competition.season.club
    key = services.make_api_key(club=club, name="our site", actor=secretary, now=clock())
    readers = {name: Reader(client_of(viewer), comparable_page) for name, viewer in viewers.items()}
    here, there = (
        world(evening, secretary, readers, TO_THE_END, monkeypatch, clock, key, seed)
        for seed in (b"a" * 32, b"b" * 32)
    )
    for name in viewers:
        assert len(here[name]) > 100
        assert places_that_tell(here[name], there[name]) == {}, name
