"""Evenings of single players with another partner every round who all have the same cards."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from typing import Final

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.models import Club, Membership, Player, Role
from games.league import services
from games.league.draw import SeatedRound
from games.league.duplicate.movements import Choice, Kind, facts_for
from games.league.evenings.movement_choices import length_of, meetings_of
from games.league.models import Evening
from games.league.queries import season_table
from games.league.services.evenings import seat_plans
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import close_evening, open_round, sign_up
from tests.league.duplicate.conftest import Made, seat_a_bot
from tests.league.playing import play, write_sheet

pytestmark = pytest.mark.django_db

SEATS: Final = (
    ((5, 13, 12, 8), (10, 11, 6, 2), (7, 9, 1, 3)),
    ((4, 9, 13, 11), (2, 1, 6, 12), (8, 3, 5, 10)),
    ((10, 13, 11, 12), (1, 6, 9, 5), (2, 7, 8, 4)),
)
"""Who sits north, east, south and west at the tables of three rounds of thirteen; one waits in each."""
MADE: Final = (
    (((162, 0), (82, 80)), ((100, 62), (82, 80)), ((62, 100), (82, 80))),
    (((100, 62), (0, 162)), ((100, 62), (62, 100)), ((90, 72), (72, 90))),
    (((90, 72), (100, 62)), ((82, 80), (100, 62)), ((82, 80), (162, 0))),
)
"""What north-south and east-west make there of two deals."""
WORTH: Final = {
    5: (1, Fraction(400, 6)),
    3: (2, Fraction(250, 4)),
    6: (2, Fraction(375, 6)),
    2: (4, Fraction(350, 6)),
    11: (4, Fraction(350, 6)),
    9: (6, Fraction(325, 6)),
    10: (6, Fraction(325, 6)),
    12: (8, Fraction(300, 6)),
    8: (9, Fraction(275, 6)),
    4: (10, Fraction(150, 4)),
    13: (11, Fraction(200, 6)),
    7: (12, Fraction(125, 4)),
    1: (13, Fraction(175, 6)),
}
"""Place and mean of everybody, the best first: worked out in `test_an_evening_by_hand`."""


@pytest.fixture
def drawn_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lots fall as SEATS has it, for thirteen who come."""

    def seated(coming: Iterable[int], **_how: object) -> tuple[SeatedRound, ...]:
        by_number = dict(enumerate(sorted(coming), 1))
        return tuple(
            SeatedRound(
                tuple(tuple(by_number[number] for number in table) for table in tables),
                tuple(by_number[number] for number in by_number.keys() - {*chain(*tables)}),
            )
            for tables in SEATS
        )

    monkeypatch.setattr(seat_plans, "rotating_partners", seated)


def play_as_written(evening: Evening, secretary: Player, clock: Clock) -> Evening:
    """The evening of SEATS, played with real cards as MADE has it, and closed."""
    for seats, made in zip(SEATS, MADE, strict=True):
        tables = open_round(evening, secretary, clock(), on_paper=True)
        for table, seated, points in zip(tables, seats, made, strict=True):
            names = table.seats.order_by("number").values_list("player__nickname", flat=True)
            assert list(names) == [f"M{number:02}" for number in seated]
            write_sheet(table, *points, now=clock())
        assert open_finished_rounds(now=clock()) == 1
    return close_evening(evening, secretary, clock())


