"""The post office: letters that wait in the database are handed to the mail server, each by one process at a time.

A process that is killed in the very moment between the mail server's yes and the database's sends that one letter
twice; none is lost.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.db.models import F

from accounts.invitations.invitation_models import MailedInvitation
from accounts.invitations.mailed import mail_of
from accounts.models import Notice, Player
from accounts.notices.mail import verified_first, wants_mail
from accounts.outbox_models import GIVEN_UP_AFTER, Letter
from accounts.people.mentions import in_words
from accounts.site_address import on_this_site

log = logging.getLogger("club.notices")

AT_ONCE: Final = 50
"""Letters of one visit to the mail server."""
LEASE: Final = timedelta(minutes=2)
"""How long a taken letter stays with its process; when that one dies, the next takes it after this."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""Between two tries; the first wait is a minute, each later one twice the one before."""

# One thread of its own: a slow mail server holds up nobody's page and nobody's move.
_post_office = ThreadPoolExecutor(max_workers=1, thread_name_prefix="post")
_visit: Future[int] | None = None


def send_waiting(now: datetime) -> int:
    """Have this process's post office send what is due, unless it is still busy; a steward's chore."""
    global _visit  # noqa: PLW0603  one visit at a time
    busy = _visit is not None and not _visit.done()
    if not busy and Letter.objects.filter(next_at__lte=now).exists():
        _visit = _post_office.submit(_visit_of_its_own, now)
    return 0


def send_due(now: datetime) -> int:
    """Send the letters that are due at `now`, the longest waiting first; how many the mail server took.

    A letter is taken by compare-and-set on `next_at`. What fails waits longer each time and is given up after a day;
    a mail server out of reach ends the visit.
    """
    server, sent = get_connection(), 0
    due = Letter.objects.filter(next_at__lte=now).order_by("next_at", "pk")
    for key, next_at in list(due.values_list("pk", "next_at")[:AT_ONCE]):
        mine = Letter.objects.filter(pk=key, next_at=next_at)
        if not mine.update(next_at=now + LEASE, tries=F("tries") + 1):
            continue
        taken = Letter.objects.select_related("notice", "invitation__club", "invitation__by", "account_mail")
        if (letter := taken.filter(pk=key).first()) is None:  # withdrawn meanwhile
            continue
        try:
            sent += _send(letter, server, now)
            _end(letter)
        except (OSError, SMTPException) as failure:
            _put_back(letter, failure, now)
            if isinstance(failure, OSError) and not isinstance(failure, SMTPException):
                break
    server.close()
    return sent


def letter_of(notice: Notice, to: str) -> EmailMessage:
    """A notice as a mail, with the names people have now."""
    text = in_words(notice.text, only=notice.mentions)
    body = "\n\n".join(part for part in (text, on_this_site(notice.url)) if part)
    return EmailMessage(subject=in_words(notice.subject, only=notice.mentions), body=body, to=[to])


def _send(letter: Letter, server: BaseEmailBackend, now: datetime) -> int:
    """Whether it was sent; who wants no mail any more gets none. Raises what the mail server says."""
    if letter.invitation is not None:
        return _send_invitation(letter.invitation, server, now)
    if (written := letter.account_mail) is not None:
        mail = EmailMessage(subject=written.subject, body=written.body, to=[written.to], connection=server)
        return mail.send() if now < written.until else 0
    player = verified_first(Player.objects.filter(pk=letter.notice.player_id, is_active=True)).first()
    if player is None or not wants_mail(player, now=now):
        return 0
    mail = letter_of(letter.notice, player.email)
    mail.connection = server
    return mail.send()


def _send_invitation(invitation: MailedInvitation, server: BaseEmailBackend, now: datetime) -> int:
    mail = mail_of(invitation)
    mail.connection = server
    sent = mail.send()
    MailedInvitation.objects.filter(pk=invitation.pk).update(sent_at=now)
    return sent


def _end(letter: Letter) -> None:
    """Delete the letter; what is written about signing in goes with it."""
    (letter.account_mail or letter).delete()


def _put_back(letter: Letter, failure: Exception, now: datetime) -> None:
    if now - letter.written_at >= GIVEN_UP_AFTER:
        log.warning("a mail was given up after a day: %s", type(failure).__name__)
        _end(letter)
        return
    log.warning("a mail was not sent yet: %s", type(failure).__name__)
    wait = min(timedelta(minutes=2 ** min(letter.tries - 1, 10)), LONGEST_WAIT)
    Letter.objects.filter(pk=letter.pk).update(next_at=now + wait)


def _visit_of_its_own(now: datetime) -> int:
    try:
        return send_due(now)
    finally:
        connection.close()
