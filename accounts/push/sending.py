"""Sends one push message to its push service, encrypted for the device (RFC 8030, 8291 and 8292)."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.message_models.queue import PushMessage
from accounts.models import NoticeKind
from accounts.people.mentions import fill_names
from accounts.people.quiet_hours import is_quiet_for
from accounts.push.devices import is_push_service
from accounts.push.keys import is_on, signed_headers

if TYPE_CHECKING:
    from requests import Response, Session

log = logging.getLogger("club.notices")

TIMEOUT: Final = 10.0
"""Seconds to wait for a push service."""
SHORT_TIMEOUT: Final = 1.5
"""Seconds to wait for one that failed in the last `REMEMBERED` seconds."""
REMEMBERED: Final = 600
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


def failed_lately(service: str) -> bool:
    """Whether a push service (host and port) was out of reach or gave no answer in the last ten minutes."""
    return cache.get(f"push:failed:{service}") is not None


def remember_failure(service: str) -> None:
    """Remember that a push service was out of reach or gave no answer."""
    cache.set(f"push:failed:{service}", 1, REMEMBERED)


def post_of(message: PushMessage, *, now: datetime) -> Callable[[Session], Response] | None:
    """The post of a message, to be called with a session in any thread; None when it is no longer wanted or of use.

    The call touches no database. It raises OSError where the service cannot be reached or gives no answer in time.
    """
    from pywebpush import WebPusher

    device = message.device
    if not _is_wanted(message, now):
        return None
    headers = signed_headers(device.endpoint, now=now)
    headers["Urgency"] = "high" if message.kind in URGENT else "normal"
    if message.topic:
        headers["Topic"] = message.topic
    address = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    text = json.dumps(content(message), ensure_ascii=False).encode()
    timeout = SHORT_TIMEOUT if failed_lately(device.service) else TIMEOUT
    ttl = int((message.until - now).total_seconds())

    def post(session: Session) -> Response:
        return WebPusher(address, requests_session=session).send(text, headers, ttl=ttl, timeout=timeout)

    return post


def read_answer(message: PushMessage, answer: Response) -> int:
    """Return 1 where the push service took the message, else 0.

    A device the service no longer knows (404, 410) is removed. A message it refuses for another reason is dropped.
    Raises PushDeferredError.
    """
    if answer.status_code in GONE:
        message.device.delete()
        return 0
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS or answer.status_code >= 500:
        raise PushDeferredError(f"the push service answered {answer.status_code}")
    if not answer.ok:
        log.warning("a push message was refused by %s: %s", message.device.service, answer.status_code)
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
