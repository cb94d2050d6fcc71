"""Queries for replays: the rulings in force that order one, by the state of the replay's table."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.fields.json import KT

from games.disputes.effects import RulingKind
from games.disputes.models import Case, Ruling, State
from games.table.log.models import Match, Round

NOT_PLAYED = (Match.Status.OPEN, Match.Status.STOPPED)
"""States of a replay's table in which it is not being played."""


def _rulings_ordering_a_replay() -> QuerySet[Ruling]:
    """The rulings in force that order a replay whose result does not count yet, in order.

    Rounds with an open case are left out: an appeal may replace the ruling, and nothing may change while an arbiter
    decides. `table` is the code of the replay.
    """
    later = Ruling.objects.filter(case=OuterRef("case"), pk__gt=OuterRef("pk"))
    found = Ruling.objects.filter(
        ~Exists(later.exclude(kind=RulingKind.UPHELD)),
        kind=RulingKind.REPLAY,
        case__state__in=(State.RULED, State.FINAL),
        case__round__status=Round.Status.VOID,
    )
    return found.annotate(table=KT("effect__replay")).order_by("pk")


def rulings_with_finished_replay() -> QuerySet[Ruling]:
    """The rulings in force whose replay is finished."""
    return _rulings_ordering_a_replay().filter(_table_is(Match.Status.FINISHED))


def rulings_waiting_for_replay() -> QuerySet[Ruling]:
    """The rulings in force whose replay has not begun or was stopped."""
    return _rulings_ordering_a_replay().filter(_table_is(*NOT_PLAYED))


def _table_is(*statuses: Match.Status) -> Exists:
    """Filter for rulings by the state of their own replay; other cases about the round may have ordered others."""
    return Exists(Match.objects.filter(code=OuterRef("table"), status__in=statuses))


def tables_of(case: Case) -> QuerySet[Match]:
    """The tables of the replays that this case ordered."""
    codes = [ruling.effect["replay"] for ruling in case.rulings.filter(kind=RulingKind.REPLAY)]
    return Match.objects.filter(replays=case.round_id, code__in=codes)


def is_waiting(case: Case) -> bool:
    """Whether the replay of this case has not begun or was stopped."""
    return rulings_waiting_for_replay().filter(case=case.pk).exists()
