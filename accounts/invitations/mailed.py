"""Inviting one person by mail, with a link that the club can withdraw until it is used."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.clubs import member_log
from accounts.clubs.member_models import MemberChange
from accounts.errors import Refusal, refuse
from accounts.invitations.invitation_models import GREETING_LENGTH, NAME_LENGTH, MailedInvitation
from accounts.invitations.links import VALID_FOR, close, invitation_of
from accounts.message_models.queue import QueuedMessage
from accounts.models import Club, Player
from accounts.names import tidy_name
from accounts.people.mentions import replace_names_in_rows
from accounts.site_address import absolute_url

MOST_A_DAY: Final = 20
"""Invitations a day of one club, and of one person in all clubs, against mass mailing."""
check_length: Final = MaxLengthValidator(MailedInvitation._meta.get_field("address").max_length)
KEPT_FOR: Final = timedelta(days=365)
"""Time until the row of a closed invitation is deleted."""


def invite_by_mail(
    *, club: Club, actor: Player, address: str, name: str, greeting: str, language: str, now: datetime
) -> MailedInvitation:
    """Return a new invitation to `address`; the outcome does not reveal whether the address has an account.

    The mail is in the language of the player with that confirmed address, else in `language`, that of the actor. Name
    and greeting are one line of plain text, cut to their lengths. The actor's row is locked, so that the day's
    invitations are counted. Refuses address-wrong, invited-already, invited-enough.
    """
    address = address.strip().lower()
    try:
        validate_email(address)
        check_length(address)
    except ValidationError as wrong:
        raise refuse(Refusal.ADDRESS_WRONG) from wrong
    close_expired(now)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        Player.objects.select_for_update().get(pk=actor.pk)
        if MailedInvitation.objects.filter(club=club, address=address, closed_at=None).exists():
            raise refuse(Refusal.INVITED_ALREADY)
        lately = MailedInvitation.objects.filter(at__gt=now - timedelta(days=1))
        if max(lately.filter(club=club).count(), lately.filter(by=actor).count()) >= MOST_A_DAY:
            raise refuse(Refusal.INVITED_ENOUGH, most=MOST_A_DAY)
        made = MailedInvitation.objects.create(
            club=club,
            address=address,
            name=tidy_name(name)[:NAME_LENGTH],
            greeting=tidy_name(greeting)[:GREETING_LENGTH],
            language=_language_of(address) or language,
            by=actor,
            at=now,
            until=now + VALID_FOR,
        )
        QueuedMessage.objects.create(invitation=made, next_at=now)
        member_log.add_entry(club=club, player=actor, actor=actor, what=MemberChange.What.INVITED, now=now)
        return made


def withdraw_invitation(*, club: Club, number: int, actor: Player, now: datetime) -> None:
    """Close an invitation, with its link and its waiting mail; a closed one stays as it is.

    The invitation's row is locked. Refuses no-such-invitation.
    """
    with transaction.atomic():
        found = MailedInvitation.objects.select_for_update().filter(pk=number, club=club).first()
        if found is None:
            raise refuse(Refusal.NO_SUCH_INVITATION)
        if found.closed_at is None:
            close(found, MailedInvitation.Outcome.WITHDRAWN, now=now)
            member_log.add_entry(
                club=club, player=actor, actor=actor, what=MemberChange.What.WITHDREW, now=now
            )


def invitations_of(club: Club, *, now: datetime) -> list[MailedInvitation]:
    """Open invitations and those closed within a month, newest first."""
    shown = Q(closed_at=None, until__gt=now) | Q(closed_at__gt=now - VALID_FOR)
    found = MailedInvitation.objects.filter(shown, club=club)
    return list(found.select_related("by", "used_by", "queued_mail"))


def close_expired(now: datetime) -> int:
    """Close expired invitations and delete old rows; returns how many were closed. Called by the steward."""
    expired = MailedInvitation.objects.filter(closed_at=None, until__lte=now)
    closed = 0
    for key in list(expired.values_list("pk", flat=True)):
        with transaction.atomic():
            if (invitation := expired.select_for_update().filter(pk=key).first()) is not None:
                close(invitation, MailedInvitation.Outcome.EXPIRED, now=now)
                closed += 1
    MailedInvitation.objects.filter(closed_at__lt=now - KEPT_FOR).delete()
    return closed


def erase_from_invitations(*, player: Player, known_as: Collection[str], instead: str, now: datetime) -> None:
    """Clear the player's greetings, close invitations to the player's addresses and replace the player's names in
    other greetings. Inside a transaction."""
    MailedInvitation.objects.filter(by=player).update(greeting="")
    addresses = [name.lower() for name in known_as]
    for invitation in MailedInvitation.objects.filter(closed_at=None, address__in=addresses):
        close(invitation, MailedInvitation.Outcome.WITHDRAWN, now=now)
    replace_names_in_rows(MailedInvitation.objects.all(), ["greeting"], known_as=known_as, instead=instead)


def invitation_mail(invitation: MailedInvitation) -> EmailMessage:
    """The mail of an invitation as plain text, with the current names of the club and the inviting player."""
    path = reverse("league:club_join", args=[invitation.club.slug, invitation_of(invitation)])
    names = {"name": invitation.by.nickname, "club": invitation.club.name}
    with override(invitation.language):
        until = date_format(timezone.localtime(invitation.until), "DATE_FORMAT")
        parts = [
            _("Hello %(name)s,") % {"name": invitation.name} if invitation.name else _("Hello,"),
            _("%(name)s invites you to the card club %(club)s.") % names,
            f"“{invitation.greeting}”" if invitation.greeting else "",
            _("Open this link to join:") + "\n" + absolute_url(path),
            _(
                "Following the link costs nothing: you see the club’s name, and join with one tap. "
                "A name is enough; an account can come later."
            ),
            _("The link is for you alone and works once, until %(date)s.") % {"date": until},
            _("You do not know this club? Then do nothing: your address is forgotten when the link ends."),
        ]
        subject = " ".join((_("%(name)s invites you to %(club)s") % names).split())
    return EmailMessage(subject=subject, body="\n\n".join(filter(None, parts)), to=[invitation.address])


def _language_of(address: str) -> str:
    """The language of the player with this confirmed address, else ""."""
    confirmed = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True)
    found = confirmed.select_related("user").first()
    return found.user.notice_language if found else ""
