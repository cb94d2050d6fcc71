"""Ways into a club: open links, codes, invitations by mail, requests; and departures."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import MaxLengthValidator, validate_email
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.formats import date_format
from django.utils.text import format_lazy
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from accounts import members
from accounts.errors import AccountRefusal, AccountRefused
from accounts.members import Right, holders
from accounts.mentions import mention, replace_names_in_rows
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import (
    CODE_LENGTH,
    MAX_GREETING_LENGTH,
    MAX_NAME_LENGTH,
    JoinCode,
    JoinRequest,
    MailedInvitation,
    MemberChange,
)
from accounts.models.messages import QueuedMessage
from accounts.names import tidy_name
from accounts.notices import notify
from accounts.services import add_member
from accounts.site_address import absolute_url

What = MemberChange.What

# Join codes: eight letters and digits that are hard to confuse.

LETTERS: Final = "BCDFGHJKMNPQRSTVWXZ3479"
"""Characters that are not confused with one another, without vowels so that no words arise; 36 bits per code."""
MISREAD: Final = str.maketrans("8526O0", "BSZGQQ")
"""Characters that are not used, and the ones they are misread for."""


def standing_code(*, club: Club, now: datetime) -> JoinCode | None:
    """The valid code of the club, or None."""
    return JoinCode.objects.filter(club=club, until__gt=now).first()


def make_code(*, club: Club, actor: Player, instead_of: str, now: datetime) -> JoinCode:
    """Return a new code for the club; the old one becomes invalid at once.

    `instead_of` is the code the actor saw, "" for none. If another was made since, that one is returned. The club's row
    is locked.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        standing = standing_code(club=club, now=now)
        if standing is not None and standing.code != instead_of:
            return standing
        fresh = {"code": _free_code(), "until": now + VALID_FOR}
        join_code, _new = JoinCode.objects.update_or_create(club=club, defaults=fresh)
        members.add_entry(club=club, player=actor, actor=actor, what=What.CODE_MADE, now=now)
        return join_code


def switch_code_off(*, club: Club, actor: Player, now: datetime) -> None:
    """Delete the code of the club; without one nothing changes. The club's row is locked."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if JoinCode.objects.filter(club=club).delete()[0]:
            members.add_entry(club=club, player=actor, actor=actor, what=What.CODE_OFF, now=now)


def code_typed(*, typed: str, now: datetime) -> JoinCode:
    """The valid code that was typed, ignoring case and spacing. Refuses code_unknown in all other cases."""
    found = JoinCode.objects.select_related("club").filter(code=as_code(typed), until__gt=now).first()
    if found is None:
        raise AccountRefused(AccountRefusal.CODE_UNKNOWN)
    return found


def as_code(typed: str) -> str:
    """The typed text in the form in which codes are stored."""
    return "".join(letter for letter in typed.upper() if letter.isalnum()).translate(MISREAD)


def could_be_code(typed: str) -> bool:
    """Whether the typed text has the form of a code."""
    code = as_code(typed)
    return len(code) == CODE_LENGTH and set(code) <= set(LETTERS)


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(LETTERS) for _letter in range(CODE_LENGTH))
        if not JoinCode.objects.filter(code=code).exists():
            return code


# Ending a membership, and with it the ways back into the club. Matches and results are kept.


@transaction.atomic
def remove_member(*, club: Club, player: Player, actor: Player, now: datetime) -> None:
    """End a membership, and note it in the member log; nothing happens when it has ended. Refuses last_owner.

    Who is removed by another cannot come back by a way known from before: the open link gets another number, the join
    code and open invitations to their addresses end. Who leaves may return by them.
    """
    if members.is_last_owner(club, player):
        raise AccountRefused(AccountRefusal.LAST_OWNER)
    membership = Membership.objects.filter(club=club, player=player).first()
    if membership is None:
        return
    membership.delete()
    what = What.LEFT if actor.pk == player.pk else What.REMOVED
    members.add_entry(club=club, player=player, actor=actor, what=what, before=membership.role, now=now)
    if what == What.REMOVED:
        _end_ways_back(club, player, actor, now)


def _end_ways_back(club: Club, player: Player, actor: Player, now: datetime) -> None:
    """End the ways into the club that a removed member may know."""
    Club.objects.filter(pk=club.pk).update(link_number=F("link_number") + 1)
    if JoinCode.objects.filter(club=club).delete()[0]:
        members.add_entry(club=club, player=actor, actor=actor, what=What.CODE_OFF, now=now)
    addresses = {
        each.lower() for each in EmailAddress.objects.filter(user=player).values_list("email", flat=True)
    }
    sent = MailedInvitation.objects.select_for_update().filter(club=club, closed_at=None)
    for invitation in sent.filter(address__in=addresses | {player.email.lower()} - {""}):
        close(invitation, MailedInvitation.Outcome.WITHDRAWN, now=now)


# Signed links: one that anybody may use for a month, one for the join code, one per mailed invitation.
#
# The first kind holds the number of the club's link and ends when the club raises it; the other two are valid as long
# as the code or the invitation is.

SALT: Final = "club-invitation"
VALID_FOR: Final = timedelta(days=30)
"""Validity of a link, a code and a mailed invitation."""


def invitation_to(club: Club) -> str:
    """The token of the link into `club` that anybody may use, valid while the club's link is on and this one."""
    return signing.dumps([What.BY_LINK, club.pk, club.link_number], salt=SALT)


