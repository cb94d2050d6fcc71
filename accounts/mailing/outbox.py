"""Sends mail and push messages from the outbox in the database. Each is taken by one process at a time.

A process that is killed after the other server accepted a message and before its row is deleted sends that message
twice. No message is lost.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final, Protocol

from django.db import connection
from django.db.models import F, Q

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
    """Sends the messages of one batch."""

    def is_cut_off(self, queued: QueuedMessage) -> bool:
        """Whether this batch found the message's server out of reach."""
        ...

    def send(self, queued: QueuedMessage, now: datetime) -> int:
        """Send one message unless it is no longer wanted; returns 1 or 0. Raises OSError and SMTPException."""
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
    due = QueuedMessage.objects.filter(channel.messages, next_at__lte=now).order_by("next_at", "pk")
    keys = list(due.values_list("pk", flat=True)[:BATCH])
    if not keys:
        return 0
    sent = 0
    rows = QueuedMessage.objects.select_related(
        "notice", "invitation__club", "invitation__by", "account_mail", "push__device__player", "push__notice"
    )
    with channel.sender() as sender:
        for key in keys:
            queued = rows.filter(pk=key, next_at__lte=now).first()
            if queued is None or sender.is_cut_off(queued) or not _take(queued, now):
                continue
            try:
                sent += sender.send(queued, now)
                _delete(queued)
            except (OSError, SMTPException) as failure:
                _retry_later(queued, failure, now)
    return sent


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
