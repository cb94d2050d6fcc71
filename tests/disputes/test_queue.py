"""The arbiters' queue: its contents for each arbiter, and a constant number of queries."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.services import create_club
from games.disputes import access, queries, services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, CaseKind, State
from games.table import services as table_services
from tests.conftest import Clock
from tests.disputes.many import arbiter_with_cases
from tests.table.play import play_until, start_match

pytestmark = pytest.mark.django_db


def queries_of(looking: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        looking()
    return len(queries)


def test_queries_do_not_grow_with_the_cases(make_player: Callable[..., Player], clock: Clock) -> None:
    club = create_club(name="Large", slug="large", owner=make_player("Owner"), at=clock.now)
    arbiter = make_player("Judge")
    arbiter_with_cases(club, arbiter, 60, clock.now)

    def look(at_most: int) -> None:
        rows = queries.queue(arbiter=arbiter, now=clock.now, at_most=at_most)
        assert len(rows) == 2 if at_most == 2 else len(rows) > 15
        assert all(row.filers and row.case.round.match.code for row in rows)

    few, many = queries_of(lambda: look(2)), queries_of(lambda: look(50))
    assert few == many <= 6


def test_a_queue_is_filtered_and_paged(
    file: Callable[..., Case], rule: Callable[..., Case], arbiters: list[Player], clock: Clock
) -> None:
    old = file(0, 1)
    clock.advance(3600)
    new = file(0, 2, kind=CaseKind.CONDUCT)
    ruled = rule(file(0, 3), arbiters[0], RulingKind.STANDS)
    mine = arbiters[0]

    def seen(**filters: object) -> list[int]:
        return [row.case.pk for row in queries.queue(arbiter=mine, now=clock.now, **filters)]

    assert seen() == [old.pk, new.pk]
    assert seen(at_most=1) == [old.pk]
    assert seen(at_most=1, after=1) == [new.pk]
    assert seen(states=[State.RULED]) == [ruled.pk]
    assert seen(older_than=timedelta(minutes=30)) == [old.pk]
    assert seen(club=old.club_id) == [old.pk, new.pk]
    assert seen(club=0) == []


def test_a_case_the_arbiter_may_not_know_of_takes_no_place_on_a_page(
    file: Callable[..., Case], seated_players: list[Player], clock: Clock
) -> None:
    """A member of staff who plays at the table: the private complaint of another comes first and is left out."""
    judge = seated_players[0]
    judge.is_staff = True
    judge.save(update_fields=["is_staff"])
    file(1, 1)
    clock.advance(60)
    own = file(0, 2)
    (row,) = queries.queue(arbiter=judge, now=clock.now, at_most=1)
    assert (row.case, row.sat_there) == (own, True)


def test_arbiters_of_other_clubs_see_nothing_and_staff_see_all(
    file: Callable[..., Case], make_player: Callable[..., Player], staff: Player, clock: Clock
) -> None:
    case = file()
    stranger = make_player("Stranger")
    create_club(name="Elsewhere", slug="elsewhere", owner=stranger, at=clock.now)
    assert queries.queue(arbiter=stranger, now=clock.now) == ()
    assert not access.rights_of(stranger, case, clock.now).see
    assert [row.case for row in queries.queue(arbiter=staff, now=clock.now)] == [case]
    assert services.take_case(case_id=case.pk, arbiter=staff, now=clock.now).arbiter == staff


def test_my_cases_are_those_of_my_tables_undecided_first(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    first = file(0, 1)
    clock.advance(60)
    gone = file(1, 2)
    for case in (first, gone):
        services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
        services.ask_for_answers(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    services.withdraw(case_id=gone.pk, player=seated_players[1], now=clock.now)
    assert [row.case for row in queries.my_cases(player=seated_players[3], now=clock.now)] == [first, gone]
    assert queries.my_open_cases(seated_players[3]) == 1
    assert queries.my_cases(player=arbiters[0], now=clock.now) == ()


def test_a_replaced_arbiter_may_not_take_the_case(
    make_player: Callable[..., Player], players: list[Player], clock: Clock
) -> None:
    """An arbiter plays a round and is replaced; the case about it is marked in the queue and cannot be taken."""
    arbiter = make_player("Wise Wil", is_staff=True)
    match = start_match(players=[*players[:3], arbiter], now=clock.now, options={"rounds": 2})
    clock.now = play_until(
        match,
        [*players[:3], arbiter],
        clock.now,
        lambda table: len(table.game.results(table.state.game_state)) > 0,
    )
    table_services.replace_player(match_id=match.pk, seat=3, player=players[3], by=players[0], now=clock.now)
    case = services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=players[0],
        kind=CaseKind.CONDUCT,
        text="Hm.",
        now=clock.now,
    )
    assert queries.queue(arbiter=arbiter, now=clock.now) == (), "a private complaint"
    judge = make_player("Just Jo", is_staff=True)
    (row,) = queries.queue(arbiter=judge, now=clock.now)
    assert (row.sat_there, row.may_take) == (False, True)
    services.take_case(case_id=case.pk, arbiter=judge, now=clock.now)
    services.ask_for_answers(case_id=case.pk, arbiter=judge, now=clock.now)
    services.give_back(case_id=case.pk, arbiter=judge, now=clock.now)
    (row,) = queries.queue(arbiter=arbiter, now=clock.now)
    assert (row.case, row.sat_there, row.may_take) == (case, True, False)


def test_a_replaced_player_gets_notices_and_sees_the_cases(
    make_player: Callable[..., Player], players: list[Player], clock: Clock
) -> None:
    """Eva plays a round at two tables and is replaced. Asked about the cases she finds them in her list, and each case
    shows the other."""
    staff = make_player("Staff Stan", is_staff=True)
    eva, cases = make_player("Eva"), []
    for others in (players[:3], [make_player(name) for name in ("Fee", "Gijs", "Hans")]):
        match = start_match(players=[*others, eva], now=clock.now, options={"rounds": 2})
        clock.now = play_until(
            match,
            [*others, eva],
            clock.now,
            lambda table: len(table.game.results(table.state.game_state)) > 0,
        )
        table_services.replace_player(
            match_id=match.pk,
            seat=3,
            player=make_player(f"After {others[0].nickname}"),
            by=others[0],
            now=clock.now,
        )
        cases.append(
            services.file_case(
                round_id=match.rounds.get(number=1).pk,
                player=others[0],
                kind=CaseKind.CONDUCT,
                text="Hm.",
                now=clock.now,
            )
        )
        assert queries.my_open_cases(eva) == len(cases) - 1, "she knows nothing of it yet"
        services.take_case(case_id=cases[-1].pk, arbiter=staff, now=clock.now)
        services.ask_for_answers(case_id=cases[-1].pk, arbiter=staff, now=clock.now)
    assert {row.case for row in queries.my_cases(player=eva, now=clock.now)} == set(cases)
    assert queries.my_open_cases(eva) == 2
    assert queries_of(lambda: queries.my_open_cases(eva)) == 1
    assert [queries.earlier_cases(case, reader=staff) for case in cases] == [(cases[1],), (cases[0],)]
    assert queries.my_cases(player=players[3], now=clock.now) == ()
