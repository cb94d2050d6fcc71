"""A screen in the middle of the table: a code opens it, no hand is ever on it, it ends with the match."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.test import Client

from accounts.models import Player
from games.engine import registry
from games.routing import websocket_urlpatterns
from games.table import services
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.loading import Table
from games.table.log.models import Action, Match
from games.table.sockets import consumers
from games.table.sockets.club_consumer import CLOSE_WITHDRAWN
from kraken_site.management.commands.demo import play
from tests.clients import client_of
from tests.conftest import Clock
from tests.house.addresses import empty_caches
from tests.sockets import Socket
from tests.table.hidden.other_worlds import CHANGING, everything_seen, hands, unseen_by
from tests.table.play import play_until, start_match, table_of
from tests.table.sockets.screens import HAND_CARD, connect_screen, quiet, send_form
from tests.table.tables import open_table, play_table, refusal, start_table
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = [game.key for game in registry.GAMES]


def code_of(match: Match, player: Player) -> str:
    """The code of the match's screen in the middle."""
    return services.open_shared_screen(match_id=match.pk, player=player)


def page_of(code: str, viewer: Player | None) -> str:
    """The page of the screen without what differs between any two answers."""
    return CHANGING.sub("", client_of(viewer).get(f"/screen/{code}/").content.decode())


def other_decks(match: Match) -> list[str]:
    """Three decks of the running deal in which two cards no spectator has seen lie in each other's hands."""
    deal = match.actions.filter(data__do="deal").latest("seq")
    table = table_of(match)
    held = hands(table)
    unseen = sorted(unseen_by(table, None))
    pairs = [
        (one, other)
        for one, other in combinations(unseen, 2)
        if not any({one, other} <= hand for hand in held)
    ]
    decks = []
    for one, other in pairs:
        swapped = {one: other, other: one}
        deck = " ".join(swapped.get(card, card) for card in deal.data["deck"].split())
        redeal(match, deck)
        if is_same_to_a_spectator(match, table):
            decks.append(deck)
        redeal(match, deal.data["deck"])
        if len(decks) == 3:
            return decks
    raise AssertionError("the covered cards of this deal cannot change places")


def deck_of(match: Match) -> str:
    """The deck of the running deal."""
    return str(match.actions.filter(data__do="deal").latest("seq").data["deck"])


def redeal(match: Match, deck: str) -> None:
    """Let the log hold this deck in the running deal."""
    deal = match.actions.filter(data__do="deal").latest("seq")
    falsify(Action.objects.filter(pk=deal.pk), data={**deal.data, "deck": deck})
    empty_caches()


def is_same_to_a_spectator(match: Match, before: Table) -> bool:
    """Whether the log as it is now can be played, and shows a spectator what it showed before."""
    try:
        return everything_seen(table_of(match), None) == everything_seen(before, None)
    except TableRefused:
        return False


async def first_frame(code: str, viewer: Player | None) -> str:
    """The whole table a screen with that code is sent first."""
    socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/screen/{code}/?page=1")
    socket.scope["user"] = viewer or AnonymousUser()
    assert (await socket.connect())[0]
    frame: str = await socket.receive_from()
    await quiet(socket)
    await socket.disconnect()
    return CHANGING.sub("", frame)


def test_a_player_gets_one_code_which_opens_the_screen(players: list[Player], clock: Clock) -> None:
    match = start_table(players, clock.now)
    client = client_of(players[1])
    assert client.post(f"/t/{match.code}/screen/").status_code == 302
    page = client.get(f"/t/{match.code}/screen/").content.decode()
    match.refresh_from_db()
    assert match.screen_code is not None
    assert match.screen_code != match.code
    assert f"/screen/{match.screen_code}/" in page
    assert code_of(match, players[2]) == match.screen_code

    tablet = Client()
    typed = tablet.get("/t/join/", {"code": match.screen_code.lower()})
    assert typed["Location"] == f"/screen/{match.screen_code}/"
    shown = tablet.get(typed["Location"])
    assert shown.status_code == 200
    assert "you-none" in shown.content.decode()
    assert "no-store" in shown["Cache-Control"]


