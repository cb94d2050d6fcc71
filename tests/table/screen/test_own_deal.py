"""Settings of the own seat in one deal: not to be asked for calls, and the order of the hand. The others see
neither, in no page, number or time."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import Player
from games.engine.kalooki.state import Phase
from games.engine.seats import Seat
from games.table import services, steward
from games.table.log import due_times
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.screen import rendering
from games.table.services.moves.own_deal import NOTHING_SET, OwnDeal, own_deal_of
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.hidden.other_worlds import CHANGING
from tests.table.play import log_of, play_until, start_match, table_of
from tests.table.sockets.screens import connect_screen, send_form

pytestmark = pytest.mark.django_db
CALLS = re.compile(r'name="do" value="call"')


@pytest.fixture
def kalooki(players: list[Player], clock: Clock) -> Match:
    """Four people before the first draw of a match of two deals."""
    options = {"deals": [1, 5]}
    return start_match(players=players, now=clock.now, game="kalooki", options=options, fill=False)


@pytest.fixture
def order(kalooki: Match) -> tuple[Seat, ...]:
    """The seats from the player in turn on; all others may call."""
    first = table_of(kalooki).state.game_state.deal.turn
    return tuple((first + step) % 4 for step in range(4))


@pytest.fixture
def put_setting(kalooki: Match, players: list[Player], clock: Clock) -> Callable[..., OwnDeal]:
    """Return a function that sends the setting of a seat:
    `put_setting(seat, "unasked")`, `put_setting(seat, "order", cards="S5 H5")`."""

    def send(seat: Seat, word: str, deal: int = 1, **data: str) -> OwnDeal:
        data = {"do": word, "deal": str(deal), **data}
        return services.set_own_deal(match_id=kalooki.pk, player=players[seat], data=data, now=clock.now)

    return send


def page(client: Client, match: Match, player: Player) -> str:
    """The table's page as a browser of that player gets it, without what differs between any two answers."""
    client.force_login(player)
    return CHANGING.sub("", client.get(f"/t/{match.code}/").content.decode())


def hand_of(match: Match, seat: Seat) -> list[str]:
    table = table_of(match)
    return [held.card for held in table.game.view(table.state.game_state, seat).hand]


def test_a_seat_that_wishes_no_calls_is_not_asked_until_it_takes_that_back(
    kalooki: Match,
    players: list[Player],
    order: tuple[Seat, ...],
    put_setting: Callable[..., OwnDeal],
    client: Client,
) -> None:
    caller = players[order[1]]
    assert CALLS.search(page(client, kalooki, caller))
    assert "Stop asking" in page(client, kalooki, caller)
    put_setting(order[1], "unasked")
    unasked = page(client, kalooki, caller)
    assert not CALLS.search(unasked)
    assert "You are not asked in this deal." in unasked
    put_setting(order[1], "asked")
    assert CALLS.search(page(client, kalooki, caller))


def test_it_is_set_and_taken_back_by_plain_forms(
    kalooki: Match, players: list[Player], order: tuple[Seat, ...], client: Client
) -> None:
    caller = players[order[1]]
    page(client, kalooki, caller)
    for word, asked in (("unasked", False), ("asked", True)):
        answer = client.post(f"/t/{kalooki.code}/act/", {"do": word, "deal": "1"})
        assert answer.status_code == 302
        assert bool(CALLS.search(page(client, kalooki, caller))) is asked


def test_the_others_see_nothing_of_it(
    kalooki: Match,
    players: list[Player],
    order: tuple[Seat, ...],
    put_setting: Callable[..., OwnDeal],
    client: Client,
) -> None:
    """Their pages, the log, its number and every due time stay as they were."""

    def known() -> object:
        kalooki.refresh_from_db()
        others = [page(client, kalooki, players[seat]) for seat in order if seat != order[1]]
        return others, log_of(kalooki), kalooki.seq, kalooki.wake_at, due_times.dues(table_of(kalooki))

    known()  # from now on everybody is known to be here
    before = known()
    put_setting(order[1], "unasked")
    assert known() == before
    put_setting(order[1], "order", cards=" ".join(reversed(hand_of(kalooki, order[1]))))
    assert known() == before


