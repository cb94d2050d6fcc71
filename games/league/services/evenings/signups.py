"""Sign-ups for an evening, by the players themselves or by the secretary for them, and reminders to say a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from itertools import groupby
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.timezone import get_current_timezone, localtime

from accounts.models import Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Entrant,
    EntrantPlayer,
    Evening,
    EveningReminder,
    LeagueTable,
    PlayerSignUp,
    Seating,
    SignUp,
    TableSeat,
)
from games.league.services.locking import announce_change, lock_evening
from games.league.standings.scores import PlayedBy
from games.table import signals
from games.table.log.models import Match


def sign(
    *,
    evening_id: int,
    entrant: Entrant,
    comes: bool,
    player: Player,
    now: datetime,
    for_club: bool = False,
    signed_off: bool = True,
    from_round: int | None = None,
) -> SignUp:
    """`player` signs `entrant` up or off. Saying the same again keeps the time it was said first.

    Somebody who comes later gets a seat `from_round` on and has none before; None leaves that as it was said, at first
    from round 1 on. A round robin has fixtures of everybody, and nobody comes later to it.

    Each player of a pair or team speaks for themselves, and the pair comes unless one of them cannot: the yes of one
    never takes back the no of the other. The secretary (`for_club`, or a player of another entrant) speaks for all of
    them, and what they said before is forgotten.

    The secretary's no means signed off, or with `signed_off` false that they did not come, at whatever hour. What a
    player says after the deadline is noted as late; a late sign-up gets a seat when the rest is drawn again.
    The evening's row is locked, so nobody signs up between the draw's look and its writing.
    Refuses not_entered, evening_closed, no_more_rounds.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id)
        if from_round is not None and not 1 <= from_round <= evening.rounds:
            raise LeagueRefused(LeagueRefusal.NO_MORE_ROUNDS)
        if entrant.competition_id != evening.competition_id or entrant.withdrawn_at is not None:
            raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
        announce_change(evening)
        if for_club or not entrant.members.filter(player=player).exists():
            PlayerSignUp.objects.filter(evening=evening, entrant=entrant).delete()
        elif evening.competition.size > 1:
            comes = _note_word(evening, entrant, player, comes, now)
        known = SignUp.objects.filter(evening=evening, entrant=entrant).first()
        in_time = signed_off if for_club and not comes else now < evening.deadline
        if from_round is None or evening.competition.seating == Seating.ROUND_ROBIN:
            from_round = known.from_round if known is not None and known.comes else 1
        same = known is not None and known.comes == comes and (not comes or known.from_round == from_round)
        if known is not None and same and (comes or not for_club or known.in_time == in_time):
            return known
        sign_up, _made = SignUp.objects.update_or_create(
            evening=evening,
            entrant=entrant,
            defaults={
                "comes": comes,
                "from_round": from_round if comes else 1,
                "in_time": in_time,
                "said_by": player,
                "at": now,
            },
        )
    return sign_up


def sign_all(*, evening_id: int, actor: Player, now: datetime) -> int:
    """Everybody who has not said a word comes, as whoever leads the evening sees them; returns how many. Those whom a
    red card keeps away are not among them.

    Refuses evening_closed.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id)
        barred = signals.players_sitting_out(evening.competition.season.club_id, evening.starts_at)
        silent = evening.competition.entrants.filter(withdrawn_at=None).exclude(sign_ups__evening=evening)
        about = {"comes": True, "in_time": now < evening.deadline, "said_by": actor, "at": now}
        found = SignUp.objects.bulk_create(
            SignUp(evening=evening, entrant=entrant, **about)
            for entrant in silent.exclude(members__player__in=barred)
        )
        announce_change(evening)
    return len(found)


def take_word_back(
    *, evening_id: int, entrant: Entrant, player: Player, now: datetime, for_club: bool = False
) -> None:
    """Nothing is said any more for `entrant`: by the secretary (`for_club`) of all its players, else by `player` of
    themselves, and then what the others of a pair or team said stands. Where nothing is said it does nothing.

    The evening's row is locked. Refuses evening_closed, also after the deadline and once the evening is drawn.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id)
        if evening.status != Evening.Status.PLANNED or now >= evening.deadline:
            raise LeagueRefused(LeagueRefusal.EVENING_CLOSED)
        announce_change(evening)
        words = PlayerSignUp.objects.filter(evening=evening, entrant=entrant)
        (words if for_club else words.filter(player=player)).delete()
        others = list(words.filter(player__in=entrant.members.values("player")).order_by("at"))
        known = SignUp.objects.filter(evening=evening, entrant=entrant)
        if others:
            # The newest word of the others stands for all, unless one of them cannot come.
            word = next((each for each in others if not each.comes), others[-1])
            about = {
                "comes": word.comes,
                "from_round": 1,
                "in_time": True,
                "said_by": word.player,
                "at": word.at,
            }
            known.exclude(comes=word.comes).update(**about)
        else:
            known.delete()


def sign_season(
    *,
    entrants: Mapping[int, Entrant],
    comes: Mapping[int, bool | None],
    player: Player,
    now: datetime,
    for_club: bool,
) -> None:
    """One form for many evenings: `comes` by evening (a key), each for its entrant, None where a word is taken back;
    all are written or none.

    Evenings are locked in the order of their keys. Refuses what `sign` and `take_word_back` refuse.
    """
    with transaction.atomic():
        for evening, word in sorted(comes.items()):
            if word is None:
                take_word_back(
                    evening_id=evening, entrant=entrants[evening], player=player, now=now, for_club=for_club
                )
            else:
                sign(
                    evening_id=evening,
                    entrant=entrants[evening],
                    comes=word,
                    player=player,
                    now=now,
                    for_club=for_club,
                )


