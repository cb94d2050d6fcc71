"""The news and the contact text on the page of a club. Plain text; the trail holds who changed them, not the text."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import CONTACT_LENGTH, NEWS_LENGTH, Club, ClubNews, Player
from games.kit import trail
from games.league.errors import LeagueRefusal, LeagueRefused

NEWS_KEPT: Final = 10
"""Newest texts of a club that stay."""


def publish_news(*, club: Club, text: str, actor: Player, now: datetime) -> ClubNews:
    """Put a text on the page of the club; of more than `NEWS_KEPT` the oldest goes.

    The club's row is locked. Refuses unreadable (no text), news_too_long.
    """
    text = _checked(text, NEWS_LENGTH)
    if not text:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        news = ClubNews.objects.create(club=club, text=text, at=now)
        kept = list(club.news.values_list("pk", flat=True)[:NEWS_KEPT])
        club.news.exclude(pk__in=kept).delete()
        trail.add_entry(what="news_published", actor=actor.pk, now=now, club=club.pk)
    return news


def remove_news(*, club: Club, news_id: int, actor: Player, now: datetime) -> None:
    """Take a text off the page of the club. One that is gone already stays gone, without a line in the trail."""
    with transaction.atomic():
        removed, _rows = club.news.filter(pk=news_id).delete()
        if removed:
            trail.add_entry(what="news_removed", actor=actor.pk, now=now, club=club.pk)


def write_contact(*, club: Club, text: str, actor: Player, now: datetime) -> None:
    """Write how to reach the club; "" takes it off the page. Refuses unreadable, news_too_long."""
    text = _checked(text, CONTACT_LENGTH)
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk).exclude(contact=text).update(contact=text):
            trail.add_entry(what="contact_changed", actor=actor.pk, now=now, club=club.pk)


def _checked(text: str, longest: int) -> str:
    """The text without spaces around it and with plain ends of lines."""
    text = text.strip().replace("\r\n", "\n")
    if "\0" in text:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if len(text) > longest:
        raise LeagueRefused(LeagueRefusal.NEWS_TOO_LONG, most=longest)
    return text
