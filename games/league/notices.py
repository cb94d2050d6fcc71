"""Notices of the league to players, written in the transaction of the event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import lazy, lazystr
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.members import Right, holders
from accounts.mentions import mention, without_mentions
from accounts.models import Club, Membership, NoticeKind, Player, Role
from accounts.models.clubs import MemberChange
from accounts.notices import notify
from games.league.leaders import leaders_of
from games.league.models import (
    Competition,
    EntrantPlayer,
    Evening,
    EveningDirector,
    LeagueTable,
    Postponement,
    SignUp,
    StandBy,
    SubstituteRequest,
    TableSeat,
)
from games.league.models.evenings import A_NIGHT
from games.league.standings.places import RankedPlace
from games.league.standings.rules import CompetitionRules
from games.league.words import place_words, worth_words

# How the notices of an evening are named, dated and sent.


def _notify(
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


def evening_name(evening: Evening) -> object:
    """The evening by competition and number, in the reader's language."""
    name = evening.competition.name
    return format_lazy(_("{competition}, evening {number}"), competition=name, number=evening.number)


LONG_AGO: Final = timedelta(days=7)
"""So long after its beginning an evening is typed in afterwards, and is no news to those who were there."""


def is_past(evening: Evening, now: datetime) -> bool:
    """Whether its day is over, so that nobody is called to it any more: it is typed in afterwards."""
    return evening.starts_at + A_NIGHT < now


