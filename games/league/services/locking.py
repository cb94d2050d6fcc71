"""The one lock of an evening, through which everything goes that changes its seating, the news of such a change, and
the check that a season is open."""

from __future__ import annotations

from typing import Any

from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, LeagueTable, Season
from games.table import live


def lock_evening(evening_id: int, *, version: int | None = None) -> Evening:
    """The evening, its row locked to the end of the transaction. `version` is what the secretary saw.

    Refuses changed_meanwhile, evening_closed, season_archived.
    """
    evening = _lock_evening(evening_id, version)
    if evening.status in (Evening.Status.CLOSED, Evening.Status.CANCELLED):
        raise LeagueRefused(LeagueRefusal.EVENING_CLOSED)
    return evening


def lock_drawn_evening(evening_id: int, *, version: int | None = None) -> Evening:
    """As `lock_evening`, and refuses not_drawn before the draw."""
    evening = lock_evening(evening_id, version=version)
    if evening.status != Evening.Status.DRAWN:
        raise LeagueRefused(LeagueRefusal.NOT_DRAWN)
    return evening


def lock_table(table_id: int, *, version: int | None = None) -> LeagueTable:
    """A table with its match, read after the row of its evening (`table.evening`) was locked. Refuses what
    `lock_drawn_evening` refuses."""
    evening = lock_drawn_evening(evening_of_table(table_id), version=version)
    return evening.tables.select_related("match").get(pk=table_id)


def evening_of_table(table_id: int) -> int:
    """The key of the evening of a table."""
    return LeagueTable.objects.values_list("evening", flat=True).get(pk=table_id)


def lock_closed_evening(evening_id: int, *, version: int) -> Evening:
    """As `lock_evening`, for one that is closed. Refuses changed_meanwhile for every other one."""
    evening = _lock_evening(evening_id, version)
    if evening.status != Evening.Status.CLOSED:
        raise LeagueRefused(LeagueRefusal.CHANGED_MEANWHILE)
    return evening


def lock_cancelled_evening(evening_id: int, *, version: int) -> Evening:
    """As `lock_evening`, for one that is cancelled. Refuses changed_meanwhile for every other one."""
    evening = _lock_evening(evening_id, version)
    if evening.status != Evening.Status.CANCELLED:
        raise LeagueRefused(LeagueRefusal.CHANGED_MEANWHILE)
    return evening


def evening_of_open_season(evening_id: int) -> Evening:
    """As `lock_evening`, closed or not. Refuses season_archived."""
    return _lock_evening(evening_id, None)


def _lock_evening(evening_id: int, version: int | None) -> Evening:
    evening = (
        Evening.objects.select_for_update(of=("self",))
        .select_related("competition__season")
        .get(pk=evening_id)
    )
    if evening.competition.season.archived_at is not None:
        raise LeagueRefused(LeagueRefusal.SEASON_ARCHIVED)
    if version is not None and version != evening.version:
        raise LeagueRefused(LeagueRefusal.CHANGED_MEANWHILE)
    return evening


def save_and_announce(evening: Evening, **changes: object) -> Evening:
    """Save `changes` of a locked evening and a new version of it, and announce it to its open pages after the
    commit."""
    for field, value in changes.items():
        setattr(evening, field, value)
    evening.version += 1
    evening.save(update_fields=[*changes, "version"])
    announce_change(evening)
    return evening


def require_open(season_id: int) -> None:
    """Refuse with season_archived unless the season (a key) can be changed. Inside the transaction of the change, after
    its locks: before them, the season could be archived in between."""
    if Season.objects.filter(pk=season_id).exclude(archived_at=None).exists():
        raise LeagueRefused(LeagueRefusal.SEASON_ARCHIVED)


def announce_change(evening: Evening) -> None:
    """Announce a change of the evening to its open pages, after the commit of the caller's transaction."""
    live.send_evening_changed(evening.pk)


def announce_entrants(competition: Competition) -> None:
    """Announce that others take part in the competition to the open pages of its evenings to come, after the commit of
    the caller's transaction."""
    to_come = competition.evenings.filter(status__in=Evening.TO_PLAY)
    for evening in to_come.values_list("pk", flat=True):
        live.send_evening_changed(evening)


def announce_table(*, match_id: int, **_sent: Any) -> None:
    """Announce that the match of a table began or ended to the open pages of its evening. Receiver of
    `status_changed`."""
    evening = LeagueTable.objects.filter(match=match_id).values_list("evening", flat=True).first()
    if evening is not None:
        live.send_evening_changed(evening)