def renew_link(*, club: Club, actor: Player, instead_of: int, now: datetime) -> None:
    """Make a new open link and end the old one, unless another was made since `instead_of`. Locks the club's row."""
    with transaction.atomic():
        standing = Club.objects.select_for_update().get(pk=club.pk)
        if standing.link_is_on and standing.link_number != instead_of:
            return
        _raise_link_number(standing, is_on=True)
        members.add_entry(club=club, player=actor, actor=actor, what=What.LINK_MADE, now=now)


def switch_link_off(*, club: Club, actor: Player, now: datetime) -> None:
    """End the open link until a new one is made; without one nothing changes. Locks the club's row."""
    with transaction.atomic():
        standing = Club.objects.select_for_update().get(pk=club.pk)
        if standing.link_is_on:
            _raise_link_number(standing, is_on=False)
            members.add_entry(club=club, player=actor, actor=actor, what=What.LINK_OFF, now=now)


def _raise_link_number(club: Club, *, is_on: bool) -> None:
    club.link_is_on, club.link_number = is_on, club.link_number + 1
    club.save(update_fields=["link_is_on", "link_number"])


def invitation_of(way: JoinCode | MailedInvitation) -> str:
    """The token of the link for a code or a mailed invitation."""
    content = [What.BY_CODE, way.code] if isinstance(way, JoinCode) else [What.BY_MAIL, way.pk]
    return signing.dumps(content, salt=SALT)


def invites_to(token: str, club: Club, *, now: datetime) -> bool:
    """Whether the token is valid for this club now."""
    return _resolve(token, club, now) is not None


def join_by(*, token: str, club: Club, player: Player, now: datetime) -> Membership:
    """Return the membership of `player`, created and logged with the kind of invitation; a mailed one is closed.

    The row of a mailed invitation is locked, so it can be used once. Refuses invitation_over, needs_account.
    """
    with transaction.atomic():
        resolved = _resolve(token, club, now, lock=True)
        if resolved is None:
            raise AccountRefused(AccountRefusal.INVITATION_OVER)
        what, invitation = resolved
        member_before = Membership.objects.filter(club=club, player=player).exists()
        membership = join(club=club, player=player, at=now)
        if invitation is not None:
            close(invitation, MailedInvitation.Outcome.USED, now=now, used_by=player)
        if not member_before:
            members.add_entry(club=club, player=player, actor=player, what=what, now=now)
        return membership


def join(*, club: Club, player: Player, at: datetime) -> Membership:
    """Return the membership of `player`, with the role guest for a guest of the site."""
    return add_member(club=club, player=player, role=Role.GUEST if player.is_guest else Role.MEMBER, at=at)


def close(
    invitation: MailedInvitation,
    outcome: MailedInvitation.Outcome,
    *,
    now: datetime,
    used_by: Player | None = None,
) -> None:
    """Close the invitation, delete its waiting mail and clear its recipient. Inside a transaction."""
    invitation.address = invitation.name = invitation.greeting = ""
    invitation.closed_at, invitation.outcome, invitation.used_by = now, outcome, used_by
    invitation.save(update_fields=["address", "name", "greeting", "closed_at", "outcome", "used_by"])
    QueuedMessage.objects.filter(invitation=invitation).delete()


# Personal links, for a member whom no mail reaches: the second of a couple, or who came by such a link and lost the
# device or the password, or a guest of the site.
#
# It signs in as that member, who then chooses a password; an earlier one ends with that. The newest link counts, for
# as long as an invitation, and until the member has chosen a password or has another way to sign in: who loses the
# device before that would have no way back.


