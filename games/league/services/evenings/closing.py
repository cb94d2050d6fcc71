"""Closing and reopening an evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from accounts.models import Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Correction, Evening, EveningMark, LeagueTable
from games.league.services.competition_standing import standing_of
from games.league.services.corrections import add_correction, add_entry
from games.league.services.evenings.absences import mark_absent_on_closing
from games.league.services.evenings.matches import delete_unopened
from games.league.services.evenings.missed_rounds import (
    mark_missed_on_closing,
    require_all_answered,
    require_known_answers,
)
from games.league.services.evenings.movements import places_of
from games.league.services.evenings.seats import note_waiting
from games.league.services.evenings.table_scores import count_matches
from games.league.services.evenings.walkovers import may_go_on
from games.league.services.locking import lock_closed_evening, lock_drawn_evening, save_and_announce
from games.league.standings.scores import ABSENT
from games.table.log.models import Match


def close_evening(
    *, evening_id: int, version: int, actor: Player, now: datetime, missed: Mapping[int, str] | None = None
) -> Evening:
    """Close a drawn evening: count its tables a last time, mark who was absent.

    `missed` says by entrant what the rounds count that somebody came too late for or left before ("waited" or
    "nothing"), unless the rules of the competition say it (`rules.missed`). An earlier answer stands where there is no
    new one; with neither they count nothing, which is refused where a round of waiting would count something.

    Each table opened is over, confirmed or broken off, and one with a date of its own is played first. A table that
    its players stopped and can still go on with is theirs to play on another day: closing does not end it, the director
    breaks it off. Rounds never opened are not played. The evening's row is locked and `version` compared. Refuses
    changed_meanwhile, not_drawn, unreadable (another word), tables_running, tables_to_play (those with a date of their
    own), table_stopped (the first such table), missed_rounds_unsaid.
    """
    missed = missed or {}
    require_known_answers(missed)
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        opened = evening.tables.filter(round__lte=evening.round, broken_off_at=None)
        playing = opened.exclude(match__status__in=[Match.Status.FINISHED, Match.Status.STOPPED])
        dated = evening.tables.filter(round__gt=evening.round, broken_off_at=None).exclude(starts_at=None)
        later = opened.filter(match=None).exclude(starts_at=None) | dated
        if evening.round == 0:
            playing = evening.tables.filter(round=1, broken_off_at=None)
        elif later.exists():
            playing = playing.exclude(pk__in=later.values("pk"))
        if playing.exists():
            raise LeagueRefused(LeagueRefusal.TABLES_RUNNING, tables=tables_in_words(playing))
        if later.exists():
            raise LeagueRefused(LeagueRefusal.TABLES_TO_PLAY, tables=tables_in_words(later))
        for table in opened.filter(match__status=Match.Status.STOPPED).order_by("round", "number"):
            if may_go_on(table):
                raise LeagueRefused(LeagueRefusal.TABLE_STOPPED, table=table.number, round=table.round)
        count_matches(competition_id=evening.competition_id)
        delete_unopened(evening)
        note_waiting(evening)
        require_all_answered(evening, missed)
        mark_missed_on_closing(evening, missed)
        mark_absent_on_closing(evening)
        add_entry(
            competition=evening.competition,
            actor=actor,
            what="evening_closed",
            now=now,
            detail=f"{evening.number}",
        )
        closed = save_and_announce(evening, status=Evening.Status.CLOSED, closed_at=now)
        reopened = Correction.objects.filter(evening=evening, what="reopened")
        if evening.competition.the_rules.same_cards and not reopened.exists():
            _notify_places(closed, now=now)
        return closed


def tables_in_words(tables: Iterable[LeagueTable]) -> str:
    """Tables by round and number, with their own date where they have one."""
    words = []
    for table in sorted(tables, key=lambda each: (each.round, each.number)):
        place = gettext("round {round}, table {number}").format(round=table.round, number=table.number)
        day = f" ({date_format(localtime(table.starts_at), 'j F H:i')})" if table.starts_at else ""
        words.append(f"{place}{day}")
    return "; ".join(words)


def _notify_places(evening: Evening, *, now: datetime) -> None:
    """Notify everybody who played of their place on an evening with the same cards, closed for the first time."""
    standing = standing_of(evening.competition)
    places = places_of(evening, standing.season, better=standing.better)
    notices.notify_places(evening, places, evening.competition.the_rules, now=now)


def reopen_evening(*, evening_id: int, version: int, actor: Player, now: datetime) -> Evening:
    """Reopen an evening that was closed too early: the way back from `close_evening`.

    Absences are marked again at the next closing, as was said of them by hand (`absences_said`); rounds that were never
    opened can be drawn again. Stopped tables stay stopped. Reopening is an entry among the corrections. The evening's
    row is locked and `version` compared. Refuses changed_meanwhile, season_archived, not_drawn (nothing was played
    here: results from a list).
    """
    with transaction.atomic():
        evening = lock_closed_evening(evening_id, version=version)
        if evening.round == 0:
            raise LeagueRefused(LeagueRefusal.NOT_DRAWN)
        seated = evening.tables.values("seats__entrant")
        absences = EveningMark.objects.filter(evening=evening, kind__in=ABSENT)
        absences.exclude(entrant__in=seated).delete()  # those of a walkover have a seat, and stay
        add_correction(
            competition=evening.competition, evening=evening, actor=actor, what="reopened", now=now
        )
        return save_and_announce(evening, status=Evening.Status.DRAWN, closed_at=None)
