"""Messages of the secretary to all members, to one competition's participants, or to those of one evening."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.clubs.entries import entries_among
from accounts.models import Club, Membership, NoticeKind, Player, PlayerKind
from accounts.notices.mail import wants_mail, with_verified_mail
from games.kit import trail
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, EntrantPlayer, Evening, SignUp, TableSeat
from games.league.services.evenings.sit_outs import coming_to

MESSAGE_LENGTH: Final = 1000
MESSAGES_A_DAY: Final = 10
"""Messages of one club, whoever of its secretaries writes them, within 24 hours."""
SENT: Final = "message_sent"


@dataclass(frozen=True, slots=True)
class Told:
    """How many read a message on the site, how many of them have it by mail too, and how many have no login and must be
    told otherwise."""

    on_site: int
    by_mail: int
    without_login: int


def send_message(
    *,
    club: Club,
    text: str,
    by: Player,
    now: datetime,
    competition: Competition | None = None,
    evening: Evening | None = None,
) -> Told:
    """Tell the members, or only those of a competition or an evening of the club; returns how many in which way. Nobody
    outside the club is told, nor is the writer. A line of the trail holds to whom it went, not the text.

    The club's row is locked. Refuses unreadable (no text), message_too_long, messages_enough.
    """
    text = text.strip()
    if not text or "\0" in text:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if len(text) > MESSAGE_LENGTH:
        raise LeagueRefused(LeagueRefusal.MESSAGE_TOO_LONG, most=MESSAGE_LENGTH)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        sent = trail.AuditEntry.objects.filter(club=club, what=SENT, at__gt=now - timedelta(days=1))
        if sent.count() >= MESSAGES_A_DAY:
            raise LeagueRefused(LeagueRefusal.MESSAGES_ENOUGH, most=MESSAGES_A_DAY)
        members = Membership.objects.filter(club=club).exclude(player=by)
        players = set(members.values_list("player", flat=True))
        to = ""
        if evening is not None:
            players &= players_of_evening(evening)
            to = f"{evening.competition.name}, {evening.number}: "
        elif competition is not None:
            players &= players_of_competition(competition)
            to = f"{competition.name}: "
        notices.of_message(
            club, text=text, by=by, players=players, competition=competition, evening=evening, now=now
        )
        trail.add_entry(what=SENT, actor=by.pk, now=now, after=f"{to}{len(players)}", club=club.pk)
        return _told(players, now)


def _told(players: set[int], now: datetime) -> Told:
    """How these players get the message, as their settings stand."""
    without_login = entries_among(players)
    readers = Player.objects.filter(pk__in=players - without_login, is_active=True)
    people = list(with_verified_mail(readers.exclude(kind=PlayerKind.BOT)))
    return Told(
        on_site=len(people),
        by_mail=sum(wants_mail(player, kind=NoticeKind.SECRETARY, now=now) for player in people),
        without_login=len(without_login),
    )


def players_of_competition(competition: Competition) -> set[int]:
    """The keys of the players who take part."""
    members = EntrantPlayer.objects.filter(competition=competition, entrant__withdrawn_at=None)
    return set(members.values_list("player", flat=True))


def players_of_evening(evening: Evening) -> set[int]:
    """Until the draw the keys of those who take part and have not said no, then of those who come or hold a seat."""
    members = EntrantPlayer.objects.filter(competition=evening.competition_id, entrant__withdrawn_at=None)
    if evening.status in (Evening.Status.PLANNED, Evening.Status.CANCELLED):
        away = SignUp.objects.filter(evening=evening, comes=False).values("entrant")
        return set(members.exclude(entrant__in=away).values_list("player", flat=True))
    seated = TableSeat.objects.taken().filter(table__evening=evening).values_list("player", flat=True)
    coming = members.filter(entrant__in=coming_to(evening)).values_list("player", flat=True)
    return {*seated, *coming}
