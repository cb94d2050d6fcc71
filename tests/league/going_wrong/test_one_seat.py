"""Nobody holds two seats in a round: who plays for somebody else gets no seat of their own beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, EveningMark, TableSeat
from games.league.services.entrants import change_entrant, withdraw
from games.table import services as table_services
from tests.conftest import Clock
from tests.league.conftest import change_rules, close_evening, enter_all, open_round, plan_and_draw, sign_up
from tests.league.going_wrong.conftest import fresh, players_seated, table_not_started
from tests.league.playing import play_rounds
from tests.refused import refusal

pytestmark = pytest.mark.django_db
Replace = Callable[[Evening, Player, Player], Evening]


@pytest.fixture
def replace(secretary: Player, clock: Clock) -> Replace:
    """A function by which a player sits in for an absent one in the first round; the evening as it is then."""

    def replaced(evening: Evening, absent: Player, instead: Player) -> Evening:
        version = fresh(evening).version
        about = {"evening_id": evening.pk, "version": version, "actor": secretary, "now": clock()}
        services.substitute(absent=absent, instead=instead, only_round=1, **about)
        return fresh(evening)

    return replaced


def test_seats_are_not_exchanged_with_a_substitute_who_would_have_two(
    five: Evening,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    replace: Replace,
    clock: Clock,
) -> None:
    (waits,) = [each for each in members[:5] if each.pk not in players_seated(five, 1)]
    absent, _next, other = TableSeat.objects.filter(table__evening=five, table__round=1)[:3]
    replace(five, absent.player, waits)

    def swap() -> Evening:
        return services.swap(
            evening_id=five.pk,
            version=five.version,
            round_number=1,
            one=other.entrant_id,
            other=entrants[members.index(waits)].pk,
            actor=secretary,
            now=clock(),
        )

    assert refusal(swap) == LeagueRefusal.SEATED_ALREADY


def test_a_late_table_seats_no_substitute_of_its_round(
    evening: Evening,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    replace: Replace,
    clock: Clock,
) -> None:
    replace(evening, members[0], members[10])
    sign_up(evening, entrants[8:12], secretary, clock())

    def add(first: int, last: int) -> object:
        return services.add_table(
            evening_id=evening.pk,
            version=fresh(evening).version,
            round_number=1,
            entrants=[each.pk for each in entrants[first:last]],
            actor=secretary,
            now=clock(),
        )

    assert refusal(lambda: add(8, 12)) == LeagueRefusal.SEATED_ALREADY
    add(6, 10)


def test_no_partner_comes_who_plays_for_somebody_else_in_that_round(
    pairs: Competition, members: list[Player], secretary: Player, replace: Replace, clock: Clock
) -> None:
    ours, theirs = enter_all(pairs, [members[:2], members[2:4]])
    evening = plan_and_draw(pairs, [ours, theirs], secretary, clock())
    replace(evening, members[0], members[10])
    about = {"name": "", "actor": secretary, "now": clock()}
    anew = {"entrant": theirs, "players": [members[2], members[10]], **about}
    assert refusal(lambda: change_entrant(**anew)) == LeagueRefusal.SEATED_ALREADY


def test_partners_who_exchange_their_seats_at_the_table_play_for_themselves(
    pairs: Competition, members: list[Player], secretary: Player, clock: Clock
) -> None:
    """Before its start both may get up and sit down; neither is the substitute of the other."""
    evening = plan_and_draw(pairs, enter_all(pairs, [members[:2], members[2:4]]), secretary, clock())
    table = table_not_started(evening, secretary, clock)
    pair = table.seats.get(number=0).entrant_id
    one, other = table.seats.filter(entrant=pair).select_related("player").order_by("number")
    table_services.leave_seat(match_id=table.match_id, player=one.player)
    table_services.sit(match_id=table.match_id, player=other.player, seat=one.number)
    table_services.sit(match_id=table.match_id, player=one.player, seat=other.number)
    table_services.start_match(match_id=table.match_id, player=one.player, now=clock())
    services.count_matches(competition_id=pairs.pk)
    seats = table.seats.filter(entrant=pair).order_by("number")
    assert [seat.player_id for seat in seats] == [other.player_id, one.player_id]
    assert {seat.played_by for seat in seats} == {"self"}


def test_a_table_with_a_free_seat_says_so_when_it_is_to_start(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    table = table_not_started(evening, secretary, clock)
    withdraw(entrant=table.seats.get(number=0).entrant, actor=secretary, reason="ill", now=clock())
    late = {"table_id": table.pk, "version": fresh(evening).version, "actor": secretary, "now": clock()}
    assert refusal(lambda: services.start_late(missing=[], **late)) == "seats_empty"


def test_a_substitute_who_made_way_for_the_absent_player_was_not_absent(
    competition: Competition,
    evening: Evening,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    replace: Replace,
    clock: Clock,
) -> None:
    change_rules(competition, attendance="expected")
    replace(evening, members[0], members[10])
    (table,) = open_round(evening, secretary, clock())
    play_rounds(table, 2, clock())
    replace(evening, members[10], members[0])
    play_rounds(table, 4, clock())
    close_evening(evening, secretary, clock())
    marks = dict(EveningMark.objects.filter(evening=evening).values_list("entrant", "kind"))
    assert marks[entrants[11].pk] == "unannounced"
    assert entrants[10].pk not in marks
