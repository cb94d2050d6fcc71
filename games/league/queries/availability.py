"""Who comes to the evenings of a whole season: the form of one player, and the overview of everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from accounts.models import Player
from accounts.names import sort_key
from games.league.models import Competition, Entrant, Evening, PlayerSignUp, Season, SignUp
from games.league.queries.entrants import Entered, entered_in

BEGUN: Final = timedelta(hours=12)
"""Time after its start for which an evening is still shown."""


@dataclass(frozen=True, slots=True)
class AskedEvening:
    """An evening to come that one entrant is asked about. `ticked` is the word they gave (`said`), else whether the
    rules expect them; `is_open`: the word can still be changed in the form of the season."""

    evening: Evening
    entrant: int
    ticked: bool
    said: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class AvailabilityRow:
    """An entrant, and for each evening whether it comes (None: nothing said); `expected` counts as coming there."""

    entrant: Entered
    words: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class Availability:
    """The evenings of a competition still to come, everybody who takes part, and how many come to each evening."""

    competition: Competition
    evenings: tuple[Evening, ...]
    rows: tuple[AvailabilityRow, ...]
    coming: tuple[int, ...]
    expected: bool


def asked_evenings(
    season: Season, *, entrants: Sequence[Entrant], player: Player | None, now: datetime
) -> tuple[AskedEvening, ...]:
    """The evenings to come of these entrants, soonest first. `player` is who answers for themselves in a pair or team,
    None where the secretary answers for all of it. Three queries.
    """
    by_competition = {entrant.competition_id: entrant for entrant in entrants}
    evenings = list(
        Evening.objects.filter(
            competition__in=by_competition,
            competition__season=season,
            competition__season__archived_at=None,
            status__in=Evening.TO_PLAY,
            starts_at__gt=now - BEGUN,
        )
        .select_related("competition")
        .order_by("starts_at", "pk")
    )
    said = _words_of(evenings, entrants, player)
    asked = []
    for evening in evenings:
        entrant = by_competition[evening.competition_id]
        word = said.get(evening.pk)
        expected = evening.competition.table_rules.coming == "unless"
        asked.append(
            AskedEvening(
                evening=evening,
                entrant=entrant.pk,
                ticked=expected if word is None else word,
                said=word is not None,
                is_open=evening.status == Evening.Status.PLANNED and now < evening.deadline,
            )
        )
    return tuple(asked)


def _words_of(
    evenings: Sequence[Evening], entrants: Sequence[Entrant], player: Player | None
) -> Mapping[int, bool]:
    """By evening, the entrant's word; in a pair or team the player's own where they gave one."""
    found = dict(
        SignUp.objects.filter(evening__in=evenings, entrant__in=entrants).values_list("evening", "comes")
    )
    if player is not None:
        own = PlayerSignUp.objects.filter(evening__in=evenings, entrant__in=entrants, player=player)
        found |= dict(own.values_list("evening", "comes"))
    return found


def availability_of(season: Season, now: datetime) -> tuple[Availability, ...]:
    """Every competition of the season that has evenings to come. Four queries a competition."""
    found = (_availability(competition, now) for competition in season.competitions.all())
    return tuple(each for each in found if each.evenings)


def _availability(competition: Competition, now: datetime) -> Availability:
    evenings = tuple(
        competition.evenings.filter(status__in=Evening.TO_PLAY, starts_at__gt=now - BEGUN).order_by(
            "starts_at", "pk"
        )
    )
    words = {
        (evening, entrant): comes
        for evening, entrant, comes in SignUp.objects.filter(evening__in=evenings).values_list(
            "evening", "entrant", "comes"
        )
    }
    rows = tuple(
        AvailabilityRow(each, tuple(words.get((evening.pk, each.pk)) for evening in evenings))
        for each in sorted(entered_in(competition).values(), key=lambda each: sort_key(each.name))
        if not each.withdrawn
    )
    expected = competition.table_rules.coming == "unless"
    coming = tuple(
        sum(expected if row.words[place] is None else bool(row.words[place]) for row in rows)
        for place in range(len(evenings))
    )
    return Availability(competition, evenings, rows, coming, expected)
