"""Sends one push message to its push service, encrypted for the device (RFC 8030, 8291 and 8292)."""

from __future__ import annotations

import json
import logging
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.message_models.queue import PushMessage
from accounts.models import NoticeKind
from accounts.people.mentions import fill_names
from accounts.people.quiet_hours import is_quiet_for
from accounts.push.devices import is_push_service
from accounts.push.keys import is_on, signed_headers

if TYPE_CHECKING:
    from requests import Session

log = logging.getLogger("club.notices")

TIMEOUT: Final = 10.0
"""Seconds to wait for a push service."""
ANSWER_SALT: Final = "accounts.push.answer"
GONE: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
URGENT: Final = (NoticeKind.TURN, NoticeKind.TABLE)


class PushDeferredError(OSError):
    """The push service takes no message now; it is to be tried again."""


def new_session() -> Session:
    """A session for several messages. It follows no redirect: that could lead into the server's own network."""
    from requests import Session  # with pywebpush 39 megabytes, for the thread that sends

    session = Session()
    session.max_redirects = 0
    return session


def send_push(message: PushMessage, session: Session, *, now: datetime) -> int:
    """Send a message unless it is no longer wanted or of use; returns 1 or 0.

    A device the push service no longer knows (404, 410) is removed. Raises PushDeferredError, and OSError where the
    service cannot be reached. A message it refuses for another reason is dropped.
    """
    from pywebpush import WebPusher

    device = message.device
    if not _is_wanted(message, now):
        return 0
    headers = signed_headers(device.endpoint, now=now)
    headers["Urgency"] = "high" if message.kind in URGENT else "normal"
    if message.topic:
        headers["Topic"] = message.topic
    address = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    answer = WebPusher(address, requests_session=session).send(
        json.dumps(content(message), ensure_ascii=False).encode(),
        headers,
        ttl=int((message.until - now).total_seconds()),
        timeout=TIMEOUT,
    )
    if answer.status_code in GONE:
        device.delete()
        return 0
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS or answer.status_code >= 500:
        raise PushDeferredError(f"the push service answered {answer.status_code}")
    if not answer.ok:
        log.warning("a push message was refused by %s: %s", device.service, answer.status_code)
        return 0
    return 1


def content(message: PushMessage) -> dict[str, Any]:
    """The content for the service worker: title, text, path, and the answer the player can give, with current names."""
    language = message.device.player.notice_language or settings.LANGUAGE_CODE
    shown: dict[str, Any] = {
        "title": fill_names(message.title, only=message.mentions),
        "body": fill_names(message.text, only=message.mentions),
        "url": message.url,
        "tag": message.topic,
        "lang": language,
    }
    if message.notice is not None and message.notice.question and message.notice.answered_at is None:
        with override(language):
            shown["yes"] = _("I can")
        shown["answer"] = signing.dumps(message.notice.pk, salt=ANSWER_SALT)
    return shown


def _is_wanted(message: PushMessage, now: datetime) -> bool:
    player = message.device.player
    return (
        is_on()
        and now < message.until
        and player.is_active
        and message.kind not in message.device.kinds_off
        and is_push_service(message.device.endpoint)
        and not is_quiet_for(player, now=now)
        and (message.notice is None or message.notice.read_at is None)
    )
