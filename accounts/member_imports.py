"""Store lists of members with a mail to each, take an import back, and give addresses to members without a login."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.urls import reverse
from django.utils.translation import gettext, override

from accounts.errors import AccountRefusal, AccountRefused
from accounts.invitations import check_length, invitation_to, remove_member
from accounts.member_lists import (
    NO_ANSWERS,
    Answers,
    Fault,
    ReadList,
    addresses_in_use,
    check_members,
    check_names_again,
    read_members,
)
from accounts.members import add_entry, is_entry_of, manageable_membership
from accounts.models import Club, Membership, Player, Role
from accounts.models.clubs import MemberChange, MembersImport
from accounts.models.messages import AccountMail, QueuedMessage
from accounts.raw_lists import RawList
from accounts.site_address import absolute_url

MAX_IMPORTED_A_DAY: Final = 100
"""Imported members a day whom one club, or one person in all clubs, may tell: against mass mailing."""
OF_USE_FOR: Final = timedelta(days=7)
"""Time after which a mail about a membership is not sent any more."""


def import_members(*, club: Club, text: str, now: datetime) -> tuple[int, tuple[Fault, ...]]:
    """Create a player and a membership for every line, as `read_members` reads them and without a mail; returns their
    number and the faults. A fault creates nothing."""
    return store_members(read_members(club=club, text=text, now=now))


def store_members(read: ReadList) -> tuple[int, tuple[Fault, ...]]:
    """Store all lines in one transaction; returns their number and the faults. A fault stores nothing."""
    if read.faults:
        return 0, read.faults
    try:
        with transaction.atomic():
            Player.objects.bulk_create(line.player for line in read.new)
            Membership.objects.bulk_create(line.membership for line in read.new)
    except IntegrityError:
        if faults := check_names_again(read):
            return 0, faults
        raise
    return len(read.new), ()


def import_and_welcome(
    *,
    club: Club,
    raw: RawList,
    actor: Player,
    now: datetime,
    answers: Answers = NO_ANSWERS,
    tell: bool = True,
) -> tuple[int, int, tuple[Fault, ...]]:
    """Import members as `import_members`, and with `tell` queue a mail to each new one with an address.

    Returns the numbers of members and of mails, and the faults. An address that somebody else uses on this site gets
    no mail. Over `MAX_IMPORTED_A_DAY` the last lines get none. The club's row is locked, so that the day's mails are
    counted. The import is noted, so that `take_members_back` can undo it.
    """
    read = check_members(club=club, raw=raw, now=now, answers=answers)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        count, faults = store_members(read)
        if faults or not count:
            return count, 0, faults
        made = [line.player.pk for line in read.new]
        batch = MembersImport.objects.create(club=club, actor=actor, at=now, made=made)
        new = (
            club.memberships.filter(player__in=batch.made).exclude(player__email="").select_related("player")
        )
        recipients = list(new.order_by("pk")[: _invitations_left(club, actor, now)]) if tell else []
        _queue((_mail(each, actor, now) for each in recipients), now)
        for membership in recipients:
            _log(membership, actor, now)
    return count, len(recipients), faults


def welcome_imported(*, club: Club, actor: Player, now: datetime) -> int:
    """Queue a mail to every member of a club that was imported as a whole, for whom the club keeps an address; returns
    how many. Inside the transaction of the import.

    Whoever gets the address to sign in is told how; an address that somebody uses here already gets the link to join
    with that account. The club cannot tell which: both are logged as invited. Over `MAX_IMPORTED_A_DAY` the last get
    none.
    """
    memberships = club.memberships.exclude(listed_mail="").exclude(player=actor).select_related("player")
    recipients = list(memberships.order_by("pk")[: _invitations_left(club, actor, now)])
    _queue((_mail(each, actor, now) for each in recipients if each.player.email), now)
    known = addresses_in_use(each.listed_mail for each in recipients if not each.player.email)
    others = {each.listed_mail.casefold(): each for each in recipients if not each.player.email}
    _queue((_mail_to_account(each, actor, now) for address, each in others.items() if address in known), now)
    for membership in recipients:
        _log(membership, actor, now)
    return len(recipients)


def take_members_back(*, batch: MembersImport, actor: Player, now: datetime) -> int:
    """End the memberships an import made, and delete its players that nobody signed in as; returns how many.

    Players that another row protects, such as a result, are kept without the membership. Owners of the club and the
    actor stay members. Mails of the import that wait are not sent. Once only; the batch's row is locked.
    """
    with transaction.atomic():
        batch = MembersImport.objects.select_for_update(of=("self",)).get(pk=batch.pk)
        if batch.taken_back_at is not None:
            return 0
        own = batch.club.memberships.filter(player__in=batch.made).exclude(role=Role.OWNER)
        members = list(own.exclude(player=actor).select_related("player"))
        addresses = [each.player.email for each in members if each.player.email]
        AccountMail.objects.filter(to__in=addresses, at=batch.at).delete()
        for membership in members:
            if not (is_entry_of(membership) and _delete_unless_protected(membership.player)):
                remove_member(club=batch.club, player=membership.player, actor=actor, now=now)
        batch.taken_back_at = now
        batch.save(update_fields=["taken_back_at"])
    return len(members)


def _delete_unless_protected(player: Player) -> bool:
    """Delete the player's row; returns False, and leaves it, where another row protects it."""
    try:
        with transaction.atomic():
            Player.objects.get(pk=player.pk).delete()
    except ProtectedError:
        return False
    return True


