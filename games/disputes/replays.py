"""Queries for replays: the rulings in force that order one, by the state of the replay's table."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from games.disputes.effects import RulingKind
from games.disputes.models import Case, Ruling, State
from games.table.log.models import Match, Round

NOT_PLAYED = (Match.Status.OPEN, Match.Status.STOPPED)
"""States of a replay's table in which it is not being played."""


def in_force() -> QuerySet[Ruling]:
    """The rulings in force that order a replay whose result does not count yet, in order.

    Rounds with an open case are left out: an appeal may replace the ruling, and nothing may change while an arbiter
    decides.
    """
    later = Ruling.objects.filter(case=OuterRef("case"), pk__gt=OuterRef("pk"))
    found = Ruling.objects.filter(
        ~Exists(later.exclude(kind=RulingKind.UPHELD)),
        kind=RulingKind.REPLAY,
        case__state__in=(State.RULED, State.FINAL),
        case__round__status=Round.Status.VOID,
    )
    return found.order_by("pk").distinct()


def finished_replays() -> QuerySet[Ruling]:
    """The rulings in force whose replay is finished."""
    return in_force().filter(case__round__replayed_in__status=Match.Status.FINISHED)


def waiting_replays() -> QuerySet[Ruling]:
    """The rulings in force whose replay has not begun or was stopped."""
    return in_force().filter(case__round__replayed_in__status__in=NOT_PLAYED)


def waits(case: Case) -> bool:
    """Whether the replay of this case has not begun or was stopped."""
    return waiting_replays().filter(case=case.pk).exists()
