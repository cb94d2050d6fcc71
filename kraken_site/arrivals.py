"""Whose socket it is that opens: found for all that arrive together in two queries, as they do after a restart.

What Channels' own session and authentication do for each socket by itself, one after the other.
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
"""Arrivals looked up in one go, so that moves get their turn in between."""


def players_of(sessions: Collection[str]) -> dict[str, Player]:
    """The signed-in player of each session (by key); nobody for one that has ended, or whose player is banned.

    The same rules as `django.contrib.auth.get_user`, which asks for one session at a time.
    """
    alive = Session.objects.filter(pk__in=sessions, expire_date__gt=timezone.now())
    signed_in = {session.pk: session.get_decoded() for session in alive}
    wanted = {said[SESSION_KEY] for said in signed_in.values() if SESSION_KEY in said}
    players = {str(player.pk): player for player in Player.objects.filter(pk__in=wanted, is_active=True)}
    return {
        key: players[said[SESSION_KEY]]
        for key, said in signed_in.items()
        if said.get(SESSION_KEY) in players and _holds(said, players[said[SESSION_KEY]])
    }


def _holds(said: Mapping[str, Any], player: Player) -> bool:
    """Whether the session was made with the password the player has now."""
    if said.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return False
    known = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    return any(constant_time_compare(said.get(HASH_SESSION_KEY, ""), one) for one in known)


class Reception:
    """Gathers who arrives while the database is busy with those before. On the event loop only."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Player | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def player_of(self, session: str) -> Player | None:
        """The player of a session (by key). Raises what the database raises."""
        answer = self._waiting.get(session)
        if answer is None:
            answer = self._waiting[session] = asyncio.get_running_loop().create_future()
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        while self._waiting:
            now = {key: self._waiting.pop(key) for key in list(self._waiting)[:AT_ONCE]}
            [found] = await asyncio.gather(table_executor.run(players_of, now), return_exceptions=True)
            for key, answer in now.items():
                if isinstance(found, BaseException):
                    answer.set_exception(found)
                else:
                    answer.set_result(found.get(key))


class Arrivals:
    """Gives each socket its `user`, and its `session` (the key, None for a visitor). Inside the cookies."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._reception = Reception()

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        session = scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        player = await self._reception.player_of(session) if session else None
        told = {"user": player or AnonymousUser(), "session": session if player else None}
        await self.application({**scope, **told}, receive, send)
