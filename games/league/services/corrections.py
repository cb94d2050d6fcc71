"""Corrections of a competition and lines of the audit trail: who did what, why, and the values before and after."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db import transaction

from accounts.mentions import Parts, stored_text
from accounts.models import Player
from games import trail
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Correction, Entrant, Evening, EveningMark
from games.league.models.evenings import MAX_REASON_LENGTH
from games.league.services.locking import evening_of_open_season
from games.league.standings.scores import MarkKind
from games.trail_values import name_apart

NO_REASON_NEEDED: Final = (
    "absence_absent",
    "absence_no",
    "absence_yes",
    "competition_changed",
    "entered_again",
    "entrant_changed",
    "planned_again",
    "postponed",
    "reopened",
    "substitute",
)
"""The corrections, by their codes of `trail.WORDS`, that say why by themselves."""


def correct(
    *, evening: Evening, entrant: Entrant, points: int | Decimal, actor: Player, reason: str, now: datetime
) -> Correction:
    """Add `points` (or take them, negative) to an entrant's evening, closed or not. Nothing is overwritten: what the
    tables brought stays, this stands beside it; before the evening is played it counts for nothing yet.

    Refuses reason_missing, not_entered, evening_cancelled, season_archived."""
    return _add_mark(evening, entrant, MarkKind.CORRECTION, points, actor, reason, now)


def deduct(
    *, evening: Evening, entrant: Entrant, points: int | Decimal, actor: Player, reason: str, now: datetime
) -> Correction:
    """Take `points` from an entrant's season. Refuses reason_missing, not_entered, unreadable, evening_cancelled,
    season_archived."""
    if points <= 0:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    return _add_mark(evening, entrant, MarkKind.DEDUCTION, points, actor, reason, now)


def add_entry(
    *,
    competition: Competition,
    actor: Player,
    what: str,
    now: datetime,
    players: Sequence[Player] = (),
    detail: str = "",
    before: str = "",
) -> None:
    """Write a line of the audit trail for what is done every evening and is no correction: the competition, a
    `detail`, and the players it is about; `before` is the value that changed. Inside the transaction of what it
    tells."""
    trail.add_entry(
        what=what,
        actor=actor.pk,
        now=now,
        before=before,
        after=_join_parts(name_apart(competition.name), detail, with_commas(players)),
        club=competition.season.club_id,
    )


def add_correction(
    *,
    competition: Competition,
    actor: Player,
    what: str,
    now: datetime,
    reason: str = "",
    evening: Evening | None = None,
    entrant: Entrant | None = None,
    before: Parts = "",
    after: Parts = "",
) -> Correction:
    """Write a correction, and its line of the audit trail. Inside the transaction of what it tells. Refuses
    reason_missing, reason_too_long (over `MAX_REASON_LENGTH` characters), unreadable (a NUL in the reason: no database
    but SQLite keeps one).

    Names go into `before` and `after`, as players; `reason` is kept as somebody typed it.
    """
    reason = reason.strip()
    if not reason and what not in NO_REASON_NEEDED:
        raise LeagueRefused(LeagueRefusal.REASON_MISSING)
    if len(reason) > MAX_REASON_LENGTH:
        raise LeagueRefused(LeagueRefusal.REASON_TOO_LONG, most=MAX_REASON_LENGTH)
    if "\0" in reason:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    trail.add_entry(
        what=what,
        actor=actor.pk,
        now=now,
        reason=reason,
        before=before,
        after=_join_parts(
            name_apart(competition.name), f"{evening.number}" if evening else "", _who(entrant), after
        ),
        club=competition.season.club_id,
    )
    return Correction.objects.create(
        competition=competition,
        evening=evening,
        entrant=entrant,
        actor=actor,
        what=what,
        reason=reason,
        before=stored_text(before, longest=120),
        after=stored_text(after, longest=120),
        at=now,
    )


def _who(entrant: Entrant | None) -> list[str | Player]:
    """The players of an entrant, with commas between."""
    members = Player.objects.filter(entered__entrant=entrant).order_by("entered__place") if entrant else ()
    return with_commas(members)


def with_commas(players: Iterable[Player]) -> list[str | Player]:
    """These players with commas between, as parts of a text of the trail."""
    return [part for player in players for part in (", ", player)][1:]


def _join_parts(*parts: Parts) -> list[str | Player]:
    """The parts with colons between them; empty ones are left out."""
    lines = [[one] if isinstance(one, str | Player) else list(one) for one in parts if one]
    return [part for line in lines for part in (": ", *line)][1:]


def _with_sign(points: int | Decimal) -> str:
    """Points with their sign as the trail keeps them, in no language of a reader: "+24", "-1.5", "0"."""
    return f"{Decimal(points).normalize():+f}" if points else "0"


def _add_mark(
    evening: Evening,
    entrant: Entrant,
    kind: MarkKind,
    points: int | Decimal,
    actor: Player,
    reason: str,
    now: datetime,
) -> Correction:
    """Write the mark and its correction, which says what marks of this kind count together before it and with it."""
    competition = evening.competition
    if entrant.competition_id != competition.pk:
        raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
    with transaction.atomic():
        if evening_of_open_season(evening.pk).status == Evening.Status.CANCELLED:
            raise LeagueRefused(LeagueRefusal.EVENING_CANCELLED)
        earlier = EveningMark.objects.filter(evening=evening, entrant=entrant, kind=kind)
        written = list(earlier.values_list("points", flat=True))
        sign = -1 if kind == MarkKind.DEDUCTION else 1
        EveningMark.objects.create(evening=evening, entrant=entrant, kind=kind, points=points)
        return add_correction(
            competition=competition,
            evening=evening,
            entrant=entrant,
            actor=actor,
            what=kind,
            reason=reason,
            before=_with_sign(sign * sum(written)) if written else "",
            after=_with_sign(sign * (sum(written) + points)),
            now=now,
        )
