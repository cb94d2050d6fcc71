"""The outbox, and who sends its mails and push messages."""

from __future__ import annotations

import logging
from collections import defaultdict, deque
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from smtplib import SMTPException
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

from django.core.mail import EmailMessage, get_connection
from django.db import connection
from django.db.models import F, Q, QuerySet

from accounts.invitations import invitation_mail
from accounts.mentions import fill_names
from accounts.models import Notice, Player
from accounts.models.clubs import MailedInvitation
from accounts.models.messages import MAX_DELIVERY_TIME, QueuedMessage
from accounts.notices import wants_mail, with_verified_mail
from accounts.push import has_failed_lately, new_session, post_of, read_answer, remember_failure
from accounts.site_address import absolute_url

if TYPE_CHECKING:
    from requests import Response, Session


log = logging.getLogger("club.notices")

MESSAGES_A_BATCH: Final = 50
"""Messages sent over one connection."""
LEASE: Final = timedelta(minutes=2)
"""Time a process has to send a message it took; after that another process may take it."""
MAX_RETRY_DELAY: Final = timedelta(hours=1)
"""Longest wait between two tries. The first wait is a minute, each later one is doubled."""
LINK_SUFFIX: Final = "_url"
"""End of the names under which allauth's templates receive links, which it builds from the request."""

# Senders of the outbox: mail over one connection to the mail server, push messages to each device's push service.


class MailSender:
    """Sends mail over one connection. An unreachable mail server ends the batch."""

    MAX_RUNNING: Final = 1

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

    MAX_RUNNING: Final = 8

    def __enter__(self) -> PushSender:
        self._threads = ThreadPoolExecutor(self.MAX_RUNNING, thread_name_prefix="push-post")
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
        for service, owners in players.items():
            turn = 0
            if len(owners) == 1:
                turn = turns[min(owners)] = turns[min(owners)] + 1
            places[service] = has_failed_lately(service), turn
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


# The outbox in the database: each message is taken by one process at a time.
#
# A process that is killed after the other server accepted a message and before its row is deleted sends that message
# twice. No message is lost.


class Sender(Protocol):
    """Sends the messages of one batch, at most `MAX_RUNNING` at a time."""

    MAX_RUNNING: int

    def lines(self, due: QuerySet[QueuedMessage]) -> list[list[int]]:
        """The keys of the messages in lines; those of one line are sent one after the other."""
        ...

    def is_cut_off(self, queued: QueuedMessage) -> bool:
        """Whether this batch found the message's server out of reach."""
        ...

    def start(self, queued: QueuedMessage, now: datetime) -> Future[Any] | None:
        """Start sending one message; None when it is no longer wanted."""
        ...

    def finish(self, queued: QueuedMessage, sending: Future[Any], now: datetime) -> int:
        """Write down what came of it; returns 1 for a message taken by its server, else 0. Raises OSError and
        SMTPException.
        """
        ...


@dataclass(slots=True)
class Outlet:
    """A way out with a thread of its own, so that a slow server delays no page, no move and no other outlet."""

    name: str
    messages: Q
    sender: type[AbstractContextManager[Sender]]
    sending: Future[int] | None = None
    thread: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=self.name)

    @property
    def is_busy(self) -> bool:
        """Whether a batch is being sent."""
        return self.sending is not None and not self.sending.done()


OUTLETS: Final = (
    Outlet("mail", Q(push=None), MailSender),
    Outlet("push", Q(push__isnull=False), PushSender),
)


def start_sending(now: datetime) -> int:
    """Start sending due messages in the threads of this process that are not busy. Returns 0, as the steward asks its
    work for a number and nothing has been sent yet."""
    for outlet in OUTLETS:
        if not outlet.is_busy and QueuedMessage.objects.filter(outlet.messages, next_at__lte=now).exists():
            outlet.sending = outlet.thread.submit(_send_and_disconnect, outlet, now)
    return 0


def send_batch(outlet: Outlet, now: datetime) -> int:
    """Send due messages of one outlet, the longest waiting first; returns how many were accepted.

    A message is taken by compare-and-set on `next_at`. A failed one waits longer each time and is given up after a day.
    Messages for a server that this batch found out of reach are left for the next batch.
    """
    due = QueuedMessage.objects.filter(outlet.messages, next_at__lte=now).order_by("next_at", "pk")[
        :MESSAGES_A_BATCH
    ]
    if not due.exists():
        return 0
    sent = 0
    with outlet.sender() as sender:
        lines = deque(sender.lines(due))
        running: dict[Future[Any], tuple[QueuedMessage, list[int]]] = {}
        while lines or running:
            while lines and len(running) < sender.MAX_RUNNING:
                _start_first(lines.popleft(), sender, running, now)
            done, _others = wait(running, return_when=FIRST_COMPLETED)
            for sending in done:
                queued, line = running.pop(sending)
                try:
                    sent += sender.finish(queued, sending, now)
                    _delete(queued)
                except (OSError, SMTPException) as failure:
                    _retry_later(queued, failure, now)
                lines.appendleft(line)
    return sent


def _start_first(
    line: list[int],
    sender: Sender,
    running: dict[Future[Any], tuple[QueuedMessage, list[int]]],
    now: datetime,
) -> None:
    """Start the first message of a line that can be sent; unwanted ones before it are deleted."""
    rows = QueuedMessage.objects.select_related(
        "notice", "invitation__club", "invitation__by", "account_mail", "push__device__player", "push__notice"
    )
    while line:
        queued = rows.filter(pk=line.pop(0), next_at__lte=now).first()
        if queued is None or sender.is_cut_off(queued) or not _take(queued, now):
            continue
        sending = sender.start(queued, now)
        if sending is not None:
            running[sending] = queued, line
            return
        _delete(queued)


def _take(queued: QueuedMessage, now: datetime) -> bool:
    """Take the message for this process until `LEASE` is over, by compare-and-set; returns False where another has
    taken or withdrawn it since it was read."""
    mine = QueuedMessage.objects.filter(pk=queued.pk, next_at=queued.next_at)
    taken = bool(mine.update(next_at=now + LEASE, tries=F("tries") + 1))
    queued.tries += taken
    return taken


def _delete(queued: QueuedMessage) -> None:
    """Delete a message, with the text of a push message or a mail about signing in."""
    (queued.account_mail or queued.push or queued).delete()


def _retry_later(queued: QueuedMessage, failure: Exception, now: datetime) -> None:
    if now - queued.written_at >= MAX_DELIVERY_TIME:
        log.warning("a message was given up after a day: %s", type(failure).__name__)
        _delete(queued)
        return
    log.warning("a message was not sent yet: %s", type(failure).__name__)
    pause = min(timedelta(minutes=2 ** min(queued.tries - 1, 10)), MAX_RETRY_DELAY)
    QueuedMessage.objects.filter(pk=queued.pk).update(next_at=now + pause)


def _send_and_disconnect(outlet: Outlet, now: datetime) -> int:
    try:
        return send_batch(outlet, now)
    finally:
        connection.close()
