"""The sheets of an evening's paper tables: typed by one side, found right by the other, while the evening is open;
corrected later with a reason. And their photos: attached, replaced, taken away.

Who runs the evening may do both for the players (`for_club`); the log of the match tells who did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.models import Player
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, LeagueTable, SheetPhoto
from games.league.photos import NotAPhoto, TooManyPixels, without_metadata
from games.league.services.corrections import add_correction, add_entry
from games.league.services.evenings.seats import entrants_of, sides_of
from games.league.services.locking import evening_of_open_season, evening_of_table, lock_drawn_evening
from games.table import services as table_services
from games.table.log.models import Action, Match, Round
from games.table.shared_deals import readable_reason


def type_round(
    *,
    table_id: int,
    number: int,
    values: Mapping[str, str],
    player: Player,
    now: datetime,
    for_club: bool = False,
    as_of: int | None = None,
) -> None:
    """Write a round of the sheet, or write it again while nobody has confirmed. `as_of` is the entry of the log after
    which the player saw the sheet (None: not known).

    The evening's row is locked. Refuses sheet_changed, not_on_paper, round_not_open, evening_closed, seats_empty, and
    what `table.services.write_on_paper` refuses.
    """
    with transaction.atomic():
        table = _sheet(table_id)
        _require_all_seated(table)
        _require_unchanged(table, player, as_of)
        table_services.write_on_paper(
            match_id=table.match_id, player=player, number=number, typed=values, now=now, for_club=for_club
        )


def _require_deals_not_compared(table: LeagueTable) -> None:
    """Check that a sum for all deals together says enough. Refuses deal_by_deal where each deal is compared."""
    if table.evening.competition.the_rules.same_cards:
        raise LeagueRefused(LeagueRefusal.DEAL_BY_DEAL)


def type_totals(
    *,
    table_id: int,
    values: Mapping[str, str],
    player: Player,
    now: datetime,
    for_club: bool = False,
    as_of: int | None = None,
) -> None:
    """Write the whole sheet as totals, or write them again while nobody has confirmed. `as_of` as in `type_round`.

    The evening's row is locked. Refuses deal_by_deal, sheet_changed, not_on_paper, round_not_open, evening_closed,
    seats_empty, and what `table.services.write_totals` refuses.
    """
    with transaction.atomic():
        table = _sheet(table_id)
        _require_all_seated(table)
        _require_deals_not_compared(table)
        _require_unchanged(table, player, as_of)
        before = _totals(table)
        table_services.write_totals(
            match_id=table.match_id, player=player, typed=values, now=now, for_club=for_club
        )
        if _totals(table) != before:
            _add_sheet_entry(table, "sheet_typed", player, now, before=before)


def object_to_sheet(*, table_id: int, player: Player, now: datetime, why: str = "") -> None:
    """The other side says that the sheet is not right; it stays marked, and those who lead the evening are told once,
    with the words said.

    The evening's row is locked. Refuses not_on_paper, round_not_open, evening_closed, and what
    `table.services.object_on_paper` refuses.
    """
    with transaction.atomic():
        table = _sheet(table_id)
        outcome = table_services.object_on_paper(match_id=table.match_id, player=player, now=now, why=why)
        if not outcome.done_before:
            reason = readable_reason(table.match, why) if why else ""
            notices.notify_disputed_sheet(table, by=player, why=reason, now=now)


def confirm_sheet(
    *,
    table_id: int,
    player: Player,
    seen: int,
    now: datetime,
    for_club: bool = False,
    as_of: int | None = None,
) -> None:
    """The other side, or the club, finds the sheet right; from now on it counts. `seen` is how many rounds they looked
    at, `as_of` the entry of the log after which they did (None: not known).

    The evening's row is locked. Refuses not_on_paper, round_not_open, evening_closed, and what
    `table.services.confirm_on_paper` refuses.
    """
    with transaction.atomic():
        table = _sheet(table_id)
        table_services.confirm_on_paper(
            match_id=table.match_id, player=player, rounds=seen, now=now, for_club=for_club, as_of=as_of
        )
        _add_sheet_entry(table, "sheet_confirmed", player, now)


def correct_sheet(
    *,
    table_id: int,
    values: Mapping[str, str],
    actor: Player,
    reason: str,
    now: datetime,
    as_of: int | None = None,
) -> None:
    """Correct a whole sheet that counts at once, with a reason that everybody reads, and tell those who sat there. It
    can be corrected after the evening is closed too; what was typed before stays in the log. `as_of` as in
    `type_round`.

    The evening's row is locked. Refuses sheet_changed, not_on_paper, round_not_open, reason_missing, reason_too_long,
    season_archived, and what `table.services.correct_sheet` refuses.
    """
    with transaction.atomic():
        table = _sheet(table_id, lock=evening_of_open_season)
        _require_deals_not_compared(table)
        _require_unchanged(table, actor, as_of)
        before = _totals(table)
        outcome = table_services.correct_sheet(
            match_id=table.match_id, typed=values, player=actor.pk, now=now
        )
        if outcome.done_before:
            return
        after = _totals(table)
        add_correction(
            competition=table.evening.competition,
            evening=table.evening,
            actor=actor,
            what="sheet_corrected",
            reason=reason,
            now=now,
            before=f"{_place(table)}: {before}",
            after=after,
        )
        notices.notify_corrected_sheet(table, by=actor, before=before, after=after, reason=reason, now=now)


def _require_all_seated(table: LeagueTable) -> None:
    """Refuse seats_empty while a seat of the match is empty, as where an entrant has withdrawn: the points of a side
    would be nobody's."""
    if table.match is not None and table.match.seats.count() < table.seats.count():
        raise LeagueRefused(LeagueRefusal.SEATS_EMPTY)


