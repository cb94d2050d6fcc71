"""Who held the cards of a seat, from when to when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.league.models import EntrantPlayer, TableSeat
from games.league.standings.scores import PlayedBy


class Holding(NamedTuple):
    """Who held the cards of a seat, up to and with round `until`; None to the end."""

    player: int
    entrant: int
    played_by: str
    until: int | None


def held(seat: TableSeat) -> tuple[Holding, ...]:
    """Everybody who held the cards of a seat, in order."""
    before = tuple(
        Holding(each.player_id, seat.entrant_id, each.played_by, each.until_round)
        for each in seat.changes.all()
    )
    return (*before, Holding(seat.player_id, seat.entrant_id, seat.played_by, None))


def held_until(holding: Sequence[Holding], until: int | None) -> Holding:
    """Who held the cards in the part that ends with round `until`."""
    return next(each for each in holding if each.until is None or (until is not None and each.until >= until))


def own_rows(holdings: Iterable[Holding]) -> dict[tuple[int, int], int]:
    """The substitutes' own entrants in the same competition, by (player, entrant they play for)."""
    instead = [each for each in holdings if each.played_by == PlayedBy.SUBSTITUTE]
    if not instead:
        return {}
    wanted = {each.entrant for each in instead}
    competitions = dict(
        EntrantPlayer.objects.filter(entrant__in=wanted).values_list("entrant", "competition")
    )
    own = {
        (player, competition): entrant
        for player, competition, entrant in EntrantPlayer.objects.filter(
            player__in={each.player for each in instead}, competition__in=set(competitions.values())
        ).values_list("player", "competition", "entrant")
    }
    return {
        (each.player, each.entrant): own.get((each.player, competitions[each.entrant]), 0) for each in instead
    }
