"""Appeals, other cases and other rulings about a replayed round: one outcome counts, once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.disputes import queries, services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, CaseKind
from games.table import services as table_services
from games.table.log.errors import TableRefusal
from games.table.log.models import Match, Round
from tests.conftest import Clock
from tests.disputes.cases import file_case, rule_case
from tests.disputes.replay.conftest import play_replay, row_of
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def test_a_replay_counts_after_the_ruling_is_final(
    friendly_match: Match, replay: Match, case: Case, clock: Clock
) -> None:
    clock.advance(timedelta(days=30).total_seconds())
    assert services.make_rulings_final(now=clock.now) == 1
    points = play_replay(replay, clock)
    assert services.enter_replays(now=clock.now) == 1
    assert row_of(friendly_match).points == points


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [(RulingKind.ASSIGNED, {"points": (81, 81)}), (RulingKind.VOID, {}), (RulingKind.STANDS, {})],
)
def test_another_ruling_on_appeal_replaces_the_replay(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
    kind: RulingKind,
    wanted: dict[str, object],
) -> None:
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    rule_case(case, arbiters[1], clock, kind, **wanted)
    assert not Match.objects.filter(pk=replay.pk).exists(), "nobody plays what counts for nothing"
    assert services.enter_replays(now=clock.now) == 0


def test_another_ruling_on_appeal_stops_a_running_replay(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
) -> None:
    table_services.start_match(match_id=replay.pk, player=players[0], now=clock.now)
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    rule_case(case, arbiters[1], clock, RulingKind.ASSIGNED, points=(81, 81))
    replay.refresh_from_db()
    assert replay.status == Match.Status.STOPPED
    again = {"match_id": replay.pk, "player": players[0], "window": "", "now": clock.now}
    assert (
        refusal(lambda: table_services.submit_action(data={"do": "go_on"}, **again))
        == TableRefusal.BROKEN_OFF
    )
    assert (row_of(friendly_match).status, row_of(friendly_match).points) == (
        Round.Status.CLOSED,
        [81, 81, 81, 81],
    )
    assert services.remind_of_replays(now=clock.now + timedelta(days=2)) == 0


def test_a_replay_waits_for_an_open_appeal_and_counts_when_it_is_upheld(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
) -> None:
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    points = play_replay(replay, clock)
    assert services.enter_replays(now=clock.now) == 0
    rule_case(case, arbiters[1], clock, RulingKind.UPHELD)
    assert services.enter_replays(now=clock.now) == 1
    assert row_of(friendly_match).points == points


def test_an_appeal_after_the_replay_counts_adds_the_difference(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
) -> None:
    was = friendly_match.rounds.get(number=1).result
    play_replay(replay, clock)
    services.enter_replays(now=clock.now)
    services.appeal(case_id=case.pk, player=players[1], text="The first deal was good.", now=clock.now)
    rule_case(case, arbiters[1], clock, RulingKind.STANDS)
    row = row_of(friendly_match)
    as_played = [sum(line["points"][side] for line in row.lines) for side in range(4)]
    assert (row.status, row.result) == (Round.Status.CLOSED, was)
    assert row.points == as_played
    assert services.enter_replays(now=clock.now) == 0


def test_a_replay_waits_for_another_open_case_about_the_round(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
) -> None:
    other = file_case(friendly_match, players[2], clock, CaseKind.CONDUCT)
    points = play_replay(replay, clock)
    assert services.enter_replays(now=clock.now) == 0
    rule_case(other, arbiters[1], clock, RulingKind.PENALTY, seat=3, amount=-50)
    assert services.enter_replays(now=clock.now) == 1
    assert (row_of(friendly_match).points, row_of(friendly_match).seat_points) == (points, [0, 0, 0, -50])


def test_a_penalty_in_another_case_leaves_the_waiting_table_alone(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
) -> None:
    other = file_case(friendly_match, players[2], clock, CaseKind.CONDUCT)
    rule_case(other, arbiters[1], clock, RulingKind.PENALTY, seat=3, amount=-50)
    points = play_replay(replay, clock)
    assert services.enter_replays(now=clock.now) == 1
    assert (row_of(friendly_match).points, row_of(friendly_match).seat_points) == (points, [0, 0, 0, -50])


@pytest.fixture
def second_replay(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
) -> Match:
    """A replay that another case orders. The first was stopped: the case that had ordered it was ruled again."""
    table_services.start_match(match_id=replay.pk, player=players[0], now=clock.now)
    table_services.end_match(match_id=replay.pk, by=arbiters[0], reason="The line was down.", now=clock.now)
    services.give_up_replay(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    rule_case(case, arbiters[0], clock, RulingKind.ASSIGNED, points=(81, 81))
    other = file_case(friendly_match, players[2], clock, CaseKind.CONDUCT)
    rule_case(other, arbiters[1], clock, RulingKind.REPLAY)
    return case.round.replayed_in.exclude(pk=replay.pk).get()


def test_an_appeal_leaves_the_replay_of_another_case(
    second_replay: Match, case: Case, arbiters: list[Player], players: list[Player], clock: Clock
) -> None:
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    rule_case(case, arbiters[1], clock, RulingKind.STANDS)
    assert Match.objects.filter(pk=second_replay.pk).exists()
    play_replay(second_replay, clock)
    assert services.enter_replays(now=clock.now) == 1


def test_a_running_replay_does_not_wait_because_another_was_stopped(
    second_replay: Match, arbiters: list[Player], players: list[Player], clock: Clock
) -> None:
    table_services.start_match(match_id=second_replay.pk, player=players[0], now=clock.now)
    assert queries.waiting_replays(arbiter=arbiters[0]) == ()
    assert services.remind_of_replays(now=clock.now + timedelta(days=2)) == 0
