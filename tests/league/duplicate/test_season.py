"""Seasons of evenings with the same cards: the best evenings by per cent, and pairs for whom a bot played."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Entrant, Evening
from games.league.services.evenings.same_cards import open_finished_rounds
from games.league.standings.evening_scores import evenings_worth
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import EveningMean
from games.league.standings.table import table_of
from games.league.words import worths_of
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, members_of, open_round, plan_evening, sign_up
from tests.league.duplicate.conftest import Made, compared_competition, enter_pairs, seat_a_bot
from tests.league.playing import play, write_sheet

pytestmark = pytest.mark.django_db
LEFT_OUT = ("half", "nothing")


def test_the_mean_of_the_best_evenings_by_per_cent() -> None:
    """The best three of four evenings, of pairs 1 to 4.

    1: 62.5, 40, 55 and 70 per cent. 40 is struck: (62.5 + 55 + 70) / 3 = 62.5.
    2: 66 2/3 twice, 10, and not there once: nothing is struck. (66 2/3 + 66 2/3 + 10) / 3 = 47 7/9.
    3: 60 four times: 60; of equals the earlier ones count.
    4: 80 once, which is no place where two evenings are needed.
    """
    per_cent = {
        1: {1: Fraction(125, 2), 2: 40, 3: 55, 4: 70},
        2: {1: Fraction(200, 3), 2: Fraction(200, 3), 3: 10},
        3: {1: 60, 2: 60, 3: 60, 4: 60},
        4: {4: 80},
    }
    rules = CompetitionRules(
        counting="matchpoints", ranking="average", best_of=3, minimum_evenings=2, announced="nothing"
    )
    means = {
        (pair, evening): EveningMean(mean, 8)
        for pair, own in per_cent.items()
        for evening, mean in own.items()
    }
    season = evenings_worth([], [], rules, means=means)
    rows = table_of(per_cent, season, evenings=[1, 2, 3, 4], rules=rules, tallies={}, evenings_left=0)
    assert [(row.entrant, row.place, row.mean) for row in rows] == [
        (1, 1, Fraction(125, 2)),
        (3, 2, 60),
        (2, 3, Fraction(430, 9)),
        (4, None, 80),
    ]
    struck = {row.entrant: [result.evening for result in row.results if result.struck] for row in rows}
    assert struck == {1: [2], 2: [], 3: [4], 4: []}


MADE = ((162, 0), (100, 62), (80, 82))
"""What north-south and east-west make at tables 1, 2 and 3: 100, 50 and 0 per cent for north-south."""
PER_CENT = {(1, 0): 100, (1, 1): 0, (2, 0): 50, (2, 1): 50, (3, 0): 0, (3, 1): 100}
"""Per cent by table and direction."""


def evening_on_paper(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> dict[int, int]:
    """An evening of one deal with these results at its three tables, closed; the per cent by pair."""
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants, secretary, clock())
    draw_evening(evening, seed=evening.number)
    made: dict[int, int] = {}
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, MADE[table.number - 1], now=clock())
        for seat in table.seats.all():
            made[seat.entrant_id] = PER_CENT[table.number, seat.number % 2]
    open_finished_rounds(now=clock())
    close_evening(evening, secretary, clock())
    return made


def test_the_standings_have_the_mean_of_the_best_two_of_three_evenings(
    league_club: Club, secretary: Player, clock: Clock
) -> None:
    """As played, drawn anew each evening: the worst evening of each pair is struck, the others are averaged."""
    competition = compared_competition(
        league_club,
        clock(),
        rounds=1,
        options={"rounds": 1},
        rules={"counting": "matchpoints", "ranking": "average", "best_of": 2, "cards": "paper"},
    )
    entrants = enter_pairs(competition, members_of(league_club, 12, clock()))
    made = [evening_on_paper(competition, entrants, secretary, clock) for _evening in range(3)]
    best = {pair.pk: Fraction(sum(sorted(evening[pair.pk] for evening in made)[1:]), 2) for pair in entrants}
    assert len(set(best.values())) > 2
    page = client_of(secretary).get(reverse("league:league", args=[competition.pk]))
    assert {each.row.entrant: each.row.mean for each, _columns in page.context["rows"]} == best


@pytest.mark.parametrize("ranking", ["average", "sum"])
def test_per_cent_are_not_called_points(
    league_club: Club, secretary: Player, clock: Clock, ranking: str
) -> None:
    """In the standings, on the page of a pair, on paper, in the cash list, and in the report that is sent on."""
    competition = compared_competition(
        league_club,
        clock(),
        rounds=1,
        options={"rounds": 1},
        rules={"counting": "matchpoints", "ranking": ranking, "best_of": 2, "cards": "paper"},
    )
    entrants = enter_pairs(competition, members_of(league_club, 12, clock()))
    for _evening in range(3):
        evening_on_paper(competition, entrants, secretary, clock)
    evening = competition.evenings.latest("pk")
    reader = client_of(entrants[0].members.first().player)
    desk = client_of(secretary)
    for address in (
        reverse("league:league", args=[competition.pk]),
        reverse("league:entrant", args=[competition.pk, entrants[0].pk]),
        reverse("league:league_print", args=[competition.pk]),
        reverse("league:evening_cash", args=[evening.pk]),
    ):
        for client in (reader, desk):
            page = client.get(address)
            if page.status_code == 200:
                said = strip_tags(page.content.decode().partition("<main")[2])
                found = re.findall(r".{20}\b[Pp]oints?\b.{20}", " ".join(said.split()))
                assert not found, address
    page = desk.get(reverse("league:league", args=[competition.pk])).content.decode()
    assert '<th scope="col" class="num">Per cent</th>' in page
    worths = worths_of(competition)
    assert worths.absent == "0 per cent"


@pytest.mark.parametrize("bots", ["full", *LEFT_OUT])
def test_a_pair_with_a_bot_is_ranked_where_the_club_says_so(
    evening_of: Made, secretary: Player, clock: Clock, bots: str
) -> None:
    """It is compared in any case, so the others have the same per cent; left out, it has no place and no per cent."""
    evening = evening_of(6, rounds=1, rules={"counting": "matchpoints", "bots": bots})
    absent = seat_a_bot(evening, secretary, clock())
    for table in open_round(evening, secretary, clock()):
        play(table, clock())
    open_finished_rounds(now=clock())
    desk = client_of(secretary)
    page = desk.get(reverse("league:league", args=[evening.competition_id]))
    rows = [each.row for each, _columns in page.context["rows"]]
    totals = {row.entrant: row.total for row in rows if row.evenings}
    others = {pk: total for pk, total in totals.items() if pk != absent.entrant_id}
    assert len(others) == 5
    assert (absent.entrant_id in totals) == (bots == "full")
    of_evening = desk.get(reverse("league:evening", args=[evening.pk]))
    ranked = {line.line.entrant for line in of_evening.context["lines"] if line.line.place is not None}
    assert ranked == set(totals)
    marked = desk.get(reverse("league:evening_deal", args=[evening.pk, 1])).content.decode()
    assert "(a bot played)" in marked
    name = absent.entrant.members.get(player=absent.player).player.nickname
    for path in ("league:evening", "league:evening_report"):
        listed = desk.get(reverse(path, args=[evening.pk])).content.decode()
        assert (f"{name}" in listed and "(with a bot)" in listed) == (bots == "full"), path
    assert ("with a bot" in page.content.decode()) == (bots == "full")
    if bots == "full":
        assert sum(Fraction(total) for total in totals.values()) == 6 * 50


def own_page(evening: Evening, entrant: int, reader: Player) -> list[tuple[str, str]]:
    """What each deal is worth and the mean so far on an entrant's own page."""
    answer = client_of(reader).get(reverse("league:own_evening", args=[evening.pk, entrant]))
    return [(deal.worth, deal.mean) for deal in answer.context["deals"]]


