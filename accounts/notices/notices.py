"""Sending notices to players: on the site at once, and by mail where the player wants that."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils.functional import Promise
from django.utils.translation import override

from accounts.message_models.queue import QueuedMessage
from accounts.models import Notice, NoticeKind, Player, PlayerKind
from accounts.name_models import Renaming
from accounts.notices.mail import wants_mail, with_verified_mail
from accounts.people.mentions import PARTIAL
from accounts.push.queueing import queue_push

SUBJECT_LENGTH: Final = 200
KEPT_FOR: Final = timedelta(days=365)
KEPT_OF_ONE: Final = 200
"""Number of newest notices kept per player."""
DELETE_EVERY: Final = timedelta(hours=6)
_last_deletion: datetime | None = None


def notify(
    *,
    players: Iterable[int],
    subject: str | Promise,
    text: str | Promise,
    url: str,
    now: datetime,
    kind: NoticeKind = NoticeKind.OTHER,
    mentions: Iterable[int] = (),
    question: str = "",
) -> None:
    """Create a notice for each of `players` (keys), and mail and push messages in the outbox. Bots and inactive players
    are left out.

    `subject` and `text` are lazy translations, evaluated in each player's language; fill them with `format_lazy`, since
    `%` would fix the language. Name players with `mention` and list their keys in `mentions`: only those keys are shown
    as names, current at reading. `url` is a path of this site. With a `question` the player can answer "I can", which
    `answers.notice_answered` tells. All rows belong to the caller's transaction.
    """
    notices, queue, named = [], [], sorted(set(mentions))
    recipients = Player.objects.filter(pk__in=set(players), is_active=True).exclude(kind=PlayerKind.BOT)
    for player in with_verified_mail(recipients).order_by("pk"):
        with override(player.notice_language or settings.LANGUAGE_CODE):
            line = PARTIAL.sub("", " ".join(str(subject).split())[:SUBJECT_LENGTH])
            notice = Notice(
                player=player,
                kind=kind,
                subject=line,
                text=str(text),
                url=url,
                question=question,
                at=now,
                mentions=named,
            )
        notices.append(notice)
        if wants_mail(player, kind=kind, now=now):
            queue.append(QueuedMessage(notice=notice, next_at=now))
    Notice.objects.bulk_create(notices)
    QueuedMessage.objects.bulk_create(queue)
    queue_push(
        players=[notice.player_id for notice in notices],
        kind=kind,
        title=subject,
        text=text,
        url=url,
        now=now,
        mentions=named,
        notices={notice.player_id: notice.pk for notice in notices},
    )


def notices_of(player: Player) -> QuerySet[Notice]:
    """The notices of the player, newest first."""
    return Notice.objects.filter(player=player).order_by("-at", "-pk")


def unread(player: Player) -> int:
    """The number of unread notices."""
    return Notice.objects.filter(player=player, read_at=None).count()


def mark_read(*, player: Player, now: datetime, notice: int | None = None) -> None:
    """Mark a notice as read, or all of them without `notice`. Notices read before keep their time."""
    found = Notice.objects.filter(player=player, read_at=None)
    (found if notice is None else found.filter(pk=notice)).update(read_at=now)


def delete_old_notices(now: datetime) -> int:
    """Delete notices older than a year and all but each player's newest 200, and renamings older than a day;
    returns the number of notices."""
    deleted, _rows = Notice.objects.filter(at__lt=now - KEPT_FOR).delete()
    many = Notice.objects.order_by().values("player").annotate(many=Count("pk")).filter(many__gt=KEPT_OF_ONE)
    for player in list(many.values_list("player", flat=True)):
        theirs = Notice.objects.filter(player=player)
        kept = theirs.order_by("-at", "-pk").values_list("pk", flat=True)[:KEPT_OF_ONE]
        rows, _rows = theirs.exclude(pk__in=list(kept)).delete()
        deleted += rows
    Renaming.objects.filter(at__lt=now - timedelta(days=1)).delete()
    return deleted


def delete_old_notices_if_due(now: datetime) -> int:
    """Call `delete_old_notices` if this process has not for some hours. Called by the steward."""
    global _last_deletion  # noqa: PLW0603
    if _last_deletion is not None and now < _last_deletion + DELETE_EVERY:
        return 0
    _last_deletion = now
    return delete_old_notices(now)
