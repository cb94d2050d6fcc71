"""The next evenings of a player, for the home page."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from accounts.models import Player
from games.league.models import EntrantPlayer, Evening, SignUp, TableSeat
from games.league.queries.own_seats import own_seats
from games.table.events import NextEvening, OwnSeat

SHOWN: Final = 2
"""Most evenings shown on the home page."""
BEGUN: Final = timedelta(hours=12)
"""Time after its start for which an evening is still shown."""


def evenings_receiver(*, player: Player, now: datetime, **_sent: Any) -> tuple[NextEvening, ...]:
    """The next evenings in which the player takes part or holds a seat, soonest first, at most `SHOWN`. Five queries at
    most.

    `comes` without a word of the player is True where the rules expect everybody.
    """
    entered = EntrantPlayer.objects.filter(
        player=player, entrant__withdrawn_at=None, competition__season__archived_at=None
    )
    entrant = dict(entered.values_list("competition", "entrant"))
    seated = TableSeat.objects.taken().filter(player=player).values("table__evening")
    coming = Evening.objects.filter(
        Q(competition__in=entrant) | Q(pk__in=seated, status=Evening.Status.DRAWN),
        status__in=Evening.TO_PLAY,
        competition__season__archived_at=None,
        starts_at__gt=now - BEGUN,
    )
    found = list(coming.select_related("competition__season__club").order_by("starts_at", "pk")[:SHOWN])
    if not found:
        return ()
    words = SignUp.objects.filter(evening__in=found, entrant__in=entrant.values())
    said = dict(words.values_list("evening", "comes"))
    seats = own_seats(found, player, entrant.values())
    return tuple(_shown(evening, said.get(evening.pk), now, seats.get(evening.pk, ())) for evening in found)


def _shown(evening: Evening, said: bool | None, now: datetime, seats: tuple[OwnSeat, ...]) -> NextEvening:
    competition = evening.competition
    expected = True if competition.table_rules.coming == "unless" else None
    return NextEvening(
        key=evening.pk,
        number=evening.number,
        title=competition.name,
        club=competition.season.club.name,
        starts_at=evening.starts_at,
        deadline=evening.deadline,
        place=evening.place,
        comes=expected if said is None else said,
        late=now >= evening.deadline,
        drawn=evening.status == Evening.Status.DRAWN,
        seats=seats,
    )
