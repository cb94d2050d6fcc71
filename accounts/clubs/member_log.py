"""Writes the log of changes of a club's members; the only place that does."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.dispatch import Signal

from accounts.clubs.member_models import MemberChange
from accounts.models import Club, Player

member_changed: Final = Signal()
"""Sent inside the transaction with `change`, the new row."""


def add_entry(
    *, club: Club, player: Player, actor: Player, what: str, now: datetime, before: str = "", after: str = ""
) -> MemberChange:
    """Write that `actor` changed something of the member `player`, in the transaction of the change."""
    change = MemberChange.objects.create(
        club=club, player=player, actor=actor, what=what, before=before, after=after, at=now
    )
    member_changed.send(sender=MemberChange, change=change)
    return change
