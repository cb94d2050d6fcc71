"""Days of the deal of the day to look at, for the demo club. Anna has yet to play that of today."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final
from zlib import crc32

from accounts.models import Player
from games.bots import choose
from games.daily import services
from games.daily.days import A_DAY
from games.engine.seats import HOUSE
from games.table import services as table_services
from games.table.log import loading
from games.table.log.models import Match

TIME_OF_A_MATCH: Final = timedelta(minutes=20)
"""A match of now began so long ago."""
TIME_OF_A_MOVE: Final = timedelta(seconds=3)
OWN_IDEAS: Final = 0.2
"""How often a player of the demo does something else than a bot would."""


def add_days(*, people: Sequence[Player], now: datetime, rng: Random) -> None:
    """Make two days that are over and the one of now, through the services."""
    for ago, players in ((2, people[:5]), (1, people[:6]), (0, people[1:5])):
        for player in players:
            begun_at = now - ago * A_DAY - TIME_OF_A_MATCH
            _play(services.begin(player=player, now=begun_at).match, now=begun_at, rng=rng)
    services.count_finished(now=now)


def _play(match: Match, *, now: datetime, rng: Random) -> None:
    """Play the match to its end. Bots do the same in every match that looks alike to them; the search would take too
    long here."""
    people = {seat.number: seat.player for seat in match.seats.select_related("player")}
    while (table := loading.table(match.pk)).running:
        now += TIME_OF_A_MOVE
        game, state = table.game, table.state.game_state
        waiting = game.pending(state)
        seat = next((seat for seat in waiting if seat != HOUSE), None)
        if seat is None:
            table_services.submit_for_house(match_id=match.pk, window=waiting[HOUSE].window, now=now)
            continue
        window, choices = waiting[seat].window, game.choices(state, seat)
        same_everywhere = Random(crc32(window.encode()))  # noqa: S311  nothing secret
        data = choose(game, game.view(state, seat), choices, same_everywhere)
        if data is None or (seat == services.SEAT and rng.random() < OWN_IDEAS):
            data = rng.choice(choices).data
        table_services.submit_action(
            match_id=match.pk, player=people[seat], window=window, data=data, now=now
        )
