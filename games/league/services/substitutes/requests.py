"""Requests for a substitute, and the stand-by list."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Membership, Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, StandBy, SubstituteRequest, TableSeat
from games.league.models.evenings import ALL_ROUNDS
from games.league.services.locking import announce_change, drawn_evening, locked_evening
from games.league.services.substitutes.seats import open_seats


def ask_for_substitute(
    *, evening_id: int, absent: Player, actor: Player, now: datetime, only_round: int | None = None
) -> int:
    """Ask every member who has no seat in those rounds to play instead of `absent`; returns how many were told.

    Without `only_round` it is about all rounds to come. Asked again, everybody is told again about the same request.
    Refuses not_drawn, evening_closed, not_seated.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id)
        seats = open_seats(evening, absent, only_round)
        if not seats:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        asked, _made = SubstituteRequest.objects.get_or_create(
            evening=evening,
            absent=absent,
            only_round=only_round or ALL_ROUNDS,
            closed_at=None,
            defaults={"asked_by": actor, "at": now},
        )
        members = Membership.objects.filter(club=evening.competition.season.club_id)
        seated = seated_in(evening, {seat.table.round for seat in seats})
        free = set(members.values_list("player", flat=True)) - seated - {actor.pk, absent.pk}
        notices.of_wanted_substitute(asked, players=free, now=now)
        announce_change(evening)
    return len(free)


def withdraw_request(*, evening_id: int, request_id: int, now: datetime) -> None:
    """No substitute is wanted any more. Refuses not_drawn, evening_closed, substitute_found (settled already)."""
    with transaction.atomic():
        evening = drawn_evening(evening_id)
        still_open = SubstituteRequest.objects.filter(evening=evening, pk=request_id, closed_at=None)
        if not still_open.update(closed_at=now):
            raise LeagueRefused(LeagueRefusal.SUBSTITUTE_FOUND)
        announce_change(evening)


def stand_by(*, evening_id: int, player: Player, ready: bool, now: datetime) -> None:
    """Put `player` on the stand-by list, at its end, or take them off. Saying the same again keeps the place.

    Refuses evening_closed, not_a_member, seated_already (a seat in every round of the evening to come).
    """
    with transaction.atomic():
        evening = locked_evening(evening_id)
        if not Membership.objects.filter(club=evening.competition.season.club_id, player=player).exists():
            raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
        if ready and not may_stand_by(evening, player):
            raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
        if ready:
            StandBy.objects.get_or_create(evening=evening, player=player, defaults={"at": now})
        else:
            StandBy.objects.filter(evening=evening, player=player).delete()
        announce_change(evening)


def may_stand_by(evening: Evening, player: Player) -> bool:
    """Whether the player is free in some round that is being played or to come; before the draw everybody is."""
    rounds = set(evening.tables.filter(round__gte=evening.round).values_list("round", flat=True))
    own = TableSeat.objects.filter(table__evening=evening, player=player)
    return not rounds or bool(rounds - set(own.values_list("table__round", flat=True)))


def requests_for(evening: Evening, player: Player) -> list[SubstituteRequest]:
    """The open requests that `player` could accept: those for somebody else in rounds in which they have no seat."""
    found = []
    for asked in open_requests(evening).exclude(absent=player):
        rounds = {seat.table.round for seat in open_seats(evening, asked.absent, asked.only_round or None)}
        if rounds and player.pk not in seated_in(evening, rounds):
            found.append(asked)
    return found


def open_requests(evening: Evening) -> QuerySet[SubstituteRequest]:
    """The requests of an evening that nobody has settled, the oldest first."""
    return evening.substitute_requests.filter(closed_at=None).select_related("absent")


def seated_in(evening: Evening, rounds: set[int]) -> set[int]:
    """The keys of the players with a seat in one of these rounds."""
    seats = TableSeat.objects.filter(table__evening=evening, table__round__in=rounds)
    return set(seats.values_list("player", flat=True))
