"""A whole evening with real cards led through the pages: sit-outs, a latecomer, a leaver and a substitute, by hand."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any, Final

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, Player
from games.league.evenings import cockpit_actions
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.league.queries import season_table
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import members_of
from tests.league.duplicate.conftest import compared_competition, enter_pairs
from tests.league.playing import typed_fields
from tests.league.shown import on_evening_page, on_printed_list, rows_of

pytestmark = pytest.mark.django_db
SEED: Final = 7
MADE: Final = {
    1: {(7, 2): (162, 0), (6, 3): (100, 62), (4, 5): (100, 62)},
    2: {(3, 1): (120, 42), (7, 4): (62, 100), (5, 6): (90, 72), (8, 2): (90, 72)},
    3: {(2, 4): (0, 162), (1, 5): (100, 62), (8, 3): (110, 52)},
}
"""By round, what north-south and east-west made of the first deal at each table; of the second all make 82 : 80."""
WORTH: Final = {
    1: Fraction(75, 2),
    2: Fraction(950, 27),
    3: Fraction(1475, 27),
    4: Fraction(1675, 27),
    5: Fraction(1450, 27),
    6: Fraction(400, 9),
    7: Fraction(875, 18),
    8: Fraction(550, 9),
}
"""The mean of each pair's deals, as worked out in the docstring of the test."""


class Director:
    """Who leads the evening, with the pages."""

    def __init__(self, player: Player, competition: Competition) -> None:
        self.client = client_of(player)
        self.competition = competition

    @property
    def evening(self) -> Evening:
        return Evening.objects.get(competition=self.competition)

    def plan(self) -> None:
        """Plan the evening for tomorrow."""
        path = reverse("league:league_manage", args=[self.competition.pk])
        tomorrow = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%dT20:00")
        said = {"starts_at": tomorrow, "place": "Café", "times": 1, "weeks": 1}
        about = {"do": "evening"} | {f"evening-{name}": value for name, value in said.items()}
        assert self.client.post(path, about).status_code == 302

    def act(self, do: str, **about: object) -> None:
        """One button of the cockpit."""
        path = reverse("league:cockpit_do", args=[self.evening.pk])
        answer = self.client.post(path, {"do": do, "version": self.evening.version, **about})
        assert (answer.status_code, answer.get("Refusal-Code", "")) == (302, "")

    def cockpit(self) -> Any:
        return self.client.get(reverse("league:cockpit", args=[self.evening.pk]))

    def sign(self, entrant: Entrant, comes: str) -> None:
        path = reverse("league:evening_sign", args=[self.evening.pk])
        assert self.client.post(path, {"comes": comes, "entrant": entrant.pk}).status_code == 302


def write_on_pages(table: LeagueTable, first: tuple[int, int]) -> None:
    """North types the sheet of a table on its page, deal by deal, and east finds it right."""
    north, east = (client_of(table.seats.get(number=seat).player) for seat in (0, 1))
    sheet = reverse("league:sheet", args=[table.evening_id, table.pk])
    for number, (ours, theirs) in enumerate((first, (82, 80)), start=1):
        about = {**typed_fields(ours, theirs), "number": number, "seq": north.get(sheet).context["sheet"].seq}
        path = reverse("league:sheet_type", args=[table.evening_id, table.pk])
        assert north.post(path, about).status_code == 302
    about = {"seen": 2, "seq": east.get(sheet).context["sheet"].seq}
    assert (
        east.post(reverse("league:sheet_confirm", args=[table.evening_id, table.pk]), about).status_code
        == 302
    )


