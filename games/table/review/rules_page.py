"""The commitment of the running deal and the people to mute, shown beside a table's rules."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Player
from games.table.log.models import Deal, Match, Round
from games.table.talk_models import Mute


def running_deal(match: Match) -> Deal | None:
    """The deal being played, for its round and commitment; the seed is not read."""
    running = match.deals.filter(round__status=Round.Status.RUNNING).select_related("round")
    return running.defer("seed", "sealed").order_by("-number").first()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody else at the table (`key` of the player), and whether this player has muted them."""

    seat: int
    key: int
    name: str
    muted: bool


def others_at(match: Match, player: Player | None) -> tuple[Neighbour, ...]:
    """The people a seated player may mute; nobody for a spectator."""
    seats = tuple(match.seats.select_related("player"))
    if player is None or all(seat.player_id != player.pk for seat in seats):
        return ()
    muted = set(Mute.objects.filter(match=match, player=player).values_list("muted_id", flat=True))
    return tuple(
        Neighbour(seat.number, seat.player_id, seat.player.nickname, seat.player_id in muted)
        for seat in seats
        if seat.player_id != player.pk and not seat.player.is_bot
    )
