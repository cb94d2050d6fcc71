"""Sends mail and push messages from the outbox in the database. Each is taken by one process at a time.

A process that is killed after the other server accepted a message and before its row is deleted sends that message
twice. No message is lost.
"""

from __future__ import annotations

import logging
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any, Final, Protocol

from django.db import connection
from django.db.models import F, Q, QuerySet

from accounts.mailing.senders import MailSender, PushSender
from accounts.message_models.queue import GIVEN_UP_AFTER, QueuedMessage

log = logging.getLogger("club.notices")

BATCH: Final = 50
"""Messages sent over one connection."""
LEASE: Final = timedelta(minutes=2)
"""Time a process has to send a message it took; after that another process may take it."""
LONGEST_WAIT: Final = timedelta(hours=1)
"""Longest wait between two tries. The first wait is a minute, each later one is doubled."""


class Sender(Protocol):
    """Sends the messages of one batch, at most `AT_ONCE` at a time."""

    AT_ONCE: int

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
class Channel:
    """A way out with a thread of its own, so that a slow server delays no page, no move and no other channel."""

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


CHANNELS: Final = (
    Channel("mail", Q(push=None), MailSender),
    Channel("push", Q(push__isnull=False), PushSender),
)


def start_sending(now: datetime) -> int:
    """Start sending due messages in the threads of this process that are not busy. Called by the steward."""
    for channel in CHANNELS:
        if not channel.is_busy and QueuedMessage.objects.filter(channel.messages, next_at__lte=now).exists():
            channel.sending = channel.thread.submit(_send_and_disconnect, channel, now)
    return 0


def send_due(now: datetime) -> int:
    """Send the messages due at `now` on every channel; returns how many were accepted by their servers."""
    return sum(_send_batch(channel, now) for channel in CHANNELS)


def _send_batch(channel: Channel, now: datetime) -> int:
    """Send due messages of one channel, the longest waiting first; returns how many were accepted.

    A message is taken by compare-and-set on `next_at`. A failed one waits longer each time and is given up after a day.
    Messages for a server that this batch found out of reach are left for the next batch.
    """
    due = QueuedMessage.objects.filter(channel.messages, next_at__lte=now).order_by("next_at", "pk")[:BATCH]
    if not due.exists():
        return 0
    sent = 0
    with channel.sender() as sender:
        lines = deque(sender.lines(due))
        running: dict[Future[Any], tuple[QueuedMessage, list[int]]] = {}
        while lines or running:
            while lines and len(running) < sender.AT_ONCE:
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
    """Whether this process may send the message: no other has taken or withdrawn it since it was read."""
    mine = QueuedMessage.objects.filter(pk=queued.pk, next_at=queued.next_at)
    taken = bool(mine.update(next_at=now + LEASE, tries=F("tries") + 1))
    queued.tries += taken
    return taken


def _delete(queued: QueuedMessage) -> None:
    """Delete a message, with the text of a push message or a mail about signing in."""
    (queued.account_mail or queued.push or queued).delete()


def _retry_later(queued: QueuedMessage, failure: Exception, now: datetime) -> None:
    if now - queued.written_at >= GIVEN_UP_AFTER:
        log.warning("a message was given up after a day: %s", type(failure).__name__)
        _delete(queued)
        return
    log.warning("a message was not sent yet: %s", type(failure).__name__)
    wait = min(timedelta(minutes=2 ** min(queued.tries - 1, 10)), LONGEST_WAIT)
    QueuedMessage.objects.filter(pk=queued.pk).update(next_at=now + wait)


def _send_and_disconnect(channel: Channel, now: datetime) -> int:
    try:
        return _send_batch(channel, now)
    finally:
        connection.close()
