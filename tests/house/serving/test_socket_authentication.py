"""Authentication of sockets: the same player as Django finds for a page, in two queries for many at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.http import HttpRequest
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from accounts.models import Player
from games.table.broadcast.executor import table_executor
from kraken_site.serving.sockets import authentication
from kraken_site.serving.sockets.authentication import SessionLookups, players_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
Change = Callable[[Player, SessionStore], object]


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    table_executor.close()


def signed_in(player: Player, **said: object) -> SessionStore:
    session = SessionStore()
    session.update(
        {
            SESSION_KEY: str(player.pk),
            BACKEND_SESSION_KEY: BACKEND,
            HASH_SESSION_KEY: player.get_session_auth_hash(),
            **said,
        }
    )
    session.save()
    return session


def at_a_page(key: str) -> int | None:
    """The player Django finds for a page with this session."""
    request = HttpRequest()
    request.session = SessionStore(key)
    return get_user(request).pk


def nothing(_player: Player, _session: SessionStore) -> None:
    return


def new_password(player: Player, _session: SessionStore) -> None:
    player.set_password("another-tulip-7")
    player.save()


def banned(player: Player, _session: SessionStore) -> None:
    player.is_active = False
    player.save()


def erased(player: Player, _session: SessionStore) -> None:
    player.delete()


def signed_out(_player: Player, session: SessionStore) -> None:
    session.flush()


def run_out(_player: Player, session: SessionStore) -> None:
    session.model.objects.filter(pk=session.session_key).update(
        expire_date=timezone.now() - timedelta(minutes=1)
    )


def tampered_with(_player: Player, session: SessionStore) -> None:
    session.model.objects.filter(pk=session.session_key).update(session_data="nonsense")


@pytest.mark.parametrize(
    "change", [nothing, new_password, banned, erased, signed_out, run_out, tampered_with]
)
def test_a_socket_is_whose_the_page_is(players: list[Player], change: Change) -> None:
    session = signed_in(players[0])
    key = session.session_key
    change(players[0], session)
    found = players_of([key]).get(key)
    assert (found.pk if found else None) == at_a_page(key)
    assert (found is not None) == (change is nothing)


@pytest.mark.parametrize(
    "said", [{BACKEND_SESSION_KEY: "elsewhere.Backend"}, {HASH_SESSION_KEY: ""}, {SESSION_KEY: "77"}]
)
def test_a_session_that_says_something_else_is_nobodys(players: list[Player], said: dict[str, str]) -> None:
    key = signed_in(players[0], **said).session_key
    assert players_of([key]) == {}
    assert at_a_page(key) is None


def test_a_key_that_was_changed_signs_nobody_out(players: list[Player]) -> None:
    key = signed_in(players[0]).session_key
    from django.conf import settings

    with override_settings(SECRET_KEY="quite another", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert players_of([key])[key] == players[0]


def test_a_session_that_is_only_a_visit_is_nobodys(db: None) -> None:
    session = SessionStore()
    session["language"] = "nl"
    session.save()
    assert players_of([session.session_key, "no such session"]) == {}


def test_all_who_come_together_cost_two_queries(
    players: list[Player], django_assert_num_queries: Callable[[int], CaptureQueriesContext]
) -> None:
    keys = {signed_in(player).session_key: player for player in players}
    with django_assert_num_queries(2):
        assert players_of(keys) == keys


@pytest.mark.django_db(transaction=True)
async def test_who_comes_while_others_are_looked_up_waits_for_the_next_look(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [(await sync_to_async(signed_in)(player)).session_key for player in players]
    looks: list[list[str]] = []
    looking, loop = asyncio.Event(), asyncio.get_running_loop()

    def looked(sessions: dict[str, object]) -> dict[str, Player]:
        looks.append(sorted(sessions))
        loop.call_soon_threadsafe(looking.set)
        return players_of(sessions)

    monkeypatch.setattr(authentication, "players_of", looked)
    reception = SessionLookups()
    first = asyncio.create_task(reception.player_of(keys[0]))
    await looking.wait()
    others = [reception.player_of(key) for key in [*keys[1:], keys[1], "nobody"]]
    found = await asyncio.gather(first, *others)
    assert found == [*players, players[1], None]
    assert looks == [[keys[0]], sorted({*keys[1:], "nobody"})]


async def test_a_database_out_of_reach_is_told_to_everybody_who_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_sessions: object) -> dict[str, Player]:
        raise OperationalError

    monkeypatch.setattr(authentication, "players_of", broken)
    reception = SessionLookups()
    answers = await asyncio.gather(
        *(reception.player_of(key) for key in ("one", "other")), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [OperationalError, OperationalError]
    monkeypatch.setattr(authentication, "players_of", lambda _sessions: {})
    assert await reception.player_of("one") is None
