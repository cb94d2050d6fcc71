"""Requests to join a club, and their answers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.clubs.member_models import JoinRequest
from accounts.clubs.permissions import Right, holders
from accounts.errors import Refusal, refuse
from accounts.invitations.links import join
from accounts.models import Club, Membership, Player
from accounts.names import tidy_name
from accounts.notices.notices import notify
from accounts.people.mentions import mention

ASK_AGAIN_AFTER: Final = timedelta(days=30)
"""Time after a refusal until a player may ask the same club again."""


def ask_to_join(*, club: Club, player: Player, text: str, now: datetime, url: str) -> JoinRequest:
    """Return the request of `player` to join, new or already open. A new one sends its managers a notice with `url`.

    The player's row is locked, so two taps make one request.
    Refuses needs-account, already-a-member, declined-lately.
    """
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if player.is_bot:
            raise refuse(Refusal.NEEDS_ACCOUNT)
        if Membership.objects.filter(club=club, player=player).exists():
            raise refuse(Refusal.ALREADY_A_MEMBER)
        asked = JoinRequest.objects.filter(club=club, player=player)
        if (open_one := asked.filter(answered_at=None).first()) is not None:
            return open_one
        if asked.filter(accepted=False, answered_at__gt=now - ASK_AGAIN_AFTER).exists():
            raise refuse(Refusal.DECLINED_LATELY)
        made = JoinRequest.objects.create(club=club, player=player, text=tidy_name(text)[:200], at=now)
        notify(
            players=holders(club=club, right=Right.MANAGE_MEMBERS),
            subject=format_lazy(_("{player} asks to join {club}"), player=mention(player.pk), club=club.name),
            mentions=[player.pk],
            text=made.text,
            url=url,
            now=now,
        )
        return made


def answer_request(
    *, club: Club, request_id: int, accepted: bool, actor: Player, now: datetime, url: str
) -> JoinRequest:
    """Accept or decline a request and notify the player. The request's row is locked; only the first answer counts.

    Refuses no-such-request, answered-already.
    """
    with transaction.atomic():
        asked = (
            JoinRequest.objects.select_for_update(of=("self",))
            .select_related("player", "club")
            .filter(pk=request_id, club=club)
            .first()
        )
        if asked is None:
            raise refuse(Refusal.NO_SUCH_REQUEST)
        if asked.answered_at is not None:
            raise refuse(Refusal.ANSWERED_ALREADY)
        asked.answered_at, asked.answered_by, asked.accepted = now, actor, accepted
        asked.save(update_fields=["answered_at", "answered_by", "accepted"])
        if accepted:
            join(club=club, player=asked.player, at=now)
        welcome, sorry = _("Welcome to {club}"), _("{club} did not take you in this time")
        notify(
            players=[asked.player_id],
            subject=format_lazy(welcome if accepted else sorry, club=club.name),
            text=_("You are a member now.") if accepted else "",
            url=url,
            now=now,
        )
        return asked