@pytest.mark.parametrize("who", ["guest", None])
def test_only_a_player_of_the_table_gets_the_code(
    players: list[Player], guest: Player, clock: Clock, who: str | None
) -> None:
    match = start_table(players, clock.now)
    with pytest.raises(TableRefused) as refused:
        code_of(match, guest)
    assert refused.value.code == TableRefusal.NOT_SEATED
    answer = client_of(guest if who else None).post(f"/t/{match.code}/screen/")
    assert (answer.status_code, refusal(answer)) == (403, TableRefusal.NOT_SEATED)
    match.refresh_from_db()
    assert match.screen_code is None


def test_there_is_no_screen_before_the_start(players: list[Player], clock: Clock) -> None:
    match = open_table(players, clock.now)
    with pytest.raises(TableRefused) as refused:
        code_of(match, players[0])
    assert refused.value.code == TableRefusal.NOT_RUNNING


@pytest.mark.parametrize("signed_in", [True, False])
async def test_no_hand_is_on_it_even_for_a_player_of_the_table(
    players: list[Player], clock: Clock, signed_in: bool
) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    code = await sync_to_async(code_of)(match, players[0])
    viewer = players[0] if signed_in else None
    page = await sync_to_async(page_of)(code, viewer)
    frame = await first_frame(code, viewer)
    for shown in (page, frame):
        assert 'id="hand"' not in shown
        assert HAND_CARD.findall(shown) == []
        assert "you-none" in shown


async def test_nothing_can_be_done_on_it(players: list[Player], clock: Clock) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    code = await sync_to_async(code_of)(match, players[0])
    socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/screen/{code}/")
    socket.scope["user"] = players[0]
    assert (await socket.connect())[0]
    await socket.receive_from()
    before = await sync_to_async(match.actions.count)()
    assert "You have no seat at this table." in await send_form(socket, do="trump", suit="H", window="")
    assert await sync_to_async(match.actions.count)() == before
    await socket.disconnect()


@pytest.mark.parametrize("game", GAMES)
async def test_page_and_socket_are_the_same_in_worlds_that_differ_in_covered_cards(
    players: list[Player], clock: Clock, game: str
) -> None:
    match = await sync_to_async(start_match)(players=players, now=clock.now, game=game)
    await sync_to_async(play_until)(
        match, players, clock.now, lambda table: table.state.seq >= 9, rng=Random(2)
    )
    code = await sync_to_async(code_of)(match, players[0])
    viewers = (players[0], None)

    async def everything() -> list[str]:
        pages = [await sync_to_async(page_of)(code, viewer) for viewer in viewers]
        return [*pages, *[await first_frame(code, viewer) for viewer in viewers]]

    here = await everything()
    dealt = await sync_to_async(deck_of)(match)
    for deck in await sync_to_async(other_decks)(match):
        await sync_to_async(redeal)(match, deck)
        assert await everything() == here
    await sync_to_async(redeal)(match, dealt)


def test_it_ends_with_the_match(players: list[Player], clock: Clock) -> None:
    match = start_table(players, clock.now, {"rounds": 1})
    code = code_of(match, players[0])
    play(match, until=None, now=clock.now, rng=Random(5))

    answer = Client().get(f"/screen/{code}/")
    assert (answer.status_code, refusal(answer)) == (404, TableRefusal.NO_SUCH_TABLE)
    assert refusal(client_of(players[0]).post(f"/t/{match.code}/screen/")) == TableRefusal.NOT_RUNNING
    assert Client().get("/t/join/", {"code": code}).status_code == 422


