"""Notices of a player: sent, read, answered with one tap, deleted; and whether one goes by mail too."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.dispatch import Signal
from django.utils.functional import Promise
from django.utils.translation import override

from accounts.errors import AccountRefusal, AccountRefused
from accounts.mentions import PARTIAL
from accounts.models import Notice, NoticeKind, Player, PlayerKind
from accounts.models.messages import PushMessage, QueuedMessage
from accounts.models.players import is_quiet_for
from accounts.push import queue_push

# The answer "I can" to a notice that asks something.

notice_answered: Final = Signal()
"""Sent inside the transaction with `notice` and `now`. The app that asked, named in `notice.question`, acts on it, or
refuses with a `ValidationError`; then nothing has changed."""


def answer_notice(*, notice: Notice, now: datetime) -> None:
    """Note that the player can do what the notice asks. Refuses nothing_asked, said_already, and what receivers refuse.

    Compare-and-set on `answered_at`: of two answers at once, one counts.
    """
    if not notice.question:
        raise AccountRefused(AccountRefusal.NOTHING_ASKED)
    with transaction.atomic():
        open_one = Notice.objects.filter(pk=notice.pk, answered_at=None)
        if not open_one.update(answered_at=now, read_at=Coalesce("read_at", Value(now))):
            raise AccountRefused(AccountRefusal.SAID_ALREADY)
        notice_answered.send(sender=Notice, notice=notice, now=now)


# Whether a player gets notices by mail, and when not.


def with_verified_mail(players: QuerySet[Player]) -> QuerySet[Player]:
    """The players annotated with `has_verified_mail`: whether the address of the account is confirmed."""
    own = EmailAddress.objects.filter(user=OuterRef("pk"), email__iexact=OuterRef("email"), verified=True)
    return players.annotate(has_verified_mail=Exists(own))


def has_confirmed_address(player: Player) -> bool:
    """Whether the player's address is confirmed."""
    return with_verified_mail(Player.objects.filter(pk=player.pk)).filter(has_verified_mail=True).exists()


def wants_mail(player: Player, *, kind: NoticeKind, now: datetime) -> bool:
    """Whether a notice of this kind at `now` is also mailed; `player` comes from `with_verified_mail`."""
    return bool(
        player.kind == PlayerKind.PERSON
        and player.email
        and player.has_verified_mail
        and player.mail_notices
        and kind not in player.mail_kinds_off
        and not is_quiet_for(player, now=now)
    )


# Sending notices to players: on the site at once, and by mail where the player wants that.

MAX_SUBJECT_LENGTH: Final = 200
"""As many as the column `Notice.subject` holds."""
RETENTION: Final = timedelta(days=365)
"""Age at which a notice is deleted."""
MAX_KEPT_OF_PLAYER: Final = 200
"""Number of newest notices kept per player."""
DELETE_EVERY: Final = timedelta(hours=6)
"""How often one process looks for old notices."""
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
    the signal `notice_answered` tells. All rows belong to the caller's transaction.
    """
    notices, queue, named = [], [], sorted(set(mentions))
    recipients = Player.objects.filter(pk__in=set(players), is_active=True).exclude(kind=PlayerKind.BOT)
    for player in with_verified_mail(recipients).order_by("pk"):
        with override(player.notice_language or settings.LANGUAGE_CODE):
            line = PARTIAL.sub("", " ".join(str(subject).split())[:MAX_SUBJECT_LENGTH])
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


def redirect_notices(*, pages: Collection[str], url: str) -> None:
    """Lead what was told of these pages, and of those whose address begins with theirs, to `url`, before they go."""
    gone = reduce(or_, [Q(url__startswith=page) for page in pages])
    Notice.objects.filter(gone).update(url=url)
    PushMessage.objects.filter(gone).update(url=url)


def notices_of(player: Player) -> QuerySet[Notice]:
    """The notices of the player, newest first."""
    return Notice.objects.filter(player=player).order_by("-at", "-pk")


def count_unread(player: Player) -> int:
    """The number of unread notices."""
    return Notice.objects.filter(player=player, read_at=None).count()


def mark_read(*, player: Player, now: datetime, notice: int | None = None) -> None:
    """Mark a notice as read, or all of them without `notice`. Notices read before keep their time."""
    found = Notice.objects.filter(player=player, read_at=None)
    (found if notice is None else found.filter(pk=notice)).update(read_at=now)


def delete_old_notices(now: datetime) -> int:
    """Delete notices older than a year and all but each player's newest 200; return how many."""
    deleted, _rows = Notice.objects.filter(at__lt=now - RETENTION).delete()
    many = (
        Notice.objects.order_by()
        .values("player")
        .annotate(many=Count("pk"))
        .filter(many__gt=MAX_KEPT_OF_PLAYER)
    )
    for player in list(many.values_list("player", flat=True)):
        theirs = Notice.objects.filter(player=player)
        kept = theirs.order_by("-at", "-pk").values_list("pk", flat=True)[:MAX_KEPT_OF_PLAYER]
        rows, _rows = theirs.exclude(pk__in=list(kept)).delete()
        deleted += rows
    return deleted


def delete_old_notices_if_due(now: datetime) -> int:
    """Call `delete_old_notices` if this process has not for some hours. Called by the steward."""
    global _last_deletion  # noqa: PLW0603
    if _last_deletion is not None and now < _last_deletion + DELETE_EVERY:
        return 0
    _last_deletion = now
    return delete_old_notices(now)