def make_personal_link(*, club: Club, player: Player, actor: Player, now: datetime) -> None:
    """Make the personal link of a member who needs one; an earlier one ends. The player's row is locked. Who has been
    here before is notified.

    Refuses not_a_member, not_yours_to_change, link_needs_owner, account_is_theirs.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        membership = members.manageable_membership(club=club, player=player, actor=actor)
        if (refusal := why_no_personal_link(membership, actor)) is not None:
            raise AccountRefused(refusal, name=player.nickname)
        entry = members.add_entry(club=club, player=player, actor=actor, what=What.OWN_LINK, now=now)
        MemberChange.objects.filter(pk=entry.pk).update(before=_password_mark(player))
        if not members.is_entry(player):
            notify(
                players=[player.pk],
                subject=format_lazy(_("{club} made a personal link for you"), club=club.name),
                text=_("It signs in as you on another device. Did you not ask for it? Tell the club."),
                url=reverse("accounts:profile"),
                now=now,
            )


def why_no_personal_link(membership: Membership, actor: Player) -> AccountRefusal | None:
    """The reason why `actor` can make no personal link for the member, None where a link can be made.

    link_needs_owner where it would give rights that the actor does not have. account_is_theirs for staff, for an
    account with an address, a passkey or a second step, and for an account that this club did not begin: a club has a
    link for entries of its own list, for who came by its link, and for guests of the site who are nowhere else.
    """
    if not _needs_personal_link(membership):
        return AccountRefusal.ACCOUNT_IS_THEIRS
    rights = members.RIGHTS[Role(membership.role)]
    about = {"player": actor, "club": membership.club}
    if members.may(**about, right=Right.SET_ROLES):
        return None
    if not all(members.may(**about, right=right) for right in rights):
        return AccountRefusal.LINK_NEEDS_OWNER
    return None


def _needs_personal_link(membership: Membership) -> bool:
    """Whether the account is without any other way back, and this club may give one.

    Who has an office in another club has none, and who chose a password is in no other club: the link would give their
    seat there to the secretary of this one.
    """
    player = membership.player
    if player.email or player.is_staff or player.is_superuser or not player.is_active:
        return False
    if members.is_entry_of(membership):
        return True
    confirmed = EmailAddress.objects.filter(user=player, verified=True)
    if confirmed.exists() or Authenticator.objects.filter(user=player).exists():
        return False
    elsewhere = Membership.objects.filter(player=player).exclude(pk=membership.pk)
    if player.is_guest:
        return not elsewhere.exists()
    if not MemberChange.objects.filter(club=membership.club_id, player=player, what=What.BY_OWN).exists():
        return False
    if player.has_usable_password():
        return not elsewhere.exists()
    return not elsewhere.exclude(role__in=[Role.MEMBER, Role.GUEST]).exists()


def _password_mark(player: Player) -> str:
    """A digest of the player's password as stored; "" without one. Another password has another mark."""
    if not player.has_usable_password():
        return ""
    return salted_hmac(SALT, player.password, algorithm="sha256").hexdigest()


def personal_link_of(membership: Membership, *, now: datetime) -> str:
    """The token of the member's personal link, "" without a valid one. It ends when its maker may no longer make it."""
    link = _newest_personal_link(membership)
    if link is None or link.at <= now - VALID_FOR or why_no_personal_link(membership, link.actor) is not None:
        return ""
    player = membership.player
    if player.has_usable_password() and not constant_time_compare(link.before, _password_mark(player)):
        return ""
    rights = {"player": link.actor, "club": membership.club}
    sets_roles = members.may(**rights, right=Right.SET_ROLES)
    if not members.may(**rights, right=Right.MANAGE_MEMBERS) or not members.is_changeable(
        membership, link.actor, sets_roles=sets_roles
    ):
        return ""
    return signing.dumps([What.OWN_LINK, link.pk, link.player_id], salt=SALT)


def member_of_personal_link(
    token: str, club: Club, *, now: datetime, lock: bool = False
) -> Membership | None:
    """The member whose valid personal link this is, with the player's row locked if wanted; else None."""
    try:
        content = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    match content:
        case [What.OWN_LINK, key, player]:
            change = MemberChange.objects.filter(pk=key, club=club, player=player).first()
        case _:
            return None
    if change is None:
        return None
    if lock:
        Player.objects.select_for_update().get(pk=change.player_id)
    membership = club.memberships.select_related("player").filter(player=change.player_id).first()
    if membership is None or change != _newest_personal_link(membership):
        return None
    return membership if personal_link_of(membership, now=now) else None


