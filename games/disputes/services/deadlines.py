"""Writes of a club's deadlines for complaints, answers and appeals."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Club, Player
from games.kit import trail


def set_deadlines(
    *, club: Club, filing_hours: int, answer_hours: int, appeal_days: int, player: Player, now: datetime
) -> None:
    """Set the deadlines for new cases and write the trail; running deadlines stay. The club's row is locked."""
    with transaction.atomic():
        kept = Club.objects.select_for_update().get(pk=club.pk)
        before = _summary(kept)
        kept.filing_hours, kept.answer_hours, kept.appeal_days = filing_hours, answer_hours, appeal_days
        if _summary(kept) == before:
            return
        kept.save(update_fields=["filing_hours", "answer_hours", "appeal_days"])
        trail.add_entry(
            what="deadlines", actor=player.pk, now=now, before=before, after=_summary(kept), club=club.pk
        )


def _summary(club: Club) -> str:
    return f"{club.filing_hours} h / {club.answer_hours} h / {club.appeal_days} d"
