"""A round nobody plays again: who must is reminded, the desk sees since when, and an arbiter may rule otherwise."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from accounts.models import Notice, Player
from games.disputes import queries, services
from games.disputes.errors import DisputeRefusal
from games.disputes.models import Case, State
from games.disputes.rulings import RulingKind
from games.kit.trail import AuditEntry
from games.table import services as table_services
from games.table.log.models import Match, Round
from games.table.steward import PeriodicWork
from kraken_site.management.commands.demo import play
from tests.conftest import Clock, with_second_step
from tests.disputes.replay.conftest import asked, played, refusal, row_of, ruled
from tests.house.test_permissions import client_of

pytestmark = pytest.mark.django_db


def reminders() -> list[tuple[str, str]]:
    found = Notice.objects.filter(subject__endswith="is still to be played again")
    return sorted((str(notice.player), notice.url) for notice in found)


def test_a_round_nobody_plays_again_is_called_to_mind_after_a_day_and_after_a_week_by_two_stewards(
    replay: Match, case: Case, players: list[Player], clock: Clock
) -> None:
    """Once each, however often and by how many stewards it is looked at; a steward that slept says the last only."""
    one, other = PeriodicWork(), PeriodicWork()
    told = []
    for hours in (0, 23, 25, 26, 47, 7 * 24 - 1, 7 * 24 + 1, 30 * 24):
        now = clock.now + timedelta(hours=hours)
        one.do_due(now)
        other.do_due(now)
        told.append(len(reminders()))
    assert told == [0, 0, 4, 4, 4, 4, 8, 8]
    assert set(reminders()) == {(str(player), f"/t/{replay.code}/") for player in players}
    assert AuditEntry.objects.filter(what="replay_reminded", case=case.pk).count() == 2


def test_a_steward_that_slept_a_month_reminds_once(replay: Match, clock: Clock) -> None:
    now = clock.now + timedelta(days=30)
    assert (services.remind_of_replays(now=now), services.remind_of_replays(now=now)) == (1, 0)
    assert len(reminders()) == 4


def test_nobody_is_reminded_of_what_is_being_played_or_was(replay: Match, clock: Clock) -> None:
    later = clock.now + timedelta(days=2)
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    assert services.remind_of_replays(now=later) == 0
    play(replay, until=None, now=clock.now, rng=Random(11))
    assert services.remind_of_replays(now=later) == 0
    services.enter_replays(now=clock.now)
    assert services.remind_of_replays(now=later) == 0


def test_the_desk_shows_since_when_a_round_waits_to_be_played_again(
    replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    (row,) = queries.waiting_replays(arbiter=judges[1])
    assert (row.case, row.since, row.table, row.stopped) == (case, clock.now, replay.code, False)
    assert row.names == tuple(map(str, players))
    assert queries.waiting_replays(arbiter=players[0]) == ()
    desk = client_of(with_second_step(judges[1])).get("/desk/").content.decode()
    assert "not begun" in desk
    played(replay, clock)
    assert queries.waiting_replays(arbiter=judges[1]) == ()


def test_an_arbiter_rules_otherwise_where_nobody_plays_again(
    match: Match, replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    """Also when the first ruling is long final; from then on everything is as after any ruling, the appeal too."""
    clock.advance(timedelta(days=30).total_seconds())
    services.lapse(now=clock.now)
    services.give_up_replay(case_id=case.pk, arbiter=judges[1], now=clock.now)
    assert (row_of(match).status, row_of(match).points) == (Round.Status.REVIEW, [0, 0, 0, 0])
    assert not Match.objects.filter(pk=replay.pk).exists()
    assert services.remind_of_replays(now=clock.now) == 0
    for doing in (
        lambda: services.withdraw(case_id=case.pk, player=players[0], now=clock.now),
        lambda: services.agree_to_settle(case_id=case.pk, player=players[0], now=clock.now),
        lambda: services.reject(case_id=case.pk, arbiter=judges[1], reason="No.", now=clock.now),
    ):
        assert refusal(doing) == DisputeRefusal.DECIDED_ALREADY

    ruled(case, judges[1], clock, RulingKind.ASSIGNED, points=(81, 81))

    assert (row_of(match).status, row_of(match).points) == (Round.Status.CLOSED, [81, 81, 81, 81])
    case.refresh_from_db()
    assert case.state == State.RULED
    assert list(case.rulings.values_list("instance", "kind")) == [("first", "replay"), ("afresh", "assigned")]
    page = client_of(players[2]).get(f"/cases/{case.pk}/").content.decode()
    assert replay.code not in page, "there is no such table any more"
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    assert "No." in client_of(players[2]).get(f"/cases/{case.pk}/").content.decode()
    ruled(case, judges[0], clock, RulingKind.UPHELD)
    case.refresh_from_db()
    assert (case.state, row_of(match).points) == (State.FINAL, [81, 81, 81, 81])
    match.refresh_from_db()
    assert table_services.verify_log(match) == ()


def test_what_an_appeal_sent_to_be_played_again_is_final_when_ruled_otherwise(
    match: Match, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    found = asked(match, players[0], clock)
    ruled(found, judges[0], clock, RulingKind.ASSIGNED, points=(10, 152))
    services.appeal(case_id=found.pk, player=players[1], text="No.", now=clock.now)
    ruled(found, judges[1], clock, RulingKind.REPLAY)
    services.give_up_replay(case_id=found.pk, arbiter=judges[1], now=clock.now)
    ruled(found, judges[1], clock, RulingKind.STANDS)
    found.refresh_from_db()
    row = row_of(match)
    assert (found.state, found.rulings.count()) == (State.FINAL, 3)
    assert row.points == [sum(line["points"][side] for line in row.lines) for side in range(4)]


def test_nobody_takes_it_away_while_it_is_played_or_after(
    replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    def given_up(by: Player) -> str:
        return refusal(lambda: services.give_up_replay(case_id=case.pk, arbiter=by, now=clock.now))

    assert given_up(players[0]) == DisputeRefusal.NOT_ALLOWED
    table_services.start_match(match_id=replay.pk, player=players[0], now=clock.now)
    assert given_up(judges[1]) == DisputeRefusal.NOT_NOW
    play(replay, until=None, now=clock.now, rng=Random(11))
    assert given_up(judges[1]) == DisputeRefusal.NOT_NOW
    services.enter_replays(now=clock.now)
    assert given_up(judges[1]) == DisputeRefusal.NOT_NOW


def test_the_desk_lets_an_arbiter_rule_otherwise(
    replay: Match, case: Case, judges: list[Player], clock: Clock
) -> None:
    desk = client_of(with_second_step(judges[1]))
    shown = desk.get(f"/desk/{case.pk}/").content.decode()
    assert f'action="/desk/{case.pk}/rule-otherwise/"' in shown
    answer = desk.post(f"/desk/{case.pk}/rule-otherwise/")
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{case.pk}/#ruling")
    again = desk.get(f"/desk/{case.pk}/").content.decode()
    assert "Your ruling" in again
    assert "kind=replay" not in again
    assert "rule-otherwise" not in again
