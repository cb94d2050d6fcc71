"""Fixtures for a replay ordered in a friendly match."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from accounts.models import Player
from games.disputes.effects import RulingKind
from games.disputes.models import Case
from games.table import services as table_services
from games.table.log.models import Match, Round
from kraken_site.management.commands.demo import play
from tests.conftest import Clock
from tests.disputes.cases import file_case, rule_case


@pytest.fixture
def arbiters(make_player: Callable[..., Player]) -> list[Player]:
    """Two members of staff who played no match."""
    return [make_player(name, is_staff=True) for name in ("Wise Wil", "Just Jo")]


def play_replay(replay: Match, clock: Clock) -> list[int]:
    """Play the replay to the end and return the points of its round."""
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    play(replay, until=None, now=clock.now, rng=Random(11))
    return replay.rounds.get().points


def row_of(match: Match) -> Round:
    return match.rounds.get(number=1)


@pytest.fixture
def case(friendly_match: Match, players: list[Player], arbiters: list[Player], clock: Clock) -> Case:
    """A case with a ruling that orders a replay of round 1."""
    found = file_case(friendly_match, players[0], clock)
    rule_case(found, arbiters[0], clock, RulingKind.REPLAY)
    return found


@pytest.fixture
def replay(case: Case) -> Match:
    """The table of the replay."""
    return case.round.replayed_in.get()
