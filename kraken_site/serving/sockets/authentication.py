"""ASGI middleware: find the player of each WebSocket, in two queries for all that open at the same time.

Channels' own session and authentication middleware needs two queries for each socket, one after the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Player
from games.table.broadcast.executor import table_executor

AT_ONCE: Final = 200
"""Sessions looked up in one go, so that moves get their turn in between."""


def players_of(sessions: Collection[str]) -> dict[str, Player]:
    """Return the signed-in player of each session (by key), without those that have ended or whose player is banned.

    The same rules as `django.contrib.auth.get_user`, which looks up one session at a time.
    """
    alive = Session.objects.filter(pk__in=sessions, expire_date__gt=timezone.now())
    data = {session.pk: session.get_decoded() for session in alive}
    wanted = {one[SESSION_KEY] for one in data.values() if SESSION_KEY in one}
    players = {str(player.pk): player for player in Player.objects.filter(pk__in=wanted, is_active=True)}
    return {
        key: players[one[SESSION_KEY]]
        for key, one in data.items()
        if one.get(SESSION_KEY) in players and _is_valid(one, players[one[SESSION_KEY]])
    }


def _is_valid(session: Mapping[str, Any], player: Player) -> bool:
    """Return whether the session was made with the password the player has now."""
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return False
    known = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    return any(constant_time_compare(session.get(HASH_SESSION_KEY, ""), one) for one in known)


class SessionLookups:
    """Collects the sessions that open while the database looks up those before. On the event loop only."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Player | None]] = {}
        self._lookup: asyncio.Task[None] | None = None

    async def player_of(self, session: str) -> Player | None:
        """Return the player of a session (by key), None for none. Raises what the database raises."""
        answer = self._waiting.get(session)
        if answer is None:
            answer = self._waiting[session] = asyncio.get_running_loop().create_future()
        if self._lookup is None or self._lookup.done():
            self._lookup = asyncio.create_task(self._look_up())
        return await asyncio.shield(answer)

    async def _look_up(self) -> None:
        while self._waiting:
            batch = {key: self._waiting.pop(key) for key in list(self._waiting)[:AT_ONCE]}
            [found] = await asyncio.gather(table_executor.run(players_of, batch), return_exceptions=True)
            for key, answer in batch.items():
                if isinstance(found, BaseException):
                    answer.set_exception(found)
                else:
                    answer.set_result(found.get(key))


class SocketAuthentication:
    """Add `user` and `session` (its key, None for visitors) to the scope. Inside Channels' CookieMiddleware."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._lookups = SessionLookups()

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        session = scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        player = await self._lookups.player_of(session) if session else None
        known = {"user": player or AnonymousUser(), "session": session if player else None}
        await self.application({**scope, **known}, receive, send)