def _require_unchanged(table: LeagueTable, player: Player, as_of: int | None) -> None:
    """Refuse sheet_changed where somebody else wrote in the log of the sheet after the entry `as_of`. The player's own
    entries change nothing they have not seen: a second tap is no old page.
    """
    if as_of is None:
        return
    since = Action.objects.filter(match=table.match_id, seq__gt=as_of)
    if since.exclude(player=player).exists():
        raise LeagueRefused(LeagueRefusal.SHEET_CHANGED)


def _add_sheet_entry(
    table: LeagueTable, what: str, actor: Player, now: datetime, *, before: str = ""
) -> None:
    """A line about the sheet, with its totals; without them where others may still play the same cards, since the trail
    is read by all who lead the club."""
    detail = _place(table)
    if not table.evening.competition.the_rules.same_cards:
        detail = f"{detail}: {_totals(table)}"
    add_entry(
        competition=table.evening.competition,
        actor=actor,
        what=what,
        now=now,
        detail=detail,
        before=before,
    )


def _place(table: LeagueTable) -> str:
    """Evening, round and table in numbers."""
    return f"{table.evening.number}/{table.round}/{table.number}"


def _totals(table: LeagueTable) -> str:
    """The points of each side on the sheet, "" for an empty one."""
    rounds = list(Round.objects.filter(match=table.match_id).values_list("points", flat=True))
    sums = [sum(points) for points in zip(*rounds, strict=True)]
    return (
        " : ".join(str(sums[side.seats[0]]) for side in sides_of(table, entrants_of(table))) if sums else ""
    )


def _sheet(table_id: int, lock: Callable[[int], Evening] = lock_drawn_evening) -> LeagueTable:
    """A paper table whose match is open, its evening's row locked by `lock`."""
    table = lock(evening_of_table(table_id)).tables.get(pk=table_id)
    if not table.on_paper:
        raise LeagueRefused(LeagueRefusal.NOT_ON_PAPER)
    if table.match_id is None:
        raise LeagueRefused(LeagueRefusal.ROUND_NOT_OPEN)
    return table


# Photos of the sheets.

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
        _require_may_change_photo(table_id, player, for_club=for_club)
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
        _require_may_change_photo(table_id, player, for_club=for_club)
        SheetPhoto.objects.filter(table=table_id).delete()


def may_change_photo(table: LeagueTable, player: int | None, *, for_club: bool) -> bool:
    """Whether the player (key) may attach a photo, or replace or take away the one there is."""
    return _photo_refusal(table, player, for_club=for_club) is None


def _require_may_change_photo(table_id: int, player: Player, *, for_club: bool) -> None:
    table = (
        LeagueTable.objects.select_for_update(of=("self",))
        .select_related("evening__competition__season", "match")
        .get(pk=table_id)
    )
    refusal = _photo_refusal(table, player.pk, for_club=for_club)
    if refusal is not None:
        raise LeagueRefused(refusal)


def _photo_refusal(table: LeagueTable, player: int | None, *, for_club: bool) -> LeagueRefusal | None:
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