def _note_word(evening: Evening, entrant: Entrant, player: Player, comes: bool, now: datetime) -> bool:
    """Store what a player says for themselves; returns whether all players of the entrant who said something come."""
    PlayerSignUp.objects.update_or_create(
        evening=evening, player=player, defaults={"entrant": entrant, "comes": comes, "at": now}
    )
    words = PlayerSignUp.objects.filter(
        evening=evening, entrant=entrant, player__in=entrant.members.values("player")
    )
    return not words.filter(comes=False).exists()


# Reminders: an evening, or a table on another date, is tomorrow, or its deadline comes before reminders are sent again.

REMIND_FROM: Final = time(10, 0)
REMIND_UNTIL: Final = time(20, 0)
"""Hours of the day in which reminders are sent, in the time zone of the site."""


def remind_of_evenings(*, now: datetime) -> int:
    """Send the reminders that are due, each once; returns how many were sent. Called by the steward."""
    here = localtime(now)
    if not REMIND_FROM <= here.time() < REMIND_UNTIL:
        return 0
    midnight = datetime.combine(here.date() + timedelta(days=1), time(), get_current_timezone())
    coming = Evening.objects.filter(
        status__in=Evening.TO_PLAY, competition__season__archived_at=None
    ).select_related("competition")
    of_tomorrow = Q(starts_at__gte=midnight, starts_at__lt=midnight + timedelta(days=1))
    # A deadline at midnight, or before reminders are sent tomorrow, is reminded of today.
    next_time = midnight + timedelta(hours=REMIND_FROM.hour)
    closing = coming.filter(status=Evening.Status.PLANNED, deadline__gt=now, deadline__lt=next_time)
    sent = sum(_remind_tomorrow(evening, now) for evening in coming.filter(of_tomorrow))
    dated = LeagueTable.objects.filter(of_tomorrow, evening__in=coming, broken_off_at=None)
    not_started = Q(match=None) | Q(match__status=Match.Status.OPEN)
    waiting = dated.filter(not_started).select_related("evening__competition")
    for _evening, tables in groupby(waiting.order_by("evening", "pk"), key=lambda table: table.evening_id):
        sent += _remind_of_own_date(list(tables), now)
    return sent + sum(_remind_deadline(evening, now) for evening in closing)


def _remind_tomorrow(evening: Evening, now: datetime) -> int:
    """Remind everybody who has not said no; of an evening that is drawn also the substitutes, in place of those for
    whom they play. Not who plays on another date."""
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.TOMORROW, evening.starts_at):
            return 0
        away = evening.sign_ups.filter(comes=False).values("entrant")
        players = set(_players(evening, but=away)) - _replaced(evening)
        seats = TableSeat.objects.taken().filter(table__evening=evening)
        dates = list(seats.values_list("player", "table__starts_at"))
        day = localtime(evening.starts_at).date()
        seated = {player for player, own in dates if own is None or localtime(own).date() == day}
        elsewhere = {player for player, _own in dates} - seated
        notices.notify_evening_tomorrow(
            evening, players=(players - elsewhere) | seated, starts_at=evening.starts_at, now=now
        )
    return 1


def _remind_of_own_date(tables: Sequence[LeagueTable], now: datetime) -> int:
    """Remind who sits at these tables of one evening, which have the same day of their own."""
    evening = tables[0].evening
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.TOMORROW, tables[0].starts_at):
            return 0
        for table in tables:
            players = table.seats.taken().values_list("player", flat=True)
            notices.notify_evening_tomorrow(evening, players=players, starts_at=table.starts_at, now=now)
    return 1


def _replaced(evening: Evening) -> set[int]:
    """The players (keys) who have no seat of the evening, since others play for their entrant."""
    seats = TableSeat.objects.filter(table__evening=evening)
    others = seats.exclude(played_by=PlayedBy.SELF).values("entrant")
    members = EntrantPlayer.objects.filter(entrant__in=others).exclude(player__in=seats.values("player"))
    return set(members.values_list("player", flat=True))


def _remind_deadline(evening: Evening, now: datetime) -> int:
    """Remind everybody who has said neither yes nor no."""
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.DEADLINE, evening.deadline):
            return 0
        answered = evening.sign_ups.values("entrant")
        notices.notify_deadline_today(evening, players=_players(evening, but=answered), now=now)
    return 1


def _players(evening: Evening, *, but: QuerySet) -> QuerySet:
    """The keys of the players who take part in the competition, except those of the entrants `but`."""
    members = EntrantPlayer.objects.filter(
        competition=evening.competition_id, entrant__withdrawn_at=None
    ).exclude(entrant__in=but)
    return members.values_list("player", flat=True)


def _note_first(evening: Evening, kind: EveningReminder.Kind, at: datetime) -> bool:
    """Note a reminder of that day as sent; returns whether it is the first."""
    _row, is_new = EveningReminder.objects.get_or_create(
        evening=evening, kind=kind, date=localtime(at).date()
    )
    return is_new
