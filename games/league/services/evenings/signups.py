"""Coming and signing off, reminders, calls for the director, cash and the clock of the round."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, time, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.timezone import get_current_timezone, localtime
from django.utils.translation import gettext

from accounts.models import Player
from games import trail
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.leaders import leaders_of
from games.league.models import (
    Competition,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningReminder,
    LeagueTable,
    PlayerSignUp,
    RoundClock,
    SeatChange,
    Seating,
    SignUp,
    StakePaid,
    TableSeat,
)
from games.league.services.evenings.seats import entrants_coming
from games.league.services.locking import announce_change, evening_of_open_season, lock_evening
from games.league.standings.prizes import read_prizes
from games.table import live, signals
from games.table import services as table_services
from games.table.log.states import DirectorCall
from games.table.shared_deals import readable_reason

# Sign-ups for an evening, by the players themselves or by the secretary for them.


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


# Reminders: the evening is tomorrow, or its deadline is today.

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
    tomorrow = coming.filter(starts_at__gte=midnight, starts_at__lt=midnight + timedelta(days=1))
    closing = coming.filter(status=Evening.Status.PLANNED, deadline__gt=now, deadline__lt=midnight)
    sent = sum(_remind_tomorrow(evening, now) for evening in tomorrow)
    return sent + sum(_remind_deadline(evening, now) for evening in closing)


def _remind_tomorrow(evening: Evening, now: datetime) -> int:
    """Remind everybody who has not said no."""
    with transaction.atomic():
        if not _note_first(evening, EveningReminder.Kind.TOMORROW, evening.starts_at):
            return 0
        away = evening.sign_ups.filter(comes=False).values("entrant")
        notices.notify_evening_tomorrow(evening, players=_players(evening, but=away), now=now)
    return 1


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


# Calls for the director from the tables of an evening, and their answers.


def notify_leaders_of_call(
    *, match_id: int, player: int, call: DirectorCall, now: datetime, **_sent: Any
) -> None:
    """Tell those who run the evening that a table calls the director. Receiver of `director_called`."""
    tables = LeagueTable.objects.select_related("evening__competition__season__club", "match")
    table = tables.filter(match=match_id).first()
    if table is not None:
        notices.notify_director_call(table, by=player, why=readable_reason(table.match, call.why), now=now)
        _send_calls_changed(table)


def remove_ended_call(*, match_id: int, **_sent: Any) -> None:
    """Take the call from the tables of those who run the evening. Receiver of `director_call_ended`."""
    table = LeagueTable.objects.select_related("evening__competition__season__club").filter(match=match_id)
    for one in table:
        _send_calls_changed(one)


def _send_calls_changed(table: LeagueTable) -> None:
    """Have the tables at which leaders of the evening play themselves show the open calls as they are now."""
    for leader in leaders_of(table.evening):
        live.send_calls_changed(leader)


def answer_call(*, table_id: int, actor: Player, text: str, now: datetime, arbiter: bool = False) -> None:
    """Answer the open call of a table; everybody there reads the answer. With `arbiter` play goes on, and an arbiter
    decides once the round is written; without words of the leader's own the answer says so.

    Refuses unreadable for a table that is not open, and what `answer_director_call` refuses.
    """
    table = LeagueTable.objects.get(pk=table_id)
    if table.match_id is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if arbiter and not text.strip():
        text = gettext("Play on. An arbiter decides once this round is written.")
    table_services.answer_director_call(
        match_id=table.match_id, director=actor, text=text, now=now, arbiter=arbiter
    )


# The stake of an evening: what it is, and who has paid it.

MAX_STAKE_CENTS: Final = 100_000
"""Cents."""


def stake_of(evening: Evening) -> tuple[int, str]:
    """The stake of the evening in cents and the rule of its prizes."""
    if evening.stake is None:
        return evening.competition.stake, evening.competition.prizes
    return evening.stake, evening.prizes


def payers_of(evening: Evening) -> list[Player]:
    """Who pays, by name: the players of those who come, all who sat at a table, and who paid. No bots. Five queries."""
    keys = set(
        EntrantPlayer.objects.filter(entrant__in=entrants_coming(evening)).values_list("player", flat=True)
        if evening.status == Evening.Status.PLANNED or evening.competition.seating != Seating.ROUND_ROBIN
        else ()
    )
    keys |= set(TableSeat.objects.filter(table__evening=evening).values_list("player", flat=True))
    before = SeatChange.objects.filter(seat__table__evening=evening, until_round__gt=0)
    keys |= set(before.values_list("player", flat=True))
    keys |= set(evening.stakes.values_list("player", flat=True))
    people = [player for player in Player.objects.filter(pk__in=keys) if not player.is_bot]
    return sorted(people, key=lambda player: player.nickname_sort)


def set_stake(*, evening_id: int, stake: int, prizes: str, actor: Player, now: datetime) -> None:
    """The stake (cents) and the prizes of this evening, and of the evenings to come of its competition that have
    none of their own. Stakes that were paid stay as they were paid.

    The evening's row is locked. Refuses unreadable, season_archived.
    """
    if not 0 <= stake <= MAX_STAKE_CENTS or read_prizes(prizes) is None:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        evening = evening_of_open_season(evening_id)
        before = stake_of(evening)
        # What was played before this evening keeps the stake it had.
        earlier = evening.competition.evenings.filter(stake=None, starts_at__lt=evening.starts_at)
        earlier.update(stake=evening.competition.stake, prizes=evening.competition.prizes)
        Competition.objects.filter(pk=evening.competition_id).update(stake=stake, prizes=prizes)
        Evening.objects.filter(pk=evening_id).update(stake=stake, prizes=prizes)
        if before != (stake, prizes):
            trail.add_entry(
                what="stake_changed",
                actor=actor.pk,
                now=now,
                before=_stake_line(evening, *before),
                after=_stake_line(evening, stake, prizes),
                club=evening.competition.season.club_id,
            )


def tick_stake(*, evening_id: int, player: Player, paid: bool, actor: Player, now: datetime) -> None:
    """Note that a player has paid the stake of the evening, or has not after all; a line of the audit trail tells it.

    Saying the same twice changes nothing. The evening's row is locked; one that is closed can still be paid. Refuses
    not_entered (somebody who does not play there), unreadable (there is no stake), season_archived.
    """
    with transaction.atomic():
        evening = evening_of_open_season(evening_id)
        ticked = StakePaid.objects.filter(evening=evening, player=player)
        if ticked.exists() == paid:
            return
        stake, prizes = stake_of(evening)
        if paid:
            if not stake:
                raise LeagueRefused(LeagueRefusal.UNREADABLE)
            if player not in payers_of(evening):
                raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
            Evening.objects.filter(pk=evening_id).update(stake=stake, prizes=prizes)
            StakePaid.objects.create(evening=evening, player=player, cents=stake, by=actor, at=now)
        else:
            stake = ticked.get().cents
            ticked.delete()
        trail.add_entry(
            what="stake_paid" if paid else "stake_open",
            actor=actor.pk,
            now=now,
            after=[f"{_name(evening)}: ", player, f", € {stake / 100:.2f}"],
            club=evening.competition.season.club_id,
        )


def tick_stakes(
    *, evening_id: int, players: Collection[Player], paid: bool, actor: Player, now: datetime
) -> None:
    """Note of all these at once that they have paid, or have not after all. Refuses what `tick_stake` refuses."""
    with transaction.atomic():
        for player in players:
            tick_stake(evening_id=evening_id, player=player, paid=paid, actor=actor, now=now)


def _stake_line(evening: Evening, stake: int, prizes: str) -> str:
    return f"{_name(evening)}: € {stake / 100:.2f}; {prizes}"


def _name(evening: Evening) -> str:
    return f"{evening.competition.name} {evening.number}"


# The clock of a round for the room: started, paused, extended and taken away by who leads the evening.

MAX_MINUTES: Final = 600
"""The longest round of the clock."""


def start_clock(*, evening_id: int, minutes: int, now: datetime) -> RoundClock:
    """Let the clock run for so many minutes from now, whatever it showed. Refuses unreadable (none, or more than
    `MAX_MINUTES`) and what a closed evening refuses. The evening's row is locked, here and below."""
    if not 0 < minutes <= MAX_MINUTES:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        evening = lock_evening(evening_id)
        clock, _made = RoundClock.objects.update_or_create(
            evening=evening, defaults={"ends_at": now + timedelta(minutes=minutes), "left": 0}
        )
    return clock


