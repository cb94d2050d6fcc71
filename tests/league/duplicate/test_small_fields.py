"""Evenings with the same cards for few: two tables, and one table, at which nothing can be compared."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.duplicate.movements import (
    Choice,
    Kind,
    NoSuchMovement,
    competition,
    facts_for,
    howell,
    individual,
    most_rounds,
)
from games.league.models import Evening
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import enter_all, members_of, open_round, plan_evening, sign_up
from tests.league.duplicate.conftest import Made, compared_competition, enter_pairs
from tests.league.duplicate.test_same_cards import worth
from tests.league.playing import play

pytestmark = pytest.mark.django_db
NOTHING = "Nobody else has the same cards there, so nothing can be compared: every deal is worth"


def cockpit(evening: Evening, reader: Player) -> tuple[str, dict[str, object]]:
    """The page and its context."""
    answer = client_of(reader).get(reverse("league:cockpit", args=[evening.pk]))
    return answer.content.decode(), answer.context


def do(evening: Evening, secretary: Player, what: str, **about: object) -> None:
    """One tap in the cockpit."""
    evening.refresh_from_db()
    path = reverse("league:cockpit_do", args=[evening.pk])
    answer = client_of(secretary).post(path, {"do": what, "version": evening.version, **about})
    assert (answer.status_code, answer.get("Refusal-Code", "")) == (302, "")
    evening.refresh_from_db()


def test_four_pairs_meet_one_another_at_two_tables_all_alike() -> None:
    """Every two pairs compete as much as any two others: a Howell of two tables is exactly even."""
    movement = howell([1, 2, 3, 4], rounds=3, deals_per_round=8)
    met = {frozenset(meeting.entrants) for played in movement.rounds for meeting in played.meetings}
    assert met == set(map(frozenset, combinations((1, 2, 3, 4), 2)))
    assert set(competition(movement).values()) == {1}
    for pairs in (2, 3):
        with pytest.raises(NoSuchMovement):
            howell(range(pairs), rounds=1, deals_per_round=1)
    with pytest.raises(NoSuchMovement):
        facts_for(Choice(Kind.MITCHELL, 2, 2), 4)


@pytest.mark.parametrize("players", [8, 9, 10, 11])
def test_nobody_has_a_partner_twice_at_two_tables(players: int) -> None:
    """In seven rounds at most; of eight players everybody is then the partner of everybody once."""
    rounds = most_rounds(Kind.INDIVIDUAL, players)
    assert rounds == 7
    for seed in range(10):
        movement = individual(range(players), rounds=rounds, deals_per_round=2, chance=Random(seed))
        couples = [
            frozenset(party)
            for played in movement.rounds
            for meeting in played.meetings
            for party in (meeting.north_south, meeting.east_west)
        ]
        assert len(set(couples)) == len(couples) == 28
    with pytest.raises(NoSuchMovement):
        most_rounds(Kind.INDIVIDUAL, 7)


@pytest.mark.parametrize("usual", ["arrow_switch", "mitchell", "howell"])
def test_four_pairs_choose_from_sentences_and_play(
    league_club: Club, secretary: Player, clock: Clock, usual: str
) -> None:
    """Drawn through the cockpit, played at two tables: every deal is 100, 50 or 0 per cent, together 50 a pair."""
    competition = compared_competition(
        league_club, clock(), rules={"counting": "matchpoints", "movement": usual}, rounds=3
    )
    evening = plan_evening(competition, clock())
    sign_up(evening, enter_pairs(competition, members_of(league_club, 8, clock())), secretary, clock())
    page, context = cockpit(evening, secretary)
    assert next(each.value for each in context["movements"]) == "howell/3/2"
    said = "everybody meets everybody, nobody waits, every deal at two tables, 1 pair keeps its table, one winner"
    assert said in page
    assert context["one_table"] == ""
    do(evening, secretary, "draw")
    assert (evening.movement, evening.tables.count()) == ("howell/3/2", 6)
    for _round in range(3):
        for table in open_round(evening, secretary, clock()):
            play(table, clock())
        open_finished_rounds(now=clock())
    assert set(worth(evening)) == set(competition.entrants.values_list("pk", flat=True))
    assert sum(worth(evening).values()) == 4 * 50


def test_eight_players_choose_from_sentences(singles_of: Made, secretary: Player) -> None:
    evening = singles_of(8, rounds=4)
    page, context = cockpit(evening, secretary)
    assert evening.tables.count() == 8
    assert next(each.value for each in context["movements"]) == "individual/4/2"
    assert "everybody sits with 4 different partners, nobody waits, every deal at two tables" in page
    assert context["one_table"] == context["no_movement"] == ""


@pytest.mark.parametrize(
    ("pairs", "counting", "worth"), [(2, "matchpoints", "50 %"), (3, "difference", "0 points")]
)
def test_one_table_of_pairs_is_warned_of_and_stays_in_sight(
    league_club: Club, secretary: Player, clock: Clock, pairs: int, counting: str, worth: str
) -> None:
    """Before the draw with what to do instead; after it, and while it is played, that nothing is compared."""
    competition = compared_competition(league_club, clock(), rules={"counting": counting})
    entrants = enter_pairs(competition, members_of(league_club, 8, clock()))
    evening = plan_evening(competition, clock())
    assert cockpit(evening, secretary)[1]["one_table"] == ""
    sign_up(evening, entrants[:pairs], secretary, clock())
    page, context = cockpit(evening, secretary)
    assert context["one_table"] == (
        f"There is one table. {NOTHING} {worth} to everybody. With 4 pairs there are two tables. "
        "If no more come, cancel the evening, and play at a table of the club."
    )
    assert context["no_movement"] == ""
    assert 'id="one-table-only"' in page
    do(evening, secretary, "draw")
    warned = cockpit(evening, secretary)[1]["one_table"]
    assert warned.startswith(f"One table in rounds 1, 2. {NOTHING} {worth} to everybody. With 4 pairs")
    [table] = open_round(evening, secretary, clock())
    page, context = cockpit(evening, secretary)
    assert context["one_table"] == f"One table in rounds 1, 2. {NOTHING} {worth} to everybody."
    assert 'id="one-table-only"' in page
    parts = client_of(secretary).get(reverse("league:cockpit_tables", args=[evening.pk])).content.decode()
    assert 'id="one-table-only"' in parts
    play(table, clock())


@pytest.mark.parametrize("players", [4, 7])
def test_one_table_of_single_players_is_warned_of(
    league_club: Club, secretary: Player, clock: Clock, players: int
) -> None:
    competition = compared_competition(league_club, clock(), seating="rotating", size=1)
    entrants = enter_all(competition, [[player] for player in members_of(league_club, players, clock())])
    evening = plan_evening(competition, clock())
    sign_up(evening, entrants, secretary, clock())
    assert "With 8 players there are two tables." in str(cockpit(evening, secretary)[1]["one_table"])
    do(evening, secretary, "draw")
    assert str(cockpit(evening, secretary)[1]["one_table"]).startswith("One table in rounds 1, 2.")


def test_a_round_is_warned_of_that_lost_its_second_table(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """A table that is broken off after a deal has a result to compare with; one without a deal has none."""
    evening = evening_of(4)
    assert cockpit(evening, secretary)[1]["one_table"] == ""
    one, other = open_round(evening, secretary, clock())
    play(one, clock(), rounds=1)
    do(evening, secretary, "break_off", table=one.pk, reason="ill")
    assert cockpit(evening, secretary)[1]["one_table"] == ""
    play(other, clock())
    open_finished_rounds(now=clock())
    one, other = open_round(evening, secretary, clock())
    do(evening, secretary, "break_off", table=one.pk, reason="ill")
    assert (
        cockpit(evening, secretary)[1]["one_table"] == f"One table in round 2. {NOTHING} 50 % to everybody."
    )


def test_nobody_is_warned_where_every_table_has_its_own_cards(
    league_club: Club, secretary: Player, clock: Clock
) -> None:
    competition = compared_competition(league_club, clock(), rules={})
    evening = plan_evening(competition, clock())
    sign_up(evening, enter_pairs(competition, members_of(league_club, 4, clock())), secretary, clock())
    assert cockpit(evening, secretary)[1]["one_table"] == ""
    services.draw(evening_id=evening.pk, version=0, chance=Random(1), actor=secretary, now=clock())
    evening.refresh_from_db()
    assert cockpit(evening, secretary)[1]["one_table"] == ""
