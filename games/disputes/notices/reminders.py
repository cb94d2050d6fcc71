"""Notices about replays that are not played."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.models import NoticeKind
from accounts.notices.notices import notify
from games.disputes.access import sat_there, sitting
from games.disputes.models import Case, Ruling
from games.disputes.notices.notices import address

_day = lazy(lambda at: date_format(localtime(at), "DATE_FORMAT"), str)


def remind_of_replay(case: Case, ruling: Ruling, *, now: datetime) -> None:
    """Remind the seated players of a replay they have not played."""
    match, table = case.round.match, ruling.effect["replay"]
    subject = format_lazy(
        _("Round {round} of table {code} is still to be played again"),
        round=case.round.number,
        code=match.code,
    )
    text = format_lazy(
        _(
            "Since {day} your seats at table {table} are kept. Agree on a moment; any of you can start. "
            "If nobody does, an arbiter can decide without it."
        ),
        day=_day(ruling.at),
        table=table,
    )
    seated = sitting(case.round.match_id)
    notify(
        players=seated,
        subject=subject,
        text=text,
        url=reverse("table:table", args=[table]),
        kind=NoticeKind.RULING,
        now=now,
    )


def notify_given_up(case: Case, *, by: int, now: datetime) -> None:
    """Notify players that an arbiter rules again instead of a replay."""
    subject = format_lazy(
        _("Round {round} of table {code} is not played again"),
        round=case.round.number,
        code=case.round.match.code,
    )
    text = _("Nobody has played it, so an arbiter decides without it.")
    players = sat_there(case.round.match_id) - {by}
    notify(players=players, subject=subject, text=text, url=address(case), kind=NoticeKind.RULING, now=now)
