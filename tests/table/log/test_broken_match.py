"""A match whose log cannot be folded is reported and skipped; a broken constraint other than a race is an
error.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random

import pytest
from django.db import IntegrityError, transaction

from accounts.models import Player
from games.table import services, steward
from games.table.log import loading
from games.table.log.models import Action, Deal, Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import good_answer, never, next_to_act, play_until, start_match
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db
DAMAGE: dict[str, dict[str, object]] = {
    "a word nobody knows": {"data": {"do": "dance"}},
    "an entry without its fields": {"kind": "table", "data": {"do": "stand_in"}},
    "a number that is none": {"kind": "table", "data": {"do": "outage", "seconds": "long"}},
    "a card nobody holds": {"data": {"do": "play", "card": "SA"}, "seat": 0},
}


@pytest.fixture(params=DAMAGE)
def broken_match(request: pytest.FixtureRequest, players: list[Player], clock: Clock) -> Iterator[Match]:
    """A running match whose newest entry cannot be folded, due at once."""
    match = start_match(players=players[:1], now=clock.now)
    before = transaction.savepoint()
    newest = match.actions.order_by("-seq")[:1]
    falsify(Action.objects.filter(pk=newest[0].pk), **DAMAGE[request.param])
    Match.objects.filter(pk=match.pk).update(wake_at=clock.now)
    loading.forget_all()
    yield match
    transaction.savepoint_rollback(before)
    loading.forget_all()


def test_the_steward_serves_the_others_and_reports_it(
    broken_match: Match, players: list[Player], clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    other = start_match(players=players[1:2], now=clock.now)
    play_until(other, players[1:2], clock.now, lambda _table: next_to_act(other) > 0)
    Match.objects.filter(pk=other.pk).update(wake_at=clock.now + timedelta(seconds=1))
    before = Action.objects.filter(match=other).count()
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            steward.tick(clock.advance(2), Random(1))
    assert Action.objects.filter(match=other).count() > before
    assert [record.getMessage() for record in caplog.records if str(broken_match.pk) in record.getMessage()]
    broken_match.refresh_from_db()
    assert broken_match.wake_at == clock.now - timedelta(seconds=4) + steward.BROKEN_RETRY_DELAY


def test_the_home_page_shows_all_tables_and_names_the_broken_one(
    broken_match: Match, players: list[Player], clock: Clock
) -> None:
    other = start_match(players=players[:1], now=clock.now)
    page = client_of(players[0]).get("/")
    assert page.status_code == 200
    for code in (broken_match.code, other.code):
        assert f'href="/t/{code}/"' in page.content.decode()
    assert page.content.decode().count("cannot be read") == 1


def test_its_own_page_says_so_in_a_sentence(broken_match: Match, players: list[Player]) -> None:
    page = client_of(players[0]).get(f"/t/{broken_match.code}/")
    assert (page.status_code, page.headers["Refusal-Code"]) == (422, "log_broken")
    assert "cannot be read" in page.content.decode()


def test_a_move_over_a_wrong_row_is_a_fault_and_not_tried_again(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    """A deal's row stands where the next deal wants its own: no other move, so nothing to judge again."""
    match = start(players[:1], rounds=2)
    before = transaction.savepoint()
    deal = match.deals.get()
    Deal.objects.create(
        match=match,
        number=2,
        round=deal.round,
        sealed=deal.sealed,
        commitment="",
        context="",
        started_at=clock.now,
    )
    with pytest.raises(IntegrityError):
        play_until(match, players[:1], clock.now, never)
    transaction.savepoint_rollback(before)
    loading.forget_all()


def test_an_entry_of_the_same_number_is_a_race(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    """The log has the entry already, `Match.seq` does not say so yet: judged again until it gives way."""
    match = start(players)
    before = transaction.savepoint()
    Action.objects.create(
        match=match, seq=match.seq + 1, seat=0, kind="table", data={"do": "ready"}, at=clock.now
    )
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    with pytest.raises(Exception, match="stale_window"):
        services.submit_action(
            match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now
        )
    transaction.savepoint_rollback(before)
    loading.forget_all()
