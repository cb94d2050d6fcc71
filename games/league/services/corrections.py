"""What a secretary changes by hand: always an entry of its own with actor, reason, before and after."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Correction, Entrant, Evening, EveningMark, Season
from games.league.scores import MarkKind
from games.table import trail

NO_REASON_NEEDED = ("substitute",)


def correct(
    *, evening: Evening, entrant: Entrant, points: int, actor: Player, reason: str, now: datetime
) -> Correction:
    """Add `points` (or take them, negative) to an entrant's evening, closed or not. Nothing is overwritten: what the
    tables brought stays, this stands beside it. Refuses reason_missing, not_entered, season_archived."""
    return _marked(evening, entrant, MarkKind.CORRECTION, points, actor, reason, now, after=f"{points:+d}")


def deduct(
    *, evening: Evening, entrant: Entrant, points: int, actor: Player, reason: str, now: datetime
) -> Correction:
    """Take `points` from an entrant's season. Refuses reason_missing, not_entered, unreadable, season_archived."""
    if points <= 0:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return _marked(evening, entrant, MarkKind.DEDUCTION, points, actor, reason, now, after=f"-{points}")


def noted(
    *,
    competition: Competition,
    actor: Player,
    what: str,
    reason: str,
    now: datetime,
    evening: Evening | None = None,
    entrant: Entrant | None = None,
    before: str = "",
    after: str = "",
) -> Correction:
    """Write an entry, and its line in the audit trail. Inside the transaction of what it tells. Refuses
    reason_missing."""
    reason = reason.strip()
    if not reason and what not in NO_REASON_NEEDED:
        raise LeagueRefused(LeagueRefusal.REASON_MISSING)
    who = ", ".join(entrant.members.values_list("player__nickname", flat=True)) if entrant else ""
    trail.entered(
        what=what,
        actor=actor.pk,
        now=now,
        reason=reason,
        before=before,
        after=": ".join(told for told in (competition.name, who, after) if told),
        club=competition.season.club_id,
    )
    return Correction.objects.create(
        competition=competition,
        evening=evening,
        entrant=entrant,
        actor=actor,
        what=what,
        reason=reason[:200],
        before=before[:120],
        after=after[:120],
        at=now,
    )


def noted_on(
    evening: Evening, *, actor: Player, what: str, reason: str, now: datetime, **more: Any
) -> Correction:
    """Write an entry about an evening, as `noted`."""
    return noted(
        competition=evening.competition,
        evening=evening,
        actor=actor,
        what=what,
        reason=reason,
        now=now,
        **more,
    )


def _marked(
    evening: Evening,
    entrant: Entrant,
    kind: MarkKind,
    points: int,
    actor: Player,
    reason: str,
    now: datetime,
    *,
    after: str,
) -> Correction:
    competition = evening.competition
    if entrant.competition_id != competition.pk:
        raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
    with transaction.atomic():
        if Season.objects.filter(pk=competition.season_id).exclude(archived_at=None).exists():
            raise LeagueRefused(LeagueRefusal.SEASON_ARCHIVED)
        earlier = EveningMark.objects.filter(evening=evening, entrant=entrant, kind=kind)
        before = sum(earlier.values_list("points", flat=True))
        EveningMark.objects.create(evening=evening, entrant=entrant, kind=kind, points=points)
        return noted_on(
            evening,
            entrant=entrant,
            actor=actor,
            what=kind,
            reason=reason,
            before=f"{before:+d}" if before else "",
            after=after,
            now=now,
        )