@pytest.mark.usefixtures("drawn_by_hand")
def test_an_evening_by_hand(singles_of: Made, secretary: Player, clock: Clock) -> None:
    """Thirteen players, three rounds of two deals, three tables: three results a deal, so the most is 4 matchpoints,
    and 100, 50 and 0 % where all differ. One waits each round: 4, then 7, then 3.

    Deal 1: 5-12 +162, 10-6 +38, 7-1 -38. North-south 100, 50, 0 %; their opponents 13-8 0, 11-2 50, 9-3 100 %.
    Deal 2: +2 three times: 50 % for all twelve.
    Deal 3: 4-13 +38, 2-6 +38, 8-5 +18. North-south 75, 75, 0 %; 9-11 25, 1-12 25, 3-10 100 %.
    Deal 4: 4-13 -162, 2-6 -38, 8-5 -18. North-south 0, 50, 100 %; 9-11 100, 1-12 50, 3-10 0 %.
    Deal 5: 10-11 +18, 1-9 +2, 2-8 +2. North-south 100, 25, 25 %; 13-12 0, 6-5 75, 7-4 75 %.
    Deal 6: 10-11 +38, 1-9 +38, 2-8 +162. North-south 25, 25, 100 %; 13-12 75, 6-5 75, 7-4 0 %.

    1: (0 + 50 + 25 + 50 + 25 + 25) / 6 = 29 1/6.       8: (0 + 50 + 0 + 100 + 25 + 100) / 6 = 45 5/6.
    2: (50 + 50 + 75 + 50 + 25 + 100) / 6 = 58 1/3.     9: (100 + 50 + 25 + 100 + 25 + 25) / 6 = 54 1/6.
    3: (100 + 50 + 100 + 0) / 4 = 62 1/2.               10: (50 + 50 + 100 + 0 + 100 + 25) / 6 = 54 1/6.
    4: (75 + 0 + 75 + 0) / 4 = 37 1/2.                  11: (50 + 50 + 25 + 100 + 100 + 25) / 6 = 58 1/3.
    5: (100 + 50 + 0 + 100 + 75 + 75) / 6 = 66 2/3.     12: (100 + 50 + 25 + 50 + 0 + 75) / 6 = 50.
    6: (50 + 50 + 75 + 50 + 75 + 75) / 6 = 62 1/2.      13: (0 + 50 + 75 + 0 + 0 + 75) / 6 = 33 1/3.
    7: (0 + 50 + 75 + 0) / 4 = 31 1/4.                  All deals together 6 x 12 x 50 = 3600.

    The same figures stand on the evening's page, in its report and prize list, in the standings, in both files of the
    season, and in the two answers of the API.
    """
    assert sum(mean * (4 if player in (3, 4, 7) else 6) for player, (_place, mean) in WORTH.items()) == 3600
    evening = play_as_written(singles_of(13, rounds=3), secretary, clock)
    competition = evening.competition
    named = {f"M{player:02}": worth for player, worth in WORTH.items()}
    table = season_table(competition)
    by_name = {table.name(key): result for key, result in table.season.on(evening.pk).items()}
    assert {name: Fraction(result.points) for name, result in by_name.items()} == {
        name: mean for name, (_place, mean) in named.items()
    }
    reader = client_of(secretary)

    def page(name: str, *args: object) -> str:
        return reader.get(reverse(f"league:{name}", args=args)).content.decode()

    written = {
        name: (place, f"{float(mean):.2f}".rstrip("0").removesuffix("."))
        for name, (place, mean) in named.items()
    }
    assert written["M05"] == (1, "66.67")
    for path in (
        reverse("league:evening", args=[evening.pk]),
        reverse("league:evening_report", args=[evening.pk]),
        reverse("league:evening_print", args=[evening.pk, "prizes"]) + "?places=1-13",
    ):
        answer = reader.get(path)
        lines = [each[0] if isinstance(each, tuple) else each for each in answer.context["lines"]]
        assert [(shown.line.name, shown.line.place) for shown in lines] == [
            (name, place) for name, (place, _mean) in written.items()
        ]
        rows = answer.content.decode().split("<tr>")
        for name, (_place, mean) in written.items():
            assert any(f">{name}<" in row and f'"num">{mean}</td>' in row for row in rows), (path, name)
        assert "Per cent" in answer.content.decode()
    report = reader.get(reverse("league:evening_report", args=[evening.pk])).context["report"]
    assert "Winner: M05 with 66.67 per cent" in report
    for name, (place, mean) in written.items():
        assert f"\n{place}. {name} {mean}" in report
    standings = rows_of(page("league_file", competition.pk, "table.csv"))
    assert {row["Name"]: (row["Place"], row["Average"]) for row in standings} == {
        name: (f"{place}", in_files(mean)) for name, (place, mean) in named.items()
    }
    parts = rows_of(page("league_file", competition.pk, "results.csv"))
    assert {row["Name"]: row["Counts"] for row in parts} == {
        name: in_files(mean) for name, (_place, mean) in named.items()
    }
    in_json = {name: (place, float(mean)) for name, (place, mean) in named.items()}
    about = {"headers": {"authorization": f"Bearer {api_key(evening, secretary, clock)}"}}
    for path, lists in (
        (reverse("league:league_file", args=[competition.pk, "table.json"]), "rows"),
        (f"/api/competitions/{competition.pk}/standings", "rows"),
        (f"/api/evenings/{evening.pk}/results", "results"),
    ):
        got = reader.get(path, **about).json()[lists]
        assert {each["name"]: (each["place"], pytest.approx(each["points"])) for each in got} == in_json


