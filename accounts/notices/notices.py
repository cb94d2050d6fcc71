"""Telling players something: a notice under the bell at once, and a letter for the post where it is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count, QuerySet
from django.utils.functional import Promise
from django.utils.translation import override

from accounts.models import Notice, Player, PlayerKind
from accounts.name_models import Renaming
from accounts.notices.mail import verified_first, wants_mail
from accounts.outbox_models import Letter
from accounts.people.mentions import UNFINISHED

SUBJECT_LENGTH: Final = 200
KEPT_FOR: Final = timedelta(days=365)
KEPT_OF_ONE: Final = 200
"""Notices of one player that are kept at most, the newest."""
SWEPT_EVERY: Final = timedelta(hours=6)
_swept_at: datetime | None = None


def tell(
    *,
    players: Iterable[int],
    subject: str | Promise,
    text: str | Promise,
    url: str,
    now: datetime,
    mentions: Iterable[int] = (),
) -> None:
    """Tell each of `players` (keys; twice is once, bots and who is shut out are left out) something.

    `subject` and `text` are lazy translations and are read in each one's own language; what goes in goes in with
    `format_lazy`, because `%` would settle the language at once. Players are named by `mention`, and those in
    `mentions` (keys) are shown by the names they have when it is read. `url` is a path of this site. Notices and
    letters are rows of the caller's transaction; a steward sends the letters.
    """
    notices, letters, named = [], [], sorted(set(mentions))
    who = Player.objects.filter(pk__in=set(players), is_active=True).exclude(kind=PlayerKind.BOT)
    for player in verified_first(who).order_by("pk"):
        with override(player.told_in or settings.LANGUAGE_CODE):
            line = UNFINISHED.sub("", " ".join(str(subject).split())[:SUBJECT_LENGTH])
            notice = Notice(player=player, subject=line, text=str(text), url=url, at=now, mentions=named)
        notices.append(notice)
        if wants_mail(player, now=now):
            letters.append(Letter(notice=notice, next_at=now))
    Notice.objects.bulk_create(notices)
    for letter in letters:
        letter.notice_id = letter.notice.pk
    Letter.objects.bulk_create(letters)


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


def sweep(now: datetime) -> int:
    """Let go what is older than a year, and of everybody all but the newest 200; how many notices that was."""
    gone, _rows = Notice.objects.filter(at__lt=now - KEPT_FOR).delete()
    many = Notice.objects.order_by().values("player").annotate(many=Count("pk")).filter(many__gt=KEPT_OF_ONE)
    for player in list(many.values_list("player", flat=True)):
        kept = Notice.objects.filter(player=player).order_by("-at", "-pk").values("pk")[:KEPT_OF_ONE]
        rows, _rows = (
            Notice.objects.filter(player=player)
            .exclude(pk__in=list(kept.values_list("pk", flat=True)))
            .delete()
        )
        gone += rows
    Renaming.objects.filter(at__lt=now - timedelta(days=1)).delete()
    return gone


def sweep_now_and_then(now: datetime) -> int:
    """Sweep when the last time is some hours ago; a steward's chore."""
    global _swept_at  # noqa: PLW0603  once a process
    if _swept_at is not None and now < _swept_at + SWEPT_EVERY:
        return 0
    _swept_at = now
    return sweep(now)
