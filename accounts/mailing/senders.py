"""Senders of the outbox: mail over one connection to the mail server, push messages to each device's push service."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from smtplib import SMTPException
from types import TracebackType
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.core.mail import EmailMessage, get_connection
from django.db.models import QuerySet

from accounts.invitations.invitation_models import MailedInvitation
from accounts.invitations.mailed import invitation_mail
from accounts.message_models.queue import QueuedMessage
from accounts.models import Notice, Player
from accounts.notices.mail import wants_mail, with_verified_mail
from accounts.people.mentions import fill_names
from accounts.push.sending import (
    failed_lately,
    new_session,
    post_of,
    read_answer,
    remember_failure,
)
from accounts.site_address import absolute_url

if TYPE_CHECKING:
    from requests import Response, Session


class MailSender:
    """Sends mail over one connection. An unreachable mail server ends the batch."""

    AT_ONCE: Final = 1

    def __enter__(self) -> MailSender:
        self._server = get_connection()
        self._out_of_reach = False
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.close()

    def lines(self, due: QuerySet[QueuedMessage]) -> list[list[int]]:
        """All keys in one line: one connection sends one mail after the other."""
        return [list(due.values_list("pk", flat=True))]

    def is_cut_off(self, queued: QueuedMessage) -> bool:
        """Whether the mail server was out of reach."""
        return self._out_of_reach

    def start(self, queued: QueuedMessage, now: datetime) -> Future[int] | None:
        """Send one mail and return what came of it; None when it is no longer wanted."""
        mail = _mail_of(queued, now)
        if mail is None:
            return None
        mail.connection = self._server
        sending: Future[int] = Future()
        try:
            sending.set_result(mail.send())
        except SMTPException as refused:
            sending.set_exception(refused)
        except OSError as away:
            self._out_of_reach = True
            sending.set_exception(away)
        return sending

    def finish(self, queued: QueuedMessage, sending: Future[int], now: datetime) -> int:
        """Return 1 for a mail the server took. Raises OSError and SMTPException."""
        sent = sending.result()
        if queued.invitation is not None:
            MailedInvitation.objects.filter(pk=queued.invitation.pk).update(sent_at=now)
        return sent


class PushSender:
    """Sends push messages to a few push services at once, to each of them one after the other.

    A service that was out of reach is not tried again in the batch, and is waited for less in the next ones. The
    threads only post; everything from and for the database is done in the caller's thread.
    """

    AT_ONCE: Final = 8

    def __enter__(self) -> PushSender:
        self._threads = ThreadPoolExecutor(self.AT_ONCE, thread_name_prefix="push-post")
        self._sessions: dict[str, Session] = defaultdict(new_session)
        self._out_of_reach: set[str] = set()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._threads.shutdown()
        for session in self._sessions.values():
            session.close()

    def lines(self, due: QuerySet[QueuedMessage]) -> list[list[int]]:
        """The keys by push service, in the order in which the services are asked.

        First those of several players; then the first service of each player, the second, and so on, so that a player
        with many odd addresses holds up nobody else; last those that failed lately.
        """
        keys: dict[str, list[int]] = defaultdict(list)
        players: dict[str, set[int]] = defaultdict(set)
        for key, endpoint, player in due.values_list("pk", "push__device__endpoint", "push__device__player"):
            keys[service := urlsplit(endpoint).netloc].append(key)
            players[service].add(player)
        turns: dict[int, int] = defaultdict(int)
        places: dict[str, tuple[bool, int]] = {}
        for service, those in players.items():
            turn = 0
            if len(those) == 1:
                turn = turns[min(those)] = turns[min(those)] + 1
            places[service] = failed_lately(service), turn
        return [keys[service] for service in sorted(keys, key=places.__getitem__)]

    def is_cut_off(self, queued: QueuedMessage) -> bool:
        """Whether the push service of the device was out of reach."""
        return queued.push.device.service in self._out_of_reach

    def start(self, queued: QueuedMessage, now: datetime) -> Future[Response] | None:
        """Start posting one message in a thread; None when it is no longer wanted or of use."""
        post, service = post_of(queued.push, now=now), queued.push.device.service
        if post is None:
            return None
        return self._threads.submit(post, self._sessions[service])

    def finish(self, queued: QueuedMessage, sending: Future[Response], now: datetime) -> int:
        """Return 1 for a message the push service took, else 0. Raises OSError."""
        try:
            return read_answer(queued.push, sending.result())
        except OSError:
            service = queued.push.device.service
            self._out_of_reach.add(service)
            remember_failure(service)
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
