"""The successive holders of a seat's cards, as the scores of its table are shared out among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from games.league.models import EntrantPlayer, TableSeat
from games.league.standings.scores import PlayedBy

BEYOND_LAST_ROUND: Final = 10_000
"""A round after the last one of any match."""


class Holding(NamedTuple):
    """A holder of a seat's cards, up to and with round `until`; None to the end."""

    player: int
    entrant: int
    played_by: str
    until: int | None


Rounds: TypeAlias = Sequence[tuple[int, int | None]]
"""Spans of rounds, first and last, None to the end (`folding.stand_ins_of`)."""


def holdings_of(seat: TableSeat, stood_in: Rounds = ()) -> tuple[Holding, ...]:
    """Everybody who held the cards of a seat, in order. `stood_in` are the rounds a bot played for somebody absent by
    agreement of the table."""
    seated = [
        *(
            Holding(each.player_id, seat.entrant_id, each.played_by, each.until_round)
            for each in seat.changes.all()
        ),
        Holding(seat.player_id, seat.entrant_id, seat.played_by, None),
    ]
    found: list[Holding] = []
    first = 1
    for holding in seated:
        found += _with_stand_ins(holding, first, stood_in)
        first = (holding.until or 0) + 1
    return tuple(found)


def _with_stand_ins(holding: Holding, first: int, stood_in: Rounds) -> Iterator[Holding]:
    """The parts of a holding that begins with round `first`: the bot's, and those between."""
    end = BEYOND_LAST_ROUND if holding.until is None else holding.until
    for begins, last in stood_in:
        bot_first, bot_last = max(begins, first), min(BEYOND_LAST_ROUND if last is None else last, end)
        if bot_first > bot_last:
            continue
        if bot_first > first:
            yield holding._replace(until=bot_first - 1)
        yield holding._replace(
            played_by=PlayedBy.BOT, until=None if bot_last == BEYOND_LAST_ROUND else bot_last
        )
        first = bot_last + 1
    if first <= end or not stood_in:
        yield holding


def holding_until(holding: Sequence[Holding], until: int | None) -> Holding:
    """The holder in the part that ends with round `until`."""
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
