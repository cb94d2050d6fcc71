"""Promises of the pages for paper: each names everybody it must, an empty sheet has a line for every hand, prizes go to
the places asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.evenings.print_views import places_in
from games.league.models import Competition, Entrant, Evening
from games.league.queries import evening_lines, season_table
from games.table import services as table_services
from games.table.log.states import RulingEffect
from tests.league import shown
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
)
from tests.league.playing import play_rounds, write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> Evening:
    """Nine come: two tables and one who waits, in both rounds; the first round is played."""
    evening = plan_and_draw(competition, entrants[:9], secretary, clock())
    first, second = open_round(evening, secretary, clock(), on_paper=True)
    write_sheet(first, (100, 62), now=clock())
    services.type_totals(
        table_id=second.pk,
        values={"points_0": "600", "points_1": "188", "roem_0": "120", "roem_1": "20", "pits_0": "1"},
        player=secretary,
        now=clock(),
        for_club=True,
    )
    services.confirm_sheet(table_id=second.pk, player=secretary, seen=4, now=clock(), for_club=True)
    return evening


def print_page(evening: Evening, kind: str, reader: Player, more: str = "") -> str:
    client = shown.client_of(reader)
    answer = client.get(f"/e/{evening.pk}/print/{kind}/{more}")
    assert answer.status_code == 200
    page: str = answer.content.decode()
    assert "data-print" in page
    return page


def test_the_seating_list_tells_everybody_their_table_in_each_round(
    evening: Evening, members: list[Player]
) -> None:
    rows = list(shown.rows_of(print_page(evening, "seats", members[0])))
    assert rows[0] == ["Name", "Round 1", "Round 2"]
    assert [row[0] for row in rows[1:]] == [f"M{number:02}" for number in range(1, 10)]
    assert sorted(row[1] for row in rows[1:]) == ["Table 1"] * 4 + ["Table 2"] * 4 + ["waits"]


def test_players_of_a_pair_that_waits_have_a_row_each_and_the_pair_none(
    league_club: Club, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Three pairs, one table in each of two rounds."""
    competition = services.add_competition(
        season=services.create_season(club=league_club, name="Pairs", now=clock()),
        name="Pairs",
        game="kraken",
        seating="pairs",
        size=2,
        rounds=2,
    )
    pairs = [services.enter(competition=competition, players=members[at : at + 2]) for at in (0, 2, 4)]
    evening = plan_and_draw(competition, pairs, secretary, clock())
    rows = list(shown.rows_of(print_page(evening, "seats", members[0])))[1:]
    assert [row[0] for row in rows] == [f"M{number:02}" for number in range(1, 7)]
    assert sorted(row[1:].count("waits") for row in rows) == [0, 0, 1, 1, 1, 1]


def test_there_is_a_card_for_every_table_and_an_empty_sheet_for_each_that_is_not_over(
    evening: Evening, members: list[Player]
) -> None:
    assert print_page(evening, "cards", members[0]).count("paper-card-number") == 4
    page = print_page(evening, "empty", members[0])
    assert page.count('class="paper-tally"') == 2
    lines = [row for row in shown.rows_of(page) if row[0] in ("1", "2", "3", "4")]
    assert lines == [[number, *[""] * 12] for number in ("1", "2", "3", "4")] * 2


