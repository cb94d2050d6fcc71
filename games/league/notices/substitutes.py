"""Notices about substitutes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.mentions import mention
from accounts.models import NoticeKind, Player
from accounts.notices import notify
from games.league.leaders import leaders_of
from games.league.models import Evening, SubstituteRequest
from games.league.notices.sending import named, tell

SUBSTITUTE: Final = "substitute"


def of_substitute(evening: Evening, *, instead: Player, absent: Player, now: datetime) -> None:
    """Notify the substitute, and the absent player."""
    subject = format_lazy(
        _("You play for {name}: {evening}"), name=mention(absent.pk), evening=named(evening)
    )
    tell([instead.pk], subject, _("The evening's page shows your table."), evening, now, [absent.pk])
    subject = format_lazy(
        _("{name} plays your seat: {evening}"), name=mention(instead.pk), evening=named(evening)
    )
    tell([absent.pk], subject, _("Have you come after all? Tell the secretary."), evening, now, [instead.pk])


def of_wanted_substitute(asked: SubstituteRequest, *, players: Iterable[int], now: datetime) -> None:
    """Notify the players who could substitute."""
    evening, absent = asked.evening, asked.absent_id
    subject = format_lazy(
        _("A substitute for {name} is wanted: {evening}"), name=mention(absent), evening=named(evening)
    )
    text = _("Can you come? The first to say so here has the seat.")
    if asked.only_round:
        text = format_lazy(
            _("Only in round {round}. The first to say so here has the seat."), round=asked.only_round
        )
    kind, question = NoticeKind.SUBSTITUTE, f"{SUBSTITUTE}:{asked.pk}"
    tell(players, subject, text, evening, now, [absent], kind=kind, question=question)


def of_found_substitute(evening: Evening, *, instead: Player, absent: Player, now: datetime) -> None:
    """Notify those who run the evening that a member has taken the seat of another."""
    subject = format_lazy(
        _("{name} plays for {absent}: {evening}"),
        name=mention(instead.pk),
        absent=mention(absent.pk),
        evening=named(evening),
    )
    notify(
        players=leaders_of(evening),
        subject=subject,
        text=_("They took the seat themselves; in the cockpit of the evening it can change hands again."),
        url=reverse("league:cockpit", args=[evening.pk]),
        kind=NoticeKind.SECRETARY,
        now=now,
        mentions=[instead.pk, absent.pk],
    )


def asked_substitute(question: str) -> int | None:
    """The key of the request for a substitute in the question of a notice, None where it asks something else."""
    about, _colon, key = question.partition(":")
    return int(key) if about == SUBSTITUTE and key.isdigit() else None
