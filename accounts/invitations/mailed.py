"""Inviting one person by mail: a letter with a link of its own, which the club can take back until it is used."""

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
from accounts.invitations.links import LASTS, close, invitation_of
from accounts.models import Club, Player
from accounts.names import tidy_name
from accounts.outbox_models import Letter
from accounts.people.mentions import rename_in
from accounts.site_address import on_this_site

A_DAY: Final = 20
"""Letters of one club, and of one person in all clubs, within a day: nobody mails the world from here."""
FITS: Final = MaxLengthValidator(MailedInvitation._meta.get_field("address").max_length)
KEPT_FOR: Final = timedelta(days=365)
"""How long a closed invitation, which names nobody any more, stays in the list's rows."""


def invite_by_mail(
    *, club: Club, actor: Player, address: str, name: str, greeting: str, language: str, now: datetime
) -> MailedInvitation:
    """Invite whoever reads mail at `address`; whether they have an account makes no difference to the answer.

    The letter is in the language of the player whose address that is known to be, else in `language`, that of the
    writer. Name and greeting are plain text of one line, cut to their lengths. The actor's row is locked, so that a
    day's letters are counted. Refuses address-wrong, invited-already, invited-enough.
    """
    address = address.strip().lower()
    try:
        validate_email(address)
        FITS(address)
    except ValidationError as wrong:
        raise refuse(Refusal.ADDRESS_WRONG) from wrong
    let_go_expired(now)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        Player.objects.select_for_update().get(pk=actor.pk)
        if MailedInvitation.objects.filter(club=club, address=address, closed_at=None).exists():
            raise refuse(Refusal.INVITED_ALREADY)
        lately = MailedInvitation.objects.filter(at__gt=now - timedelta(days=1))
        if max(lately.filter(club=club).count(), lately.filter(by=actor).count()) >= A_DAY:
            raise refuse(Refusal.INVITED_ENOUGH, most=A_DAY)
        made = MailedInvitation.objects.create(
            club=club,
            address=address,
            name=tidy_name(name)[:NAME_LENGTH],
            greeting=tidy_name(greeting)[:GREETING_LENGTH],
            language=_language_of(address) or language,
            by=actor,
            at=now,
            until=now + LASTS,
        )
        Letter.objects.create(invitation=made, next_at=now)
        member_log.add_entry(club=club, player=actor, actor=actor, what=MemberChange.What.INVITED, now=now)
        return made


def withdraw_invitation(*, club: Club, number: int, actor: Player, now: datetime) -> None:
    """The link of that letter stops, and a letter that waits is not sent; one that is closed stays as it is.

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
    """The open ones, and those closed within a month, newest first."""
    shown = Q(closed_at=None, until__gt=now) | Q(closed_at__gt=now - LASTS)
    found = MailedInvitation.objects.filter(shown, club=club)
    return list(found.select_related("by", "used_by", "letter"))


def let_go_expired(now: datetime) -> int:
    """Whose time is over is closed, and who it went to forgotten; a steward's chore. How many that was."""
    over = MailedInvitation.objects.filter(closed_at=None, until__lte=now)
    gone = 0
    for key in list(over.values_list("pk", flat=True)):
        with transaction.atomic():
            if (letter := over.select_for_update().filter(pk=key).first()) is not None:
                close(letter, MailedInvitation.Outcome.EXPIRED, now=now)
                gone += 1
    MailedInvitation.objects.filter(closed_at__lt=now - KEPT_FOR).delete()
    return gone


def forget_in_invitations(*, player: Player, known_as: Collection[str], instead: str, now: datetime) -> None:
    """Nothing the player typed and no invitation to their address stays, and no greeting names them. Inside a
    transaction."""
    MailedInvitation.objects.filter(by=player).update(greeting="")
    addresses = [name.lower() for name in known_as]
    for letter in MailedInvitation.objects.filter(closed_at=None, address__in=addresses):
        close(letter, MailedInvitation.Outcome.WITHDRAWN, now=now)
    rename_in(MailedInvitation.objects.all(), ["greeting"], known_as=known_as, instead=instead)


def mail_of(invitation: MailedInvitation) -> EmailMessage:
    """The letter itself, plain text, with the names the club and who invites have now."""
    path = reverse("club_join", args=[invitation.club.slug, invitation_of(invitation)])
    who = {"name": invitation.by.nickname, "club": invitation.club.name}
    with override(invitation.language):
        until = date_format(timezone.localtime(invitation.until), "DATE_FORMAT")
        parts = [
            _("Hello %(name)s,") % {"name": invitation.name} if invitation.name else _("Hello,"),
            _("%(name)s invites you to the card club %(club)s.") % who,
            f"“{invitation.greeting}”" if invitation.greeting else "",
            _("Open this link to join:") + "\n" + on_this_site(path),
            _("The link is for you alone and works once, until %(date)s.") % {"date": until},
            _("You do not know this club? Then do nothing: your address is forgotten when the link ends."),
        ]
        subject = " ".join((_("%(name)s invites you to %(club)s") % who).split())
    return EmailMessage(subject=subject, body="\n\n".join(filter(None, parts)), to=[invitation.address])


def _language_of(address: str) -> str:
    """What the player reads who has shown that the address is theirs; "" for nobody."""
    known = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True)
    shown = known.select_related("user").first()
    return shown.user.told_in if shown else ""