class LazyDate:
    """A moment that is written when it is read, in the reader's language."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def __str__(self) -> str:
        return date_format(localtime(self._moment), "DATETIME_FORMAT")


# Notices about an evening: planned, drawn, moved, cancelled, reminders.


def notify_draw(evening: Evening, *, now: datetime, anew: bool = False) -> None:
    """Notify everybody with a seat: table and round. Those with the same seats, as partners have, are told together.
    `anew`: they were told other seats before, which this replaces. Of a past evening nobody is told."""
    if is_past(evening, now):
        return
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
        if anew:
            lines.append(_("This replaces the earlier draw."))
        _notify(
            players,
            format_lazy(_("The seats of {evening} are drawn"), evening=evening_name(evening)),
            format_lazy(" ".join(["{}"] * len(lines)), *lines),
            evening,
            now,
            kind=NoticeKind.DRAW,
        )


def notify_planned_evenings(
    evenings: Sequence[Evening], *, now: datetime, players: Iterable[int] | None = None
) -> None:
    """Notify `players`, without them everybody who takes part, of evenings: one notice, which leads to the first."""
    first = evenings[0]
    subject = format_lazy(_("Planned: {evening}"), evening=evening_name(first))
    recipients = _players_entered(first) if players is None else players
    _notify(recipients, subject, _dates_of(evenings), first, now, kind=NoticeKind.PLANNED)


def _dates_of(evenings: Sequence[Evening]) -> object:
    """Date and place of an evening, of more how many they are and those of the first."""
    first = evenings[0]
    if len(evenings) == 1:
        return format_lazy(_("{date} {place}"), date=LazyDate(first.starts_at), place=first.place)
    return format_lazy(
        _("{count} evenings, from {date} {place}"),
        count=len(evenings),
        date=LazyDate(first.starts_at),
        place=first.place,
    )


def remind_of_evening(
    evening: Evening, *, players: Iterable[int], starts_at: datetime, now: datetime
) -> None:
    """Remind the players that the evening, or their table with a date of its own, is tomorrow."""
    text = format_lazy(_("{date} {place}"), date=LazyDate(starts_at), place=evening.place)
    subject = format_lazy(_("Tomorrow: {evening}"), evening=evening_name(evening))
    _notify(players, subject, text, evening, now, kind=NoticeKind.EVENING)


def remind_of_deadline(evening: Evening, *, players: Iterable[int], now: datetime) -> None:
    """Remind the players to say whether they come, on the last day to do so."""
    subject = format_lazy(_("Are you coming? {evening}"), evening=evening_name(evening))
    text = format_lazy(_("Say so before {date}."), date=LazyDate(evening.deadline))
    _notify(players, subject, text, evening, now, kind=NoticeKind.DEADLINE)


def notify_moved_evening(evening: Evening, *, reason: str, now: datetime) -> None:
    """Notify those who count on the evening of another date or place."""
    _notify(
        players_counting_on(evening),
        format_lazy(_("{evening} is moved"), evening=evening_name(evening)),
        format_lazy(
            _("Now on {date} {place}. {reason}"),
            date=LazyDate(evening.starts_at),
            place=evening.place,
            reason=reason,
        ),
        evening,
        now,
    )


def notify_cancelled_evening(evening: Evening, *, players: Iterable[int], reason: str, now: datetime) -> None:
    """Notify `players`, those who counted on the evening, that it is cancelled."""
    subject = format_lazy(_("{evening} is cancelled"), evening=evening_name(evening))
    _notify(players, subject, lazystr(reason), evening, now)


def notify_deleted_evenings(
    evenings: Sequence[Evening], *, name: object, players: Iterable[int], url: str, now: datetime
) -> None:
    """Notify `players`, and who sits at a table of these evenings, is ready to or leads one, that what has this `name`
    is deleted, before it is: one notice for all its evenings. They have no page any more: it leads to `url`."""
    notify(
        players={*players, *_players_beside_entrants(evenings)},
        subject=format_lazy(_("{name} has been deleted"), name=name),
        text=_dates_of(evenings),
        url=url,
        kind=NoticeKind.SECRETARY,
        now=now,
    )


def notify_evening_again(evening: Evening, *, now: datetime) -> None:
    """Notify the participants that a cancelled evening takes place after all."""
    subject = format_lazy(_("{evening} takes place after all"), evening=evening_name(evening))
    text = format_lazy(
        _("What was said about coming still holds: {date} {place}"),
        date=LazyDate(evening.starts_at),
        place=evening.place,
    )
    _notify(_players_entered(evening), subject, text, evening, now)


def notify_director(evening: Evening, *, director: Player, now: datetime) -> None:
    """Notify a member that they lead an evening."""
    notify(
        players=[director.pk],
        subject=format_lazy(_("You lead {evening}"), evening=evening_name(evening)),
        text=_("Its cockpit is open to you: seats, tables, sheets and calls. Nothing else of the club is."),
        url=reverse("league:cockpit", args=[evening.pk]),
        kind=NoticeKind.SECRETARY,
        now=now,
    )


def notify_freed_seats(evening: Evening, *, players: Sequence[Player], by: int, now: datetime) -> None:
    """Notify those who lead the evening, and `by` (a key) who withdrew them, that `players` leave seats free."""
    notify(
        players=sorted({*leaders_of(evening), by}),
        subject=format_lazy(_("A seat is free: {evening}"), evening=evening_name(evening)),
        text=format_lazy(
            _("No longer takes part: {names}. Draw the rest anew, or let somebody else sit there."),
            names=", ".join(mention(player.pk) for player in players),
        ),
        url=reverse("league:cockpit", args=[evening.pk]),
        now=now,
        mentions=[player.pk for player in players],
    )


def notify_partner_gone(competition: Competition, *, players: Iterable[int], now: datetime) -> None:
    """Notify the players of a pair or team whose partner deleted the account. It names nobody."""
    notify(
        players=players,
        subject=format_lazy(_("You are withdrawn from {competition}"), competition=competition.name),
        text=_("Your partner has deleted their account. Tell the secretary with whom you want to play on."),
        url=reverse("league:league", args=[competition.pk]),
        now=now,
    )


def players_counting_on(evening: Evening) -> set[int]:
    """The players of all entrants, without those who signed off, and who plays for somebody, is ready to, or leads the
    evening."""
    return _players_entered(evening) | _players_beside_entrants([evening])


def _players_beside_entrants(evenings: Collection[Evening]) -> set[int]:
    """Who sits at a table of one of these evenings, is ready to, or leads it."""
    seated = TableSeat.objects.taken().filter(table__evening__in=evenings).values_list("player", flat=True)
    stand_bys = StandBy.objects.filter(evening__in=evenings).values_list("player", flat=True)
    directors = EveningDirector.objects.filter(evening__in=evenings).values_list("player", flat=True)
    return set(seated).union(stand_bys, directors)


def _players_entered(evening: Evening) -> set[int]:
    """The players of all entrants, without those who signed off."""
    away = SignUp.objects.filter(evening=evening, comes=False).values("entrant")
    members = EntrantPlayer.objects.filter(
        competition=evening.competition_id, entrant__withdrawn_at=None
    ).exclude(entrant__in=away)
    return set(members.values_list("player", flat=True))


def notify_places(
    evening: Evening, places: Mapping[int, RankedPlace], rules: CompetitionRules, *, now: datetime
) -> None:
    """Notify the players of each entrant of a closed evening, by key in `places`, of its place there, unless
    it was played long ago."""
    if evening.starts_at + LONG_AGO < now:
        return
    players: dict[int, list[int]] = defaultdict(list)
    members = EntrantPlayer.objects.filter(entrant__in=places)
    for entrant, player in members.order_by("player").values_list("entrant", "player"):
        players[entrant].append(player)
    for entrant, own in places.items():
        notify(
            players=players[entrant],
            subject=format_lazy(
                _("You finished {place} of {among}, {worth}: {evening}"),
                place=lazy(place_words, str)(own.place, shared=own.shared),
                among=own.among,
                worth=lazy(worth_words, str)(own.points, rules),
                evening=evening_name(evening),
            ),
            text=_("Your evening deal by deal, and what others made of the same cards."),
            url=reverse("league:own_evening", args=[evening.pk, entrant]),
            now=now,
        )


# Notices that carry a message of the secretary.


def notify_message(
    club: Club,
    *,
    text: str,
    by: Player,
    players: Iterable[int],
    now: datetime,
    competition: Competition | None,
    evening: Evening | None,
) -> None:
    """Notify the players of a message.

    The subject names club, competition and evening only, since the text may be private and the subject is shown on
    locked screens.
    """
    subject = format_lazy(_("Message from {club}"), club=club.name)
    about = evening_name(evening) if evening is not None else competition and competition.name
    if about:
        subject = format_lazy("{subject}: {about}", subject=subject, about=about)
    notify(
        players=players,
        subject=subject,
        text=format_lazy("{name}: {text}", name=mention(by.pk), text=without_mentions(text)),
        url=reverse("accounts:notices"),
        kind=NoticeKind.SECRETARY,
        now=now,
        mentions=[by.pk],
    )


# Notices about substitutes.

SUBSTITUTE: Final = "substitute"


def notify_substitute(evening: Evening, *, instead: Player, absent: Player, now: datetime) -> None:
    """Notify the substitute, and the absent player."""
    subject = format_lazy(
        _("You play for {name}: {evening}"), name=mention(absent.pk), evening=evening_name(evening)
    )
    _notify([instead.pk], subject, _("The evening's page shows your table."), evening, now, [absent.pk])
    subject = format_lazy(
        _("{name} plays your seat: {evening}"), name=mention(instead.pk), evening=evening_name(evening)
    )
    _notify(
        [absent.pk], subject, _("Have you come after all? Tell the secretary."), evening, now, [instead.pk]
    )


def notify_wanted_substitute(request: SubstituteRequest, *, players: Iterable[int], now: datetime) -> None:
    """Notify the players who could substitute."""
    evening, absent = request.evening, request.absent_id
    subject = format_lazy(
        _("A substitute for {name} is wanted: {evening}"), name=mention(absent), evening=evening_name(evening)
    )
    text = _("Can you come? The first to say so here has the seat.")
    if request.only_round:
        text = format_lazy(
            _("Only in round {round}. The first to say so here has the seat."), round=request.only_round
        )
    kind, question = NoticeKind.SUBSTITUTE, f"{SUBSTITUTE}:{request.pk}"
    _notify(players, subject, text, evening, now, [absent], kind=kind, question=question)


def notify_found_substitute(evening: Evening, *, instead: Player, absent: Player, now: datetime) -> None:
    """Notify those who run the evening that a member has taken the seat of another."""
    subject = format_lazy(
        _("{name} plays for {absent}: {evening}"),
        name=mention(instead.pk),
        absent=mention(absent.pk),
        evening=evening_name(evening),
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


def parse_request_id(question: str) -> int | None:
    """The key of the request for a substitute in the question of a notice, None where it asks something else."""
    about, _colon, key = question.partition(":")
    return int(key) if about == SUBSTITUTE and key.isdigit() else None


# Notices about one table: open, another date, a disputed sheet, a call for the director.


def notify_open_table(table: LeagueTable, *, now: datetime) -> None:
    """Notify the players of a table that it is open. Of a sheet for an evening whose day is over, and of any
    table long ago, nobody is told."""
    starts_at = table.starts_at or table.evening.starts_at
    if starts_at + (A_NIGHT if table.on_paper else LONG_AGO) < now:
        return
    path = reverse("league:sheet", args=[table.evening_id, table.pk]) if table.on_paper else ""
    notify(
        players=table.seats.taken().values_list("player", flat=True),
        subject=format_lazy(_("Your table is open: {evening}"), evening=evening_name(table.evening)),
        text=format_lazy(_("Round {round}: table {table}."), round=table.round, table=table.number),
        url=path or reverse("table:table", args=[table.match.code]),
        kind=NoticeKind.TABLE,
        now=now,
    )


def notify_proposed_date(table: LeagueTable, proposed: Postponement, *, now: datetime) -> None:
    """Notify the other side of a proposed date."""
    others = table.seats.taken().exclude(entrant=proposed.entrant_id).values_list("player", flat=True)
    text = format_lazy(
        _("Accept it, or say no, on the evening's page. {name} proposes {date}"),
        name=mention(proposed.proposed_by_id),
        date=LazyDate(proposed.starts_at),
    )
    subject = format_lazy(_("Another date for your table: {evening}"), evening=evening_name(table.evening))
    _notify(others, subject, text, table.evening, now, [proposed.proposed_by_id])


def notify_answered_date(
    table: LeagueTable, proposed: Postponement, *, accepted: bool, now: datetime
) -> None:
    """Notify everybody at the table of the answer, and the secretaries of an agreed date."""
    players = set(table.seats.taken().values_list("player", flat=True))
    club = table.evening.competition.season.club_id
    if accepted:
        runs = Membership.objects.filter(club=club, role__in=[Role.OWNER, Role.SECRETARY])
        players |= set(runs.values_list("player", flat=True))
    sentence = _("It is agreed: {date}") if accepted else _("It is not agreed: {date}")
    subject = format_lazy(
        _("Round {round}, table {table}, another date: {evening}"),
        round=table.round,
        table=table.number,
        evening=evening_name(table.evening),
    )
    _notify(players, subject, format_lazy(sentence, date=LazyDate(proposed.starts_at)), table.evening, now)


def notify_table_date(table: LeagueTable, *, now: datetime) -> None:
    """Notify everybody at a table of the day on which the director says that it plays."""
    subject = format_lazy(
        _("Round {round}, table {table}, another date: {evening}"),
        round=table.round,
        table=table.number,
        evening=evening_name(table.evening),
    )
    text = format_lazy(_("Your table is played on {date}"), date=LazyDate(table.starts_at))
    _notify(table.seats.taken().values_list("player", flat=True), subject, text, table.evening, now)


def notify_disputed_sheet(table: LeagueTable, *, by: Player, now: datetime, why: str) -> None:
    """Those who run the evening: one side says that the sheet of a paper table is not right."""
    notify(
        players=[key for key in leaders_of(table.evening) if key != by.pk],
        subject=format_lazy(_("A sheet is not agreed on: {evening}"), evening=evening_name(table.evening)),
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


def notify_corrected_sheet(
    table: LeagueTable, *, by: Player, before: str, after: str, reason: str, now: datetime
) -> None:
    """Those who sat at a paper table, also until somebody took their seat: its sheet was corrected by hand."""
    notify(
        players=sorted(_players_ever_at(table) - {by.pk}),
        subject=format_lazy(_("A sheet was corrected: {evening}"), evening=evening_name(table.evening)),
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


def notify_average(
    table: LeagueTable, *, deal: int, average: str, by: Player, reason: str, now: datetime
) -> None:
    """Those who sat at a table: an arbiter decided about a deal, by its number of the evening. `average` is what was
    given, "" where what was made counts again."""
    text = (
        _("Round {round}, table {table}, deal {deal}: {average}, given by the director. {name}: {why}")
        if average
        else _("Round {round}, table {table}, deal {deal}: what was made counts again. {name}: {why}")
    )
    notify(
        players=sorted(_players_ever_at(table) - {by.pk}),
        subject=format_lazy(_("A deal was decided on: {evening}"), evening=evening_name(table.evening)),
        text=format_lazy(
            text,
            why=_as_typed(reason),
            round=table.round,
            table=table.number,
            deal=deal,
            average=average,
            name=mention(by.pk),
        ),
        url=reverse("league:evening_deal", args=[table.evening_id, deal]),
        kind=NoticeKind.RULING,
        now=now,
        mentions=[by.pk],
    )


def notify_director_call(table: LeagueTable, *, by: int, why: str, now: datetime) -> None:
    """Notify those who run the evening, apart from the caller (`by`, a key), of a call for the director.

    The reason is in the text only, because the subject is shown on locked screens.
    """
    notify(
        players=[key for key in leaders_of(table.evening) if key != by],
        subject=format_lazy(_("The director is called: {evening}"), evening=evening_name(table.evening)),
        text=format_lazy(
            _("Round {round}, table {table}. {name}: {why}"),
            round=table.round,
            table=table.number,
            name=mention(by),
            why=without_mentions(why),
        ),
        url=reverse("league:cockpit", args=[table.evening_id]),
        now=now,
        mentions=[by],
    )


def _players_ever_at(table: LeagueTable) -> set[int]:
    """Those who sat at a table, also until somebody took their seat."""
    seats = table.seats.all()
    sat = {*seats.values_list("player", flat=True), *seats.values_list("changes__player", flat=True)}
    return sat - {None}


def _as_typed(words: str) -> str:
    """Words of a person in one line, in which nothing reads as a mention of a player."""
    return without_mentions(" ".join(words.split()))


def notify_member_left(*, change: MemberChange, **_sent: Any) -> None:
    """Notify those who keep the club's list that a member left it or deleted the account. Receiver of
    `member_changed`."""
    if change.what != MemberChange.What.LEFT or change.before == Role.GUEST:
        return
    notify(
        players=set(holders(club=change.club, right=Right.MANAGE_MEMBERS)) - {change.player_id},
        subject=format_lazy(_("A member left {club}"), club=change.club.name),
        text=format_lazy(
            _("{name} left the club, or deleted the account. What was played stays."),
            name=mention(change.player_id),
        ),
        url=reverse("league:club_members", args=[change.club.slug]),
        kind=NoticeKind.SECRETARY,
        now=change.at,
        mentions={change.player_id},
    )