def awaits_address(membership: Membership) -> bool:
    """Whether the club may give the member an address, or another one: an entry of its list only, which nobody signed
    in as, and to which no address was ever mailed."""
    given = MemberChange.objects.filter(player=membership.player_id, what=MemberChange.What.INVITED)
    return is_entry_of(membership) and not given.exists()


def give_address(*, club: Club, player: Player, address: str, actor: Player, now: datetime) -> None:
    """Write the mail address of an entry without a login, and queue the mail that tells how to sign in as it.

    An account is never written to, and an address is given once: the code that signs somebody in goes to it, so a
    second one could take over what the first has signed in to. An address that somebody else uses on this site stays
    in the club's list and gets no mail; the outcome does not reveal that. The rows of club and player are locked.
    Refuses not_a_member, not_yours_to_change, address_wrong, address_is_theirs, invited_enough.
    """
    address = Player.objects.normalize_email(address.strip())
    try:
        validate_email(address)
        check_length(address)
    except ValidationError as wrong:
        raise AccountRefused(AccountRefusal.ADDRESS_WRONG) from wrong
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        Player.objects.select_for_update().get(pk=player.pk)
        membership = manageable_membership(club=club, player=player, actor=actor)
        if not awaits_address(membership):
            raise AccountRefused(AccountRefusal.ADDRESS_IS_THEIRS)
        if not _invitations_left(club, actor, now):
            raise AccountRefused(AccountRefusal.INVITED_ENOUGH, most=MAX_IMPORTED_A_DAY)
        membership.listed_mail = address
        membership.save(update_fields=["listed_mail"])
        is_own = membership.player.email.casefold() == address.casefold()
        is_free = is_own or address.casefold() not in addresses_in_use([address])
        membership.player.email = address if is_free else ""
        membership.player.save(update_fields=["email"])
        if is_free:
            _queue([_mail(membership, actor, now)], now)
        _log(membership, actor, now)


def _queue(mails: Iterable[AccountMail], now: datetime) -> None:
    written = AccountMail.objects.bulk_create(mails)
    QueuedMessage.objects.bulk_create(QueuedMessage(account_mail=mail, next_at=now) for mail in written)


def _log(membership: Membership, actor: Player, now: datetime) -> None:
    what = MemberChange.What.INVITED
    add_entry(club=membership.club, player=membership.player, actor=actor, what=what, now=now)


def _invitations_left(club: Club, actor: Player, now: datetime) -> int:
    lately = MemberChange.objects.filter(what=MemberChange.What.INVITED, at__gt=now - timedelta(days=1))
    most = max(lately.filter(club=club).count(), lately.filter(actor=actor).count())
    return max(0, MAX_IMPORTED_A_DAY - most)


def _mail(membership: Membership, actor: Player, now: datetime) -> AccountMail:
    club, player = membership.club, membership.player
    with override(player.notice_language):
        names = {"name": membership.real_name, "club": club.name, "by": actor.nickname}
        parts = [
            gettext("Hello %(name)s,") % names,
            gettext("%(by)s has put you on the members' list of the card club %(club)s.") % names,
            gettext("You can sign in with this address; a code is sent to it each time:")
            + "\n"
            + absolute_url(reverse("account_request_login_code")),
            gettext("You do not know this club? Then do nothing."),
        ]
        return _account_mail(player.email, club, parts, now)


def _mail_to_account(membership: Membership, actor: Player, now: datetime) -> AccountMail:
    """The mail to an address that somebody uses here already: the account joins by the link, and nothing is taken."""
    club = membership.club
    with override(membership.player.notice_language):
        names = {"name": membership.real_name, "club": club.name, "by": actor.nickname}
        parts = [
            gettext("Hello %(name)s,") % names,
            gettext(
                "%(by)s has brought the card club %(club)s to this site. You stand in its list of members."
            )
            % names,
            gettext("You have an account here already. Open this link to join the club with it:")
            + "\n"
            + absolute_url(reverse("league:club_join", args=[club.slug, invitation_to(club)])),
            gettext(
                "The club then makes you and your row in its list one, so that your results stand under your name."
            ),
            gettext("You do not know this club? Then do nothing."),
        ]
        return _account_mail(membership.listed_mail, club, parts, now)


def _account_mail(to: str, club: Club, parts: Sequence[str], now: datetime) -> AccountMail:
    """A mail of these paragraphs, with its subject in the language that is active."""
    subject = " ".join((gettext("You are a member of %(club)s") % {"club": club.name}).split())
    return AccountMail(to=to, subject=subject, body="\n\n".join(parts), at=now, until=now + OF_USE_FOR)
