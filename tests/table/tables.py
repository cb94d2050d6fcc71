"""Tables ready to look at, made through the services as people make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Final

from django.http import HttpResponse

from accounts.models import Player
from games.table import services
from games.table.log.loading import Table
from games.table.log.models import Match
from kraken_site.management.commands.demo import play
from tests.table.play import next_to_act, start_match, window_of


def open_table(players: Sequence[Player], now: datetime, *, seated: int = 4, **about: object) -> Match:
    """A table the first player opened, with the first `seated` players on seats 0, 1, 2 ..."""
    match = services.open_table(
        created_by=players[0], now=now, **{"game": "kraken", "options": {"rounds": 1}, **about}
    )
    services.seat_drawn(match_id=match.pk, players=dict(enumerate(players[:seated])))
    return match


def start_table(
    players: Sequence[Player], now: datetime, options: Mapping[str, object] | None = None
) -> Match:
    """A match of four people whose first round has been dealt."""
    return start_match(players=list(players), now=now, options=options or {"rounds": 2})


SHORT: Final = {"kan": {"rounds": 2}, "kalooki": {"deals": [1]}}
"""By game the options of a match that is over soon; Kraken's are given, other games are played as they usually are."""


def play_table(
    players: Sequence[Player], now: datetime, rounds: int = 1, *, game: str = "kraken", **house_rules: object
) -> Match:
    """A short match played to the end; `rounds` and `house_rules` are for Kraken."""
    options = {"rounds": rounds, **house_rules} if game == "kraken" else SHORT.get(game, {})
    match = start_match(players=list(players), now=now, options=options, game=game)
    play(match, until=None, now=now, rng=Random(5))
    match.refresh_from_db()
    return match


def in_second_round(players: Sequence[Player], now: datetime) -> Match:
    """A match whose first round is closed and whose second has seen its first card."""
    match = start_table(players, now, {"rounds": 3})
    play(match, until=_in_second_round, now=now, rng=Random(7))
    match.refresh_from_db()
    return match


def to_act(match: Match) -> tuple[int, str]:
    """A seat that must decide, and its window."""
    seat = next_to_act(match)
    return seat, window_of(match, seat)


def refusal(response: HttpResponse) -> str:
    """The code with which a post was refused."""
    return response.headers["Refusal-Code"]


def _in_second_round(table: Table) -> bool:
    public = table.game.view(table.state.game_state, None)
    return public.round == 2 and public.trick is not None and not public.trick.complete
