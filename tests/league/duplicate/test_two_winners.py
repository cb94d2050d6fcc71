"""An evening with two winners: a Mitchell without exchanged directions, ranked by halves."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from random import Random

import pytest
from django.urls import reverse

from accounts.models import Club, Membership, Player, Role
from games.engine_words import points_text
from games.league import services
from games.league.duplicate.movements import Kind
from games.league.models import Evening
from games.league.queries import EveningLine, evening_lines, season_table
from games.league.services.evenings.compared_results import deals_of
from games.league.services.evenings.movements import halves_of, movement_drawn
from games.league.services.evenings.same_cards import open_finished_rounds
from games.league.words import place_words
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import close_evening, open_round, sign_up
from tests.league.duplicate.conftest import Made
from tests.league.playing import play, play_rounds

pytestmark = pytest.mark.django_db

TWO_WINNERS = {"counting": "matchpoints", "movement": "mitchell"}


def play_evening(evening: Evening, secretary: Player, clock: Clock, rounds: int = 2) -> None:
    """Play all rounds; at each table its own way, so that results differ."""
    for _round in range(rounds):
        tables = open_round(evening, secretary, clock())
        for number, table in enumerate(tables):
            if number:
                play_rounds(table, number % 2 + 1, clock())
            play(table, clock())
        assert open_finished_rounds(now=clock()) == 1


def lines_of(evening: Evening) -> tuple[EveningLine, ...]:
    return evening_lines(evening, season_table(evening.competition))


def test_each_half_is_compared_and_ranked_by_itself(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(8, rules=TWO_WINNERS)
    evening.refresh_from_db()
    movement = movement_drawn(evening)
    assert movement is not None
    assert (movement.kind, evening.movement) == (Kind.MITCHELL, "mitchell/2/2")
    stay, move = movement.lines
    assert (len(stay), len(move)) == (4, 4)
    play_evening(evening, secretary, clock)
    for deal in deals_of(evening.competition, [evening.pk])[evening.pk]:
        assert {entrant for each in deal.results for entrant in each.north_south} == set(stay)
        assert {entrant for each in deal.results for entrant in each.east_west} == set(move)
    lines = lines_of(evening)
    assert [line.half for line in lines] == [1] * 4 + [2] * 4
    for half, together in groupby(lines, key=lambda line: line.half):
        own = list(together)
        assert {line.entrant for line in own} == set((stay, move)[half - 1])
        assert sum(Fraction(line.points) for line in own) == 4 * 50
        points = [line.points for line in own]
        assert points == sorted(points, reverse=True)
        assert [line.place for line in own] == [points.index(each) + 1 for each in points]
    assert len({line.points for line in lines}) > 2


def test_the_evening_its_report_and_its_lists_name_both_halves(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    evening = evening_of(6, rules=TWO_WINNERS, rounds=1)
    play_evening(evening, secretary, clock, rounds=1)
    close_evening(evening, secretary, clock())
    firsts = [line.name_with_substitutes for line in lines_of(evening) if line.place == 1]
    assert len(firsts) >= 2
    for address in ("evening", "evening_report"):
        page = client_of(secretary).get(reverse(f"league:{address}", args=[evening.pk])).content.decode()
        assert page.index("Who stayed at their table") < page.index("Who moved on")
    report = client_of(secretary).get(reverse("league:evening_report", args=[evening.pk]))
    said = report.context["report"]
    assert said.count("Winner: ") == 2
    assert said.count("\n1. ") >= 2
    prizes = client_of(secretary).get(
        reverse("league:evening_print", args=[evening.pk, "prizes"]) + "?places=1"
    )
    assert [shown.line.name_with_substitutes for shown, _amount in prizes.context["lines"]] == firsts
    assert "Who moved on" in prizes.content.decode()


def test_the_pages_of_the_deals_say_where_one_stands(
    evening_of: Made, secretary: Player, clock: Clock
) -> None:
    """The place of the evening's list, in the own half; it leads there."""
    evening = evening_of(6, rules=TWO_WINNERS, rounds=1)
    reader = client_of(evening.competition.entrants.first().members.first().player)
    assert (
        " so far</a>" not in reader.get(reverse("league:evening_deals", args=[evening.pk])).content.decode()
    )
    play_evening(evening, secretary, clock, rounds=1)
    for line in lines_of(evening):
        own = evening.competition.entrants.get(pk=line.entrant)
        reader = client_of(own.members.first().player)
        for address in (
            reverse("league:evening_deals", args=[evening.pk]),
            reverse("league:own_evening", args=[evening.pk, own.pk]),
        ):
            page = reader.get(address).content.decode()
            link = f'<a class="tap-link" href="{reverse("league:evening", args=[evening.pk])}#lines">'
            place = place_words(line.place, shared=line.shared)
            assert f"{link}You are {place} of 3 so far, {points_text(line.points)}\u00a0%</a>" in page
            assert ["Who stayed at their table", "Who moved on"][line.half - 1] in page


