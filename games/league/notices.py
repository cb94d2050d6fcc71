"""What the league tells players under their bell: drawn, open, moved, cancelled, wanted. Written in the transaction of
what it tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import lazystr
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.models import Membership, Player, Role
from accounts.notices.notices import notify
from accounts.people.mentions import mention
from games.league.models import EntrantPlayer, Evening, LeagueTable, Postponement, SignUp, TableSeat


def of_draw(evening: Evening, *, now: datetime) -> None:
    """Everybody with a seat: which table in which round."""
    tables: dict[int, list[str]] = defaultdict(list)
    seats = TableSeat.objects.filter(table__evening=evening, table__round__gt=evening.round)
    for player, round_number, number in seats.order_by("table__round", "table__number").values_list(
        "player", "table__round", "table__number"
    ):
        where = format_lazy(_("Round {round}: table {table}."), round=round_number, table=number)
        tables[player].append(where)
    for player, lines in tables.items():
        _tell(
            [player],
            format_lazy(_("The seats of {evening} are drawn"), evening=_named(evening)),
            format_lazy(" ".join(["{}"] * len(lines)), *lines),
            evening,
            now,
        )


def of_open_table(table: LeagueTable, *, now: datetime) -> None:
    """Who sits there: the table is open."""
    path = reverse("sheet", args=[table.evening_id, table.pk]) if table.on_paper else ""
    notify(
        players=table.seats.values_list("player", flat=True),
        subject=format_lazy(_("Your table is open: {evening}"), evening=_named(table.evening)),
        text=format_lazy(_("Round {round}: table {table}."), round=table.round, table=table.number),
        url=path or reverse("table", args=[table.match.code]),
        now=now,
    )


def of_moved_evening(evening: Evening, *, reason: str, now: datetime) -> None:
    """Who takes part: another date or place."""
    _tell(
        _entered(evening),
        format_lazy(_("{evening} is moved"), evening=_named(evening)),
        format_lazy(
            _("Now on {date} {place}. {reason}"),
            date=_Date(evening.starts_at),
            place=evening.place,
            reason=reason,
        ),
        evening,
        now,
    )


def of_cancelled_evening(evening: Evening, *, reason: str, now: datetime) -> None:
    """Who takes part: it does not take place."""
    subject = format_lazy(_("{evening} is cancelled"), evening=_named(evening))
    _tell(_entered(evening), subject, lazystr(reason), evening, now)


def of_substitute(evening: Evening, *, instead: Player, absent: Player, now: datetime) -> None:
    """Who plays in another's place, and the other whose place it was."""
    subject = format_lazy(
        _("You play for {name}: {evening}"), name=mention(absent.pk), evening=_named(evening)
    )
    _tell([instead.pk], subject, _("The evening's page shows your table."), evening, now, [absent.pk])
    subject = format_lazy(
        _("{name} plays your seat: {evening}"), name=mention(instead.pk), evening=_named(evening)
    )
    _tell([absent.pk], subject, _("Have you come after all? Tell the secretary."), evening, now, [instead.pk])


def of_wanted_substitute(evening: Evening, *, absent: Player, players: Iterable[int], now: datetime) -> None:
    """Who could play in another's place."""
    subject = format_lazy(
        _("A substitute for {name} is wanted: {evening}"), name=mention(absent.pk), evening=_named(evening)
    )
    _tell(players, subject, _("Can you come? Tell the secretary."), evening, now, [absent.pk])


def of_proposed_date(table: LeagueTable, proposed: Postponement, *, now: datetime) -> None:
    """The other side: somebody would like to play another day."""
    others = [seat.player_id for seat in table.seats.all() if seat.entrant_id != proposed.entrant_id]
    text = format_lazy(
        _("Accept it, or say no, on the evening's page. {name} proposes {date}"),
        name=mention(proposed.proposed_by_id),
        date=_Date(proposed.starts_at),
    )
    subject = format_lazy(_("Another date for your table: {evening}"), evening=_named(table.evening))
    _tell(others, subject, text, table.evening, now, [proposed.proposed_by_id])


def of_answered_date(table: LeagueTable, proposed: Postponement, *, accepted: bool, now: datetime) -> None:
    """Everybody at the table, and the secretaries once it is agreed."""
    players = set(table.seats.values_list("player", flat=True))
    club = table.evening.competition.season.club_id
    if accepted:
        runs = Membership.objects.filter(club=club, role__in=[Role.OWNER, Role.SECRETARY])
        players |= set(runs.values_list("player", flat=True))
    said = _("It is agreed: {date}") if accepted else _("It is not agreed: {date}")
    subject = format_lazy(
        _("Round {round}, table {table}, another date: {evening}"),
        round=table.round,
        table=table.number,
        evening=_named(table.evening),
    )
    _tell(players, subject, format_lazy(said, date=_Date(proposed.starts_at)), table.evening, now)


def _tell(
    players: Iterable[int],
    subject: object,
    text: object,
    evening: Evening,
    now: datetime,
    mentions: Iterable[int] = (),
) -> None:
    url = reverse("evening", args=[evening.pk])
    notify(players=players, subject=subject, text=text, url=url, now=now, mentions=mentions)


def _named(evening: Evening) -> object:
    name = evening.competition.name
    return format_lazy(_("{competition}, evening {number}"), competition=name, number=evening.number)


class _Date:
    """A moment that is written when it is read, in the reader's language."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def __str__(self) -> str:
        return date_format(localtime(self._moment), "DATETIME_FORMAT")


def _entered(evening: Evening) -> set[int]:
    """Everybody who takes part, but for who has said not to come."""
    away = SignUp.objects.filter(evening=evening, comes=False).values("entrant")
    members = EntrantPlayer.objects.filter(
        competition=evening.competition_id, entrant__withdrawn_at=None
    ).exclude(entrant__in=away)
    return set(members.values_list("player", flat=True))
