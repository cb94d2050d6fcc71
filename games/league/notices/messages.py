"""Notices that carry a message of the secretary."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.mentions import PREFIX, mention
from accounts.models import Club, NoticeKind, Player
from accounts.notices import notify
from games.league.models import Competition, Evening
from games.league.notices.sending import named


def of_message(
    club: Club,
    *,
    text: str,
    by: Player,
    players: Iterable[int],
    now: datetime,
    competition: Competition | None = None,
    evening: Evening | None = None,
) -> None:
    """Notify the players of a message.

    The subject names club, competition and evening only, since the text may be private and the subject is shown on
    locked screens.
    """
    subject = format_lazy(_("Message from {club}"), club=club.name)
    about = named(evening) if evening is not None else competition and competition.name
    if about:
        subject = format_lazy("{subject}: {about}", subject=subject, about=about)
    notify(
        players=players,
        subject=subject,
        text=format_lazy("{name}: {text}", name=mention(by.pk), text=text.replace(PREFIX, "(player:")),
        url=reverse("accounts:notices"),
        kind=NoticeKind.SECRETARY,
        now=now,
        mentions=[by.pk],
    )
