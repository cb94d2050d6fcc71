"""Notices about one table: open, another date, a disputed sheet, a call for the director."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.mentions import PREFIX, mention
from accounts.models import Membership, NoticeKind, Player, Role
from accounts.notices import notify
from games.league.leaders import leaders_of
from games.league.models import LeagueTable, Postponement
from games.league.notices.sending import ShownDate, named, tell


def of_open_table(table: LeagueTable, *, now: datetime) -> None:
    """Notify the players of a table that it is open."""
    path = reverse("league:sheet", args=[table.evening_id, table.pk]) if table.on_paper else ""
    notify(
        players=table.seats.taken().values_list("player", flat=True),
        subject=format_lazy(_("Your table is open: {evening}"), evening=named(table.evening)),
        text=format_lazy(_("Round {round}: table {table}."), round=table.round, table=table.number),
        url=path or reverse("table:table", args=[table.match.code]),
        kind=NoticeKind.TABLE,
        now=now,
    )


def of_proposed_date(table: LeagueTable, proposed: Postponement, *, now: datetime) -> None:
    """Notify the other side of a proposed date."""
    others = table.seats.taken().exclude(entrant=proposed.entrant_id).values_list("player", flat=True)
    text = format_lazy(
        _("Accept it, or say no, on the evening's page. {name} proposes {date}"),
        name=mention(proposed.proposed_by_id),
        date=ShownDate(proposed.starts_at),
    )
    subject = format_lazy(_("Another date for your table: {evening}"), evening=named(table.evening))
    tell(others, subject, text, table.evening, now, [proposed.proposed_by_id])


def of_answered_date(table: LeagueTable, proposed: Postponement, *, accepted: bool, now: datetime) -> None:
    """Notify everybody at the table of the answer, and the secretaries of an agreed date."""
    players = set(table.seats.taken().values_list("player", flat=True))
    club = table.evening.competition.season.club_id
    if accepted:
        runs = Membership.objects.filter(club=club, role__in=[Role.OWNER, Role.SECRETARY])
        players |= set(runs.values_list("player", flat=True))
    said = _("It is agreed: {date}") if accepted else _("It is not agreed: {date}")
    subject = format_lazy(
        _("Round {round}, table {table}, another date: {evening}"),
        round=table.round,
        table=table.number,
        evening=named(table.evening),
    )
    tell(players, subject, format_lazy(said, date=ShownDate(proposed.starts_at)), table.evening, now)


def of_disputed_sheet(table: LeagueTable, *, by: Player, now: datetime, why: str = "") -> None:
    """Those who run the evening: one side says that the sheet of a paper table is not right."""
    notify(
        players=[key for key in leaders_of(table.evening) if key != by.pk],
        subject=format_lazy(_("A sheet is not agreed on: {evening}"), evening=named(table.evening)),
        text=format_lazy(
            _("Round {round}, table {table}: {name} says that it is not right. {why}"),
            why=_as_typed(why),
            round=table.round,
            table=table.number,
            name=mention(by.pk),
        ),
        url=reverse("league:sheet", args=[table.evening_id, table.pk]),
        now=now,
        mentions=[by.pk],
    )


def of_corrected_sheet(
    table: LeagueTable, *, by: Player, before: str, after: str, reason: str, now: datetime
) -> None:
    """Those who sat at a paper table, also until somebody took their seat: its sheet was corrected by hand."""
    seats = table.seats.all()
    sat = {*seats.values_list("player", flat=True), *seats.values_list("changes__player", flat=True)}
    notify(
        players=sorted(sat - {None, by.pk}),
        subject=format_lazy(_("A sheet was corrected: {evening}"), evening=named(table.evening)),
        text=format_lazy(
            _("Round {round}, table {table}: {after} instead of {before}. {name}: {why}"),
            why=_as_typed(reason),
            round=table.round,
            table=table.number,
            before=before,
            after=after,
            name=mention(by.pk),
        ),
        url=reverse("league:sheet", args=[table.evening_id, table.pk]),
        now=now,
        mentions=[by.pk],
    )


def of_director_call(table: LeagueTable, *, by: int, why: str, now: datetime) -> None:
    """Notify those who run the evening, apart from the caller (`by`, a key), of a call for the director.

    The reason is in the text only, because the subject is shown on locked screens.
    """
    notify(
        players=[key for key in leaders_of(table.evening) if key != by],
        subject=format_lazy(_("The director is called: {evening}"), evening=named(table.evening)),
        text=format_lazy(
            _("Round {round}, table {table}. {name}: {why}"),
            round=table.round,
            table=table.number,
            name=mention(by),
            why=why.replace(PREFIX, "(player:"),
        ),
        url=reverse("league:cockpit", args=[table.evening_id]),
        now=now,
        mentions=[by],
    )


def _as_typed(words: str) -> str:
    """Words of a person in one line, in which nothing reads as a mention of a player."""
    return " ".join(words.split()).replace(PREFIX, "(player:")
