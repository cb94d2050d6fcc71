"""Where a reader stands on an evening with the same cards: for its pages, and for the end of a table's sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import Player
from games.league.evenings.report import half_word
from games.league.models import Entrant, Evening, TableSeat
from games.league.place_words import place_words, worth_words
from games.league.services.competition_standing import standing_of
from games.league.services.evenings.movements import places_of
from games.league.services.evenings.same_cards import all_deals_open
from games.table.log.models import Match
from games.table.signals import EveningPlace


@dataclass(frozen=True, slots=True)
class PlaceInEvening:
    """Where an entrant stands in the list of the evening, in words ("shared 2nd"), among so many, and what the evening
    is `worth`, so far by so many `deals`; with two winners in the named `half`."""

    place: str
    among: int
    worth: str
    deals: int
    half: str


def place_on(evening: Evening, entrant: Entrant) -> PlaceInEvening | None:
    """The place of an entrant in the evening's list as it stands; None for who has none."""
    standing = standing_of(evening.competition)
    own = places_of(evening, standing.season, better=standing.better).get(entrant.pk)
    if own is None:
        return None
    return PlaceInEvening(
        place_words(own.place, shared=own.shared),
        own.among,
        worth_words(own.points, evening.competition.table_rules),
        sum(part.rounds for part in standing.season.on(evening.pk)[entrant.pk].parts if part.kind == "deals"),
        half_word(own.half),
    )


def place_of_player(*, match_id: int, player: Player, **_sent: Any) -> EveningPlace | None:
    """The place of a player who sits at a match of an evening with the same cards, as a sentence. Receiver of
    `evening_place_asked`."""
    seat = (
        TableSeat.objects.filter(table__match=match_id, player=player)
        .select_related("entrant", "table__evening__competition")
        .first()
    )
    if seat is None or not seat.table.evening.competition.table_rules.same_cards:
        return None
    evening = seat.table.evening
    place = place_on(evening, seat.entrant)
    waits = not all_deals_open(evening)
    return EveningPlace(
        _sentence(evening, place) if place is not None else "",
        f"{reverse('league:evening', args=[evening.pk])}#lines",
        waits=waits,
        playing=_tables_playing(evening, seat.table.round) if waits else "",
    )


def _tables_playing(evening: Evening, number: int) -> str:
    """How many tables still play in that round, as a sentence; "" where none does."""
    tables = evening.tables.filter(round=number, broken_off_at=None, match__isnull=False)
    playing = tables.exclude(match__status__in=Match.ENDED).count()
    if not playing:
        return ""
    return ngettext(
        "{tables} table still plays this round.", "{tables} tables still play this round.", playing
    ).format(tables=playing)


def _sentence(evening: Evening, place: PlaceInEvening) -> str:
    if evening.status == Evening.Status.CLOSED:
        sentence = gettext("You finished {place} of {among}, {worth}.")
    else:
        sentence = ngettext(
            "After {deals} deal you are {place} of {among}, {worth}.",
            "After {deals} deals you are {place} of {among}, {worth}.",
            place.deals,
        )
    return sentence.format(place=place.place, among=place.among, worth=place.worth, deals=place.deals)