async def test_the_socket_of_a_screen_whose_code_holds_no_longer_closes_for_good(
    players: list[Player], clock: Clock
) -> None:
    """Also one that lost its line when the code was withdrawn, and comes back: its page then says why."""
    match = await sync_to_async(play_table)(players, clock.now)
    await Match.objects.filter(pk=match.pk).aupdate(screen_code="BCDFGH")
    for code in ("BCDFGH", "QQQQQQ", match.code):
        socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/screen/{code}/")
        socket.scope["user"] = AnonymousUser()
        assert (await socket.connect())[0]
        assert await socket.receive_output() == {"type": "websocket.close", "code": CLOSE_WITHDRAWN}


async def open_screen(code: str) -> Socket:
    """A screen in the middle with that code that has been shown the table."""
    socket = Socket(URLRouter(websocket_urlpatterns), f"/ws/screen/{code}/?page=1")
    socket.scope["user"] = AnonymousUser()
    assert (await socket.connect())[0]
    await socket.receive_from()
    return socket


async def test_a_withdrawn_code_closes_every_screen_and_opens_none(
    players: list[Player], clock: Clock
) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    code = await sync_to_async(code_of)(match, players[0])
    screens = [await open_screen(code), await open_screen(code)]
    client = await sync_to_async(client_of)(players[1])

    answer = await sync_to_async(client.post)(f"/t/{match.code}/screen/", {"do": "end"})
    assert answer.status_code == 302
    for screen in screens:
        assert await screen.receive_output() == {"type": "websocket.close", "code": CLOSE_WITHDRAWN}
        await screen.disconnect()
    gone = await sync_to_async(Client().get)(f"/screen/{code}/")
    assert (gone.status_code, refusal(gone)) == (404, TableRefusal.NO_SUCH_TABLE)

    again = await sync_to_async(code_of)(match, players[0])
    assert again != code
    await (await open_screen(again)).disconnect()


async def test_a_screen_that_missed_the_withdrawal_closes_at_its_next_heartbeat(
    players: list[Player], clock: Clock
) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    code = await sync_to_async(code_of)(match, players[0])
    screen = await open_screen(code)
    await send_form(screen, do="ping", seq="0")
    await Match.objects.filter(pk=match.pk).aupdate(screen_code="BCDFGH")
    await screen.send_to(text_data='{"do": "ping", "seq": "0"}')
    assert await screen.receive_output() == {"type": "websocket.close", "code": CLOSE_WITHDRAWN}
    await screen.disconnect()


async def test_a_database_out_of_reach_is_a_word_on_it_too(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    screen = await open_screen(await sync_to_async(code_of)(match, players[0]))

    def broken(*_: object) -> None:
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(consumers, "is_code_of", broken)
        assert "books cannot be reached" in await send_form(screen, do="ping")
    assert "books cannot be reached" not in await send_form(screen, do="ping")
    await screen.disconnect()


async def test_the_players_go_on_when_a_code_is_withdrawn(players: list[Player], clock: Clock) -> None:
    match = await sync_to_async(start_table)(players, clock.now)
    await sync_to_async(code_of)(match, players[0])
    mine, _first = await connect_screen(match, players[0])
    withdraw = sync_to_async(services.end_shared_screen)
    await withdraw(match_id=match.pk, player=players[0])
    await withdraw(match_id=match.pk, player=players[0])
    assert await quiet(mine) == []
    await mine.disconnect()


def test_only_a_player_of_the_table_withdraws_the_code(
    players: list[Player], guest: Player, clock: Clock
) -> None:
    match = start_table(players, clock.now)
    code = code_of(match, players[0])
    for client in (client_of(guest), client_of(None)):
        answer = client.post(f"/t/{match.code}/screen/", {"do": "end"})
        assert (answer.status_code, refusal(answer)) == (403, TableRefusal.NOT_SEATED)
    with pytest.raises(TableRefused) as refused:
        services.end_shared_screen(match_id=match.pk, player=guest)
    assert refused.value.code == TableRefusal.NOT_SEATED
    match.refresh_from_db()
    assert match.screen_code == code