def test_both_winners_share_the_first_two_prizes(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """No more is paid than the pot holds; firsts of both halves have the same."""
    evening = evening_of(6, rules=TWO_WINNERS, rounds=1)
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    services.set_stake(stake=100, prizes="1: 6.00, 2: 4.00, 3: 2.00", **about)
    for player in services.payers_of(evening):
        services.tick_stakes(players=[player], paid=True, **about)
    play_evening(evening, secretary, clock, rounds=1)
    page = client_of(secretary).get(reverse("league:evening_cash", args=[evening.pk]))
    assert page.context["paid_out"] == page.context["pot"] == "€\N{NO-BREAK SPACE}12.00"
    firsts = [money for line, money in page.context["prizes"] if line.place == 1]
    assert len(firsts) == len([line for line in lines_of(evening) if line.place == 1])
    assert len(set(firsts)) == 1


def test_one_winner_has_no_halves(evening_of: Made, secretary: Player, clock: Clock) -> None:
    evening = evening_of(6, rounds=1)
    evening.refresh_from_db()
    assert evening.movement.startswith("arrow_switch/")
    play_evening(evening, secretary, clock, rounds=1)
    assert halves_of(evening) == {}
    assert {line.half for line in lines_of(evening)} == {0}
    page = client_of(secretary).get(reverse("league:evening", args=[evening.pk])).content.decode()
    assert "Who stayed at their table" not in page


def test_two_winners_can_be_chosen_for_one_evening(evening_of: Made, secretary: Player, clock: Clock) -> None:
    """The rules have one winner; the draw offers two."""
    evening = evening_of(7)
    page = client_of(secretary).get(reverse("league:cockpit", args=[evening.pk]))
    chosen = next(each for each in page.context["movements"] if each.value.startswith("mitchell/"))
    assert chosen.sentence.endswith("two winners, one of each half")
    evening.refresh_from_db()
    about = {"do": "rest", "version": evening.version, "movement": chosen.value}
    assert (
        client_of(secretary).post(reverse("league:cockpit_do", args=[evening.pk]), about).status_code == 302
    )
    evening.refresh_from_db()
    assert evening.movement == chosen.value
    movement = movement_drawn(evening)
    assert movement is not None
    assert [len(line) for line in movement.lines] == [3, 4]


def test_pairs_seated_otherwise_after_latecomers_are_ranked_together(
    evening_of: Made, league_club: Club, secretary: Player, clock: Clock
) -> None:
    """Two pairs come late where none waits: the movement does not go on, and nobody keeps to one direction."""
    evening = evening_of(6, rules=TWO_WINNERS, rounds=3)
    open_round(evening, secretary, clock())
    late = make_players(["Late Lies", "Late Lou", "Late Loes", "Late Leo"])
    for player in late:
        Membership.objects.create(club=league_club, player=player, role=Role.MEMBER, since=clock())
    newcomers = [services.enter(competition=evening.competition, players=late[at : at + 2]) for at in (0, 2)]
    sign_up(evening, newcomers, secretary, clock())
    evening.refresh_from_db()
    about = {"evening_id": evening.pk, "version": evening.version, "actor": secretary, "now": clock()}
    services.draw_rest(chance=Random(1), **about)
    evening.refresh_from_db()
    assert evening.tables.filter(round=2).count() == 4
    movement = movement_drawn(evening)
    assert movement is not None
    assert len(movement.lines) == 1
    assert halves_of(evening) == {}
