"""Creates many disputed rounds directly in the database."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from accounts.models import Club, Player, Role
from accounts.services import add_member
from games.disputes.models import Case, CaseKind, Complaint, State
from games.table.log.models import Match, Round, Seat


def arbiter_with_cases(club: Club, arbiter: Player, number: int, now: datetime, *, people: int = 40) -> None:
    """Make the player an arbiter of the club and create `number` cases in all states with two complaints each."""
    chance = Random(number)
    add_member(club=club, player=arbiter, role=Role.ARBITER, at=now)
    players = Player.objects.bulk_create(
        Player(username=f"many{who}", nickname=f"Many {who}", nickname_key=f"many{who}")
        for who in range(people)
    )
    matches = Match.objects.bulk_create(
        Match(
            code=f"Q{place:05}",
            game="kraken",
            game_version=1,
            status=Match.Status.STOPPED,
            created_by=players[0],
            club=club,
            created_at=now,
        )
        for place in range(number)
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=seat, player=player)
        for match in matches
        for seat, player in enumerate(chance.sample(players, 4))
    )
    rounds = Round.objects.bulk_create(
        Round(
            match=match,
            number=1,
            status=Round.Status.REVIEW,
            points=[100, 62, 100, 62],
            started_at=now,
            closed_at=now,
        )
        for match in matches
    )
    cases = Case.objects.bulk_create(
        Case(
            round=row,
            kind=chance.choice(CaseKind.values),
            state=chance.choice(State.values),
            club=club,
            filed_at=now - timedelta(minutes=place),
        )
        for place, row in enumerate(rounds)
    )
    Complaint.objects.bulk_create(
        Complaint(case=case, player=player, text="Look.", at=now)
        for case in cases
        for player in chance.sample(players, 2)
    )
