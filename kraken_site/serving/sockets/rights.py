"""Queries for the rights of all open sockets at once.

The database receives the known sessions and password hashes as one JSON value and returns only those that no longer
hold. Fetching every session and player row each second would delay the moves of 1,000 open sockets by 30 ms each time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from django.db import connection
from django.db.models.expressions import RawSQL
from django.utils import timezone

from accounts.models import Membership
from kraken_site.serving.sockets.open_socket import OpenSocket, Roles

COMPARED_CHARACTERS: Final = 12
"""Trailing characters of a password hash that are compared: without the salt they are worth nothing in a query log."""
ELEMENTS: Final = {"sqlite": "json_each(%s)", "postgresql": "json_array_elements(%s::json)"}
FIELD: Final = {"sqlite": "json_extract(known.value, '$[{}]')", "postgresql": "(known.value ->> {})"}
ENDED: Final = """
SELECT CAST({number} AS integer) FROM {elements} AS known
WHERE NOT EXISTS (
    SELECT 1 FROM django_session WHERE session_key = {session} AND expire_date > %s
) OR NOT EXISTS (
    SELECT 1 FROM accounts_player WHERE id = CAST({player} AS bigint) AND is_active
    AND substr(password, length(password) - {compared} + 1) = {password}
)
"""
MEMBERS: Final = {
    "sqlite": "SELECT value FROM json_each(%s)",
    "postgresql": "SELECT CAST(json_array_elements_text(%s::json) AS bigint)",
}


def ended_rights(sockets: Sequence[OpenSocket]) -> set[int]:
    """Return the positions in `sockets` of those that may not stay open.

    Their session has ended, or the player was banned or has a new password.
    """
    known = [
        (number, one.session, one.player, (one.password or "")[-COMPARED_CHARACTERS:])
        for number, one in enumerate(sockets)
    ]
    number, session, player, password = map(FIELD[connection.vendor].format, range(4))
    query = ENDED.format(
        elements=ELEMENTS[connection.vendor],
        number=number,
        session=session,
        player=player,
        password=password,
        compared=COMPARED_CHARACTERS,
    )
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(query, [json.dumps(known), now])
        return {position for (position,) in cursor.fetchall()}


def roles_by_player(players: Sequence[int | None]) -> dict[int, Roles]:
    """Return the clubs and roles of these players (by key); players without a club are left out."""
    roles: dict[int, set[tuple[int, str]]] = {}
    wanted = RawSQL(MEMBERS[connection.vendor], [json.dumps(players)])  # noqa: S611
    members = Membership.objects.filter(player__in=wanted)
    for player, club, role in members.values_list("player_id", "club_id", "role"):
        roles.setdefault(player, set()).add((club, role))
    return {player: frozenset(those) for player, those in roles.items()}


def roles_of(player: int) -> Roles:
    """Return the clubs and roles of one player (by key)."""
    return roles_by_player([player]).get(player, frozenset())
