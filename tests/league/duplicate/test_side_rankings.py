"""A season of two evenings with the same cards: sum or mean of per cent, the best deals and the boldest krakens."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Entrant
from games.league.queries import season_table
from games.league.seasons.best_deals import deals_of_note
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, members_of, open_round, plan_evening, sign_up
from tests.league.duplicate.conftest import compared_competition, enter_pairs
from tests.league.playing import typed_fields

pytestmark = pytest.mark.django_db


def challenged(level: int, declarers: int) -> dict[str, str]:
    """The fields of a deal whose makers were nat after a kraken, re or superkraken: 324, 648 or 1296 for the others."""
    return {
        "trump": "H",
        "level": f"{level}",
        "declarers": f"{declarers}",
        "side": f"{declarers}",
        "points": "60",
    }


EVENINGS: Final = (
    {1: challenged(2, 0), 2: typed_fields(100, 62), 3: challenged(1, 0)},
    {1: typed_fields(162, 0), 2: challenged(1, 1), 3: typed_fields(80, 82)},
)
"""What is typed of the one deal of each evening, by table."""


@pytest.fixture(params=["sum", "average"])
def season(
    request: pytest.FixtureRequest, league_club: Club, secretary: Player, clock: Clock
) -> tuple[Competition, list[dict[tuple[int, int], Entrant]]]:
    """Six pairs after both evenings, and who sat where on each: by table and direction (0 north-south)."""
    competition = compared_competition(
        league_club,
        clock(),
        rounds=1,
        options={"rounds": 1},
        rules={"counting": "matchpoints", "ranking": request.param, "cards": "paper"},
    )
    pairs = enter_pairs(competition, members_of(league_club, 12, clock()))
    seated = []
    for number, by_table in enumerate(EVENINGS):
        evening = plan_evening(competition, clock())
        sign_up(evening, pairs, secretary, clock())
        draw_evening(evening, seed=number)
        sat = {}
        for table in open_round(evening, secretary, clock(), on_paper=True):
            first, second = (
                table.seats.select_related("player", "entrant").get(number=seat) for seat in (0, 1)
            )
            about = {"table_id": table.pk, "now": clock()}
            services.type_round(number=1, values=by_table[table.number], player=first.player, **about)
            services.confirm_sheet(player=second.player, seen=1, **about)
            sat |= {(table.number, 0): first.entrant, (table.number, 1): second.entrant}
        open_finished_rounds(now=clock())
        close_evening(evening, secretary, clock())
        seated.append(sat)
    return competition, seated


def name_of(pair: Entrant) -> str:
    return " – ".join(pair.members.order_by("place").values_list("player__nickname", flat=True))


def test_two_evenings_are_added_up_or_averaged_and_their_best_deals_listed(
    season: tuple[Competition, list[dict[tuple[int, int], Entrant]]], secretary: Player
) -> None:
    """North-south less east-west. Evening 1: -648 (re), +38 and -324 (kraken): 0, 100 and 50 per cent for north-south,
    100, 0 and 50 for east-west. Evening 2: +162, +324 (kraken) and -2: 50, 100 and 0; 50, 0 and 100.

    The best deals are those of 100 per cent, and of these first what is most above the mean of the field. Evening 1, in
    the mean -311 1/3: table 2 north-south 38 + 311 1/3 = 349 1/3, table 1 east-west 648 - 311 1/3 = 336 2/3. Evening 2,
    in the mean 161 1/3: table 3 east-west 2 + 161 1/3 = 163 1/3, table 2 north-south 324 - 161 1/3 = 162 2/3.

    Three krakens were won. The one at table 3 of evening 1 was worth 50 per cent, no more than the middle, so it was
    not right against the field: another table made more of it.
    """
    competition, (first, second) = season
    per_cent = (
        {(1, 0): 0, (1, 1): 100, (2, 0): 100, (2, 1): 0, (3, 0): 50, (3, 1): 50},
        {(1, 0): 50, (1, 1): 50, (2, 0): 100, (2, 1): 0, (3, 0): 0, (3, 1): 100},
    )
    sums: dict[int, Fraction] = {}
    for sat, worths in zip((first, second), per_cent, strict=True):
        for seat, pair in sat.items():
            sums[pair.pk] = sums.get(pair.pk, Fraction(0)) + worths[seat]
    assert sum(sums.values()) == 2 * 6 * 50
    answer = client_of(secretary).get(reverse("league:league", args=[competition.pk]))
    divisor = 2 if competition.the_rules.ranking == "average" else 1
    assert {shown.row.entrant: shown.row.worth for shown, _cells in answer.context["rows"]} == {
        pair: total / divisor for pair, total in sums.items()
    }
    best, boldest = answer.context["deals_of_note"]
    assert (best.title, boldest.title) == ("Best deals", "Boldest krakens")
    assert [(line.name, line.place, line.worth) for line in best.leaders] == [
        (name_of(first[2, 0]), "evening 1, deal 1", "100 %, +349.33"),
        (name_of(first[1, 1]), "evening 1, deal 1", "100 %, +336.67"),
        (name_of(second[3, 1]), "evening 2, deal 1", "100 %, +163.33"),
        (name_of(second[2, 0]), "evening 2, deal 1", "100 %, +162.67"),
    ]
    assert [(line.name, line.place, line.worth) for line in boldest.leaders] == [
        (name_of(first[1, 1]), "evening 1, deal 1", "re ×4, 100 %, +336.67"),
        (name_of(second[2, 0]), "evening 2, deal 1", "kraken ×2, 100 %, +162.67"),
    ]
    page = answer.content.decode()
    evening = competition.evenings.earliest("number")
    assert f'href="{reverse("league:evening_deal", args=[evening.pk, 1])}">evening 1, deal 1</a>' in page


def test_no_page_of_such_a_season_speaks_of_tables_won(
    season: tuple[Competition, list[dict[tuple[int, int], Entrant]]], secretary: Player
) -> None:
    """Where tables have the same cards none is won by its points, and no points are set off against others."""
    competition, (first, _second) = season
    desk = client_of(secretary)
    pair = first[1, 0]
    for address in (
        *(
            reverse(f"league:{name}", args=[competition.pk])
            for name in ("league", "league_print", "league_cross")
        ),
        reverse("league:entrant", args=[competition.pk, pair.pk]),
        *(reverse("league:league_file", args=[competition.pk, kind]) for kind in ("table.csv", "cross.csv")),
    ):
        page = desk.get(address).content.decode().partition("<main")
        said = (page[2] or page[0]).lower()
        for word in (" won,", "won, drawn", ">won<", '"won"', "w-d-l", "balance", "head to head"):
            assert word not in said, (address, word)


def test_a_second_evening_costs_no_query_more(
    season: tuple[Competition, list[dict[tuple[int, int], Entrant]]],
) -> None:
    competition, _seated = season
    table = season_table(competition)
    counts = []
    for evenings in (table.evenings[:1], table.evenings):
        with CaptureQueriesContext(connection) as queries:
            assert deals_of_note(competition, replace(table, evenings=evenings))
        counts.append(len(queries))
    assert counts[0] == counts[1] < 10
