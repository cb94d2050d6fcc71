"""Recovery from lost events: the screens of this process are compared with the database.

An event is lost when a process dies between its commit and `group_send`, and while Redis is away.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Final

from channels.layers import get_channel_layer

from games.table import live
from games.table.log import loading
from games.table.log.models import Match, Seat
from games.table.sockets.club_consumer import CLOSE_RESTART, ClubConsumer
from games.table.sockets.consumers import TableConsumer
from games.table.threads import call_in_thread

LOOK_INTERVAL: Final = 2.0
"""Seconds between two looks: a screen is right again within five when another process died, and within twenty whatever
was lost."""
MAX_TABLES_TOLD: Final = 50
"""The latest tables of a player that are told of a new name."""

_behind: set[tuple[str, int]] = set()
"""The channels that were behind at the last look, and the log entry they showed."""


async def check_screens() -> None:
    """Send the newest log number to each screen that is behind. One that has not moved since the last look, because the
    channel layer does not reach it, is closed: its page connects again, or goes on by posts. So is one that could not
    join its groups.
    """
    for unjoined in tuple(ClubConsumer.unjoined):
        ClubConsumer.unjoined.discard(unjoined)
        await unjoined.close(CLOSE_RESTART)
    open_here = {consumer.match_id for consumer in TableConsumer.open}
    newest = await call_in_thread(_newest, open_here) if open_here else {}
    behind = [one for one in TableConsumer.open if one.seq < newest.get(one.match_id, 0)]
    before = frozenset(_behind)
    _behind.clear()
    for consumer in behind:
        known = (consumer.channel_name, consumer.seq)
        if known in before:
            await consumer.close(CLOSE_RESTART)
        else:
            _behind.add(known)
            seq = newest[consumer.match_id]
            event = {"type": "table.changed", "match": consumer.match_id, "seq": seq, "entries": ()}
            with suppress(*live.layer_errors()):
                await get_channel_layer().send(consumer.channel_name, event)


def _newest(matches: Collection[int]) -> dict[int, int]:
    return dict(Match.objects.filter(pk__in=matches).values_list("pk", "seq"))


def send_names_changed(*, players: Collection[int], **_sent: object) -> None:
    """Show new names and animals in this process and at the tables of these players that are not over. Receiver of
    `name_or_animal_changed`; a table opened later is drawn with the names of then.
    """
    loading.rename_players(players)
    seats = Seat.objects.filter(player__in=players).exclude(match__status__in=Match.ENDED)
    for match_id in seats.values_list("match", flat=True).distinct().order_by("-match")[:MAX_TABLES_TOLD]:
        live.send_names_changed(match_id, players)
