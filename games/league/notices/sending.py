"""How the notices of an evening are named, dated and sent."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.models import NoticeKind
from accounts.notices import notify
from games.league.models import Evening


def tell(
    players: Iterable[int],
    subject: object,
    text: object,
    evening: Evening,
    now: datetime,
    mentions: Iterable[int] = (),
    *,
    kind: NoticeKind = NoticeKind.SECRETARY,
    question: str = "",
) -> None:
    """Send a notice that leads to the evening's page; see `notify` for its parts."""
    url = reverse("league:evening", args=[evening.pk])
    notify(
        players=players,
        subject=subject,
        text=text,
        url=url,
        kind=kind,
        now=now,
        mentions=mentions,
        question=question,
    )


def named(evening: Evening) -> object:
    """The evening by competition and number, in the reader's language."""
    name = evening.competition.name
    return format_lazy(_("{competition}, evening {number}"), competition=name, number=evening.number)


class ShownDate:
    """A moment that is written when it is read, in the reader's language."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def __str__(self) -> str:
        return date_format(localtime(self._moment), "DATETIME_FORMAT")
