"""A club's name and who may see it, changed after it was founded."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Club, Player
from accounts.names import tidy_name
from games.kit import trail


def change_club(*, club: Club, name: str, is_public: bool, actor: Player, now: datetime) -> Club:
    """Give the club another name, and let everybody see it or its members only; its address stays.

    What changes has a line in the audit trail. The club's row is locked. Refuses a name that does not fit its column.
    """
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        before = (locked.name, locked.is_public)
        locked.name, locked.is_public = tidy_name(name), is_public
        locked.full_clean()
        locked.save(update_fields=["name", "is_public"])
        about = {"actor": actor.pk, "now": now, "club": club.pk}
        if locked.name != before[0]:
            trail.add_entry(what="club_renamed", before=before[0], after=locked.name, **about)
        if locked.is_public != before[1]:
            trail.add_entry(what="club_opened" if is_public else "club_hidden", **about)
    return locked
