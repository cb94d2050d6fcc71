"""Whether those behind open sockets may still be there, asked for all of them at once.

The database gets what is known as one value and answers only where that is right no more: everybody's rows, every
second, would hold up the moves of a full house for thirty milliseconds each time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.db import connection
from django.db.models.expressions import RawSQL
from django.utils import timezone

from accounts.models import Membership

if TYPE_CHECKING:
    from kraken_site.sockets import OpenSocket

TAIL: Final = 12
"""Characters of a password's hash that are compared: the end, without its salt, says nothing to who reads a log."""
ELEMENTS: Final = {"sqlite": "json_each(%s)", "postgresql": "json_array_elements(%s::json)"}
FIELD: Final = {"sqlite": "json_extract(known.value, '$[{}]')", "postgresql": "(known.value ->> {})"}
ENDED: Final = """
SELECT CAST({number} AS integer) FROM {elements} AS known
WHERE NOT EXISTS (
    SELECT 1 FROM django_session WHERE session_key = {session} AND expire_date > %s
) OR NOT EXISTS (
    SELECT 1 FROM accounts_player WHERE id = CAST({player} AS bigint) AND is_active
    AND substr(password, length(password) - {tail} + 1) = {password}
)
"""
MEMBERS: Final = {
    "sqlite": "SELECT value FROM json_each(%s)",
    "postgresql": "SELECT CAST(json_array_elements_text(%s::json) AS bigint)",
}


def rights_now(known: Sequence[OpenSocket]) -> tuple[set[int], dict[int, set[tuple[int, str]]]]:
    """Whose session is over, who may not play any more or has a new password, by place in `known`; and who is what in
    which clubs (player, then club and role)."""
    asked = [
        (number, one.session, one.player, (one.password or "")[-TAIL:]) for number, one in enumerate(known)
    ]
    number, session, player, password = map(FIELD[connection.vendor].format, range(4))
    question = ENDED.format(
        elements=ELEMENTS[connection.vendor],
        number=number,
        session=session,
        player=player,
        password=password,
        tail=TAIL,
    )
    with connection.cursor() as cursor:
        moment = connection.ops.adapt_datetimefield_value(timezone.now())
        cursor.execute(question, [json.dumps(asked), moment])
        ended = {place for (place,) in cursor.fetchall()}
    return ended, roles_of([one.player for one in known])


def roles_of(players: Sequence[int | None]) -> dict[int, set[tuple[int, str]]]:
    """By player the clubs they belong to, each with their role there; players without a club are left out."""
    roles: dict[int, set[tuple[int, str]]] = {}
    asked = RawSQL(MEMBERS[connection.vendor], [json.dumps(players)])  # noqa: S611
    members = Membership.objects.filter(player__in=asked)
    for holder, club, role in members.values_list("player_id", "club_id", "role"):
        roles.setdefault(holder, set()).add((club, role))
    return roles