def note_sign_in(membership: Membership, *, now: datetime) -> None:
    """Write to the log of members that the personal link was used, in the transaction of the sign-in and before it. The
    password ends, and with it the sessions of other devices."""
    player = membership.player
    if player.has_usable_password():
        player.set_unusable_password()
        player.save(update_fields=["password"])
    members.add_entry(club=membership.club, player=player, actor=player, what=What.BY_OWN, now=now)


def _newest_personal_link(membership: Membership) -> MemberChange | None:
    links = MemberChange.objects.filter(
        club=membership.club_id, player=membership.player_id, what=What.OWN_LINK
    )
    return links.select_related("actor").first()


def _resolve(
    token: str, club: Club, now: datetime, *, lock: bool = False
) -> tuple[What, MailedInvitation | None] | None:
    """The kind of a token that is valid for this club, with its mailed invitation if any; else None."""
    try:
        content = signing.loads(token, salt=SALT, max_age=VALID_FOR)
    except signing.BadSignature:
        return None
    match content:
        case int() | [What.BY_LINK, _, _]:
            return (What.BY_LINK, None) if _is_open_link(content, club, lock=lock) else None
        case [What.BY_CODE, code]:
            stands = JoinCode.objects.filter(club=club, code=code, until__gt=now).exists()
            return (What.BY_CODE, None) if stands else None
        case [What.BY_MAIL, key]:
            open_ones = MailedInvitation.objects.filter(pk=key, club=club, closed_at=None, until__gt=now)
            invitation = (open_ones.select_for_update() if lock else open_ones).first()
            return (What.BY_MAIL, invitation) if invitation else None
    return None


def _is_open_link(content: Any, club: Club, *, lock: bool) -> bool:
    """Whether the content of a token is the club's open link. Its number alone, as it was once, is that of number 0."""
    clubs = Club.objects.select_for_update() if lock else Club.objects
    standing = clubs.get(pk=club.pk)
    known = [[What.BY_LINK, club.pk, standing.link_number], *([club.pk] if standing.link_number == 0 else [])]
    return standing.link_is_on and content in known


# Requests to join, and their answers.

ASK_AGAIN_AFTER: Final = timedelta(days=30)
"""Time after a refusal until a player may ask the same club again."""


def ask_to_join(*, club: Club, player: Player, text: str, now: datetime, url: str) -> JoinRequest:
    """Return the request of `player` to join, new or already open. A new one sends its managers a notice with `url`.

    The player's row is locked, so two taps make one request.
    Refuses needs_account, already_a_member, declined_lately.
    """
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        if player.is_bot:
            raise AccountRefused(AccountRefusal.NEEDS_ACCOUNT)
        if Membership.objects.filter(club=club, player=player).exists():
            raise AccountRefused(AccountRefusal.ALREADY_A_MEMBER)
        requests = JoinRequest.objects.filter(club=club, player=player)
        if (open_one := requests.filter(answered_at=None).first()) is not None:
            return open_one
        if requests.filter(accepted=False, answered_at__gt=now - ASK_AGAIN_AFTER).exists():
            raise AccountRefused(AccountRefusal.DECLINED_LATELY)
        request = JoinRequest.objects.create(club=club, player=player, text=tidy_name(text)[:200], at=now)
        notify(
            players=holders(club=club, right=Right.MANAGE_MEMBERS),
            subject=format_lazy(_("{player} asks to join {club}"), player=mention(player.pk), club=club.name),
            mentions=[player.pk],
            text=request.text,
            url=url,
            now=now,
        )
        return request


def answer_request(
    *, club: Club, request_id: int, accepted: bool, actor: Player, now: datetime, url: str
) -> JoinRequest:
    """Accept or decline a request and notify the player. The request's row is locked; only the first answer counts.

    Refuses no_such_request, answered_already.
    """
    with transaction.atomic():
        request = (
            JoinRequest.objects.select_for_update(of=("self",))
            .select_related("player", "club")
            .filter(pk=request_id, club=club)
            .first()
        )
        if request is None:
            raise AccountRefused(AccountRefusal.NO_SUCH_REQUEST)
        if request.answered_at is not None:
            raise AccountRefused(AccountRefusal.ANSWERED_ALREADY)
        request.answered_at, request.answered_by, request.accepted = now, actor, accepted
        request.save(update_fields=["answered_at", "answered_by", "accepted"])
        if accepted:
            join(club=club, player=request.player, at=now)
        welcome, sorry = _("Welcome to {club}"), _("{club} did not take you in this time")
        notify(
            players=[request.player_id],
            subject=format_lazy(welcome if accepted else sorry, club=club.name),
            text=_("You are a member now.") if accepted else "",
            url=url,
            now=now,
        )
        return request


