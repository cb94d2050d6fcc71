"""Merging two accounts of one person, after the player has agreed in both accounts."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.clubs.merge_models import MergeRequest
from accounts.clubs.merging import lock_pair, merge_members
from accounts.clubs.permissions import Right, may
from accounts.errors import Refusal, refuse
from accounts.models import Club, Player
from accounts.notices.notices import notify
from accounts.people.mentions import mention

VALID_FOR: Final = timedelta(days=7)


def request_merge(
    *, club: Club, kept: Player, double: Player, actor: Player, now: datetime, url: str
) -> MergeRequest:
    """Return the request to merge two accounts; an open one is returned as it is.

    A new one sends both accounts a notice with `url`. Refuses what `merge_members` refuses.
    """
    if actor.pk in (kept.pk, double.pk):
        raise refuse(Refusal.OWN_ACCOUNT)
    with transaction.atomic():
        kept, double = lock_pair(club=club, one=kept, other=double, actor=actor, agreed=True)
        MergeRequest.objects.filter(at__lte=now - VALID_FOR).delete()
        request, made = MergeRequest.objects.get_or_create(
            kept=kept, double=double, defaults={"club": club, "asked_by": actor, "at": now}
        )
        if made:
            member_log.add_entry(club=club, player=kept, actor=actor, what=MemberChange.What.ASKED, now=now)
            notify(
                players=[kept.pk, double.pk],
                subject=format_lazy(_("{club} asks whether two accounts are yours"), club=club.name),
                text=format_lazy(
                    _("{double} would become {kept}."), double=mention(double.pk), kept=mention(kept.pk)
                ),
                mentions=[kept.pk, double.pk],
                url=url,
                now=now,
            )
        return request


def open_requests(player: Player, *, now: datetime) -> list[MergeRequest]:
    """The requests that wait for an answer of the player, oldest first."""
    waiting = Q(kept=player, kept_agreed=False) | Q(double=player, double_agreed=False)
    found = MergeRequest.objects.filter(waiting, at__gt=now - VALID_FOR).order_by("pk")
    return list(found.select_related("club", "kept", "double"))


def answer_merge(*, request_id: int, player: Player, agrees: bool, now: datetime, url: str) -> bool:
    """Store the answer of one account; returns whether both agreed and the accounts are merged.

    A refusal deletes the request. The request's row is locked. Refuses merge-over, also when the requesting player no
    longer manages the members, and what `merge_members` refuses.
    """
    with transaction.atomic():
        request = (
            MergeRequest.objects.select_for_update().filter(pk=request_id, at__gt=now - VALID_FOR).first()
        )
        if request is None or player.pk not in (request.kept_id, request.double_id):
            raise refuse(Refusal.MERGE_OVER)
        if not may(player=request.asked_by, club=request.club, right=Right.MANAGE_MEMBERS):
            raise refuse(Refusal.MERGE_OVER)
        if not agrees:
            request.delete()
            return False
        what = MemberChange.What.AGREED
        member_log.add_entry(club=request.club, player=player, actor=player, what=what, now=now)
        request.kept_agreed |= player.pk == request.kept_id
        request.double_agreed |= player.pk == request.double_id
        request.save(update_fields=["kept_agreed", "double_agreed"])
        if not (request.kept_agreed and request.double_agreed):
            return False
        merge_members(
            club=request.club,
            kept=request.kept,
            double=request.double,
            actor=request.asked_by,
            now=now,
            url=url,
            agreed=True,
        )
        return True
