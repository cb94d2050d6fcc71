"""Sends mail from the outbox in the database. Each mail is taken by one process at a time.

A process that is killed after the mail server accepted a mail and before its row is deleted sends that mail twice. No
mail is lost.
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
from accounts.invitations.mailed import invitation_mail
from accounts.models import Notice, Player
from accounts.notices.mail import wants_mail, with_verified_mail
from accounts.outbox_models import GIVEN_UP_AFTER, QueuedMail
from accounts.people.mentions import fill_names
from accounts.site_address import absolute_url

log = logging.getLogger("club.notices")

BATCH: Final = 50
"""Mails sent over one connection to the mail server."""
LEASE: Final = timedelta(minutes=2)
"""Time a process has to send a mail it took; after that another process may take it."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""Longest wait between two tries. The first wait is a minute, each later one is doubled."""

# A thread of its own, so that a slow mail server delays no page and no move.
_mail_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")
_sending: Future[int] | None = None


def start_sending(now: datetime) -> int:
    """Start sending due mail in this process's mail thread, unless it is still busy. Called by the steward."""
    global _sending  # noqa: PLW0603
    busy = _sending is not None and not _sending.done()
    if not busy and QueuedMail.objects.filter(next_at__lte=now).exists():
        _sending = _mail_thread.submit(_send_and_disconnect, now)
    return 0


def send_due(now: datetime) -> int:
    """Send mail that is due at `now`, the longest waiting first; returns how many the mail server accepted.

    A mail is taken by compare-and-set on `next_at`. A failed one waits longer each time and is given up after a day. An
    unreachable mail server ends the batch.
    """
    server, sent = get_connection(), 0
    due = QueuedMail.objects.filter(next_at__lte=now).order_by("next_at", "pk")
    for key, next_at in list(due.values_list("pk", "next_at")[:BATCH]):
        mine = QueuedMail.objects.filter(pk=key, next_at=next_at)
        if not mine.update(next_at=now + LEASE, tries=F("tries") + 1):
            continue
        taken = QueuedMail.objects.select_related(
            "notice", "invitation__club", "invitation__by", "account_mail"
        )
        if (queued := taken.filter(pk=key).first()) is None:  # withdrawn meanwhile
            continue
        try:
            sent += _send(queued, server, now)
            _delete(queued)
        except (OSError, SMTPException) as failure:
            _retry_later(queued, failure, now)
            if isinstance(failure, OSError) and not isinstance(failure, SMTPException):
                break
    server.close()
    return sent


def notice_mail(notice: Notice, to: str) -> EmailMessage:
    """The mail of a notice, with current names."""
    text = fill_names(notice.text, only=notice.mentions)
    body = "\n\n".join(part for part in (text, absolute_url(notice.url)) if part)
    return EmailMessage(subject=fill_names(notice.subject, only=notice.mentions), body=body, to=[to])


def _send(queued: QueuedMail, server: BaseEmailBackend, now: datetime) -> int:
    """Send one mail unless it is no longer wanted; returns 1 or 0. Raises OSError and SMTPException."""
    if queued.invitation is not None:
        return _send_invitation(queued.invitation, server, now)
    if (written := queued.account_mail) is not None:
        mail = EmailMessage(subject=written.subject, body=written.body, to=[written.to], connection=server)
        return mail.send() if now < written.until else 0
    player = with_verified_mail(Player.objects.filter(pk=queued.notice.player_id, is_active=True)).first()
    if player is None or not wants_mail(player, now=now):
        return 0
    mail = notice_mail(queued.notice, player.email)
    mail.connection = server
    return mail.send()


def _send_invitation(invitation: MailedInvitation, server: BaseEmailBackend, now: datetime) -> int:
    mail = invitation_mail(invitation)
    mail.connection = server
    sent = mail.send()
    MailedInvitation.objects.filter(pk=invitation.pk).update(sent_at=now)
    return sent


def _delete(queued: QueuedMail) -> None:
    """Delete a mail, with the text of mail about signing in."""
    (queued.account_mail or queued).delete()


def _retry_later(queued: QueuedMail, failure: Exception, now: datetime) -> None:
    if now - queued.written_at >= GIVEN_UP_AFTER:
        log.warning("a mail was given up after a day: %s", type(failure).__name__)
        _delete(queued)
        return
    log.warning("a mail was not sent yet: %s", type(failure).__name__)
    wait = min(timedelta(minutes=2 ** min(queued.tries - 1, 10)), LONGEST_WAIT)
    QueuedMail.objects.filter(pk=queued.pk).update(next_at=now + wait)


def _send_and_disconnect(now: datetime) -> int:
    try:
        return send_due(now)
    finally:
        connection.close()
