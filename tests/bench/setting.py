"""A club for the bench: a database of its own, people with sessions, tables that have started."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils import timezone

from tests.bench.load.tables import Seated

if TYPE_CHECKING:
    from accounts.models import Player
    from games.table.log.models import Match

SEATS = 4


def environment(folder: Path) -> dict[str, str]:
    """The environment of bench and server: one SQLite file in `folder`, no Redis, modules compiled once."""
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": "kraken_site.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "SECRET_KEY": "only-for-the-bench-and-nothing-else-0123456789",
        "REDIS_URL": "",
        "DEBUG": "0",
        "ANALYSE_WHEN_IDLE": "0",
    }


def create_database() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def start_table(prefix: str, *, people: int, level: str = "") -> tuple[Match, list[Player]]:
    """A running match with `people` persons, bots of that level on the other seats."""
    from games.table import services

    players = newcomers(prefix, people)
    now = timezone.now()
    match = services.open_table(created_by=players[0], game="kraken", options={"rounds": 64}, now=now)
    for player in players:
        services.sit(match_id=match.pk, player=player)
    if people < SEATS:
        services.fill_with_bots(match_id=match.pk, player=players[0], level=level)
    services.start_match(match_id=match.pk, player=players[0], now=now)
    return match, players


def start_tables(count: int, *, people: int, prefix: str, level: str = "") -> list[Seated]:
    """So many running matches, each with the session cookies of its people."""
    started = [start_table(f"{prefix}{number}", people=people, level=level) for number in range(count)]
    return [Seated(match.code, tuple(map(session_cookie, players))) for match, players in started]


def newcomers(prefix: str, count: int) -> list[Player]:
    """New players."""
    from accounts.models import Player

    return [
        Player.objects.create_user(username=f"{prefix}-{seat}", nickname=f"{prefix} {seat}")
        for seat in range(count)
    ]


def session_cookie(player: Player) -> str:
    """The cookie of somebody signed in."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}"
