"""Promises of a sheet typed as totals: two numbers a table are enough, the secretary can do all of it, the other side
can say no, and the log stays the truth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

import pytest
from django.urls import reverse

from accounts.models import Notice, Player
from games.engine import registry
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Evening, LeagueTable
from games.league.queries import evening_lines, paper_sheets, season_table
from games.league.services.entrants import withdraw
from games.people.matches import figures_of
from games.table import services as table_services
from games.table.log import loading
from games.table.log.errors import TableRefusal
from games.table.log.models import Action, Match, Round
from games.table.log.states import RulingEffect
from games.table.review.paper_round import paper_review
from games.table.services.totals import least_of_a_round, likely_at_most
from tests.clients import client_of
from tests.league.paper.conftest import confirm, players_of
from tests.league.playing import typed_fields
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_the_secretary_types_changes_and_confirms_alone(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    write(4100, 268, sure="4368")
    write("410", "268")
    match = table.match
    assert table_services.verify_log(Match.objects.get(pk=match.pk)) == ()
    assert evening_lines(table.evening, season_table(table.evening.competition)) == ()
    confirm(table, secretary, clock(), for_club=True)
    lines = evening_lines(table.evening, season_table(table.evening.competition))
    assert sorted(line.points for line in lines) == [268, 268, 410, 410]
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert table_services.verify_log(match) == ()
    log = list(match.actions.values_list("data", "seat", "player"))
    entry = {"do": "totals", "rounds": "4", "sides": "0 1 0 1"}
    assert log == [
        ({**entry, "points": "4100 268 4100 268"}, None, secretary.pk),
        ({**entry, "points": "410 268 410 268"}, None, secretary.pk),
        ({"do": "confirmed", "rounds": "4"}, None, secretary.pk),
    ]
    known = loading.newest_table(match.pk)
    loading.forget_all()
    assert loading.newest_table(match.pk) == known
    assert refusal(lambda: write(400, 268)) == TableRefusal.NOT_OPEN


def test_a_sheet_that_is_typed_says_that_it_is_stored_and_what_is_next(
    table: LeagueTable, secretary: Player, write: Callable[..., None]
) -> None:
    """To who typed it, to the other side, and to the secretary; an incomplete one says how far it is."""
    ours, theirs = (players_of(table)[number] for number in (0, 1))
    address = reverse("league:sheet", args=[table.evening_id, table.pk])
    told = {"mine": "You have nothing more to do.", "other": "tap “This is right”"}

    def page(player: Player) -> str:
        return client_of(player).get(address).content.decode()

    assert 'id="stored"' not in page(ours)
    write(205, 119, by=ours, rounds="2")
    assert "Written down, 2 of 4 rounds." in page(ours)
    write(410, 268, by=ours)
    for player, next_step in ((ours, told["mine"]), (theirs, told["other"]), (secretary, told["other"])):
        assert "Written down, the whole sheet." in page(player)
        assert [words in page(player) for words in told.values()] == [
            words == next_step for words in told.values()
        ]


def test_what_the_paper_tallies_stands_beside_the_points(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    write("1.410", 768, pits_0="1", roem_0="120", roem_1="40")
    confirm(table, secretary, clock(), for_club=True)
    lines = evening_lines(table.evening, season_table(table.evening.competition))
    keys = [tally.key for tally in registry.game("kraken").tallies]
    told = {
        (line.points, *(dict(zip(keys, line.tallies, strict=True))[key] for key in ("pits", "roem")))
        for line in lines
    }
    assert told == {(1410, 1, 120), (768, 0, 40)}


@pytest.mark.parametrize(
    ("typing", "code"),
    [
        ({"points_0": "", "points_1": "300"}, TableRefusal.NOT_ALL_TOTALS),
        ({"points_0": "3x0", "points_1": "300"}, TableRefusal.NOT_A_TOTAL),
        ({"points_0": "9" * 9, "points_1": "300"}, TableRefusal.NOT_A_TOTAL),
        ({"points_0": "41", "points_1": "268"}, TableRefusal.TOTALS_TOO_LOW),
        ({"points_0": "400", "points_1": "268", "rounds": "5"}, TableRefusal.NO_SUCH_ROUND),
        ({"points_0": "400", "points_1": "268", "rounds": "0"}, TableRefusal.NO_SUCH_ROUND),
        ({"points_0": "400", "points_1": "268", "roem_0": "many"}, TableRefusal.NOT_A_TOTAL),
        ({"points_0": "1000", "points_1": "500", "pits_0": "3", "pits_1": "2"}, TableRefusal.TALLY_TOO_HIGH),
        ({"points_0": "400", "points_1": "268", "nat_1": "5"}, TableRefusal.TALLY_TOO_HIGH),
        ({"points_0": "400", "points_1": "268", "krakens_won_0": "5"}, TableRefusal.TALLY_TOO_HIGH),
        ({"points_0": "400", "points_1": "268", "roem_0": "25"}, TableRefusal.NO_SUCH_TALLY),
        ({"points_0": "400", "points_1": "268", "roem_0": "30"}, TableRefusal.NO_SUCH_TALLY),
        ({"points_0": "400", "points_1": "268", "nat_0": "-1"}, TableRefusal.NO_SUCH_TALLY),
        ({"points_0": "400", "points_1": "268", "roem_0": "5000"}, TableRefusal.TOTALS_WITHOUT_TALLY),
    ],
)
def test_what_no_sheet_can_say_is_refused_and_nothing_has_changed(
    table: LeagueTable, secretary: Player, clock: Callable[[], datetime], typing: Mapping[str, str], code: str
) -> None:
    about = {"table_id": table.pk, "player": secretary, "now": clock(), "for_club": True}
    assert refusal(lambda: services.type_totals(values=typing, **about)) == code
    assert not Action.objects.filter(match=table.match).exists()
    assert not Round.objects.exists()


@pytest.mark.parametrize(("of_a_round", "rounds", "likely"), [(162, 4, 2916), (162, 16, 6804), (0, 31, 0)])
def test_sheets_beyond_what_rounds_hardly_ever_bring_are_asked_about(
    of_a_round: int, rounds: int, likely: int
) -> None:
    assert likely_at_most(of_a_round, rounds) == likely


def test_a_digit_too_many_is_asked_about_and_can_be_right(
    table: LeagueTable, secretary: Player, write: Callable[..., None]
) -> None:
    assert refusal(lambda: write(4320, 216)) == TableRefusal.TOTALS_VERY_HIGH
    assert not Action.objects.filter(match=table.match).exists()
    assert refusal(lambda: write(4320, 216, sure="4535")) == TableRefusal.TOTALS_VERY_HIGH
    write(4320, 216, sure="4536")
    assert paper_sheets(table.evening)[table.pk].points == (4320, 216, 4320, 216)


def test_both_pages_of_a_sheet_ask_and_take_the_answer(
    evening: Evening, table: LeagueTable, secretary: Player
) -> None:
    desk = client_of(secretary)
    sheet = reverse("league:sheet_totals", args=[evening.pk, table.pk])
    high = {"points_0": "4320", "points_1": "216"}
    asked = desk.post(sheet, high)
    assert (asked.status_code, asked["Refusal-Code"]) == (422, TableRefusal.TOTALS_VERY_HIGH)
    assert '<input type="checkbox" id="sure" name="sure" value="4536">' in asked.content.decode()
    assert desk.post(sheet, {**high, "sure": "4536"}).status_code == 302
    other = evening.tables.get(round=1, number=2)
    whole = reverse("league:paper_round", args=[evening.pk, 1])
    typed = {
        "do": "type",
        f"seq-{other.pk}": "0",
        f"points-{other.pk}-0": "400",
        f"points-{other.pk}-1": "2680",
    }
    asked = desk.post(whole, typed)
    assert (asked.status_code, asked["Refusal-Code"]) == (422, TableRefusal.TOTALS_VERY_HIGH)
    assert f'name="sure-{other.pk}" value="3080">' in asked.content.decode()
    assert desk.post(whole, {**typed, f"sure-{other.pk}": "3080"}).status_code == 302
    assert paper_sheets(evening)[other.pk].points == (400, 2680, 400, 2680)


@pytest.mark.parametrize(("last_trick", "least"), [(10, 162), (1, 153), (0, 152)])
def test_the_fewest_points_of_a_round_follow_from_the_house_rules(last_trick: int, least: int) -> None:
    """A last trick worth one point makes 153: 16 rounds of 1224 : 1224 add up."""
    game = registry.game("kraken")
    options = game.Options(last_trick_points=last_trick)
    assert least_of_a_round("kraken", game.version, options, players=4) == least


def test_one_side_types_and_the_other_says_right_or_not_right(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    ours, theirs = players_of(table)[:2]

    def disputed() -> bool:
        return paper_sheets(table.evening)[table.pk].disputed

    def object_to(player: Player) -> None:
        services.object_to_sheet(table_id=table.pk, player=player, now=clock())

    assert refusal(lambda: object_to(theirs)) == TableRefusal.NOTHING_WRITTEN
    write(400, 268, by=ours)
    assert refusal(lambda: write(410, 258, by=theirs)) == TableRefusal.OTHER_SIDE_WRITES
    assert refusal(lambda: object_to(ours)) == TableRefusal.OTHER_SIDE_OBJECTS
    assert refusal(lambda: confirm(table, ours, clock())) == TableRefusal.OTHER_SIDE_CONFIRMS
    object_to(theirs)
    object_to(theirs)
    assert disputed()
    told = Notice.objects.filter(player=secretary)
    assert told.filter(url=reverse("league:sheet", args=[table.evening_id, table.pk])).count() == 1
    seen = paper_sheets(table.evening)[table.pk].seq
    write(380, 288)
    assert not disputed()
    assert refusal(lambda: write(400, 268, by=ours)) == TableRefusal.CLUB_WRITES
    assert refusal(lambda: confirm(table, theirs, clock(), as_of=seen)) == TableRefusal.STALE_WINDOW
    confirm(table, theirs, clock())
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()
    assert paper_sheets(table.evening)[table.pk].confirmed


def test_totals_take_the_place_of_rounds_and_rounds_that_of_totals(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    about = {"table_id": table.pk, "player": secretary, "now": clock(), "for_club": True}
    for number in (1, 2):
        services.type_round(number=number, values=typed_fields(100, 62), **about)
    write(400, 268)
    match = Match.objects.get(pk=table.match_id)
    assert list(match.rounds.values_list("number", "points")) == [(4, [400, 268, 400, 268])]
    assert table_services.verify_log(match) == ()
    for number in range(1, 5):
        services.type_round(number=number, values=typed_fields(100, 62), **about)
    services.type_round(number=2, values=typed_fields(120, 42), **about)
    confirm(table, secretary, clock(), for_club=True)
    match.refresh_from_db()
    assert [points[0] for points in match.rounds.order_by("number").values_list("points", flat=True)] == [
        100,
        120,
        100,
        100,
    ]
    assert table_services.verify_log(match) == ()


def test_totals_of_a_table_broken_off_say_how_many_rounds_they_are(
    evening: Evening,
    table: LeagueTable,
    secretary: Player,
    write: Callable[..., None],
    clock: Callable[[], datetime],
) -> None:
    """Three of four rounds: the fourth is compensated with 81 for each side."""
    write(300, 186, rounds="3")
    assert refusal(lambda: confirm(table, secretary, clock(), seen=3, for_club=True)) == (
        TableRefusal.SHEET_INCOMPLETE
    )
    services.break_off(
        table_id=table.pk, version=evening.version, actor=secretary, reason="Last bus", now=clock()
    )
    lines = evening_lines(evening, season_table(evening.competition))
    assert sorted(line.points for line in lines) == [267, 267, 381, 381]


def test_a_confirmed_sheet_of_totals_is_ruled_on_like_any_round(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    write(400, 268)
    confirm(table, secretary, clock(), for_club=True)
    about = {"match_id": table.match_id, "number": 4, "player": secretary.pk, "now": clock()}
    table_services.open_review(**about)
    table_services.rule_round(ruled=RulingEffect(1, (-20, 20, -20, 20)), **about)
    lines = evening_lines(table.evening, season_table(table.evening.competition))
    assert sorted(line.points for line in lines) == [288, 288, 380, 380]
    match = Match.objects.get(pk=table.match_id)
    assert table_services.verify_log(match) == ()
    review = paper_review(match, number=4)
    who = f"{secretary.nickname}, for the club"
    assert [(one.name, one.points) for one in review.typed] == [(who, (400, 268))]
    assert (review.confirmed_by, review.score.counts, review.rescores) == (who, (380, 288), False)


def test_not_right_takes_a_few_words_that_both_sides_and_the_secretary_read(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    ours, theirs = players_of(table)[:2]
    write(400, 268, by=ours)
    door = reverse("league:sheet_object", args=[table.evening_id, table.pk])
    too_long = client_of(theirs).post(door, {"why": "x" * 201})
    assert (too_long.status_code, too_long["Refusal-Code"]) == (422, TableRefusal.TOO_LONG)
    assert client_of(theirs).post(door, {"why": " Round 3 \n was 90 "}).status_code == 302
    sheet = reverse("league:sheet", args=[table.evening_id, table.pk])
    for reader in (ours, theirs, secretary):
        assert "<b>Round 3 was 90</b>" in client_of(reader).get(sheet).content.decode()
    assert Notice.objects.get(player=secretary, url=sheet).text.endswith("not right. Round 3 was 90")
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()
    write(410, 258, by=ours)
    assert "Round 3 was 90" not in client_of(theirs).get(sheet).content.decode()


def test_a_tally_that_nobody_typed_is_shown_nowhere_and_not_as_nothing(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    """Only the points are typed and the roem of both sides: of pits nothing is known."""
    write("410", "268", roem_0="20", roem_1="0")
    confirm(table, secretary, clock(), for_club=True)
    without_roem = table.seats.select_related("player").get(number=1)
    desk = client_of(secretary)
    address = reverse("league:entrant", args=[table.evening.competition_id, without_roem.entrant_id])
    page = desk.get(address).content.decode()
    assert "<dt>Roem</dt>" in page
    assert "<dt>Pits</dt>" not in page
    (figures,) = figures_of(without_roem.player)
    assert figures.tallies == (("Roem", 0),)


def test_much_of_a_tally_is_asked_about_and_can_be_right(
    table: LeagueTable, secretary: Player, write: Callable[..., None]
) -> None:
    """Four pits in four rounds; another number than was asked about is asked about again."""
    address = reverse("league:sheet_totals", args=[table.evening_id, table.pk])
    typed_in = {"points_0": "1048", "points_1": "0", "pits_0": "4"}
    desk = client_of(secretary)
    asked = desk.post(address, typed_in)
    assert (asked.status_code, asked["Refusal-Code"]) == (422, TableRefusal.TALLY_VERY_HIGH)
    assert "Pits: together that is 4 in 4 rounds." in asked.content.decode()
    again = "1048 4 0 0 0 0"
    assert f'name="sure" value="{again}"' in asked.content.decode()
    assert desk.post(address, {**typed_in, "points_0": "1058", "sure": again}).status_code == 422
    assert desk.post(address, {**typed_in, "sure": again}).status_code == 302
    page = desk.get(reverse("league:sheet", args=[table.evening_id, table.pk])).content.decode()
    before_the_button = page[: page.index("This is right</button>")]
    assert "<td>Pits</td>" in before_the_button


def test_roem_may_be_lost_where_the_winner_of_a_kraken_writes_only_its_own_points() -> None:
    game = registry.game("kraken")
    roem = next(tally for tally in game.tallies if tally.key == "roem")
    ways = ("winner_takes_all", "own_points", "both_score")
    assert [roem.is_paid(game.Options(challenged_settlement=way)) for way in ways] == [True, False, True]


def test_after_a_refusal_nothing_but_what_was_typed_can_be_sent(
    table: LeagueTable, secretary: Player, write: Callable[..., None]
) -> None:
    """The totals written before are out of sight, and cannot be confirmed by a tap on the usual button."""
    write(1500, 1092)
    address = reverse("league:sheet_totals", args=[table.evening_id, table.pk])
    refused = client_of(secretary).post(address, {"points_0": "300", "points_1": "200"})
    assert refused["Refusal-Code"] == TableRefusal.TOTALS_TOO_LOW
    page = refused.content.decode()
    assert "This is right" not in page
    assert "1,500" not in page
    assert "1500" not in page
    assert 'value="300"' in page
    assert 'value="200"' in page


def test_totals_refused_stay_in_sight_on_a_sheet_written_round_by_round(
    table: LeagueTable, secretary: Player, clock: Callable[[], datetime]
) -> None:
    services.type_round(
        table_id=table.pk,
        number=1,
        values=typed_fields(100, 62),
        player=secretary,
        now=clock(),
        for_club=True,
    )
    address = reverse("league:sheet_totals", args=[table.evening_id, table.pk])
    page = client_of(secretary).post(address, {"points_0": "30", "points_1": "20"}).content.decode()
    assert 'id="totals-title"' in page


def test_who_says_not_right_can_type_it_again_and_the_other_side_confirms(
    table: LeagueTable, secretary: Player, write: Callable[..., None], clock: Callable[[], datetime]
) -> None:
    ours, theirs = players_of(table)[:2]
    write(400, 268)
    sheet = reverse("league:sheet", args=[table.evening_id, table.pk])
    assert 'name="points_0"' not in client_of(theirs).get(sheet).content.decode()
    services.object_to_sheet(table_id=table.pk, player=theirs, now=clock())
    page = client_of(theirs).get(sheet).content.decode()
    assert 'name="points_0"' in page
    assert "type it again or confirm it" in page
    answer = client_of(theirs).post(
        reverse("league:sheet_totals", args=[table.evening_id, table.pk]),
        {"points_0": "380", "points_1": "288"},
    )
    assert answer.status_code == 302
    assert not paper_sheets(table.evening)[table.pk].disputed
    assert refusal(lambda: confirm(table, theirs, clock())) == TableRefusal.OTHER_SIDE_CONFIRMS
    confirm(table, ours, clock())
    assert table_services.verify_log(Match.objects.get(pk=table.match_id)) == ()


def test_a_sheet_with_a_free_seat_is_typed_once_somebody_sits_there(
    table: LeagueTable, members: list[Player], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """By totals or round by round: the points of a side would be nobody's."""
    gone = table.seats.select_related("entrant", "player").get(number=3)
    withdraw(entrant=gone.entrant, actor=secretary, reason="ill", now=clock())
    desk = client_of(secretary)
    totals, rounds = (
        reverse(f"league:{name}", args=[table.evening_id, table.pk])
        for name in ("sheet_totals", "sheet_type")
    )
    typed = {"points_0": "400", "points_1": "268", "seq": "0"}
    for address, sent in ((totals, typed), (rounds, {"number": "1", **typed_fields(100, 62), "seq": "0"})):
        assert desk.post(address, sent)["Refusal-Code"] == LeagueRefusal.SEATS_EMPTY
    table.evening.refresh_from_db()
    services.substitute(
        evening_id=table.evening_id,
        version=table.evening.version,
        absent=gone.player,
        instead=members[12],
        actor=secretary,
        now=clock(),
    )
    assert desk.post(totals, typed).status_code == 302