def rows_of(written: str) -> list[dict[str, str]]:
    """The lines of a file by heading."""
    return list(csv.DictReader(io.StringIO(written.removeprefix("\ufeff"))))


def in_files(mean: Fraction) -> str:
    """A mean as the files have it."""
    return f"{float(mean):.6f}".rstrip("0").removesuffix(".")


def api_key(evening: Evening, secretary: Player, clock: Clock) -> str:
    club = evening.competition.season.club
    return services.make_api_key(club=club, name="our site", actor=secretary, now=clock())


@pytest.mark.usefixtures("drawn_by_hand")
def test_the_own_sheet_names_the_partner_of_each_deal(
    singles_of: Made, secretary: Player, clock: Clock
) -> None:
    """The sentences of the evening by hand, as player 5 and player 3 read them; no word of pairs."""
    evening = play_as_written(singles_of(13, rounds=3), secretary, clock)
    path = reverse("league:evening_deals", args=[evening.pk])
    own = {
        "M05": [
            "You, with M12: 162 : 0. With your cards: 0 better, 0 the same, 2 worse.",
            "You, with M12: 82 : 80. With your cards: 0 better, 2 the same, 0 worse.",
            "You, with M08: 90 : 72. With your cards: 2 better, 0 the same, 0 worse.",
            "You, with M08: 72 : 90. With your cards: 0 better, 0 the same, 2 worse.",
            "You, with M06: 80 : 82. With your cards: 0 better, 1 the same, 1 worse.",
            "You, with M06: 62 : 100. With your cards: 0 better, 1 the same, 1 worse.",
        ],
        "M03": [
            "You, with M09: 100 : 62. With your cards: 0 better, 0 the same, 2 worse.",
            "You, with M09: 80 : 82. With your cards: 0 better, 2 the same, 0 worse.",
            "You, with M10: 72 : 90. With your cards: 0 better, 0 the same, 2 worse.",
            "You, with M10: 90 : 72. With your cards: 2 better, 0 the same, 0 worse.",
            "",
            "",
        ],
    }
    worths = {
        "M05": ["100 %", "50 %", "0 %", "100 %", "75 %", "75 %"],
        "M03": ["100 %", "50 %", "100 %", "0 %", "", ""],
    }
    for name, lines in own.items():
        answer = client_of(Player.objects.get(nickname=name)).get(path)
        deals = [deal for each in answer.context["rounds"] for deal in each.deals]
        assert [deal.own for deal in deals] == lines
        assert [deal.worth for deal in deals] == worths[name]
        assert " pair" not in answer.content.decode()
        assert "You and your partner of that deal have the same." in answer.content.decode()
        deal = reverse("league:evening_deal", args=[evening.pk, 1])
        record = client_of(Player.objects.get(nickname=name)).get(deal).context["record"]
        assert [
            (row.north_south, row.east_west, row.score, row.worth, row.worth_of_others) for row in record.rows
        ] == [
            ("M05 – M12", "M13 – M08", "162 : 0", "100 %", "0 %"),
            ("M10 – M06", "M11 – M02", "100 : 62", "50 %", "50 %"),
            ("M07 – M01", "M09 – M03", "62 : 100", "0 %", "100 %"),
        ]
    first, *_others = deals
    assert [(line.score, line.times, line.worth, line.mine) for line in first.lines] == [
        ("100 : 62", 1, "100 %", True),
        ("62 : 100", 1, "50 %", False),
        ("0 : 162", 1, "0 %", False),
    ]


