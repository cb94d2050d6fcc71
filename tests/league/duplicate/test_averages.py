"""An arbiter's average for a deal that was not played or cannot stand: given, shown with its reason, counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from django.urls import reverse

from accounts.models import Notice, Player
from games.club_file.errors import ClubFileRefused
from games.club_file.format import PARTS, plain_value, read_row
from games.league import services
from games.league.duplicate.scoring import ScoringRules, TableResult, score_deals, score_evening
from games.league.models import Correction, Evening, LeagueTable
from games.league.queries import season_table
from games.league.seasons.exports import corrections_csv
from games.league.services.evenings.same_cards import open_finished_rounds
from games.league.standings.scores import PlayedBy
from games.table import services as table_services
from games.table.log.models import Round
from games.table.log.states import RulingEffect
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import NOW, found_club, open_round, owner_of
from tests.league.duplicate.conftest import draw_evening_of
from tests.league.playing import play

pytestmark = pytest.mark.django_db

MADE = ((162, 0), (100, 62), (100, 62), (62, 100), (82, 80))
"""What five tables make of the first deal; all make 100 : 62 of the second."""
BY_HAND = {
    "as played": (
        (100, 0),
        (Fraction(125, 2), Fraction(75, 2)),
        (Fraction(125, 2), Fraction(75, 2)),
        (0, 100),
        (25, 75),
    ),
    "60 : 40": (
        (Fraction(775, 8), Fraction(25, 8)),
        (50, 50),
        (50, 50),
        (Fraction(25, 8), Fraction(775, 8)),
        (60, 40),
    ),
}
"""Per cent of both sides. As played there are five results, and 8 matchpoints are the most: 162 beats four (8), 100
beats two and shares with one (5), 82 beats one (2). Without the last table there are four results: 6, 3, 3 and 0
matchpoints of 6, which are (6 x 5 + 1) / 4 = 7 3/4, 4, 4 and 1/4 of 8."""


def results_of(made: Sequence[tuple[int, int]], average: tuple[int, int] | None = None) -> list[TableResult]:
    """The first deal at tables 1, 2 ...: pair 1 against 11 at the first; `average` is given at the last."""
    results = [
        TableResult(1, table, ((table,), (table + 10,)), points=points)
        for table, points in enumerate(made, start=1)
    ]
    if average is not None:
        results[-1] = TableResult(
            1, len(made), ((len(made),), (len(made) + 10,)), points=made[-1], average=average
        )
    return results


@pytest.mark.parametrize(("how", "average"), [("as played", None), ("60 : 40", (60, 40))])
def test_an_average_is_counted_as_in_bridge(how: str, average: tuple[int, int] | None) -> None:
    scores = {score.entrant: score.score for score in score_deals(results_of(MADE, average), ScoringRules())}
    assert [(scores[table], scores[table + 10]) for table in range(1, 6)] == list(BY_HAND[how])
    assert sum(scores.values()) == 10 * 50


def test_an_average_plus_is_at_least_the_own_mean() -> None:
    """Pair 5 made 100 % of its other deal: its 60 % become 100. Its opponents made 0 %: their 40 % become 0."""
    second = [
        TableResult(2, table, ((table,), (table + 10,)), points=(160 if table == 5 else 0, 0))
        for table in range(1, 6)
    ]
    evening = score_evening([*results_of(MADE, (60, 40)), *second], ScoringRules())
    assert (evening[5].mean, evening[15].mean) == (100, 0)
    evening = score_evening([*results_of(MADE, (50, 50)), *second], ScoringRules())
    assert (evening[5].mean, evening[15].mean) == (75, 25)


def play_evening() -> int:
    """The key of an evening of one round of two deals at five tables, played with the results of MADE;
    played once for all the tests here, by `played_evening`."""
    [secretary] = make_players(["Secretary Siem"])
    evening = draw_evening_of(found_club(secretary, NOW), 10, secretary, NOW, rounds=1)
    tables = open_round(evening, secretary, NOW)
    for table in tables:
        play(table, NOW)
    open_finished_rounds(now=NOW)
    for table, made in zip(tables, MADE, strict=True):
        for number, points in ((1, made), (2, (100, 62))):
            was = Round.objects.get(match=table.match_id, number=number).points
            added = tuple(points[seat % 2] - was[seat] for seat in range(4))
            about = {"match_id": table.match_id, "number": number, "player": secretary.pk, "now": NOW}
            table_services.open_review(**about)
            table_services.rule_round(
                ruled=RulingEffect(ruling=table.pk * 10 + number, points=added), **about
            )
    return evening.pk


@pytest.fixture
def evening(db: None, played_evening: int) -> Evening:
    return Evening.objects.get(pk=played_evening)


@pytest.fixture
def secretary(evening: Evening) -> Player:
    return owner_of(evening.competition)


def decide(evening: Evening, table: LeagueTable, player: Player, **said: object) -> tuple[int, str]:
    """Decide through the page, confirming its preview; the status and the code of a refusal."""
    about = {"deal": 1, "average": "60/40", "reason": "Cards lay open", **said}
    path = reverse("league:table_deals", args=[evening.pk, table.pk])
    answer = client_of(player).post(path, about)
    if answer.status_code == 200:
        about["seen"] = answer.context["preview"].digest
        answer = client_of(player).post(path, about)
    return answer.status_code, answer.get("Refusal-Code", "")


def worth(evening: Evening, table: LeagueTable) -> tuple[Fraction, Fraction]:
    """The evening of both sides of a table."""
    results = season_table(evening.competition).season.on(evening.pk)
    north_south, east_west = (table.seats.get(number=seat).entrant_id for seat in (0, 1))
    return Fraction(results[north_south].points), Fraction(results[east_west].points)


def test_every_page_has_what_an_average_counts(evening: Evening, secretary: Player) -> None:
    """The first deal is 100 % for one side of a table and 0 % for the other: 60 : 40 % of the second counts so too, on
    the list, the page of the deal, the own evening and the preview, which all say why."""
    best = next(
        table
        for table, own in zip(evening.tables.order_by("number"), BY_HAND["as played"], strict=True)
        if own == (100, 0)
    )
    path = reverse("league:table_deals", args=[evening.pk, best.pk])
    asked = {"deal": 2, "average": "60/40", "reason": "Cards lay open"}
    preview = client_of(secretary).post(path, asked).context["preview"]
    [changed] = [table for table in preview.tables if table.mine]
    assert [side.after for side in changed.sides] == ["100 %", "0 %"]
    assert decide(evening, best, secretary, deal=2) == (302, "")
    assert worth(evening, best) == (100, 0)
    for seat, given, counts in ((0, "60 %", "100 %"), (1, "40 %", "0 %")):
        sitter = best.seats.get(number=seat)
        reader = client_of(sitter.player)
        deals = reader.get(reverse("league:evening_deals", args=[evening.pk])).context["rounds"][0].deals
        said = f"You: the director gave {given}. Cards lay open. The mean of the other deals counts instead."
        assert (deals[1].own, deals[1].worth) == (said, counts)
        [row] = [row for row in deals[1].tables if row.average]
        assert (row.worth, row.worth_of_others) == ("100 %", "0 %")
        own = reader.get(reverse("league:own_evening", args=[evening.pk, sitter.entrant_id]))
        assert [(deal.worth, deal.is_own_mean) for deal in own.context["deals"]] == [
            (counts, False),
            (counts, True),
        ]
        assert "The mean of the other deals counts instead." in own.content.decode()
        page = reader.get(reverse("league:evening_deal", args=[evening.pk, 2])).context["record"]
        assert page.deal.worth == counts


def test_an_average_changes_the_deal_for_everybody(evening: Evening, secretary: Player) -> None:
    """The second deal is 50 % for all: an evening is the mean of that and of BY_HAND."""
    tables = list(evening.tables.order_by("number"))
    for how in ("as played", "60 : 40", "as played"):
        if how == "60 : 40":
            assert decide(evening, tables[4], secretary) == (302, "")
        elif tables[4].averages:
            assert decide(evening, tables[4], secretary, average="played", reason="Not so") == (302, "")
        for table, own in zip(tables, BY_HAND[how], strict=True):
            assert worth(evening, table) == tuple((Fraction(each) + 50) / 2 for each in own), how
        tables = list(evening.tables.order_by("number"))
    given, back = Correction.objects.filter(evening=evening).order_by("pk")
    assert (given.what, given.before, given.after) == ("average_given", "", "1/5/1 60 : 40 %")
    assert (given.reason, given.actor) == ("Cards lay open", secretary)
    assert (back.what, back.before, back.after) == ("average_taken_back", "60 : 40 %", "1/5/1")
    assert given.change == back.change == "round 1, table 5, deal 1: 60 : 40 %"
    assert '"Cards lay open","","round 1, table 5, deal 1: 60 : 40 %"' in corrections_csv(
        [given, back], {}, []
    )


def test_who_sat_there_is_told_of_an_average(evening: Evening, secretary: Player) -> None:
    last = evening.tables.get(number=5)
    sat = set(last.seats.values_list("player", flat=True))
    Notice.objects.all().delete()
    assert decide(evening, last, secretary) == (302, "")
    assert decide(evening, last, secretary, average="played", reason="Not so") == (302, "")
    assert set(Notice.objects.values_list("player", flat=True)) == sat
    reader = last.seats.earliest("number").player
    page = client_of(reader).get("/me/notices/").content.decode()
    assert (
        "Round 1, table 5, deal 1: 60 : 40 %, given by the director. Secretary Siem: Cards lay open" in page
    )
    assert "Round 1, table 5, deal 1: what was made counts again. Secretary Siem: Not so" in page
    assert Notice.objects.first().url == reverse("league:evening_deal", args=[evening.pk, 1])


def test_an_average_is_taken_back_once(evening: Evening, secretary: Player) -> None:
    """A second tap, and a deal that has none, write nothing."""
    last = evening.tables.get(number=5)
    assert decide(evening, last, secretary, average="played", reason="Not so") == (302, "")
    assert not Correction.objects.exists()
    assert decide(evening, last, secretary) == (302, "")
    version = Evening.objects.get(pk=evening.pk).version
    for _tap in (1, 2):
        assert decide(evening, last, secretary, average="played", reason="Not so") == (302, "")
    assert list(Correction.objects.order_by("pk").values_list("what", flat=True)) == [
        "average_given",
        "average_taken_back",
    ]
    assert Evening.objects.get(pk=evening.pk).version == version + 1


def test_the_list_and_the_traveller_have_the_average_with_its_reason(
    evening: Evening, secretary: Player
) -> None:
    *_others, last = evening.tables.order_by("number")
    decide(evening, last, secretary)
    north, east = (last.seats.get(number=seat).player for seat in (0, 1))
    path = reverse("league:evening_deals", args=[evening.pk])
    for player, given, per_cent in ((north, "60 % : 40 %", "60 %"), (east, "40 % : 60 %", "40 %")):
        answer = client_of(player).get(path)
        deal, second = answer.context["rounds"][0].deals
        assert deal.own == f"You: the director gave {per_cent}. Cards lay open."
        [line] = [line for line in deal.lines if line.average]
        assert (line.average, line.worth, line.times, line.mine) == (given, per_cent, 1, True)
        assert sum(line.times for line in deal.lines) == 5
        [row] = [row for row in deal.tables if row.average]
        assert (row.table, row.average, row.reason, row.points) == (5, "60 % : 40 %", "Cards lay open", ())
        assert not [line for line in second.lines if line.average]
        page = answer.content.decode()
        assert "Given by the director: Cards lay open" in page
        assert "arbiter" not in page
        assert "How this is counted" in page
        assert "points of many = (points × many + many − few) ÷ few" in page
    first = evening.tables.earliest("number").seats.get(number=0).player
    answer = client_of(first).get(path)
    deal = answer.context["rounds"][0].deals[0]
    assert (deal.own[:13], deal.worth) == ("You: 162 : 0.", "96.9 %")
    assert reverse("league:table_deals", args=[evening.pk, last.pk]) not in answer.content.decode()
    for_leaders = client_of(secretary).get(path).content.decode()
    assert reverse("league:table_deals", args=[evening.pk, last.pk]) in for_leaders


def test_the_preview_shows_everybody_before_anything_is_written(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    """By hand: 100, 62 1/2, 62 1/2, 0 and 25 % as played; 96.9, 50, 50, 3.1 % and 60 : 40 after."""
    last = evening.tables.get(number=5)
    path = reverse("league:table_deals", args=[evening.pk, last.pk])
    about = {"deal": 1, "average": "60/40", "reason": "Cards lay open"}
    client = client_of(secretary)
    answer = client.post(path, about)
    assert answer.status_code == 200
    last.refresh_from_db()
    assert last.averages == {}
    assert not Correction.objects.exists()
    preview = answer.context["preview"]
    assert [(row.table, row.sides[0].before, row.sides[0].after) for row in preview.tables] == [
        (1, "100 %", "96.9 %"),
        (2, "62.5 %", "50 %"),
        (3, "62.5 %", "50 %"),
        (4, "0 %", "3.1 %"),
        (5, "25 %", "60 %"),
    ]
    assert [row.sides[1].after for row in preview.tables] == ["3.1 %", "50 %", "50 %", "96.9 %", "40 %"]
    assert [(row.before, row.after) for row in preview.tables if row.mine] == [("82 : 80", "60 % : 40 %")]
    promised = {row.name: row.total for row in preview.standings.after}
    page = answer.content.decode()
    assert "Cards lay open" in page
    assert "Confirm the decision" in page
    one = evening.tables.get(number=1)
    assert decide(evening, one, secretary, average="50/50", reason="A phone fell") == (302, "")
    stale = client.post(path, {**about, "seen": preview.digest})
    assert stale.status_code == 409
    assert "Something changed since you looked" in stale.content.decode()
    last.refresh_from_db()
    assert last.averages == {}
    assert decide(evening, one, secretary, average="played", reason="It did not") == (302, "")
    assert client.post(path, {**about, "seen": preview.digest}).status_code == 302
    table = season_table(evening.competition)
    assert {table.entered[row.entrant].name: row.worth for row in table.rows} == promised


def test_the_preview_says_what_it_does_to_the_own_pair(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    """To a director who played the deal at another table: north and south of table 2 had 62.5 %, and get 50."""
    last = evening.tables.get(number=5)
    director = evening.tables.get(number=2).seats.earliest("number").player
    services.name_director(evening_id=evening.pk, director=director, leads=True, actor=secretary, now=clock())
    about = {"deal": 1, "average": "60/40", "reason": "Cards lay open"}
    path = reverse("league:table_deals", args=[evening.pk, last.pk])
    said = client_of(director).post(path, about).content.decode()
    assert "You played this deal yourself: your pair goes from 62.5 % to 50 %." in said.replace("\u00a0", " ")
    assert "You played this deal yourself" not in client_of(secretary).post(path, about).content.decode()


def test_other_per_cent_stand_as_given(evening: Evening, secretary: Player) -> None:
    last = evening.tables.get(number=5)
    assert decide(evening, last, secretary, average="other") == (422, "")
    assert decide(evening, last, secretary, average="other", north_south=101, east_west=0) == (422, "")
    assert decide(evening, last, secretary, average="other", north_south=45, east_west=30) == (302, "")
    assert worth(evening, last) == (Fraction(95, 2), 40)
    page = client_of(secretary).get(reverse("league:table_deals", args=[evening.pk, last.pk]))
    assert [deal.average for deal in page.context["deals"]] == ["45 % : 30 %", ""]
    assert [deal.points for deal in page.context["deals"]] == [(82, 80), (100, 62)]
    assert [deal.others for deal in page.context["deals"]] == [4, 4]


@pytest.mark.parametrize("said", [{"reason": " "}, {"deal": 3}, {"deal": ""}, {"average": "70/30"}])
def test_a_decision_without_a_deal_or_reason_is_refused(
    evening: Evening, secretary: Player, said: dict[str, object]
) -> None:
    last = evening.tables.get(number=5)
    assert decide(evening, last, secretary, **said) == (422, "")
    last.refresh_from_db()
    assert last.averages == {}
    assert not Correction.objects.exists()


def test_nobody_decides_about_the_own_table(evening: Evening, secretary: Player, clock: Clock) -> None:
    last = evening.tables.get(number=5)
    director = last.seats.earliest("number").player
    services.name_director(evening_id=evening.pk, director=director, leads=True, actor=secretary, now=clock())
    assert decide(evening, last, director) == (403, "own_table")
    page = client_of(director).get(reverse("league:table_deals", args=[evening.pk, last.pk]))
    assert page.context["at_own_table"]
    said = page.content.decode()
    assert "You sat at this table, so somebody else decides about it" in said
    assert 'name="average"' not in said
    elsewhere = client_of(director).get(
        reverse("league:table_deals", args=[evening.pk, evening.tables.get(number=1).pk])
    )
    assert "You sat at this table" not in elsewhere.content.decode()
    assert 'name="average"' in elsewhere.content.decode()
    assert decide(evening, evening.tables.get(number=1), director) == (302, "")
    member = evening.tables.get(number=2).seats.earliest("number").player
    assert decide(evening, last, member)[0] == 403
    seat = last.seats.latest("number")
    seat.changes.create(player=secretary, until_round=1, played_by=PlayedBy.SUBSTITUTE)
    assert decide(evening, last, secretary) == (403, "own_table"), "who was replaced there sat there too"


def test_averages_of_a_damaged_file_are_refused(evening: Evening, secretary: Player) -> None:
    last = evening.tables.get(number=5)
    decide(evening, last, secretary)
    last.refresh_from_db()
    [part] = [part for part in PARTS if part.key == "tables"]
    values = {name: plain_value(LeagueTable._meta.get_field(name), last) for name in part.fields}
    assert read_row(LeagueTable, part.fields, values)[0].average_for(1) == (
        (60, 40),
        "Cards lay open",
    )
    before = {name: value for name, value in values.items() if name != "averages"}
    assert read_row(LeagueTable, part.fields, before)[0].averages == {}
    for damaged in ([1], {"1": [60, 40]}, {"1": [60, 400, "x"]}, {"x": [60, 40, "x"]}, {"1": [60, 40, ""]}):
        with pytest.raises(ClubFileRefused):
            read_row(LeagueTable, part.fields, {**values, "averages": damaged})


def test_what_a_damaged_file_says_of_an_average_taken_back_is_passed_over(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    for after in ("1/5", "1/5/x", "²/5/1", ""):
        Correction.objects.create(
            competition=evening.competition,
            evening=evening,
            actor=secretary,
            what="average_taken_back",
            reason="Not so",
            after=after,
            at=clock.now,
        )
    page = client_of(secretary).get(reverse("league:evening_deals", args=[evening.pk]))
    assert page.status_code == 200


def test_an_average_given_and_taken_back_is_seen_on_the_own_evening_and_in_the_season(
    evening: Evening, secretary: Player
) -> None:
    """Table 5 made 25 and 75 per cent of deal 1 and 50 of deal 2: 37.5 and 62.5 in the mean. With 60 : 40 for deal 1 it
    is (60 + 50) / 2 = 55 and (40 + 50) / 2 = 45, because the mean of the other deal, 50, is less than 60 and more than
    40. Taken back, all is as it was, and the page says why."""
    last = evening.tables.get(number=5)
    pairs = [last.seats.get(number=seat).entrant_id for seat in (0, 1)]

    def seen() -> list[tuple[list[str], str, Fraction]]:
        season = client_of(secretary).get(reverse("league:league", args=[evening.competition_id]))
        worths = {shown.row.entrant: Fraction(shown.row.worth) for shown, _cells in season.context["rows"]}
        found = []
        for pair in pairs:
            page = client_of(secretary).get(reverse("league:own_evening", args=[evening.pk, pair]))
            deals = page.context["deals"]
            found.append(([deal.worth for deal in deals], deals[-1].mean, worths[pair]))
        return found

    as_played = [
        (["25 %", "50 %"], "37.5\u00a0%", Fraction(75, 2)),
        (["75 %", "50 %"], "62.5\u00a0%", Fraction(125, 2)),
    ]
    assert seen() == as_played
    assert decide(evening, last, secretary) == (302, "")
    assert seen() == [(["60 %", "50 %"], "55\u00a0%", 55), (["40 %", "50 %"], "45\u00a0%", 45)]
    own = reverse("league:own_evening", args=[evening.pk, pairs[0]])
    page = client_of(secretary).get(own).content.decode()
    assert "60 % : 40 %" in page
    assert "Cards lay open" in page
    assert decide(evening, last, secretary, average="played", reason="They were not seen") == (302, "")
    assert seen() == as_played
    page = client_of(secretary).get(own).content.decode()
    assert "An average was taken back: They were not seen" in page
    assert "60 % : 40 %" not in page
