"""The first table of a duel, its link, and the newcomers who play its deals."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from random import Random

import pytest
from django.http import HttpResponse

from accounts.models import Player
from games.table import services
from games.table.log.models import Match
from games.table.shared_deals import Duel
from tests.conftest import Clock
from tests.table.play import never, play_until

ROUNDS = 2


@pytest.fixture
def others(make_player: Callable[..., Player]) -> list[Player]:
    return [make_player(name) for name in ("Emma", "Finn", "Gijs", "Hans")]


@pytest.fixture
def first(players: list[Player], clock: Clock) -> Match:
    """Anna and Cleo against two bots, played to the end."""
    return play_first_table(players, clock)


@pytest.fixture
def duel(first: Match, players: list[Player], clock: Clock) -> Duel:
    return services.offer_duel(match_id=first.pk, player=players[0], now=clock.now)


def play_first_table(players: list[Player], clock: Clock, **options: object) -> Match:
    match = services.open_table(
        created_by=players[0], game="kraken", options={"rounds": ROUNDS, **options}, now=clock.now
    )
    services.sit(match_id=match.pk, player=players[0], seat=0)
    services.sit(match_id=match.pk, player=players[2], seat=2)
    services.fill_with_bots(match_id=match.pk, player=players[0])
    services.start_match(match_id=match.pk, player=players[0], now=clock.now)
    play(match, clock)
    return match


def play(match: Match, clock: Clock, until: Callable[..., bool] = never, chance: int = 1) -> None:
    """Let everybody at the table play."""
    seats = list(match.seats.order_by("number").select_related("player"))
    play_until(match, [seat.player for seat in seats], clock.now, until, Random(chance))


def begin_table(duel: Duel, pair: list[Player], clock: Clock) -> Match:
    """A table that the first of these people founded; the second is the partner, bots sit elsewhere."""
    match = services.open_duel_table(duel=duel, player=pair[0], now=clock.now)
    services.sit(match_id=match.pk, player=pair[1], seat=3)
    services.fill_with_bots(match_id=match.pk, player=pair[0])
    services.start_match(match_id=match.pk, player=pair[0], now=clock.now)
    match.refresh_from_db()
    return match


def text_of(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


def first_round_closed(table: object) -> bool:
    return table.open_round > 1
