"""Changes to a club: its name and icon, messages, news and contact, API keys."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from accounts.members import entries_among
from accounts.models import (
    MAX_CONTACT_LENGTH,
    MAX_NEWS_LENGTH,
    Club,
    ClubNews,
    Membership,
    NoticeKind,
    Player,
    PlayerKind,
)
from accounts.models.clubs import MemberChange
from accounts.names import tidy_name
from accounts.notices import wants_mail, with_verified_mail
from games import trail
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import ApiKey, Competition, EntrantPlayer, Evening, SignUp, TableSeat
from games.league.services.evenings.seats import entrants_coming
from games.table import live
from games.table.log.models import Match

# A club's name and who may see it, changed after it was founded.


def change_club(*, club: Club, name: str, is_public: bool, actor: Player, now: datetime) -> Club:
    """Give the club another name, and let everybody see it or its members only; its address stays.

    What changes has a line in the audit trail. The club's row is locked. Refuses a name that does not fit its column.
    """
    with transaction.atomic():
        locked = Club.objects.select_for_update().get(pk=club.pk)
        before = (locked.name, locked.is_public)
        locked.name, locked.is_public = tidy_name(name), is_public
        locked.full_clean()
        locked.save(update_fields=["name", "is_public"])
        about = {"actor": actor.pk, "now": now, "club": club.pk}
        if locked.name != before[0]:
            trail.add_entry(what="club_renamed", before=before[0], after=locked.name, **about)
        if locked.is_public != before[1]:
            trail.add_entry(what="club_opened" if is_public else "club_hidden", **about)
            running = Match.objects.filter(club=club, status=Match.Status.RUNNING, on_paper=False)
            for match in running.values_list("pk", flat=True):
                live.send_spectators_changed(match)
    return locked


def set_icon(*, club: Club, letters: str, colour: str, actor: Player, now: datetime) -> None:
    """Set the letters and the colour of the club's icon on a home screen; the trail says so where one changes."""
    with transaction.atomic():
        others = Club.objects.filter(pk=club.pk).exclude(icon_letters=letters, icon_colour=colour)
        if others.update(icon_letters=letters, icon_colour=colour):
            trail.add_entry(what="icon_changed", actor=actor.pk, now=now, after=letters, club=club.pk)


def set_ranking_without_luck(*, club: Club, ranks: bool, actor: Player, now: datetime) -> None:
    """Switch the club's list of members without the luck of the cards on or off; the trail says so."""
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk, ranks_without_luck=not ranks).update(ranks_without_luck=ranks):
            what = "ranking_shown" if ranks else "ranking_hidden"
            trail.add_entry(what=what, actor=actor.pk, now=now, club=club.pk)


# Messages of the secretary to all members, to one competition's participants, or to those of one evening.

MAX_MESSAGE_LENGTH: Final = 1000
MESSAGES_A_DAY: Final = 10
"""Messages of one club, whoever of its secretaries writes them, within 24 hours."""
MESSAGE_ENTRY: Final = "message_sent"


@dataclass(frozen=True, slots=True)
class MessageReach:
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
) -> MessageReach:
    """Tell the members, or only those of a competition or an evening of the club; returns how many in which way. Nobody
    outside the club is told, nor is the writer. A line of the trail holds to whom it went, not the text.

    The club's row is locked. Refuses unreadable (no text), message_too_long, messages_enough.
    """
    text = text.strip()
    if not text or "\0" in text:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if len(text) > MAX_MESSAGE_LENGTH:
        raise LeagueRefused(LeagueRefusal.MESSAGE_TOO_LONG, most=MAX_MESSAGE_LENGTH)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        sent = trail.AuditEntry.objects.filter(club=club, what=MESSAGE_ENTRY, at__gt=now - timedelta(days=1))
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
        notices.notify_message(
            club, text=text, by=by, players=players, competition=competition, evening=evening, now=now
        )
        trail.add_entry(what=MESSAGE_ENTRY, actor=by.pk, now=now, after=f"{to}{len(players)}", club=club.pk)
        return _reach_of(players, now)