@pytest.fixture
def lead(
    league_club: Club, secretary: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> tuple[Director, list[Entrant]]:
    """The director of a competition of eight pairs, of whom seven come, and the pairs by number as drawn."""
    competition = compared_competition(
        league_club,
        clock(),
        rules={"counting": "matchpoints", "movement": "howell", "cards": "paper"},
        rounds=3,
    )
    *pairs, late = enter_pairs(competition, members_of(league_club, 16, clock()))
    monkeypatch.setattr(cockpit_actions, "SystemRandom", lambda: Random(SEED))
    director = Director(secretary, competition)
    director.plan()
    for pair in pairs[:5]:
        player = pair.members.earliest("place").player
        path = reverse("league:evening_sign", args=[director.evening.pk])
        assert client_of(player).post(path, {"comes": "yes"}).status_code == 302
    for pair in pairs[5:]:
        director.sign(pair, "yes")
    order = Random(SEED).sample(sorted(pair.pk for pair in pairs), 7)
    by_key = {pair.pk: pair for pair in pairs}
    return director, [by_key[key] for key in order] + [late]


@pytest.mark.slow
def test_seven_pairs_with_a_latecomer_a_leaver_and_a_substitute(
    lead: tuple[Director, list[Entrant]], clock: Clock, make_player: Any
) -> None:
    """Seven pairs play a Howell of three rounds of two deals with real cards. Pair 8 comes after round 1 and takes the
    place of the one that is missing; pair 6 goes home after round 2, so that pair 7 waits in round 3; a substitute
    plays round 2 for one of pair 3. Of the second deal of every round all make 82 : 80, which is 50 %.

    Four tables played round 2, so every deal counts as played four times (N = 4, at most 6 matchpoints). Three results
    are factored, (matchpoints x 4 + 1) / 3.

    Deal 1: 7-2 +162, 6-3 +38, 4-5 +38. Of 4 matchpoints 4, 1, 1: 17/3, 5/3, 5/3 of 6. North-south 7: 94 4/9,
        6 and 4: 27 7/9; east-west 2: 5 5/9, 3 and 5: 72 2/9. Pair 1 waits, pair 8 is not there yet.
    Deal 3: 3-1 +78, 7-4 -38, 5-6 +18, 8-2 +18. Of 6: 6, 0, 3, 3. 3: 100, 7: 0, 5 and 8: 50; 1: 0, 4: 100, 6 and 2: 50.
    Deal 5: 2-4 -162, 1-5 +38, 8-3 +58. Of 4: 0, 2, 4: 1/3, 3, 17/3 of 6. 2: 5 5/9, 1: 50, 8: 94 4/9; 4: 94 4/9, 5: 50,
        3: 5 5/9. Pair 7 waits, pair 6 has gone.

    1: (0 + 50 + 50 + 50) / 4 = 37 1/2.
    2: (5 5/9 + 50 + 50 + 50 + 5 5/9 + 50) / 6 = 35 5/27.
    3: (72 2/9 + 50 + 100 + 50 + 5 5/9 + 50) / 6 = 54 17/27.
    4: (27 7/9 + 50 + 100 + 50 + 94 4/9 + 50) / 6 = 62 1/27.
    5: (72 2/9 + 50 + 50 + 50 + 50 + 50) / 6 = 53 19/27.
    6: (27 7/9 + 50 + 50 + 50) / 4 = 44 4/9.
    7: (94 4/9 + 50 + 0 + 50) / 4 = 48 11/18.
    8: (50 + 50 + 94 4/9 + 50) / 4 = 61 1/9.

    So 4, 8, 3, 5, 7, 6, 1, 2.
    """
    director, pairs = lead
    numbers = {pair.pk: number for number, pair in enumerate(pairs, start=1)}
    names = dict(enumerate(pairs, start=1))
    director.act("draw")
    assert director.evening.movement == "howell/3/2"
    play_round(director, 1, numbers, clock)
    director.sign(names[8], "yes")
    assert len(director.cockpit().context["unseated"]) == 1
    director.act("rest")
    absent = names[3].members.earliest("place").player
    director.act("substitute", absent=absent.pk, new_name="Invaller Ina", only_round=2)
    play_round(director, 2, numbers, clock)
    seated = director.evening.tables.get(round=2, seats__entrant=names[3], seats__number=0)
    assert set(seated.seats.filter(entrant=names[3]).values_list("played_by", flat=True)) == {
        "self",
        "substitute",
    }
    director.sign(names[6], "home")
    assert len(director.cockpit().context["signed_off"]) == 1
    director.act("rest")
    play_round(director, 3, numbers, clock)
    director.act("close", **{f"missed-{names[number].pk}": "waited" for number in (6, 8)})

    season = season_table(director.competition)
    worth = {numbers[key]: Fraction(one.points) for key, one in season.season.on(director.evening.pk).items()}
    assert worth == WORTH
    expect_lists(director, names)
    expect_deals(director, names)


def play_round(director: Director, number: int, numbers: dict[int, int], clock: Clock) -> None:
    """Open a round, see the pairs sit as worked out, and type what they made; nothing is compared before the last sheet
    is confirmed."""
    director.act("open")
    tables = list(director.evening.tables.filter(round=number, broken_off_at=None).order_by("number"))
    seated = [
        (numbers[table.seats.get(number=0).entrant_id], numbers[table.seats.get(number=1).entrant_id])
        for table in tables
    ]
    assert seated == list(MADE[number])
    deals = reverse("league:evening_deals", args=[director.evening.pk])
    for table, made in zip(tables, MADE[number].values(), strict=True):
        before = director.client.get(deals).context["rounds"]
        assert [len(each.deals) for each in before] == [2] * (number - 1) + [0]
        write_on_pages(table, made)
    assert open_finished_rounds(now=clock()) == 1


def expect_lists(director: Director, names: dict[int, Entrant]) -> None:
    """The evening's page, the printed list and the standings have the same means, in the order of the places."""
    shown = {names[number]: f"{float(worth):.2f}" for number, worth in WORTH.items()}
    for listed in (on_evening_page, on_printed_list):
        rows = listed(director.client, director.evening)
        assert {str(name): f"{float(points):.2f}" for name, points in rows.items()} == {
            name_of(pair): worth for pair, worth in shown.items()
        }
        assert list(rows) == [name_of(names[number]) for number in (4, 8, 3, 5, 7, 6, 1, 2)]


def name_of(pair: Entrant) -> str:
    """A pair as the lists have it."""
    return " – ".join(pair.members.order_by("place").values_list("player__nickname", flat=True))


def expect_deals(director: Director, names: dict[int, Entrant]) -> None:
    """Frequency list and traveller of the deals, the own evening of a pair that waited, and the sheets on paper."""
    evening = director.evening
    sat = names[1].members.earliest("place").player
    rounds = client_of(sat).get(reverse("league:evening_deals", args=[evening.pk])).context["rounds"]
    first, third, fifth = (each.deals[0] for each in rounds)
    assert (first.own, third.own[:14], fifth.own[:15]) == ("", "You: 42 : 120.", "You: 100 : 62. ")
    assert [(line.points, line.times, line.worth) for line in first.lines] == [
        ((162, 0), 1, "94.4 %"),
        ((100, 62), 2, "27.8 %"),
    ]
    assert [(line.points, line.times, line.worth, line.mine) for line in third.lines] == [
        ((100, 62), 1, "100 %", False),
        ((72, 90), 2, "50 %", False),
        ((42, 120), 1, "0 %", True),
    ]
    assert [(row.points, row.worth, row.worth_of_others) for row in fifth.tables] == [
        ((110, 52), "94.4 %", "5.6 %"),
        ((100, 62), "50 %", "50 %"),
        ((0, 162), "5.6 %", "94.4 %"),
    ]
    own = client_of(sat).get(reverse("league:own_evening", args=[evening.pk, names[1].pk])).context["deals"]
    assert [(deal.number, deal.worth, deal.mean) for deal in own] == [
        (3, "0 %", "0\u00a0%"),
        (4, "50 %", "25\u00a0%"),
        (5, "50 %", "33.33\u00a0%"),
        (6, "50 %", "37.5\u00a0%"),
    ]
    filled = director.client.get(
        reverse("league:evening_print", args=[evening.pk, "filled"])
    ).content.decode()
    assert sum("Total" in cells[:1] or "Total" in cells[1:2] for cells in rows_of(filled)) == 10
    hands = director.client.get(reverse("league:evening_print", args=[evening.pk, "hands"]))
    assert len(hands.context["records"]) == 6
