"""Cases about a round, filed and ruled on in one call, and somebody whose result a table is."""

from __future__ import annotations

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, CaseKind
from games.league.models import EntrantPlayer, LeagueTable
from games.table.log.models import Match
from tests.conftest import Clock


def file_case(
    match: Match,
    player: Player,
    clock: Clock,
    kind: CaseKind = CaseKind.CLOCK,
    *,
    number: int = 1,
    moment: int | None = None,
) -> Case:
    """A case of this player about a round."""
    case: Case = services.file_case(
        round_id=match.rounds.get(number=number).pk,
        player=player,
        kind=kind,
        text="It hung.",
        moment=moment,
        now=clock.now,
    )
    return case


def rule_case(case: Case, arbiter: Player, clock: Clock, kind: RulingKind, **wanted: object) -> None:
    """The arbiter takes the case and rules."""
    services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
    services.give_ruling(
        case_id=case.pk,
        arbiter=arbiter,
        wanted=RulingRequest(kind, **wanted),
        reason="The line was down.",
        rule="4.2",
        now=clock.now,
    )


def rank(player: Player, table: LeagueTable) -> None:
    """Let a table count for a player for whom somebody else sat there."""
    entrant = table.seats.all()[0].entrant
    EntrantPlayer.objects.create(competition=entrant.competition, entrant=entrant, player=player, place=9)