def pause_clock(*, evening_id: int, now: datetime) -> None:
    """Stop the clock where it stands. One that is paused or not there stays as it is."""
    with transaction.atomic():
        clock = _clock_of(evening_id)
        if clock is not None and clock.ends_at is not None:
            clock.left = max(0, round((clock.ends_at - now).total_seconds()))
            clock.ends_at = None
            clock.save()


def resume_clock(*, evening_id: int, now: datetime) -> None:
    """Let a paused clock go on. One that runs or is not there stays as it is."""
    with transaction.atomic():
        clock = _clock_of(evening_id)
        if clock is not None and clock.ends_at is None:
            clock.ends_at, clock.left = now + timedelta(seconds=clock.left), 0
            clock.save()


def extend_clock(*, evening_id: int, minutes: int, now: datetime, seen: int | None = None) -> None:
    """Give the round so many minutes more; one that is over gets them from now. `seen` is what the page showed (see
    `clock_end`): a second tap on the same page, when the clock shows another end already, adds nothing.

    Refuses unreadable.
    """
    if not 0 < minutes <= MAX_MINUTES:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        clock = _clock_of(evening_id)
        if clock is None or (seen is not None and seen != clock_end(clock)):
            return
        if clock.ends_at is None:
            clock.left += 60 * minutes
        else:
            clock.ends_at = max(clock.ends_at, now) + timedelta(minutes=minutes)
        clock.save()


def remove_clock(*, evening_id: int) -> None:
    """Take the clock away."""
    with transaction.atomic():
        RoundClock.objects.filter(evening=lock_evening(evening_id)).delete()


def clock_end(clock: RoundClock) -> int:
    """The end of a running round in milliseconds since 1970, or the seconds left of a paused one."""
    return clock.left if clock.ends_at is None else round(clock.ends_at.timestamp() * 1000)


def _clock_of(evening_id: int) -> RoundClock | None:
    return RoundClock.objects.filter(evening=lock_evening(evening_id)).first()