def test_the_window_stays_open_as_long_as_for_one_who_says_nothing(
    kalooki: Match,
    players: list[Player],
    order: tuple[Seat, ...],
    put_setting: Callable[..., OwnDeal],
    clock: Clock,
) -> None:
    """The house closes it after the same seconds, and writes the same entry."""
    for seat in order[1:]:
        put_setting(seat, "unasked")
    table = table_of(kalooki)
    window = table.game.pending(table.state.game_state)[order[0]].window
    services.submit_action(
        match_id=kalooki.pk, player=players[order[0]], window=window, data={"do": "stock"}, now=clock.now
    )
    (due,) = [due for due in due_times.dues(table_of(kalooki)) if due.why == "house"]
    assert (due.at - clock.now).total_seconds() == 6
    assert steward.tick(due.at, Random(1)) == 1
    assert log_of(kalooki)[-1][3] == {"do": "close"}
    assert table_of(kalooki).state.game_state.deal.phase is Phase.ACT


def test_it_ends_with_the_deal(
    kalooki: Match, players: list[Player], put_setting: Callable[..., OwnDeal], clock: Clock, client: Client
) -> None:
    put_setting(0, "unasked")
    play_until(kalooki, players, clock.now, asks_seat_0_in_deal_2)
    assert CALLS.search(page(client, kalooki, players[0]))
    assert refusal(lambda: put_setting(0, "unasked", deal=1)) == "stale_window"
    assert put_setting(0, "asked", deal=2) == OwnDeal(2)


def asks_seat_0_in_deal_2(table: object) -> bool:
    state = table.state.game_state
    pending = table.game.pending(state).get(0)
    return state.deal.number == 2 and pending is not None and pending.declinable


def test_the_own_order_is_kept_for_every_device_and_told_to_nobody_else(
    kalooki: Match, players: list[Player], put_setting: Callable[..., OwnDeal], client: Client
) -> None:
    cards = " ".join(sorted(hand_of(kalooki, 0), reverse=True))
    put_setting(0, "order", cards=cards)
    put_setting(0, "unasked")
    assert own_deal_of(kalooki.pk, 0) == OwnDeal(1, tuple(cards.split()), unasked=True)
    assert f'data-order="{cards}" data-order-deal="1"' in page(client, kalooki, players[0])
    for player in players[1:]:
        assert "data-order" not in page(client, kalooki, player)
    assert "data-order" not in rendering.whole_table(table_of(kalooki), seat=None, talk=(), language="en")


@pytest.mark.parametrize("cards", ["S5 S5", "Q9", "S5;H5", "../", "S5 " * 200])
def test_an_order_of_no_cards_is_refused(
    kalooki: Match, put_setting: Callable[..., OwnDeal], cards: str
) -> None:
    assert refusal(lambda: put_setting(0, "order", cards=cards)) == "unreadable"
    assert own_deal_of(kalooki.pk, 0) == NOTHING_SET


def test_only_those_who_sit_there_set_something(
    kalooki: Match, make_player: Callable[..., Player], clock: Clock
) -> None:
    about = {"match_id": kalooki.pk, "data": {"do": "unasked", "deal": "1"}, "now": clock.now}
    assert refusal(lambda: services.set_own_deal(player=make_player("Esra"), **about)) == "not_seated"


def test_a_player_who_takes_over_the_seat_begins_without_settings(
    kalooki: Match,
    players: list[Player],
    put_setting: Callable[..., OwnDeal],
    make_player: Callable[..., Player],
    clock: Clock,
) -> None:
    put_setting(2, "unasked")
    services.replace_player(
        match_id=kalooki.pk, seat=2, player=make_player("Esra"), by=players[0], now=clock.now
    )
    assert SeatRow.objects.get(match=kalooki, number=2).own_deal == {}


@pytest.mark.django_db(transaction=True)
async def test_over_the_socket_the_question_goes_and_comes_back(
    kalooki: Match, players: list[Player], order: tuple[Seat, ...]
) -> None:
    """Also on a screen that opens later; no other screen is sent anything."""
    mine, first = await connect_screen(kalooki, players[order[1]])
    other, _whole = await connect_screen(kalooki, players[order[2]])
    assert CALLS.search(first)
    answer = await send_form(mine, do="unasked", deal="1")
    assert "You are not asked in this deal." in answer
    assert other.sent() == []
    later, again = await connect_screen(kalooki, players[order[1]])
    assert "You are not asked in this deal." in again
    assert CALLS.search(await send_form(later, do="asked", deal="1"))
    await sync_to_async(table_of)(kalooki)
    for one in (mine, other, later):
        await one.disconnect()
