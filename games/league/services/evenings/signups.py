"""Sign-ups for an evening, by the players themselves or by the secretary for them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Entrant, Evening, PlayerSignUp, Seating, SignUp
from games.league.services.corrections import add_entry
from games.league.services.locking import announce_change, lock_evening
from games.table import signals


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
        if found:
            add_entry(
                competition=evening.competition,
                actor=actor,
                what="everybody_comes",
                now=now,
                detail=f"{evening.number}",
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