def test_empty_sheets_are_there_for_all_rounds_at_once_or_for_one(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    evening = plan_and_draw(competition, entrants[:9], secretary, clock())
    page = print_page(evening, "empty", secretary)
    assert page.count('class="paper-tally"') == 4
    assert "4 sheets, two on a page." in page
    assert ["All rounds" in page, '"?round=2"' in page] == [True, True]
    assert print_page(evening, "empty", secretary, "?round=2").count('class="paper-tally"') == 2


def test_rounds_that_are_drawn_one_by_one_have_empty_sheets_without_names_beforehand(
    pairs: Competition, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    pairs.seating, pairs.rounds = "swiss", 3
    pairs.save()
    entered = [services.enter(competition=pairs, players=members[at : at + 2]) for at in range(0, 8, 2)]
    evening = plan_and_draw(pairs, entered, secretary, clock())
    page = print_page(evening, "empty", secretary)
    assert page.count('class="paper-tally"') == 6, "two tables in three rounds"
    assert page.count('class="paper-blank"') == 8, "two sides at the four tables to come"
    assert page.count("M01 – M02") == 1


def test_filled_sheets_show_hands_where_they_are_known_and_totals_elsewhere(
    evening: Evening, members: list[Player]
) -> None:
    rows = list(shown.rows_of(print_page(evening, "filled", members[0])))
    assert [row[1:] for row in rows if row[0] == "Total"] == [["400", "248"], ["600", "188"]]
    assert len([row for row in rows if row[1:] == ["100", "62"]]) == 4
    assert [row for row in rows if row[0] in ("Roem", "Pits")] == [["Pits", "1", "0"], ["Roem", "120", "20"]]


def test_filled_sheets_show_the_rounds_of_phones_and_what_became_of_them(
    evening: Evening, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Of both kinds of sheet, one line is under review and one ruled; of totals the sum is."""
    first, _second = open_round(evening, secretary, clock())
    play_rounds(first, 4, clock())
    on_paper, totals = evening.tables.filter(round=1).order_by("number")
    by = {"player": secretary.pk, "now": clock()}
    for table, numbers in ((first, (1, 2)), (on_paper, (1, 2)), (totals, (4,))):
        for number in numbers:
            table_services.open_review(match_id=table.match_id, number=number, **by)
        ruled = RulingEffect(7, points=(-20, 0, -20, 0))
        table_services.rule_round(match_id=table.match_id, number=numbers[-1], ruled=ruled, **by)
    table_services.open_review(match_id=totals.match_id, number=4, **by)
    rows = list(shown.rows_of(print_page(evening, "filled", members[0])))
    judged = [row[0] for row in rows if "review" in row[0] or "ruled" in row[0]]
    assert [words.split()[0] for words in judged] == ["1", "2", "Total", "1", "2"]
    assert [("under review" in words, "ruled" in words) for words in judged] == [
        (True, False),
        (False, True),
        (True, True),
        (True, False),
        (False, True),
    ]
    assert len([row for row in rows if row[0].split()[0] in "1234"]) == 8
    (line,) = (line for line in rows if line[0].startswith("2 ") and line[1] == "80")
    assert line[2] == "62"


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("1-3", {1, 2, 3}),
        ("1-4, 8, 12", {1, 2, 3, 4, 8, 12}),
        ("2 – 3", {2, 3}),
        ("0, first, 9-", set()),
        ("1-99999999", set()),
    ],
)
def test_places_with_a_prize_are_read_as_people_write_them(said: str, places: set[int]) -> None:
    assert places_in(said) == places


def test_the_prize_list_names_those_on_the_places_asked_for(
    evening: Evening, secretary: Player, clock: Callable[[], datetime]
) -> None:
    close_evening(evening, secretary, clock())
    lines = evening_lines(evening, season_table(evening.competition))
    page = print_page(evening, "prizes", secretary, "?places=1,5")
    names = [row[1] for row in shown.rows_of(page)][1:]
    assert names == [line.name for line in lines if line.place in (1, 5)]
    assert len(names) > 1


def test_the_prize_list_says_the_places_and_amounts_of_the_cash_sheet(
    evening: Evening, secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Without a stake it has an empty column; places asked for by hand are shown beside those with an amount."""
    assert {row[3] for row in shown.rows_of(print_page(evening, "prizes", secretary)) if row[0] != "#"} == {
        ""
    }
    about = {"actor": secretary, "now": clock()}
    services.set_stake(evening_id=evening.pk, stake=250, prizes="1: 3x, 2: 2x, 3: 1x, 8: 2.50", **about)
    for player in services.payers_of(evening):
        services.tick_stakes(evening_id=evening.pk, players=[player], paid=True, **about)
    close_evening(evening, secretary, clock())
    cash = shown.page(shown.client_of(secretary), "league:evening_cash", evening.pk)
    amounts = [row for row in shown.rows_of(cash) if row[0].isdecimal()]
    assert len(amounts) > 2
    page = print_page(evening, "prizes", secretary)
    assert [row for row in shown.rows_of(page) if row[0].isdecimal()] == amounts
    assert 'value="1-3, 8"' in page
    asked = [
        row for row in shown.rows_of(print_page(evening, "prizes", secretary, "?places=1-9")) if row[0] != "#"
    ]
    assert len(asked) == 8
    assert [row for row in asked if row[3]] == amounts


def test_what_is_under_review_or_deducted_is_said_on_every_list(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """A round of table 1 is under review, so four rows are provisional, and the one who waited loses points."""
    close_evening(evening, secretary, clock())
    table = evening.tables.get(round=1, number=1)
    table_services.open_review(match_id=table.match_id, number=1, player=None, now=clock())
    sat = set(table.seats.values_list("entrant", flat=True))
    fined = next(entrant for entrant in entrants[:9] if entrant.pk not in sat)
    services.deduct(
        evening=evening, entrant=fined, points=25, actor=secretary, reason="Phone rang", now=clock()
    )
    desk = shown.client_of(secretary)
    of_evening = shown.part_of(shown.page(desk, "league:evening", evening.pk), "lines")
    printed_report = shown.page(desk, "league:evening_report", evening.pk)
    pasted, _textarea, listed = printed_report.partition("</textarea>")
    the_evening, _season, the_season = pasted.partition("The season after")
    season = shown.page(desk, "league:league_print", evening.competition_id)
    prizes = print_page(evening, "prizes", secretary, "?places=1-9")
    for told in (of_evening, the_evening, listed, prizes, season):
        assert told.count("1 round under review") == 4
        assert told.count("25 points deducted") == 1
    assert "(1 round under review)" in the_season
    marked = [row for row in shown.rows_of(season) if row[2].endswith("?")]
    assert len(marked) == 4


def test_the_evening_list_and_the_season_list_have_a_print_button(
    evening: Evening, secretary: Player
) -> None:
    desk = shown.client_of(secretary)
    for address in (f"/e/{evening.pk}/report/", f"/l/{evening.competition_id}/print/"):
        assert "data-print" in desk.get(address).content.decode()


def test_a_page_of_no_kind_is_not_there(evening: Evening, secretary: Player) -> None:
    assert shown.client_of(secretary).get(f"/e/{evening.pk}/print/menu/").status_code == 404


@pytest.mark.parametrize(("language", "apart"), [("en", ","), ("nl", ".")])
def test_printed_lists_group_the_digits_of_points_as_the_screen_does(
    evening: Evening,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
    language: str,
    apart: str,
) -> None:
    services.correct(
        evening=evening, entrant=entrants[0], points=4121, actor=secretary, reason="Forgotten", now=clock()
    )
    close_evening(evening, secretary, clock())
    line = max(evening_lines(evening, season_table(evening.competition)), key=lambda line: line.points)
    assert line.points > 4000
    told = f"{line.points:,}".replace(",", apart)
    secretary.language = language
    secretary.save(update_fields=["language"])
    desk = shown.client_of(secretary)
    pages = [
        shown.part_of(shown.page(desk, "league:evening", evening.pk), "lines"),
        shown.page(desk, "league:evening_report", evening.pk).partition("</textarea>")[2],
        shown.page(desk, "league:league_print", evening.competition_id),
        print_page(evening, "prizes", secretary, "?places=1-9"),
    ]
    for page in pages:
        assert told in page
        assert f">{line.points}" not in page


def test_an_empty_sheet_has_room_for_all_that_the_game_tallies(
    evening: Evening, members: list[Player]
) -> None:
    page = print_page(evening, "empty", members[0])
    labels = [tally.label for tally in evening.competition.the_game.tallies]
    heads = next(row for row in shown.rows_of(page) if row[0] == "Points")
    assert heads == ["Points", *labels] * 2
    assert all(len(row) == 1 + len(heads) for row in shown.rows_of(page) if row[0].startswith("1"))