def test_an_own_evening_has_each_deal_and_the_mean_so_far(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """Three tables with real cards. Deal 1: 162 : 0, 100 : 62 and 80 : 82, so table 1 has 100 per cent north-south;
    deal 2: 62 : 100, 62 : 100 and 100 : 62, so two are equal with 1 of 4, 25 per cent. After deal 2 (100 + 25) / 2."""
    evening = evening_of(6, rounds=1, rules={"counting": "matchpoints", "cards": "paper"})
    tables = open_round(evening, secretary, clock(), on_paper=True)
    second = {1: (62, 100), 2: (62, 100), 3: (100, 62)}
    for table in tables:
        write_sheet(table, MADE[table.number - 1], second[table.number], now=clock())
    open_finished_rounds(now=clock())
    first = next(table for table in tables if table.number == 1)
    ours, theirs = (first.seats.select_related("player").get(number=seat) for seat in (0, 1))
    assert own_page(evening, ours.entrant_id, ours.player) == [
        ("100 %", "100\u00a0%"),
        ("25 %", "62.5\u00a0%"),
    ]
    assert own_page(evening, theirs.entrant_id, ours.player) == [("0 %", "0\u00a0%"), ("75 %", "37.5\u00a0%")]
    for name in ("evening", "evening_deals", "evening_deal"):
        args = [evening.pk, 1] if name == "evening_deal" else [evening.pk]
        page = client_of(ours.player).get(reverse(f"league:{name}", args=args)).content.decode()
        assert reverse("league:own_evening", args=[evening.pk, ours.entrant_id]) in page
    page = client_of(ours.player).get(reverse("league:own_evening", args=[evening.pk, ours.entrant_id]))
    [table] = page.context["deals"][1].tables
    opponents = {seat.player.nickname for seat in first.seats.all() if seat.number % 2}
    assert set(table.opponents.split(" – ")) == opponents
    assert (table.place, table.score, table.contract.trump, table.makers) == ("N-S", "62 : 100", "H", "E-W")


def test_a_deal_of_a_bot_is_left_out_of_the_own_mean(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1, rules={"counting": "matchpoints", "bots": "nothing"})
    absent = evening.tables.get(number=1).seats.select_related("player").get(number=0)
    evening.refresh_from_db()
    about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    services.substitute(absent=absent.player, instead=None, **about)
    for table in open_round(evening, secretary, clock()):
        play(table, clock())
    open_finished_rounds(now=clock())
    assert own_page(evening, absent.entrant_id, secretary) == [("", ""), ("", "")]
