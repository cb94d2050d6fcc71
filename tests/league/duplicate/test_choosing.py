"""A movement chosen from a sentence at the draw."""

from __future__ import annotations

from random import Random

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.models import Club, Player
from games.club_file.errors import ClubFileRefused
from games.club_file.format import PARTS, plain_value, read_row
from games.league import services
from games.league.duplicate.movements import Choice, Kind, facts_for, move_pairs
from games.league.evenings.movement_choices import length_of, meetings_of
from games.league.models import Entrant, Evening
from games.league.services.evenings.movements import movement_drawn
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import draw_evening, members_of, open_round, plan_and_draw, plan_evening, sign_up
from tests.league.duplicate.conftest import compared_competition, enter_pairs
from tests.league.playing import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def entrants(league_club: Club, clock: Clock) -> list[Entrant]:
    """Twelve pairs of a competition with three rounds of eight deals."""
    competition = compared_competition(league_club, clock(), rounds=3, options={"rounds": 8})
    return enter_pairs(competition, members_of(league_club, 24, clock()))


@pytest.fixture
def evening(entrants: list[Entrant], secretary: Player, clock: Clock) -> Evening:
    """An evening for which eleven of them have signed up."""
    evening = plan_evening(entrants[0].competition, clock())
    sign_up(evening, entrants[:11], secretary, clock())
    evening.refresh_from_db()
    return evening


def draw_with(evening: Evening, secretary: Player, movement: str, do: str = "draw") -> tuple[int, str]:
    """Draw through the cockpit; the status and the code of a refusal."""
    evening.refresh_from_db()
    answer = client_of(secretary).post(
        reverse("league:cockpit_do", args=[evening.pk]),
        {"do": do, "version": evening.version, "movement": movement},
    )
    evening.refresh_from_db()
    return answer.status_code, answer.get("Refusal-Code", "")


def meetings(evening: Evening) -> set[tuple[int, int, frozenset[int]]]:
    """Round, table, and who meets there."""
    return {
        (table.round, table.number, frozenset(table.seats.values_list("entrant", flat=True)))
        for table in evening.tables.prefetch_related("seats")
    }


def test_the_usual_movement_stands_first_and_is_ticked(evening: Evening, secretary: Player) -> None:
    answer = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    first, *others = answer.context["movements"]
    assert (first.value, first.length, first.chosen) == ("arrow_switch/3/8", "3 rounds of 8 deals", True)
    assert (
        first.sentence
        == "everybody meets 2 or 3 others, 3 pairs wait once, 5 pairs keep their table, one winner"
    )
    assert not [each for each in others if each.chosen]
    assert "howell/11/2" in {each.value for each in others}
    page = answer.content.decode()
    assert "11 pairs come. How do they move?" in page
    assert "3 rounds of 8 deals" in page
    assert "everybody meets everybody, 11 pairs wait once, all change tables, one winner" in page


@pytest.mark.parametrize(
    ("choice", "pairs", "length", "sentence"),
    [
        (
            Choice(Kind.HOWELL, 5, 5),
            6,
            "5 rounds of 5 deals",
            "everybody meets everybody, nobody waits, 1 pair keeps its table, one winner",
        ),
        (
            Choice(Kind.ARROW_SWITCH, 1, 1),
            7,
            "1 round of 1 deal",
            "everybody meets 0 or 1 others, 1 pair waits once, one winner",
        ),
        (
            Choice(Kind.MITCHELL, 4, 6),
            12,
            "4 rounds of 6 deals",
            "everybody meets 4 others, nobody waits, 6 pairs keep their table, two winners, one of each half",
        ),
    ],
)
def test_a_movement_is_a_sentence(choice: Choice, pairs: int, length: str, sentence: str) -> None:
    with translation.override("en"):
        facts = facts_for(choice, pairs)
        assert (length_of(facts), meetings_of(facts)) == (length, sentence)


