"""Evenings planned week after week, and plans taken back: an evening, a competition without results."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.timezone import localtime, make_aware

from accounts.models import Player
from games.league import notices
from games.league.draw.seats import plays_in_pairs
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import SINGLE_PLAYERS, Competition, Evening
from games.league.services.corrections import noted
from games.league.services.locking import expect_open, locked_evening
from games.league.services.seasons import plan_evening

MOST_EVENINGS: Final = 60


def plan_evenings(
    *,
    competition: Competition,
    starts_at: datetime,
    deadline: datetime,
    now: datetime,
    place: str = "",
    times: int = 1,
    weeks: int = 1,
) -> tuple[Evening, ...]:
    """`times` evenings, `weeks` weeks apart at the same time by the clock on the wall, summer or winter. Everybody who
    takes part is notified once of all of them.

    Refuses season_archived, unreadable (more than MOST_EVENINGS at once).
    """
    if not 1 <= times <= MOST_EVENINGS or weeks < 1:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    with transaction.atomic():
        evenings = tuple(
            plan_evening(
                competition=competition,
                starts_at=_later(starts_at, weeks * number),
                deadline=_later(deadline, weeks * number),
                place=place,
            )
            for number in range(times)
        )
        notices.of_planned(evenings, now=now)
    return evenings


def delete_evening(*, evening_id: int, version: int) -> None:
    """Take away an evening none of whose tables was opened. Its row is locked.

    Refuses changed_meanwhile, evening_closed, season_archived, and has_results once a table was opened or something
    was written down about it.
    """
    with transaction.atomic():
        evening = locked_evening(evening_id, version=version)
        if evening.round or evening.corrections.exists() or evening.tables.exclude(match=None).exists():
            raise LeagueRefused(LeagueRefusal.HAS_RESULTS)
        evening.delete()


def delete_competition(*, competition: Competition) -> None:
    """Take away a competition none of whose evenings was played, with its plans and entrants.

    Its row is locked. Refuses has_results, season_archived.
    """
    with transaction.atomic():
        locked = _locked(competition)
        played = locked.evenings.filter(Q(round__gt=0) | Q(status=Evening.Status.CLOSED))
        if played.exists() or locked.corrections.exists():
            raise LeagueRefused(LeagueRefusal.HAS_RESULTS)
        locked.delete()


def change_competition(
    *,
    competition: Competition,
    name: str,
    division: int,
    seating: str,
    rounds: int,
    at_table: int,
    actor: Player,
    now: datetime,
) -> Competition:
    """Another name, division, seating or number of tables an evening, from the next draw on. Written down.

    Its row is locked. Refuses name_taken, season_archived, single_players_rotate, no_partners, not_so_many, and
    already_drawn where how evenings are seated would change while one is drawn and not closed.
    """
    changes = {"name": name, "division": division, "seating": seating, "rounds": rounds, "at_table": at_table}
    with transaction.atomic():
        locked = _locked(competition)
        different = {key: value for key, value in changes.items() if getattr(locked, key) != value}
        if not different:
            return locked
        if (locked.size == 1) != (seating in SINGLE_PLAYERS):
            raise LeagueRefused(LeagueRefusal.SINGLE_PLAYERS_ROTATE)
        if seating not in SINGLE_PLAYERS and not plays_in_pairs(locked.the_game, locked.house_options):
            raise LeagueRefused(LeagueRefusal.NO_PARTNERS)
        if at_table not in locked.the_game.seats:
            raise LeagueRefused(LeagueRefusal.NOT_SO_MANY)
        seated = {"seating", "rounds", "at_table"} & set(different)
        if seated and locked.evenings.filter(status=Evening.Status.DRAWN).exists():
            raise LeagueRefused(LeagueRefusal.ALREADY_DRAWN)
        before = ", ".join(f"{key}: {getattr(locked, key)}" for key in different)
        for key, value in different.items():
            setattr(locked, key, value)
        try:
            with transaction.atomic():
                locked.save(update_fields=list(different))
        except IntegrityError as error:
            raise LeagueRefused(LeagueRefusal.NAME_TAKEN) from error
        noted(
            competition=locked,
            actor=actor,
            what="competition_changed",
            reason="",
            before=before[:120],
            after=", ".join(f"{key}: {value}" for key, value in different.items())[:120],
            now=now,
        )
    return locked


def _later(moment: datetime, weeks: int) -> datetime:
    """So many weeks later at the same local time."""
    local = localtime(moment)
    return make_aware(local.replace(tzinfo=None) + timedelta(weeks=weeks), local.tzinfo)


def _locked(competition: Competition) -> Competition:
    """The competition, its row locked. Refuses season_archived."""
    expect_open(competition.season_id)
    return Competition.objects.select_for_update(of=("self",)).select_related("season").get(pk=competition.pk)
