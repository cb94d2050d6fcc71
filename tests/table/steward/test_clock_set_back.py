"""A machine's clock set back: bots and house go on, and the times in the log never decrease."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from accounts.models import Player
from games.club_clock import FURTHEST_AHEAD, ClubClock
from games.table import services, steward
from games.table.log.models import Match
from kraken_site import sign_of_life
from tests.conftest import Clock
from tests.table.play import good_answer, next_to_act, play_until, table_of

EIGHT = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


class Machine:
    """A time of day that can be set, and a monotonic clock that cannot; both go on by `pass_`."""

    def __init__(self) -> None:
        self.time_of_day = EIGHT
        self.steady = 1000.0
        self.club = ClubClock(lambda: self.time_of_day, lambda: self.steady)

    def pass_(self, seconds: float) -> None:
        self.time_of_day += timedelta(seconds=seconds)
        self.steady += seconds


@pytest.mark.parametrize("back", [60, 3600])
def test_the_time_goes_on_steadily_when_the_clock_is_set_back(back: int) -> None:
    machine = Machine()
    assert machine.club.now() == EIGHT
    machine.time_of_day -= timedelta(seconds=back)
    assert machine.club.now() == EIGHT
    machine.pass_(90)
    assert machine.club.now() == EIGHT + timedelta(seconds=90)


def test_a_clock_that_goes_forward_is_followed() -> None:
    """A machine that slept counts no steady time, and a clock that was wrong is put right."""
    machine = Machine()
    machine.club.now()
    machine.time_of_day += timedelta(hours=3)
    assert machine.club.now() == EIGHT + timedelta(hours=3)


def test_a_process_goes_on_from_what_the_one_before_it_saw() -> None:
    machine = Machine()
    machine.club.go_on_from(EIGHT + timedelta(hours=1))
    machine.pass_(1)
    assert machine.club.now() == EIGHT + timedelta(hours=1, seconds=1)
    machine.club.go_on_from(EIGHT)
    assert machine.club.now() == EIGHT + timedelta(hours=1, seconds=1)


def test_a_time_too_far_ahead_to_be_true_is_not_followed() -> None:
    machine = Machine()
    machine.club.go_on_from(EIGHT + FURTHEST_AHEAD + timedelta(seconds=1))
    assert machine.club.now() == EIGHT


@pytest.mark.django_db
def test_a_server_that_starts_goes_on_from_the_last_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    monkeypatch.setattr(sign_of_life, "club_clock", machine.club)
    sign_of_life.renew(EIGHT + timedelta(hours=1))

    sign_of_life.start_club_clock()

    assert machine.club.now() == EIGHT + timedelta(hours=1)


@pytest.mark.django_db
@pytest.mark.parametrize("back", [60, 3600])
def test_bots_and_house_play_on_after_the_clock_was_set_back(players: list[Player], back: int) -> None:
    machine = Machine()
    match = services.open_table(
        created_by=players[0], game="kraken", options={"rounds": 1}, now=machine.club.now()
    )
    services.sit(match_id=match.pk, player=players[0], seat=0)
    services.fill_with_bots(match_id=match.pk, player=players[0])
    services.start_match(match_id=match.pk, player=players[0], now=machine.club.now())
    machine.time_of_day -= timedelta(seconds=back)

    for _ in range(12):
        machine.pass_(2)
        table = table_of(match)
        asked = table.game.pending(table.state.game_state).get(0)
        if asked is not None and asked.must:
            window, data = good_answer(match, 0)
            about = {"match_id": match.pk, "player": players[0], "now": machine.club.now()}
            services.submit_action(window=window, data=data, **about)
        steward.tick(machine.club.now(), Random(1))

    moved = match.actions.filter(kind="game", seat__in=(1, 2, 3))
    assert moved.count() >= 6
    times = list(match.actions.order_by("seq").values_list("at", flat=True))
    assert times == sorted(times)


@pytest.mark.django_db
def test_no_entry_is_written_before_the_last_one(match: Match, players: list[Player], clock: Clock) -> None:
    """Also when the caller passes an earlier time."""
    clock.now = play_until(match, players, clock.now, lambda table: table.state.seq > 8)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    earlier = clock.now - timedelta(hours=1)

    services.submit_action(match_id=match.pk, player=players[seat], window=window, data=data, now=earlier)

    times = list(match.actions.order_by("seq").values_list("at", flat=True))
    assert times == sorted(times)
