"""A replay that is not played: reminders, the list at the desk, and another ruling."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from accounts.models import Notice, Player
from games.disputes import queries, services
from games.disputes.effects import RulingKind
from games.disputes.errors import DisputeRefusal
from games.disputes.models import Case, State
from games.table import services as table_services
from games.table.log.models import Match, Round
from games.table.steward import PeriodicWork
from games.trail import AuditEntry
from kraken_site.management.commands.demo import play
from tests.at_once import at_once
from tests.clients import client_of
from tests.conftest import Clock, with_second_step
from tests.disputes.cases import file_case, rule_case
from tests.disputes.replay.conftest import play_replay, row_of
from tests.refused import refusal

pytestmark = pytest.mark.django_db


def reminders() -> list[tuple[str, str]]:
    found = Notice.objects.filter(subject__startswith="Still to be played again: ")
    return sorted((str(notice.player), notice.url) for notice in found)


def test_players_are_reminded_after_a_day_and_a_week_with_two_stewards(
    replay: Match, case: Case, players: list[Player], clock: Clock
) -> None:
    """Each reminder is sent once with any number of stewards; after a long pause only the last one."""
    one, other = PeriodicWork(), PeriodicWork()
    counts = []
    for hours in (0, 23, 25, 26, 47, 7 * 24 - 1, 7 * 24 + 1, 30 * 24):
        now = clock.now + timedelta(hours=hours)
        one.do_due(now)
        other.do_due(now)
        counts.append(len(reminders()))
    assert counts == [0, 0, 4, 4, 4, 4, 8, 8]
    assert set(reminders()) == {(str(player), f"/t/{replay.code}/") for player in players}
    assert AuditEntry.objects.filter(what="replay_reminded", case=case.pk).count() == 2


def test_a_steward_that_was_off_for_a_month_reminds_once(replay: Match, clock: Clock) -> None:
    now = clock.now + timedelta(days=30)
    assert (services.remind_of_replays(now=now), services.remind_of_replays(now=now)) == (1, 0)
    assert len(reminders()) == 4


@pytest.mark.django_db(transaction=True)
def test_of_two_stewards_at_once_one_reminds(replay: Match, clock: Clock) -> None:
    now = clock.now + timedelta(days=2)
    assert sorted(at_once(*[lambda: services.remind_of_replays(now=now)] * 2)) == [0, 1]
    assert len(reminders()) == 4


def test_running_and_finished_replays_get_no_reminder(replay: Match, clock: Clock) -> None:
    later = clock.now + timedelta(days=2)
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    assert services.remind_of_replays(now=later) == 0
    play(replay, until=None, now=clock.now, rng=Random(11))
    assert services.remind_of_replays(now=later) == 0
    services.enter_replays(now=clock.now)
    assert services.remind_of_replays(now=later) == 0


def test_the_desk_shows_since_when_a_replay_waits(
    replay: Match, case: Case, arbiters: list[Player], players: list[Player], clock: Clock
) -> None:
    (row,) = queries.waiting_replays(arbiter=arbiters[1])
    assert (row.case, row.since, row.table, row.stopped) == (case, clock.now, replay.code, False)
    assert row.names == tuple(map(str, players))
    assert queries.waiting_replays(arbiter=players[0]) == ()
    desk = client_of(with_second_step(arbiters[1])).get("/desk/").content.decode()
    assert "not begun" in desk
    play_replay(replay, clock)
    assert queries.waiting_replays(arbiter=arbiters[1]) == ()


def test_an_arbiter_rules_again_when_the_replay_is_not_played(
    friendly_match: Match,
    replay: Match,
    case: Case,
    arbiters: list[Player],
    players: list[Player],
    clock: Clock,
) -> None:
    """Also after the first ruling is final; the new ruling can be appealed like any other."""
    clock.advance(timedelta(days=30).total_seconds())
    services.make_rulings_final(now=clock.now)
    services.give_up_replay(case_id=case.pk, arbiter=arbiters[1], now=clock.now)
    assert (row_of(friendly_match).status, row_of(friendly_match).points) == (
        Round.Status.REVIEW,
        [0, 0, 0, 0],
    )
    assert not Match.objects.filter(pk=replay.pk).exists()
    addresses = set(Notice.objects.filter(player=players[0]).values_list("url", flat=True))
    assert all(client_of(players[0]).get(address).status_code == 200 for address in addresses)
    assert services.remind_of_replays(now=clock.now) == 0
    for doing in (
        lambda: services.withdraw(case_id=case.pk, player=players[0], now=clock.now),
        lambda: services.agree_to_settle(case_id=case.pk, player=players[0], now=clock.now),
        lambda: services.reject(case_id=case.pk, arbiter=arbiters[1], reason="No.", now=clock.now),
    ):
        assert refusal(doing) == DisputeRefusal.DECIDED_ALREADY

    rule_case(case, arbiters[1], clock, RulingKind.ASSIGNED, points=(81, 81))

    assert (row_of(friendly_match).status, row_of(friendly_match).points) == (
        Round.Status.CLOSED,
        [81, 81, 81, 81],
    )
    case.refresh_from_db()
    assert case.state == State.RULED
    assert list(case.rulings.values_list("instance", "kind")) == [("first", "replay"), ("afresh", "assigned")]
    page = client_of(players[2]).get(f"/cases/{case.pk}/").content.decode()
    assert replay.code not in page, "there is no such table any more"
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    assert "No." in client_of(players[1]).get(f"/cases/{case.pk}/").content.decode()
    rule_case(case, arbiters[0], clock, RulingKind.UPHELD)
    case.refresh_from_db()
    assert (case.state, row_of(friendly_match).points) == (State.FINAL, [81, 81, 81, 81])
    friendly_match.refresh_from_db()
    assert table_services.verify_log(friendly_match) == ()


def test_a_ruling_instead_of_a_replay_on_appeal_is_final(
    friendly_match: Match, arbiters: list[Player], players: list[Player], clock: Clock
) -> None:
    found = file_case(friendly_match, players[0], clock)
    rule_case(found, arbiters[0], clock, RulingKind.ASSIGNED, points=(10, 152))
    services.appeal(case_id=found.pk, player=players[1], text="No.", now=clock.now)
    rule_case(found, arbiters[1], clock, RulingKind.REPLAY)
    services.give_up_replay(case_id=found.pk, arbiter=arbiters[1], now=clock.now)
    rule_case(found, arbiters[1], clock, RulingKind.STANDS)
    found.refresh_from_db()
    row = row_of(friendly_match)
    assert (found.state, found.rulings.count()) == (State.FINAL, 3)
    assert row.points == [sum(line["points"][side] for line in row.lines) for side in range(4)]


def test_a_running_or_finished_replay_cannot_be_given_up(
    replay: Match, case: Case, arbiters: list[Player], players: list[Player], clock: Clock
) -> None:
    def given_up(by: Player) -> str:
        return refusal(lambda: services.give_up_replay(case_id=case.pk, arbiter=by, now=clock.now))

    assert given_up(players[0]) == DisputeRefusal.NOT_ALLOWED
    table_services.start_match(match_id=replay.pk, player=players[0], now=clock.now)
    assert given_up(arbiters[1]) == DisputeRefusal.NOT_NOW
    play(replay, until=None, now=clock.now, rng=Random(11))
    assert given_up(arbiters[1]) == DisputeRefusal.NOT_NOW
    services.enter_replays(now=clock.now)
    assert given_up(arbiters[1]) == DisputeRefusal.NOT_NOW


def test_the_desk_offers_to_rule_again(
    replay: Match, case: Case, arbiters: list[Player], clock: Clock
) -> None:
    desk = client_of(with_second_step(arbiters[1]))
    shown = desk.get(f"/desk/{case.pk}/").content.decode()
    assert f'action="/desk/{case.pk}/rule-otherwise/"' in shown
    answer = desk.post(f"/desk/{case.pk}/rule-otherwise/")
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{case.pk}/#ruling")
    again = desk.get(f"/desk/{case.pk}/").content.decode()
    assert "Your ruling" in again
    assert "kind=replay" not in again
    assert "rule-otherwise" not in again