def draw_with(evening: Evening, secretary: Player, movement: str, do: str = "draw") -> tuple[int, str]:
    """Draw through the cockpit; the status and the code of a refusal."""
    evening.refresh_from_db()
    answer = client_of(secretary).post(
        reverse("league:cockpit_do", args=[evening.pk]),
        {"do": do, "version": evening.version, "movement": movement},
    )
    evening.refresh_from_db()
    return answer.status_code, answer.get("Refusal-Code", "")


@pytest.mark.parametrize(
    ("choice", "players", "length", "sentence"),
    [
        ((3, 4), 12, "3 rounds of 4 deals", "everybody sits with 3 different partners, nobody waits"),
        (
            (3, 4),
            13,
            "3 rounds of 4 deals",
            "everybody sits with 2 or 3 different partners, 3 players wait once",
        ),
        (
            (1, 4),
            15,
            "1 round of 4 deals",
            "everybody sits with 0 or 1 different partners, 3 players wait once",
        ),
        (
            (6, 2),
            15,
            "6 rounds of 2 deals",
            "everybody sits with 4 or 5 different partners, 12 players wait once, 3 players wait 2 times",
        ),
    ],
)
def test_a_movement_is_a_sentence(choice: tuple[int, int], players: int, length: str, sentence: str) -> None:
    with translation.override("en"):
        facts = facts_for(Choice(Kind.INDIVIDUAL, *choice), players)
        assert (length_of(facts), meetings_of(facts)) == (length, sentence)


def test_the_cockpit_says_how_single_players_move_and_offers_other_lengths(
    singles_of: Made, secretary: Player
) -> None:
    evening = singles_of(12, rounds=3, options={"rounds": 4})
    answer = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    first, *others = answer.context["movements"]
    assert (first.value, first.length, first.chosen) == ("individual/3/4", "3 rounds of 4 deals", True)
    assert [each.value for each in others] == ["individual/6/2", "individual/4/3", "individual/2/6"]
    page = answer.content.decode()
    assert "12 players come. Another partner every round." in page
    assert "everybody sits with 3 different partners, nobody waits" in page
    assert "pairs come" not in page
    assert draw_with(evening, secretary, "individual/6/2", do="rest") == (302, "")
    assert (evening.movement, evening.rounds, evening.options["rounds"]) == ("individual/6/2", 6, 2)
    assert evening.tables.count() == 18
    assert set(evening.tables.values_list("planned", flat=True)) == {2}
    assert draw_with(evening, secretary, "howell/5/3", do="rest") == (409, "other_movements")


@pytest.mark.parametrize(
    ("players", "rounds", "said"),
    [
        (
            8,
            8,
            "in more than 7 rounds somebody may get a partner again. Every deal is compared at 2 tables.",
        ),
        (
            12,
            7,
            "in more than 6 rounds somebody may get a partner again. Every deal is compared at 3 tables.",
        ),
    ],
)
def test_where_no_movement_fits_the_cockpit_says_how_seats_are_drawn(
    singles_of: Made, secretary: Player, players: int, rounds: int, said: str
) -> None:
    evening = singles_of(players, rounds=rounds)
    evening.refresh_from_db()
    answer = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    assert (evening.movement, answer.context["movements"]) == ("", ())
    assert answer.context["no_movement"].startswith("Seats are drawn as on other evenings")
    assert said in answer.content.decode()
    assert set(evening.tables.values_list("round", flat=True)) == set(range(1, rounds + 1))


