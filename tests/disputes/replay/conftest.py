"""Fixtures for a replay ordered in a friendly match."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, CaseKind
from games.table import services as table_services
from games.table.log.models import Match, Round
from kraken_site.management.commands.demo import play
from tests.conftest import Clock
from tests.table.tables import in_second_round


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    """Four people in the second round of a friendly match."""
    return in_second_round(players, clock.now)


@pytest.fixture
def arbiters(make_player: Callable[..., Player]) -> list[Player]:
    """Two members of staff who played no match."""
    return [make_player(name, is_staff=True) for name in ("Wise Wil", "Just Jo")]


def file_case(match: Match, player: Player, clock: Clock, kind: CaseKind = CaseKind.CLOCK) -> Case:
    return services.file_case(
        round_id=match.rounds.get(number=1).pk, player=player, kind=kind, text="It hung.", now=clock.now
    )


def rule_case(case: Case, arbiter: Player, clock: Clock, kind: RulingKind, **wanted: object) -> None:
    services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
    services.rule(
        case_id=case.pk,
        arbiter=arbiter,
        wanted=RulingRequest(kind, **wanted),
        reason="The line was down.",
        rule="4.2",
        now=clock.now,
    )


def play_replay(replay: Match, clock: Clock) -> list[int]:
    """Play the replay to the end and return the points of its round."""
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    play(replay, until=None, now=clock.now, rng=Random(11))
    return replay.rounds.get().points


def row_of(match: Match) -> Round:
    return match.rounds.get(number=1)


@pytest.fixture
def case(match: Match, players: list[Player], arbiters: list[Player], clock: Clock) -> Case:
    """A case with a ruling that orders a replay of round 1."""
    found = file_case(match, players[0], clock)
    rule_case(found, arbiters[0], clock, RulingKind.REPLAY)
    return found


@pytest.fixture
def replay(case: Case) -> Match:
    """The table of the replay."""
    return case.round.replayed_in.get()
