"""Signed-in players without a login form."""

from __future__ import annotations

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test.utils import override_settings

from accounts.models import Player


def cookie_of(player: Player, secret_key: str) -> str:
    """The cookie of a new session of that player, for servers that sign with that key."""
    with override_settings(SECRET_KEY=secret_key):
        session = SessionStore()
        session[SESSION_KEY] = str(player.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = player.get_session_auth_hash()
        session.save()
    return f"sessionid={session.session_key}"
