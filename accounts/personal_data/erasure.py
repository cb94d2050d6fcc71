"""Deleting an account: sign-in ends, names and addresses are removed, results stay."""

from __future__ import annotations

import json
from datetime import datetime
from itertools import chain

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q
from django.dispatch import Signal

from accounts.clubs.member_models import JoinRequest, MemberChange
from accounts.clubs.merge_models import MergeRequest
from accounts.errors import Refusal, refuse
from accounts.friends.merging import forget_everybody
from accounts.invitations.departures import remove_member
from accounts.invitations.mailed import erase_from_invitations
from accounts.message_models.queue import AccountMail, PushMessage
from accounts.models import Club, ClubNews, Membership, Notice, Player
from accounts.people.anonymisation import anonymise, neutral_name
from accounts.people.mentions import replace_names_in_rows

account_erasing = Signal()
"""Sent inside the transaction before deleting, with `player`, `known_as` (all names of the player), `instead` (the
neutral name) and `now`. Receivers remove the player's texts, or refuse with a `ValidationError`."""


def erase_account(*, player: Player, now: datetime) -> Player:
    """Delete the account of a person or guest; seats, results and rulings stay under a neutral name.

    The player's row is locked. Refuses needs-account for a bot, last-owner, and what the receivers of
    `account_erasing` refuse.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.is_bot:
            raise refuse(Refusal.NEEDS_ACCOUNT)
        names = {"known_as": names_of(player), "instead": neutral_name(player)}
        account_erasing.send(sender=Player, player=player, now=now, **names)
        for club in Club.objects.filter(memberships__player=player).order_by("pk"):
            remove_member(club=club, player=player, actor=player, now=now)
        forget_everybody(player)
        player.push_devices.all().delete()
        player.notices.all().delete()
        asked = JoinRequest.objects.filter(player=player)
        Notice.objects.filter(text__in=[each.text for each in asked if each.text]).update(text="")
        asked.delete()
        AccountMail.objects.filter(to__in=names["known_as"]).delete()
        MergeRequest.objects.filter(Q(kept=player) | Q(double=player) | Q(asked_by=player)).delete()
        about = MemberChange.objects.filter(player=player, what__in=MemberChange.NAMED)
        about.update(before=names["instead"], after=names["instead"])
        erase_from_invitations(player=player, now=now, **names)
        replace_names_in_rows(Notice.objects.all(), ["subject", "text"], **names)
        replace_names_in_rows(ClubNews.objects.all(), ["text"], **names)
        replace_names_in_rows(Club.objects.all(), ["contact"], **names)
        replace_names_in_rows(PushMessage.objects.all(), ["title", "text"], **names)
        _replace_in_admin_log(player, **names)
        return anonymise(player)


def names_of(player: Player) -> frozenset[str]:
    """All names, addresses and the phone number of the player that texts may contain. A first name alone is not unique
    enough.
    """
    addresses = EmailAddress.objects.filter(user=player).values_list("email", flat=True)
    listed = Membership.objects.filter(player=player).values_list("listed_name", "listed_mail")
    own = {player.nickname, player.get_full_name(), player.email, player.phone}
    return frozenset({*own, *addresses, *chain.from_iterable(listed)} - {""})


def _replace_in_admin_log(player: Player, *, known_as: frozenset[str], instead: str) -> None:
    about = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Player), object_id=str(player.pk)
    )
    about.update(object_repr=instead)
    written = known_as | {json.dumps(name)[1:-1] for name in known_as}
    replace_names_in_rows(
        LogEntry.objects.all(), ["object_repr", "change_message"], known_as=written, instead=instead
    )
