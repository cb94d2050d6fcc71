"""Who comes to the evenings of a whole season: the form of one player, and the overview of everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounts.models import Player
from accounts.names import sort_key
from games.league.models import Competition, Entrant, Evening, PlayerSignUp, SignUp
from games.league.models import Season as SeasonRow
from games.league.models.evenings import A_NIGHT
from games.league.queries.entrants import NamedEntrant, entrants_by_key

COMING_WORDS: Final[Mapping[bool | None, str]] = {True: "yes", False: "no", None: ""}
"""Whether somebody comes, None for nothing said yet, as the form of the season sends it (`availability.html`)."""


@dataclass(frozen=True, slots=True)
class AskedEvening:
    """An evening to come that one entrant is asked about. `word` is "yes" or "no" as they said, "" for nothing said;
    `expected`: the rules count them as coming then. `together` is what the words of a pair or team come to, where that
    is not the word of the one who is asked. `is_open`: the word can still be changed in the form of the season."""

    evening: Evening
    entrant: int
    word: str
    expected: bool
    together: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class AvailabilityRow:
    """An entrant, and for each evening whether it comes (None: nothing said); `expected` counts as coming there."""

    entrant: NamedEntrant
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
    season: SeasonRow, *, entrants: Sequence[Entrant], player: Player | None, now: datetime
) -> tuple[AskedEvening, ...]:
    """The evenings to come of these entrants, soonest first. `player` is who answers for themselves in a pair or team,
    None where the secretary answers for all of it. Four queries.
    """
    by_competition = {entrant.competition_id: entrant for entrant in entrants}
    evenings = list(
        Evening.objects.filter(
            competition__in=by_competition,
            competition__season=season,
            competition__season__archived_at=None,
            status__in=Evening.TO_PLAY,
            starts_at__gt=now - A_NIGHT,
        )
        .select_related("competition")
        .order_by("starts_at", "pk")
    )
    together = dict(
        SignUp.objects.filter(evening__in=evenings, entrant__in=entrants).values_list("evening", "comes")
    )
    answers = together if player is None else _own_words(evenings, entrants, player, together)
    evenings_asked = []
    for evening in evenings:
        entrant = by_competition[evening.competition_id]
        word = COMING_WORDS[answers.get(evening.pk)]
        of_all = COMING_WORDS[together.get(evening.pk)]
        evenings_asked.append(
            AskedEvening(
                evening=evening,
                entrant=entrant.pk,
                word=word,
                expected=evening.competition.the_rules.coming == "unless",
                together="" if of_all == word else of_all,
                is_open=evening.status == Evening.Status.PLANNED and now < evening.deadline,
            )
        )
    return tuple(evenings_asked)


def _own_words(
    evenings: Sequence[Evening], entrants: Sequence[Entrant], player: Player, together: Mapping[int, bool]
) -> Mapping[int, bool]:
    """By evening, the player's own word in a pair or team, and that of all of it (`together`) where no player of it
    gave one: then the secretary did."""
    given = PlayerSignUp.objects.filter(evening__in=evenings, entrant__in=entrants)
    words = list(given.values_list("evening", "player", "comes"))
    by_players = {evening for evening, _player, _comes in words}
    own = {evening: comes for evening, speaker, comes in words if speaker == player.pk}
    return {evening: comes for evening, comes in together.items() if evening not in by_players} | own


def availability_of(season: SeasonRow, now: datetime) -> tuple[Availability, ...]:
    """Every competition of the season that has evenings to come. Four queries a competition."""
    found = (_availability(competition, now) for competition in season.competitions.all())
    return tuple(each for each in found if each.evenings)


def _availability(competition: Competition, now: datetime) -> Availability:
    evenings = tuple(
        competition.evenings.filter(
            status__in=Evening.TO_PLAY, starts_at__gt=now - A_NIGHT, competition__season__archived_at=None
        ).order_by("starts_at", "pk")
    )
    words = {
        (evening, entrant): comes
        for evening, entrant, comes in SignUp.objects.filter(evening__in=evenings).values_list(
            "evening", "entrant", "comes"
        )
    }
    rows = tuple(
        AvailabilityRow(each, tuple(words.get((evening.pk, each.pk)) for evening in evenings))
        for each in sorted(entrants_by_key(competition).values(), key=lambda each: sort_key(each.name))
        if not each.withdrawn
    )
    expected = competition.the_rules.coming == "unless"
    coming = tuple(
        sum(expected if row.words[place] is None else bool(row.words[place]) for row in rows)
        for place in range(len(evenings))
    )
    return Availability(competition, evenings, rows, coming, expected)
