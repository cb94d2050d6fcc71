"""Senders of the outbox: mail over one connection to the mail server, push messages to each device's push service."""

from __future__ import annotations

from datetime import datetime
from smtplib import SMTPException
from types import TracebackType

from django.core.mail import EmailMessage, get_connection

from accounts.invitations.invitation_models import MailedInvitation
from accounts.invitations.mailed import invitation_mail
from accounts.message_models.queue import QueuedMessage
from accounts.models import Notice, Player
from accounts.notices.mail import wants_mail, with_verified_mail
from accounts.people.mentions import fill_names
from accounts.push.sending import new_session, send_push
from accounts.site_address import absolute_url


class MailSender:
    """Sends mail. An unreachable mail server ends the batch."""

    def __enter__(self) -> MailSender:
        self._server = get_connection()
        self._out_of_reach = False
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.close()

    def is_cut_off(self, queued: QueuedMessage) -> bool:
        """Whether the mail server was out of reach."""
        return self._out_of_reach

    def send(self, queued: QueuedMessage, now: datetime) -> int:
        """Send one mail unless it is no longer wanted; returns 1 or 0. Raises OSError and SMTPException."""
        mail = _mail_of(queued, now)
        if mail is None:
            return 0
        mail.connection = self._server
        try:
            sent = mail.send()
        except SMTPException:
            raise
        except OSError:
            self._out_of_reach = True
            raise
        if queued.invitation is not None:
            MailedInvitation.objects.filter(pk=queued.invitation.pk).update(sent_at=now)
        return sent


class PushSender:
    """Sends push messages. A push service that was out of reach is not tried again in the batch."""

    def __enter__(self) -> PushSender:
        self._session = new_session()
        self._out_of_reach: set[str] = set()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._session.close()

    def is_cut_off(self, queued: QueuedMessage) -> bool:
        """Whether the push service of the device was out of reach."""
        return queued.push.device.service in self._out_of_reach

    def send(self, queued: QueuedMessage, now: datetime) -> int:
        """Send one message unless it is no longer wanted; returns 1 or 0. Raises OSError."""
        try:
            return send_push(queued.push, self._session, now=now)
        except OSError:
            self._out_of_reach.add(queued.push.device.service)
            raise


def notice_mail(notice: Notice, to: str) -> EmailMessage:
    """The mail of a notice, with current names."""
    text = fill_names(notice.text, only=notice.mentions)
    body = "\n\n".join(part for part in (text, absolute_url(notice.url)) if part)
    return EmailMessage(subject=fill_names(notice.subject, only=notice.mentions), body=body, to=[to])


def _mail_of(queued: QueuedMessage, now: datetime) -> EmailMessage | None:
    """The mail of a queued message, None when it is no longer wanted or of use."""
    if queued.invitation is not None:
        return invitation_mail(queued.invitation)
    if (written := queued.account_mail) is not None:
        mail = EmailMessage(subject=written.subject, body=written.body, to=[written.to])
        return mail if now < written.until else None
    player = with_verified_mail(Player.objects.filter(pk=queued.notice.player_id, is_active=True)).first()
    if player is None or not wants_mail(player, kind=queued.notice.kind, now=now):
        return None
    return notice_mail(queued.notice, player.email)
