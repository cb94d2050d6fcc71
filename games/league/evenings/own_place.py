"""Where a reader stands on an evening with the same cards, and where a player goes next: for the pages of the evening,
and for the end of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import Player
from games.engine_words import place_name
from games.league.evenings.report import half_word
from games.league.models import Entrant, Evening, LeagueTable, TableSeat
from games.league.services.competition_standing import standing_of
from games.league.services.evenings.movements import places_of
from games.league.services.evenings.same_cards import all_deals_open
from games.league.services.evenings.seats import entrants_of, sides_of
from games.league.words import place_words, worth_words
from games.table.log.models import Match
from games.table.signals import EveningPlace, NextTable


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
        worth_words(own.points, evening.competition.the_rules),
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
    if seat is None or not seat.table.evening.competition.the_rules.same_cards:
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


# Where a player goes next on an evening: for the end of a match, and for the page of the evening.


def next_table_of(*, match_id: int, player: Player, **_sent: Any) -> NextTable | None:
    """Where a player who sat at a match goes next on its evening. Receiver of `next_table_asked`."""
    table = LeagueTable.objects.select_related("evening__competition").filter(match=match_id).first()
    if table is None:
        return None
    over = gettext("Round {number} is over at this table.").format(number=table.round)
    found = next_seat(table.evening, player, after=table.round)
    if found is None:
        return _without_a_table(table, over)
    sentence, url = seat_in_words(found)
    return NextTable(f"{over} {sentence}", url, waits=not url and table.evening.status in Evening.TO_PLAY)


def next_seat(evening: Evening, player: Player, *, after: int) -> TableSeat | None:
    """The seat of a player at a table of a round after `after` that is not over, the first one."""
    seats = TableSeat.objects.filter(
        player=player, table__evening=evening, table__round__gt=after, table__broken_off_at=None
    )
    to_play = Q(table__match=None) | ~Q(table__match__status__in=Match.ENDED)
    found = seats.filter(to_play).select_related("table__evening__competition", "table__match")
    return found.order_by("table__round").first()


def _without_a_table(table: LeagueTable, over: str) -> NextTable:
    """What a player reads who has no table in any round to come."""
    evening = table.evening
    if table.round >= evening.rounds:
        return NextTable(gettext("That was your last table of the evening."), "", waits=False)
    if evening.status not in Evening.TO_PLAY:
        return NextTable("", "", waits=False)
    wait = gettext("You have no table in the rounds to come yet; the director tells you where to sit.")
    return NextTable(f"{over} {wait}", "", waits=True)


def _direction_name(at: int) -> str:
    """North-south or east-west, as it stands in a sentence."""
    return gettext("north-south") if at == 0 else gettext("east-west")


def seat_in_words(seat: TableSeat) -> tuple[str, str]:
    """Where a seat is, in a sentence, and the address of its table, "" while that is not open."""
    table = seat.table
    entrants = entrants_of(table)
    names = dict(table.seats.values_list("number", "player__nickname"))
    sides = [side.seats for side in sides_of(table, entrants)]
    own = next((at for at, side in enumerate(sides) if seat.number in side), 0)
    parties = [" – ".join(names[number] for number in side) for side in sides]
    others = parties[:own] + parties[own + 1 :]
    same_cards = table.evening.competition.the_rules.same_cards
    if len(sides) == 2 and same_cards:
        sentence = gettext("Round {round}: table {number}, {place}, against {names}.")
    elif len(sides) == 2:
        sentence = gettext("Round {round}: table {number}, against {names}.")
    else:
        sentence = gettext("Round {round}: table {number}, with {names}.")
    place = _direction_name(own) if len(sides) == 2 else place_name(seat.number, len(names))
    words = sentence.format(round=table.round, number=table.number, place=place, names=", ".join(others))
    if table.match is None:
        return words, ""
    if table.on_paper:
        return words, reverse("league:sheet", args=[table.evening_id, table.pk])
    return words, reverse("table:table", args=[table.match.code])