def message_reach(*, club: Club, by: Player, now: datetime) -> MessageReach:
    """How a message to all members would reach them, the writer excepted."""
    members = Membership.objects.filter(club=club).exclude(player=by)
    return _reach_of(set(members.values_list("player", flat=True)), now)


def _reach_of(players: set[int], now: datetime) -> MessageReach:
    """How these players get a message, as their settings stand."""
    without_login = entries_among(players)
    readers = Player.objects.filter(pk__in=players - without_login, is_active=True)
    people = list(with_verified_mail(readers.exclude(kind=PlayerKind.BOT)))
    return MessageReach(
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
    coming = members.filter(entrant__in=entrants_coming(evening)).values_list("player", flat=True)
    return {*seated, *coming}


# The news and the contact text on the page of a club. Plain text; the trail holds who changed them, not the text.

MAX_NEWS_KEPT: Final = 10
"""Newest texts of a club that stay."""


def publish_news(*, club: Club, text: str, actor: Player, now: datetime) -> ClubNews:
    """Put a text on the page of the club; of more than `MAX_NEWS_KEPT` the oldest goes.

    The club's row is locked. Refuses unreadable (no text), news_too_long.
    """
    text = _clean_text(text, MAX_NEWS_LENGTH)
    if not text:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        news = ClubNews.objects.create(club=club, text=text, at=now)
        kept = list(club.news.values_list("pk", flat=True)[:MAX_NEWS_KEPT])
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
    text = _clean_text(text, MAX_CONTACT_LENGTH)
    with transaction.atomic():
        if Club.objects.filter(pk=club.pk).exclude(contact=text).update(contact=text):
            trail.add_entry(what="contact_changed", actor=actor.pk, now=now, club=club.pk)


def _clean_text(text: str, longest: int) -> str:
    """The text without spaces around it and with plain ends of lines."""
    text = text.strip().replace("\r\n", "\n")
    if "\0" in text:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if len(text) > longest:
        raise LeagueRefused(LeagueRefusal.NEWS_TOO_LONG, most=longest)
    return text


# Keys of the read API: made, found, removed.

KEY_PREFIX: Final = "club_"
KEY_START_LENGTH: Final = 10
"""Characters of a key by which the club knows it again."""
MAX_API_KEYS: Final = 10
"""Keys of one club, as `LeagueRefusal.KEYS_ENOUGH` says."""


def make_api_key(*, club: Club, name: str, actor: Player, now: datetime) -> str:
    """Return a new key, which cannot be read again later. The trail says who made it. Refuses keys_enough. The club's
    row is locked."""
    key = KEY_PREFIX + secrets.token_urlsafe(24)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if club.api_keys.count() >= MAX_API_KEYS:
            raise LeagueRefused(LeagueRefusal.KEYS_ENOUGH)
        ApiKey.objects.create(
            club=club, name=name, start=key[:KEY_START_LENGTH], digest=digest_of(key), made_by=actor, at=now
        )
        trail.add_entry(what="api_key_made", actor=actor.pk, now=now, after=name, club=club.pk)
    return key


def remove_api_key(*, club: Club, number: int, actor: Player, now: datetime) -> None:
    """Remove a key of the club; a program that uses it is refused from now on. Twice is once."""
    with transaction.atomic():
        key = ApiKey.objects.select_for_update().filter(club=club, pk=number).first()
        if key is not None:
            trail.add_entry(what="api_key_removed", actor=actor.pk, now=now, after=key.name, club=club.pk)
            key.delete()


def remove_keys_of_member(*, change: MemberChange, **_sent: Any) -> None:
    """Remove the keys that a member made when the membership ends. Receiver of `member_changed`."""
    if change.what in {MemberChange.What.LEFT, MemberChange.What.REMOVED}:
        ApiKey.objects.filter(club=change.club_id, made_by=change.player_id).delete()


def digest_of(key: str) -> str:
    """Return the digest under which a key is stored. A key is random, so no salt is needed."""
    return hashlib.sha256(key.encode()).hexdigest()