def sat(evening: Evening) -> tuple[Counter[frozenset[int]], Counter[int]]:
    """How often two were partners, and how often each sat north-south."""
    partners: Counter[frozenset[int]] = Counter()
    north_south: Counter[int] = Counter()
    for table in evening.tables.prefetch_related("seats"):
        one, two, three, four = (
            seat.entrant_id for seat in sorted(table.seats.all(), key=lambda seat: seat.number)
        )
        partners.update([frozenset((one, three)), frozenset((two, four))])
        north_south.update([one, three])
    return partners, north_south


@pytest.mark.parametrize("players", [12, 16])
def test_directions_are_shared_out(singles_of: Made, players: int) -> None:
    """Who holds north-south every time would be compared with a few alone."""
    evening = singles_of(players, rounds=6)
    partners, north_south = sat(evening)
    assert set(partners.values()) == {1}
    assert {north_south[entrant.pk] for entrant in evening.competition.entrants.all()} <= {2, 3, 4}


def test_latecomers_get_a_place_and_who_leaves_gives_it_up(
    singles_of: Made, league_club: Club, secretary: Player, clock: Clock
) -> None:
    """Thirteen begin; after the first round one leaves and four come, so sixteen play on with partners all new."""
    evening = singles_of(13, rounds=4)
    open_round(evening, secretary, clock())
    first = {table.pk for table in evening.tables.filter(round=1)}
    late = make_players([f"Late {number}" for number in range(4)])
    for player in late:
        Membership.objects.create(club=league_club, player=player, role=Role.MEMBER, since=clock())
    newcomers = [services.enter(competition=evening.competition, players=[player]) for player in late]
    sign_up(evening, newcomers, secretary, clock())
    gone = evening.competition.entrants.get(members__player__nickname="M05")
    services.sign(
        evening_id=evening.pk, entrant=gone, comes=False, player=secretary, now=clock(), for_club=True
    )
    assert draw_with(evening, secretary, "", do="rest") == (302, "")
    assert evening.movement == "individual/4/2"
    assert first <= set(evening.tables.values_list("pk", flat=True))
    partners, north_south = sat(evening)
    assert max(partners.values()) == 1
    for number in (2, 3, 4):
        there = set(evening.tables.filter(round=number).values_list("seats__entrant", flat=True))
        assert len(there) == 16
        assert gone.pk not in there
        assert {entrant.pk for entrant in newcomers} <= there
    assert all(1 <= north_south[entrant] <= 3 for entrant in north_south if entrant != gone.pk)


def test_a_bot_in_a_seat_costs_the_partner_nothing(singles_of: Made, secretary: Player, clock: Clock) -> None:
    """Where bots bring nothing, the absent player has no deal of the evening; partner and opponents have theirs, and
    the table is compared like the others."""
    evening = singles_of(12, rounds=1, rules={"counting": "matchpoints", "bots": "nothing"})
    absent = seat_a_bot(evening, secretary, clock())
    for table in open_round(evening, secretary, clock()):
        play(table, clock())
    assert open_finished_rounds(now=clock()) == 1
    deals = deals_of(evening.competition, [evening.pk])[evening.pk]
    assert [[one.bots for one in deal.results if one.bots] for deal in deals] == [[(absent.entrant_id,)]] * 2
    assert {len(deal.results) for deal in deals} == {3}
    page = client_of(secretary).get(reverse("league:evening_deal", args=[evening.pk, 1])).content.decode()
    assert f"{absent.player.nickname} (a bot played)" in page
    assert page.count("a bot played") == 1
    here = season_table(evening.competition).season.on(evening.pk)
    assert len(here) == 11
    assert absent.entrant_id not in here
    partner = evening.tables.get(number=1).seats.get(number=2).entrant_id
    points = {entrant: Fraction(result.points) for entrant, result in here.items()}
    assert sum(points.values()) + points[partner] == 12 * 50, "the bot made what its partner made"