@pytest.mark.slow
def test_what_was_chosen_is_drawn_and_played(evening: Evening, secretary: Player, clock: Clock) -> None:
    assert draw_with(evening, secretary, "howell/8/3") == (302, "")
    assert evening.movement == "howell/8/3"
    assert (evening.rounds, evening.options["rounds"]) == (8, 3)
    assert list(evening.tables.values_list("round", flat=True)) == [
        each for each in range(1, 9) for _ in range(5)
    ]
    assert set(evening.tables.values_list("planned", flat=True)) == {3}
    movement = movement_drawn(evening)
    assert movement is not None
    assert (movement.kind, movement.deals_per_round, len(movement.rounds)) == (Kind.HOWELL, 3, 8)
    for number in range(1, 3):
        tables = open_round(evening, secretary, clock())
        assert {table.match.options["rounds"] for table in tables} == {3}
        for table in tables:
            play(table, clock())
            assert table.match.rounds.count() == 3
        assert open_finished_rounds(now=clock()) == 1
        evening.refresh_from_db()
        assert evening.round == number


def test_the_usual_movement_is_kept_with_the_evening(evening: Evening, secretary: Player) -> None:
    """A rule that is changed later leaves an evening that was drawn as it is."""
    assert draw_with(evening, secretary, "") == (302, "")
    assert evening.movement == "arrow_switch/3/8"
    assert (evening.rounds, evening.options) == (3, evening.competition.options)