# Invitations by mail, each with a link that the club can withdraw until it is used.

MAX_INVITATIONS_A_DAY: Final = 20
"""Invitations a day of one club, and of one person in all clubs, against mass mailing."""
check_length: Final = MaxLengthValidator(MailedInvitation._meta.get_field("address").max_length)
RETENTION: Final = timedelta(days=365)
"""Time until the row of a closed invitation is deleted."""


def invite_by_mail(
    *, club: Club, actor: Player, address: str, name: str, greeting: str, language: str, now: datetime
) -> MailedInvitation:
    """Return a new invitation to `address`; the outcome does not reveal whether the address has an account.

    The mail is in the language of the player with that confirmed address, else in `language`, that of the actor. Name
    and greeting are one line of plain text, cut to their lengths. The actor's row is locked, so that the day's
    invitations are counted. Refuses address_wrong, invited_already, invited_enough.
    """
    address = address.strip().lower()
    try:
        validate_email(address)
        check_length(address)
    except ValidationError as wrong:
        raise AccountRefused(AccountRefusal.ADDRESS_WRONG) from wrong
    close_expired(now)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        Player.objects.select_for_update().get(pk=actor.pk)
        if MailedInvitation.objects.filter(club=club, address=address, closed_at=None).exists():
            raise AccountRefused(AccountRefusal.INVITED_ALREADY)
        lately = MailedInvitation.objects.filter(at__gt=now - timedelta(days=1))
        if max(lately.filter(club=club).count(), lately.filter(by=actor).count()) >= MAX_INVITATIONS_A_DAY:
            raise AccountRefused(AccountRefusal.INVITED_ENOUGH, most=MAX_INVITATIONS_A_DAY)
        invitation = MailedInvitation.objects.create(
            club=club,
            address=address,
            name=tidy_name(name)[:MAX_NAME_LENGTH],
            greeting=tidy_name(greeting)[:MAX_GREETING_LENGTH],
            language=_language_of(address) or language,
            by=actor,
            at=now,
            until=now + VALID_FOR,
        )
        QueuedMessage.objects.create(invitation=invitation, next_at=now)
        members.add_entry(club=club, player=actor, actor=actor, what=What.INVITED, now=now)
        return invitation


def withdraw_invitation(*, club: Club, number: int, actor: Player, now: datetime) -> None:
    """Close an invitation, with its link and its waiting mail; a closed one stays as it is.

    The invitation's row is locked. Refuses no_such_invitation.
    """
    with transaction.atomic():
        invitation = MailedInvitation.objects.select_for_update().filter(pk=number, club=club).first()
        if invitation is None:
            raise AccountRefused(AccountRefusal.NO_SUCH_INVITATION)
        if invitation.closed_at is None:
            close(invitation, MailedInvitation.Outcome.WITHDRAWN, now=now)
            members.add_entry(club=club, player=actor, actor=actor, what=What.WITHDREW, now=now)


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
    MailedInvitation.objects.filter(closed_at__lt=now - RETENTION).delete()
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
            gettext("Hello %(name)s,") % {"name": invitation.name} if invitation.name else gettext("Hello,"),
            gettext("%(name)s invites you to the card club %(club)s.") % names,
            f"“{invitation.greeting}”" if invitation.greeting else "",
            gettext("Open this link to join:") + "\n" + absolute_url(path),
            gettext(
                "Following the link costs nothing: you see the club’s name, and join with one tap. "
                "A name is enough; an account can come later."
            ),
            gettext("The link is for you alone and works once, until %(date)s.") % {"date": until},
            gettext(
                "You do not know this club? Then do nothing: your address is forgotten when the link ends."
            ),
        ]
        subject = " ".join((gettext("%(name)s invites you to %(club)s") % names).split())
    return EmailMessage(subject=subject, body="\n\n".join(filter(None, parts)), to=[invitation.address])


def _language_of(address: str) -> str:
    """The language of the player with this confirmed address, else ""."""
    confirmed = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True)
    found = confirmed.select_related("user").first()
    return found.user.notice_language if found else ""
