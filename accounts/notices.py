"""Telling players something: a notice under the bell at once, and a mail when the change is kept."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time
from functools import partial
from smtplib import SMTPException
from typing import Final
from urllib.parse import urljoin

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import override

from accounts.models import Notice, Player, PlayerKind

log = logging.getLogger("club.notices")

SUBJECT_LENGTH: Final = 200
# One thread of its own: a slow mail server holds up nobody's page and nobody's move.
_post_office = ThreadPoolExecutor(max_workers=1, thread_name_prefix="post")


def tell(
    *, players: Iterable[int], subject: str | Promise, text: str | Promise, url: str, now: datetime
) -> None:
    """Tell each of `players` (keys; twice is once, bots and who is shut out are left out) something.

    `subject` and `text` are lazy translations and are read in each one's own language; names go in with
    `format_lazy`, because `%` would settle the language at once. `url` is a path of this site. The notices are
    rows of the caller's transaction; mail leaves after it is committed, and a failing mail is only logged.
    """
    notices, letters = [], []
    who = Player.objects.filter(pk__in=set(players), is_active=True).exclude(kind=PlayerKind.BOT)
    for player in who.order_by("pk"):
        with override(player.told_in or settings.LANGUAGE_CODE):
            line = " ".join(str(subject).split())[:SUBJECT_LENGTH]
            notice = Notice(player=player, subject=line, text=str(text), url=url, at=now)
        notices.append(notice)
        if wants_mail(player, now=now):
            letters.append(_letter(notice))
    Notice.objects.bulk_create(notices)
    if letters:
        transaction.on_commit(partial(_post_office.submit, deliver, letters), robust=True)


def wants_mail(player: Player, *, now: datetime) -> bool:
    """Whether a notice of this moment also goes by mail."""
    return bool(
        player.kind == PlayerKind.PERSON
        and player.email
        and player.mail_notices
        and not is_quiet(timezone.localtime(now).time(), player.quiet_from, player.quiet_until)
    )


def is_quiet(at: time, start: time | None, end: time | None) -> bool:
    """Whether `at` lies from `start` until just before `end`, over midnight too. A missing end: never."""
    if start is None or end is None:
        return False
    return start <= at < end if start <= end else at >= start or at < end


def _letter(notice: Notice) -> EmailMessage:
    origin = settings.SITE_ORIGINS[0] if settings.SITE_ORIGINS else f"http://localhost:{settings.SERVE_PORT}"
    body = "\n\n".join(part for part in (notice.text, urljoin(origin, notice.url)) if part)
    return EmailMessage(subject=notice.subject, body=body, to=[notice.player.email])


def deliver(letters: Sequence[EmailMessage]) -> None:
    """Hand the letters to the mail server over one connection; what it will not take is logged."""
    connection = get_connection()
    try:
        connection.open()
        for letter in letters:
            _hand_over(letter, connection)
        connection.close()
    except (OSError, SMTPException) as failure:
        log.warning("of %d mails not all were sent: %s", len(letters), failure)


def _hand_over(letter: EmailMessage, connection: object) -> None:
    letter.connection = connection
    try:
        letter.send()
    except SMTPException as failure:
        log.warning("a mail was not sent: %s", type(failure).__name__)


def notices_of(player: Player) -> QuerySet[Notice]:
    """What the player was told, newest first."""
    return Notice.objects.filter(player=player).order_by("-at", "-pk")


def unread(player: Player) -> int:
    """How many notices the player has not read."""
    return Notice.objects.filter(player=player, read_at=None).count()


def mark_read(*, player: Player, now: datetime, notice: int | None = None) -> None:
    """The player has read this notice, or without one: all of them. What was read before keeps its time."""
    found = Notice.objects.filter(player=player, read_at=None)
    (found if notice is None else found.filter(pk=notice)).update(read_at=now)