def test_a_choice_for_other_pairs_is_refused(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """The cockpit was open while a twelfth pair came."""
    sign_up(evening, entrants[11:], secretary, clock())
    assert draw_with(evening, secretary, "howell/11/2") == (302, "")
    other = plan_evening(evening.competition, clock())
    sign_up(other, entrants[:6], secretary, clock())
    for unknown in ("howell/11/2", "howell/99/9", "teams/3/8", "nonsense"):
        assert draw_with(other, secretary, unknown) == (409, "other_movements")
    assert (other.status, other.movement) == (Evening.Status.PLANNED, "")
    assert not other.tables.exists()


def test_another_movement_can_be_chosen_until_the_first_round(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    draw_with(evening, secretary, "howell/11/2")
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    assert [each.value for each in page.context["movements"] if each.chosen] == ["howell/11/2"]
    assert draw_with(evening, secretary, "arrow_switch/5/5", do="rest") == (302, "")
    assert (evening.movement, evening.tables.count()) == ("arrow_switch/5/5", 25)
    open_round(evening, secretary, clock())
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    assert page.context["movements"] == ()
    later = {each for each in meetings(evening) if each[0] > 1}
    assert draw_with(evening, secretary, "arrow_switch/3/8", do="rest") == (302, "")
    assert evening.movement == "arrow_switch/5/5"
    assert {each for each in meetings(evening) if each[0] > 1} == later


def test_the_order_of_signing_up_changes_nothing(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    other = plan_evening(evening.competition, clock())
    sign_up(other, entrants[10::-1], secretary, clock())
    draw_evening(evening, seed=5)
    draw_evening(other, seed=5)
    evening.refresh_from_db()
    assert meetings(evening) == meetings(other)
    movement = movement_drawn(evening)
    assert movement is not None
    order = Random(5).sample(sorted(movement.entrants), 11)
    whole = move_pairs(Choice.parse(evening.movement), order)
    assert [
        [(each.table, each.north_south, each.east_west) for each in played.meetings]
        for played in movement.rounds
    ] == [
        [(each.table, each.north_south, each.east_west) for each in played.meetings]
        for played in whole.rounds
    ]


def test_pairs_with_cards_of_their_own_choose_nothing(
    league_club: Club, secretary: Player, clock: Clock
) -> None:
    competition = compared_competition(league_club, clock(), rules={})
    evening = plan_evening(competition, clock())
    sign_up(evening, enter_pairs(competition, members_of(league_club, 12, clock())), secretary, clock())
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    assert page.context["movements"] == ()
    assert draw_with(evening, secretary, "howell/5/5") == (409, "other_movements")
    assert draw_with(evening, secretary, "") == (302, "")
    assert evening.movement == ""


def test_a_howell_for_many_is_a_mitchell(league_club: Club, secretary: Player, clock: Clock) -> None:
    """More than sixteen pairs cannot all meet one another; they are compared all the same."""
    competition = compared_competition(
        league_club, clock(), rules={"counting": "matchpoints", "movement": "howell"}
    )
    evening = plan_and_draw(
        competition, enter_pairs(competition, members_of(league_club, 34, clock())), secretary, clock()
    )
    evening.refresh_from_db()
    assert evening.movement == "arrow_switch/2/2"


def test_a_file_written_before_movements_could_be_chosen_is_read(evening: Evening, secretary: Player) -> None:
    draw_with(evening, secretary, "howell/8/3")
    [part] = [part for part in PARTS if part.key == "evenings"]
    values = {name: plain_value(Evening._meta.get_field(name), evening) for name in part.fields}
    assert read_row(Evening, part.fields, values)[0].movement == "howell/8/3"
    before = {name: value for name, value in values.items() if name != "movement"}
    assert read_row(Evening, part.fields, before)[0].movement == ""
    for damaged in ("howell/8/3\n", "bingo/1/1", "howell/0/1"):
        with pytest.raises(ClubFileRefused):
            read_row(Evening, part.fields, {**values, "movement": damaged})


def test_nobody_withdraws_from_the_draw_unseen(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """Ten pairs that were drawn as eleven: the movement chosen for eleven is not kept for ten without asking."""
    draw_with(evening, secretary, "howell/11/2")
    services.sign(
        evening_id=evening.pk, entrant=entrants[0], comes=False, player=secretary, now=clock(), for_club=True
    )
    assert draw_with(evening, secretary, "howell/11/2", do="rest") == (409, "other_movements")
    assert draw_with(evening, secretary, "", do="rest") == (302, "")
    assert evening.movement == "arrow_switch/3/8"


def test_a_director_finds_the_name_of_the_movement(evening: Evening, secretary: Player, clock: Clock) -> None:
    """At the draw, in the cockpit and on paper; and the direction of each pair in the list of tables."""
    desk = client_of(secretary)
    cockpit = reverse("league:cockpit", args=[evening.pk])
    names = [each.name for each in desk.get(cockpit).context["movements"]]
    assert names[0] == "Mitchell with arrow switch"
    assert {"Mitchell", "Howell"} <= set(names)
    assert "(Howell)" in desk.get(cockpit).content.decode()
    assert draw_with(evening, secretary, "howell/8/3") == (302, "")
    open_round(evening, secretary, clock())
    answer = desk.get(cockpit)
    assert "How they move: 8 rounds of 3 deals, everybody meets " in answer.content.decode()
    assert "(Howell)</p>" in answer.content.decode()
    for table in (table for each in answer.context["rounds"] for table in each.tables):
        north_south, east_west = table.sides
        assert (north_south.direction, east_west.direction) == ("N-S", "E-W")
        assert {sitter.seat % 2 for sitter in north_south.sitters} == {0}
    for kind, words in (
        ("seats", "8 rounds of 3 deals, everybody meets "),
        ("cards", "8 rounds of 3 deals (Howell)"),
    ):
        page = desk.get(reverse("league:evening_print", args=[evening.pk, kind])).content.decode()
        assert f"· {words}" in page
        assert "(Howell)" in page


@pytest.mark.parametrize(("form", "name"), [("individual", "individual"), ("teams", "teams of four")])
def test_single_players_and_teams_have_a_name_too(
    request: pytest.FixtureRequest, league_club: Club, secretary: Player, clock: Clock, form: str, name: str
) -> None:
    if form == "individual":
        evening = request.getfixturevalue("singles_of")(12)
    else:
        competition = compared_competition(
            league_club, clock(), rules={"counting": "scale"}, seating="round_robin", size=4, rounds=1
        )
        people = members_of(league_club, 16, clock())
        teams = [
            services.enter(competition=competition, players=people[at : at + 4]) for at in range(0, 16, 4)
        ]
        evening = plan_and_draw(competition, teams, secretary, clock())
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    words = (
        "teams of four"
        if form == "teams"
        else "2 rounds of 2 deals, everybody sits with 2 different partners"
    )
    assert f"How they move: {words}" in page
    assert name in page
    assert "N-S" in page


def test_no_name_and_no_direction_where_every_table_has_its_own_cards(
    league_club: Club, secretary: Player, clock: Clock
) -> None:
    competition = compared_competition(league_club, clock(), rules={"counting": "points"})
    evening = plan_and_draw(
        competition, enter_pairs(competition, members_of(league_club, 12, clock())), secretary, clock()
    )
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert "Movement:" not in page
    assert "N-S" not in page
