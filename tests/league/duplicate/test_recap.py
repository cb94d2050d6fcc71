"""All results of an evening on one page, on paper and as a file: the same sums everywhere, worked out by hand."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Final

import pytest
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.evenings.deals import worth_text
from games.league.evenings.recap import recap_of
from games.league.models import Evening, LeagueTable
from games.league.services.evenings.same_cards import open_finished_rounds
from games.league.standings.rules import CompetitionRules
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, open_round
from tests.league.duplicate.conftest import Made
from tests.league.duplicate.test_averages import decide
from tests.league.playing import play, write_sheet
from tests.league.shown import on_evening_page, on_printed_list, rows_of

pytestmark = pytest.mark.django_db
MADE: Final = {1: ((162, 0), (62, 100)), 2: ((100, 62), (62, 100)), 3: ((80, 82), (100, 62))}
"""By table what north-south and east-west made of the two deals."""


@pytest.fixture
def written(evening_of: Made, secretary: Player, clock: Clock, request: pytest.FixtureRequest) -> Evening:
    """Six pairs at three tables with real cards, one round of two deals with the results of MADE."""
    rules = {"counting": request.param, "cards": "paper", "ranking": "average"}
    evening = evening_of(6, rounds=1, rules=rules)
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, *MADE[table.number], now=clock())
    open_finished_rounds(now=clock())
    return close_evening(evening, secretary, clock())


def pairs_by_seat(evening: Evening) -> dict[str, tuple[int, int]]:
    """The table and direction (0 north-south) of each pair, by its name in lists."""
    found = {}
    for table in evening.tables.all():
        for direction in (0, 1):
            names = [
                seat.player.nickname
                for seat in table.seats.order_by("number")
                if seat.number % 2 == direction
            ]
            found[" – ".join(names)] = (table.number, direction)
    return found


def lines_of_file(evening: Evening, reader: Player, language: str) -> list[list[str]]:
    """The file, read as a spreadsheet of that language reads it."""
    client = client_of(reader)
    answer = client.get(
        reverse("league:deals_file", args=[evening.pk]), headers={"accept-language": language}
    )
    separator = ";" if language == "nl" else ","
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=separator))


@pytest.mark.parametrize("written", ["matchpoints"], indirect=True)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_per_cent_are_the_same_on_every_list(written: Evening, secretary: Player, language: str) -> None:
    """Deal 1: 162 : 0, 100 : 62 and 80 : 82 are +162, +38 and -2: 4, 2 and 0 of 4 matchpoints, 100, 50 and 0 per cent
    for north-south, the rest of 100 for east-west. Deal 2: -38 twice and +38: 1, 1 and 4 of 4, 25, 25 and 100.

    Means of north-south: (100 + 25) / 2 = 62.5, (50 + 25) / 2 = 37.5, (0 + 100) / 2 = 50; of east-west
    37.5, 62.5 and 50. So two pairs share place 1, two place 3 and two place 5. Each deal adds up to 6 x 50.
    """
    worth = {
        (1, 0): ("100", "25", "62.5", "1"),
        (1, 1): ("0", "75", "37.5", "5"),
        (2, 0): ("50", "25", "37.5", "5"),
        (2, 1): ("50", "75", "62.5", "1"),
        (3, 0): ("0", "100", "50", "3"),
        (3, 1): ("100", "0", "50", "3"),
    }
    assert sum(Fraction(each[0]) + Fraction(each[1]) for each in worth.values()) == 2 * 6 * 50
    seats = pairs_by_seat(written)
    desk = client_of(secretary)
    path = reverse("league:evening_print", args=[written.pk, "recap"])
    page = desk.get(path, headers={"accept-language": language}).content.decode()
    decimal = "," if language == "nl" else "."
    heads, *rows = rows_of(page)
    assert heads[3:] == ["1", "2"]
    assert {name: (*worths, mean, place) for place, name, mean, *worths in rows} == {
        name: (first, second, f"{mean.replace('.', decimal)} %", place)
        for name, seat in seats.items()
        for first, second, mean, place in [worth[seat]]
    }
    means = {name: Fraction(worth[seat][2]) for name, seat in seats.items()}
    assert on_evening_page(desk, written) == on_printed_list(desk, written) == means
    pasted = desk.get(reverse("league:evening_report", args=[written.pk])).context["report"]
    for name, seat in seats.items():
        assert f"\n{worth[seat][3]}. {name} {worth[seat][2]} " in pasted

    heads, *lines = lines_of_file(written, secretary, language)
    assert (len(heads), len(lines)) == (9, 6)
    in_file: dict[str, list[str]] = {name: [] for name in seats}
    for deal, round_, table, *names_points_worths in lines:
        north_south, east_west, made, against, *worths = names_points_worths
        assert (round_, (int(made), int(against))) == ("1", MADE[int(table)][int(deal) - 1])
        in_file[north_south].append(worths[0])
        in_file[east_west].append(worths[1])
    assert in_file == {name: list(worth[seat][:2]) for name, seat in seats.items()}


@pytest.mark.parametrize("written", ["difference"], indirect=True)
@pytest.mark.parametrize(("language", "decimal"), [("en", "."), ("nl", ",")])
def test_points_from_the_mean_are_the_same_on_page_and_file(
    written: Evening, secretary: Player, language: str, decimal: str
) -> None:
    """Deal 1: +162, +38 and -2, in the mean 66: +96, -28 and -68 for north-south. Deal 2: -38, -38 and +38, in the mean
    -12 2/3: -25 1/3, -25 1/3 and +50 2/3. The other direction has the opposite, so both deals add up to 0.

    Means of north-south: (96 - 25 1/3) / 2 = 35 1/3, (-28 - 25 1/3) / 2 = -26 2/3, (-68 + 50 2/3) / 2 = -8 2/3. A
    spreadsheet in Dutch has decimal commas, so that it can add the numbers up.
    """
    north_south = {1: ("96", "-25.333333"), 2: ("-28", "-25.333333"), 3: ("-68", "50.666667")}
    means = {1: Fraction(106, 3), 2: Fraction(-80, 3), 3: Fraction(-26, 3)}
    _heads, *lines = lines_of_file(written, secretary, language)
    for deal, _round, table, _ns, _ew, _made, _against, ours, theirs in lines:
        expected = north_south[int(table)][int(deal) - 1].replace(".", decimal)
        assert ours == expected
        assert theirs == (expected.removeprefix("-") if expected.startswith("-") else f"-{expected}")
    seats = pairs_by_seat(written)
    listed = on_evening_page(client_of(secretary), written)
    for name, (table, direction) in seats.items():
        assert abs(listed[name] - (-1 if direction else 1) * means[table]) < Fraction(1, 100)
    rows = {row.name: row for row in recap_of(written).rows}
    first = {seats[name]: [cell.worth for cell in row.cells] for name, row in rows.items()}
    assert first[1, 0][0] == "+96"
    assert first[3, 1][0] == "+68"


def test_a_half_is_rounded_alike_on_both_pages(evening_of: Made) -> None:
    """31 1/4 and 31 3/4 per cent."""
    rules = CompetitionRules(counting="matchpoints")
    assert [worth_text(Fraction(each, 4), rules) for each in (125, 127)] == ["31.3 %", "31.8 %"]


def with_a_bot(evening: Evening, secretary: Player, clock: Clock) -> LeagueTable:
    """The table at whose first seat a bot plays, when all tables have played."""
    absent = evening.tables.get(number=1).seats.select_related("player").get(number=0)
    evening.refresh_from_db()
    about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    services.substitute(absent=absent.player, instead=None, **about)
    for table in open_round(evening, secretary, clock()):
        play(table, clock())
    open_finished_rounds(now=clock())
    return absent.table


@pytest.mark.parametrize("bots", ["full", "nothing"])
def test_a_bot_is_marked_on_every_list_of_the_evening(
    evening_of: Made, secretary: Player, clock: Clock, bots: str
) -> None:
    """The pair for which it played, wherever that pair stands: also as an opponent, on paper and in the file."""
    evening = evening_of(6, rounds=1, rules={"counting": "matchpoints", "bots": bots})
    table = with_a_bot(evening, secretary, clock)
    pair = table.seats.get(number=0).entrant
    name = " – ".join(pair.members.order_by("place").values_list("player__nickname", flat=True))
    opponent = table.seats.select_related("player").get(number=1)
    reader = client_of(opponent.player)
    for address in (
        reverse("league:evening_deals", args=[evening.pk]),
        reverse("league:evening_deal", args=[evening.pk, 1]),
        reverse("league:own_evening", args=[evening.pk, opponent.entrant_id]),
        reverse("league:evening_print", args=[evening.pk, "hands"]),
        reverse("league:deals_file", args=[evening.pk]),
    ):
        assert f"{name} (a bot played)" in reader.get(address).content.decode(), address
    page = reader.get(reverse("league:evening_print", args=[evening.pk, "recap"])).content.decode()
    [row] = [cells for cells in rows_of(page) if cells[1].startswith(name)]
    if bots == "full":
        assert row[1] == f"{name} (with a bot)"
        assert row[2] != ""
        assert "(" not in "".join(row[2:])
        return
    assert (row[0], row[1], row[2]) == ("–", f"{name} (a bot played)", "")
    assert all(cell.startswith("(") for cell in row[3:])
    assert "In brackets: a bot held the cards, and the deal is left out of the mean." in page


def test_a_recap_before_the_first_open_deal_says_so(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rounds=1)
    open_round(evening, secretary, clock())
    desk = client_of(secretary)
    page = desk.get(reverse("league:evening_print", args=[evening.pk, "recap"])).content.decode()
    assert "No deal was played at every table yet." in page
    assert len(lines_of_file(evening, secretary, "en")) == 1


@pytest.mark.parametrize("written", ["matchpoints"], indirect=True)
def test_an_average_is_in_the_recap_and_the_file(written: Evening, secretary: Player, clock: Clock) -> None:
    """Table 3 gets 60 : 40 for deal 1, so two results are compared as if there were three: 2 and 0 of 2 matchpoints are
    (2 x 3 + 1) / 2 = 3 1/2 and (0 x 3 + 1) / 2 = 1/2 of 4, 87.5 and 12.5 per cent. Of deal 2 table 3 has 100 and 0 per
    cent: its 60 per cent are at least that mean, 100, its 40 at most, 0."""
    table = written.tables.get(number=3)
    assert decide(written, table, secretary) == (302, "")
    seats = pairs_by_seat(written)
    worths = {seats[row.name]: [cell.worth for cell in row.cells] for row in recap_of(written).rows}
    assert {seat: own[0] for seat, own in worths.items()} == {
        (1, 0): "87.5",
        (1, 1): "12.5",
        (2, 0): "12.5",
        (2, 1): "87.5",
        (3, 0): "100",
        (3, 1): "0",
    }
    _heads, *lines = lines_of_file(written, secretary, "en")
    [line] = [line for line in lines if line[0] == "1" and line[2] == "3"]
    assert line[5:] == ["", "", "100", "0"], "points beside an average do not count"
