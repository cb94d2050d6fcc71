"""Puts push messages into the outbox."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import override

from accounts.message_models.queue import PushMessage, QueuedMessage
from accounts.models import NoticeKind, PlayerKind, PushDevice
from accounts.people.quiet_hours import is_quiet_for

LIFETIME: Final = timedelta(days=1)
TITLE_LENGTH: Final = 200
TEXT_LENGTH: Final = 500
"""A message may have 4096 bytes; letters of other alphabets take up to four."""


def queue_push(
    *,
    players: Iterable[int],
    kind: NoticeKind,
    title: str | Promise,
    url: str,
    now: datetime,
    text: str | Promise = "",
    mentions: Iterable[int] = (),
    notices: Mapping[int, int] | None = None,
    topic: str = "",
    lifetime: timedelta = LIFETIME,
) -> int:
    """Queue a message for each device of `players` (keys) that wants this kind now; returns their number.

    Nobody gets one in quiet hours, not later either. `title` may be read on a locked screen; `text` goes only to
    devices that want details. Lazy texts are evaluated in each player's language. `notices` are keys of notices by
    player. All rows belong to the caller's transaction.
    """
    devices = PushDevice.objects.filter(player__in=set(players), player__is_active=True)
    messages, named = [], sorted(set(mentions))
    for device in devices.exclude(player__kind=PlayerKind.BOT).select_related("player").order_by("pk"):
        if kind in device.kinds_off or is_quiet_for(device.player, now=now):
            continue
        with override(device.player.notice_language or settings.LANGUAGE_CODE):
            messages.append(
                PushMessage(
                    device=device,
                    notice_id=(notices or {}).get(device.player_id),
                    kind=kind,
                    title=str(title)[:TITLE_LENGTH],
                    text=str(text)[:TEXT_LENGTH] if device.with_details else "",
                    mentions=named,
                    url=url,
                    topic=topic,
                    at=now,
                    until=now + lifetime,
                )
            )
    PushMessage.objects.bulk_create(messages)
    QueuedMessage.objects.bulk_create(QueuedMessage(push=message, next_at=now) for message in messages)
    return len(messages)
