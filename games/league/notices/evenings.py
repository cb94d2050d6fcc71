"""Notices about an evening: planned, drawn, moved, cancelled, reminders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.functional import lazystr
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.mentions import mention
from accounts.models import NoticeKind, Player
from accounts.notices import notify
from games.league.leaders import leaders_of
from games.league.models import EntrantPlayer, Evening, SignUp, TableSeat
from games.league.notices.sending import ShownDate, named, tell


def of_draw(evening: Evening, *, now: datetime) -> None:
    """Notify everybody with a seat: table and round. Those with the same seats, as partners have, are told together."""
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    seats = TableSeat.objects.taken().filter(table__evening=evening, table__round__gt=evening.round)
    for player, round_number, number in seats.order_by("table__round", "table__number").values_list(
        "player", "table__round", "table__number"
    ):
        places[player].append((round_number, number))
    together: dict[tuple[tuple[int, int], ...], list[int]] = defaultdict(list)
    for player, theirs in places.items():
        together[tuple(theirs)].append(player)
    for theirs, players in together.items():
        lines = [
            format_lazy(_("Round {round}: table {table}."), round=round_number, table=number)
            for round_number, number in theirs
        ]
        tell(
            players,
            format_lazy(_("The seats of {evening} are drawn"), evening=named(evening)),
            format_lazy(" ".join(["{}"] * len(lines)), *lines),
            evening,
            now,
            kind=NoticeKind.DRAW,
        )


def of_planned(evenings: Sequence[Evening], *, now: datetime, players: Iterable[int] | None = None) -> None:
    """Notify `players`, without them everybody who takes part, of evenings: one notice, which leads to the first."""
    first = evenings[0]
    text = format_lazy(_("{date} {place}"), date=ShownDate(first.starts_at), place=first.place)
    if len(evenings) > 1:
        text = format_lazy(
            _("{count} evenings, from {date} {place}"),
            count=len(evenings),
            date=ShownDate(first.starts_at),
            place=first.place,
        )
    subject = format_lazy(_("Planned: {evening}"), evening=named(first))
    told = _entered(first) if players is None else players
    tell(told, subject, text, first, now, kind=NoticeKind.PLANNED)


def of_evening_tomorrow(evening: Evening, *, players: Iterable[int], now: datetime) -> None:
    """Notify the players that the evening is tomorrow."""
    text = format_lazy(_("{date} {place}"), date=ShownDate(evening.starts_at), place=evening.place)
    subject = format_lazy(_("Tomorrow: {evening}"), evening=named(evening))
    tell(players, subject, text, evening, now, kind=NoticeKind.EVENING)


def of_deadline_today(evening: Evening, *, players: Iterable[int], now: datetime) -> None:
    """Notify the players that today is the last day to answer."""
    subject = format_lazy(_("Do you come? {evening}"), evening=named(evening))
    text = format_lazy(_("Say so before {date}."), date=ShownDate(evening.deadline))
    tell(players, subject, text, evening, now, kind=NoticeKind.DEADLINE)


def of_moved_evening(evening: Evening, *, reason: str, now: datetime) -> None:
    """Notify the participants of another date or place."""
    tell(
        _entered(evening),
        format_lazy(_("{evening} is moved"), evening=named(evening)),
        format_lazy(
            _("Now on {date} {place}. {reason}"),
            date=ShownDate(evening.starts_at),
            place=evening.place,
            reason=reason,
        ),
        evening,
        now,
    )


def of_cancelled_evening(evening: Evening, *, reason: str, now: datetime) -> None:
    """Notify the participants that the evening is cancelled."""
    subject = format_lazy(_("{evening} is cancelled"), evening=named(evening))
    tell(_entered(evening), subject, lazystr(reason), evening, now)


def of_director(evening: Evening, *, director: Player, now: datetime) -> None:
    """Notify a member that they lead an evening."""
    notify(
        players=[director.pk],
        subject=format_lazy(_("You lead {evening}"), evening=named(evening)),
        text=_("Its cockpit is open to you: seats, tables, sheets and calls. Nothing else of the club is."),
        url=reverse("league:cockpit", args=[evening.pk]),
        kind=NoticeKind.SECRETARY,
        now=now,
    )


def of_freed_seats(evening: Evening, *, players: Sequence[Player], by: int, now: datetime) -> None:
    """Notify those who lead the evening, and `by` (a key) who withdrew them, that `players` leave seats free."""
    notify(
        players=sorted({*leaders_of(evening), by}),
        subject=format_lazy(_("A seat is free: {evening}"), evening=named(evening)),
        text=format_lazy(
            _("No longer takes part: {names}. Draw the rest anew, or let somebody else sit there."),
            names=", ".join(mention(player.pk) for player in players),
        ),
        url=reverse("league:cockpit", args=[evening.pk]),
        now=now,
        mentions=[player.pk for player in players],
    )


def _entered(evening: Evening) -> set[int]:
    """The players of all entrants, without those who signed off."""
    away = SignUp.objects.filter(evening=evening, comes=False).values("entrant")
    members = EntrantPlayer.objects.filter(
        competition=evening.competition_id, entrant__withdrawn_at=None
    ).exclude(entrant__in=away)
    return set(members.values_list("player", flat=True))
