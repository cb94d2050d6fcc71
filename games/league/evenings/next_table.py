"""Where a player goes next on an evening: for the end of a match, and for the page of the evening."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from games.engine_words import place_name
from games.league.models import Evening, LeagueTable, TableSeat
from games.league.services.evenings.seats import entrants_of, sides_of
from games.table.log.models import Match
from games.table.signals import NextTable


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
    same_cards = table.evening.competition.table_rules.same_cards
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
