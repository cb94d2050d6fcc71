"""Who signed off reads what that is worth: the own average so far, or that there is none yet."""

from __future__ import annotations

from functools import partial

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import queries, services
from games.league.errors import LeagueRefusal
from games.league.evenings.report import report_line, report_of
from games.league.models import Competition, Entrant
from games.league.seasons.exports import results_csv
from games.league.standings.scores import MarkKind
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, enter_all, open_round, plan_evening, sign_up
from tests.league.playing import take_in, write_sheet
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_an_absence_says_that_its_worth_moves_with_the_season(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """Two evenings of one round. M05 signs off on the first, with no average yet, and plays the second: from then on
    the first is worth the own average."""
    competition.rules = {**competition.rules, "announced": "own_average", "attendance": "free"}
    competition.rounds = 1
    competition.save()
    away = entrants[4]
    first, told = None, []
    for coming in (entrants[:4], entrants[1:5]):
        evening = plan_evening(competition, clock())
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
        draw_evening(evening)
        (table,) = open_round(evening, secretary, clock(), on_paper=True)
        write_sheet(table, (100, 62), now=clock())
        close_evening(evening, secretary, clock())
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


def test_a_part_of_the_own_average_is_said_with_what_it_is_of(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """M01 has 3,113 on the first evening and signed off on the two after it, M05 on all three."""
    competition.rules = {"announced": "own_falling", "best_of": 0}
    competition.save()
    evenings = [plan_evening(competition, clock()) for _three in range(3)]
    about = {"others": MarkKind.ANNOUNCED, "actor": secretary, "now": clock()}
    take_in(competition, "1,M01,3113\n2,M02,700\n3,M02,700\n", **about)
    desk = client_of(secretary)
    first = "signed off, absence 1: 50% of 3,113, the own average so far"
    second = "signed off, absence 2: 45% of 3,113, the own average so far"
    for evening, words in zip(evenings[1:], (first, second), strict=True):
        season = queries.season_table(competition)
        assert f"({words})" in report_of(evening, queries.evening_lines(evening, season), season)
        for page in ("league:evening", "league:evening_report"):
            assert words in desk.get(reverse(page, args=[evening.pk])).content.decode()
    assert (
        first in desk.get(reverse("league:entrant", args=[competition.pk, entrants[0].pk])).content.decode()
    )
    own = client_of(entrants[0].members.get().player).get(reverse("league:evening", args=[evenings[1].pk]))
    assert own.content.decode().count(first) == 2, "in the list and in the reader's own evening"
    rows = results_csv(queries.season_table(competition)).splitlines()
    told = [row for row in rows if "M01" in row]
    assert [(first in row, second in row) for row in told] == [(False, False), (True, False), (False, True)]
    assert any("M05" in row and "signed off, no own average yet" in row for row in rows)


def test_an_absence_that_costs_no_more_than_not_coming_says_so(
    competition: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    """M01 has 40 on the first evening, and 150% of it would be 60: the worst of the second is 50."""
    lowest = services.add_competition(
        season=competition.season,
        name="Melds",
        game="kalooki",
        options={},
        rules={"announced": "own_falling", "best_of": 0},
        rounds=1,
    )
    enter_all(lowest, [[member] for member in members[:4]])
    evenings = [plan_evening(lowest, clock()) for _two in range(2)]
    about = {"others": MarkKind.ANNOUNCED, "actor": secretary, "now": clock()}
    take_in(lowest, "1,M01,40\n2,M02,50\n", **about)
    season = queries.season_table(lowest)
    lines = {each.name: each for each in queries.evening_lines(evenings[1], season)}
    assert lines["M01"].points == 50
    assert report_line(lines["M01"]).why == "signed off, counts as not coming"


def test_points_ahead_change_no_average_and_an_evening_of_a_list_makes_one(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """M01 has 900 on three evenings from a list, is signed off on the fourth, which is worth 900, and has 10 more on
    the fifth. Until that is played the evening is none of its own, whether it was drawn or not; the fourth stays worth
    900. M05 has 10 more ahead and nothing else, so no average."""
    competition.rules = {"announced": "own_average", "best_of": 0}
    competition.save()
    about = {"actor": secretary, "now": clock()}
    evenings = [plan_evening(competition, clock()) for _five in range(5)]
    text = "".join(f"{number},M01,900\n" for number in (1, 2, 3))
    take_in(competition, f"{text}4,M02,700\n", others=MarkKind.ANNOUNCED, **about)
    for place in (0, 4):
        services.correct(evening=evenings[4], entrant=entrants[place], points=10, reason="bar", **about)

    def told() -> tuple[object, ...]:
        season = queries.season_table(competition)
        lines = {each.entrant: each for each in queries.evening_lines(evenings[3], season)}
        (row,) = (row for row in season.rows if row.entrant == entrants[0].pk)
        assert (lines[entrants[4].pk].points, lines[entrants[4].pk].has_average) == (0, False)
        return (
            lines[entrants[0].pk].points,
            lines[entrants[0].pk].has_average,
            (row.total, row.average, row.evenings),
        )

    expected = (900, True, (3_600, 900, 3))
    assert told() == expected
    sign_up(evenings[4], entrants[:4], secretary, clock())
    draw_evening(evenings[4])
    assert told() == expected
    (table,) = open_round(evenings[4], secretary, clock(), on_paper=True)
    assert told() == expected
    write_sheet(table, (100, 62), now=clock())
    assert told() != expected


def test_nothing_is_corrected_on_an_evening_that_is_cancelled(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    about = {"actor": secretary, "reason": "Snow", "now": clock()}
    evening, other = plan_evening(competition, clock()), plan_evening(competition, clock())
    services.cancel_evening(evening_id=evening.pk, version=evening.version, **about)
    page = client_of(secretary).get(reverse("league:league_manage", args=[competition.pk]))
    assert [key for key, _word in page.context["forms"]["correct"].fields["evening"].choices] == [other.pk]
    for correct in (services.correct, services.deduct):
        refused = refusal(partial(correct, evening=evening, entrant=entrants[0], points=10, **about))
        assert refused == LeagueRefusal.EVENING_CANCELLED
    assert not evening.marks.exists()


def test_an_absence_worth_nothing_stays_in_the_list_of_ones_evenings(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """M01 plays the first evening and signs off on four: the fourth absence is no evening any more."""
    competition.rules = {"announced": "own_falling", "absence_later": 0, "best_of": 0}
    competition.save()
    _evenings = [plan_evening(competition, clock()) for _five in range(5)]
    text = "1,M01,3113\n" + "".join(f"{number},M02,700\n" for number in (2, 3, 4, 5))
    take_in(competition, text, others=MarkKind.ANNOUNCED, actor=secretary, now=clock())
    page = client_of(secretary).get(reverse("league:entrant", args=[competition.pk, entrants[0].pk]))
    html = page.content.decode()
    assert html.count("signed off, absence 4: does not count") == 1
    assert len(page.context["results"]) == 5
    assert len(page.context["chart"]) == 4
