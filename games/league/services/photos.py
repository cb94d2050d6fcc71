"""Photos of the sheets of paper tables: attached, replaced, taken away."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import LeagueTable, SheetPhoto
from games.league.photos import NotAPhoto, TooManyPixels, without_metadata
from games.table.log.models import Match

MAX_PHOTO_BYTES: Final = 1_900_000
"""Bytes; with the rest of the form that is below the largest body of an upload (`Caddyfile`). The page's script shrinks
photos (`site.js`)."""


def attach_photo(
    *, table_id: int, raw: bytes, player: Player, now: datetime, for_club: bool = False
) -> SheetPhoto:
    """Keep a photo of the sheet, without its metadata, in place of an earlier one.

    Once the sheet is confirmed, an earlier photo is evidence: only who runs the evening (`for_club`) replaces it. The
    table's row is locked. Refuses photo_too_large, photo_unreadable and what `remove_photo` refuses.
    """
    if len(raw) > MAX_PHOTO_BYTES:
        raise LeagueRefused(LeagueRefusal.PHOTO_TOO_LARGE)
    try:
        photo = without_metadata(raw)
    except TooManyPixels as error:
        raise LeagueRefused(LeagueRefusal.PHOTO_TOO_LARGE) from error
    except NotAPhoto as error:
        raise LeagueRefused(LeagueRefusal.PHOTO_UNREADABLE) from error
    with transaction.atomic():
        _require_may_change(table_id, player, for_club=for_club)
        kept, _made = SheetPhoto.objects.update_or_create(
            table_id=table_id, defaults={"kind": photo.kind, "image": photo.image, "at": now}
        )
    return kept


def remove_photo(*, table_id: int, player: Player, for_club: bool = False) -> None:
    """Take the photo of a sheet away; without one, nothing changes.

    The table's row is locked. Refuses not_on_paper, season_archived, not_allowed to all but its players and who runs
    the evening, photo_stays to its players once the sheet is confirmed.
    """
    with transaction.atomic():
        _require_may_change(table_id, player, for_club=for_club)
        SheetPhoto.objects.filter(table=table_id).delete()


def may_change_photo(table: LeagueTable, player: int | None, *, for_club: bool) -> bool:
    """Whether the player (key) may attach a photo, or replace or take away the one there is."""
    return _refusal(table, player, for_club=for_club) is None


def _require_may_change(table_id: int, player: Player, *, for_club: bool) -> None:
    table = (
        LeagueTable.objects.select_for_update(of=("self",))
        .select_related("evening__competition__season", "match")
        .get(pk=table_id)
    )
    refusal = _refusal(table, player.pk, for_club=for_club)
    if refusal is not None:
        raise LeagueRefused(refusal)


def _refusal(table: LeagueTable, player: int | None, *, for_club: bool) -> LeagueRefusal | None:
    if not table.on_paper:
        return LeagueRefusal.NOT_ON_PAPER
    if table.evening.competition.season.archived_at is not None:
        return LeagueRefusal.SEASON_ARCHIVED
    if for_club:
        return None
    if player is None or not table.seats.filter(player=player).exists():
        return LeagueRefusal.NOT_ALLOWED
    confirmed = table.match is not None and table.match.status in Match.ENDED
    if confirmed and SheetPhoto.objects.filter(table=table).exists():
        return LeagueRefusal.PHOTO_STAYS
    return None
