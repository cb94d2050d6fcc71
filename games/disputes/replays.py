"""Rounds that are to be played again: which rulings say so now, and how far the other table is. Reads only."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from games.disputes.models import Case, Ruling, State
from games.disputes.rulings import RulingKind
from games.table.log.models import Match, Round

NOT_PLAYED = (Match.Status.OPEN, Match.Status.STOPPED)
"""States of the other table in which nothing happens by itself: nobody has begun, or it was stopped."""


def in_force() -> QuerySet[Ruling]:
    """The rulings by which a round is to be played again and has not counted since, in order.

    A round in question again is not among them: an appeal may replace the ruling, and nothing changes under an
    arbiter's hands.
    """
    later = Ruling.objects.filter(case=OuterRef("case"), pk__gt=OuterRef("pk"))
    found = Ruling.objects.filter(
        ~Exists(later.exclude(kind=RulingKind.UPHELD)),
        kind=RulingKind.REPLAY,
        case__state__in=(State.RULED, State.FINAL),
        case__round__status=Round.Status.VOID,
    )
    return found.order_by("pk").distinct()


def played() -> QuerySet[Ruling]:
    """Those whose other table is played to the end."""
    return in_force().filter(case__round__replayed_in__status=Match.Status.FINISHED)


def waiting() -> QuerySet[Ruling]:
    """Those whose other table nobody has begun, or was stopped."""
    return in_force().filter(case__round__replayed_in__status__in=NOT_PLAYED)


def waits(case: Case) -> bool:
    """Whether the round of this case is to be played again, and nobody does."""
    return waiting().filter(case=case.pk).exists()
