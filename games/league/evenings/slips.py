"""Slips for tables with real cards that all have the same deals: what is written down of each deal, and who deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext

from games.engine.cards import SUITS
from games.engine.club import fields_asked
from games.engine.game import Game
from games.engine.seats import Seat
from games.engine_words import direction, place_name, suit_name
from games.league.models import Evening
from games.league.services.evenings.same_cards import dealers_of

SIDES: Final = 2
NUMBERS: Final = ("number", "cards")


class SlipColumn(NamedTuple):
    """A column of a slip: its head, and the part of each direction where it has one. `circled` are the values of which
    one is circled, `suits` whether these are suits."""

    label: str
    parts: tuple[str, ...] = ()
    circled: tuple[tuple[str, str], ...] = ()
    suits: bool = False


class SlipRow(NamedTuple):
    """A deal on a slip: its number, and the place that deals, "" where that is not known."""

    number: int
    dealer: str


def slip_columns(game: Game[Any], options: Any) -> tuple[SlipColumn, ...]:
    """What the form asks of a deal, as columns to fill in: the points have a part for each direction, so no column asks
    whose they are."""
    directions = direction(0), direction(1)
    columns: list[SlipColumn] = []
    of_own_side = False
    for field in fields_asked(game.sheet, options, SIDES):
        label = gettext(field.label)
        if field.kind == "own_side":
            of_own_side = True
        elif field.kind == "suit":
            suits = tuple((suit, suit_name(suit)) for suit in SUITS)
            columns.append(SlipColumn(label, circled=suits, suits=True))
        elif field.kind == "side":
            columns.append(SlipColumn(label, circled=tuple((each, each) for each in directions)))
        elif field.kind == "choice":
            values = tuple((value, gettext(words)) for value, words in field.values.items())
            columns.append(SlipColumn(label, circled=values))
        elif field.kind in NUMBERS and field.of_side is not None:
            if field.of_side == 0:
                columns.append(SlipColumn(label, directions))
        elif field.kind in NUMBERS and of_own_side:
            if not field.beside:  # the points of the others, to check, have their part already
                columns.append(SlipColumn(label, directions))
        else:
            columns.append(SlipColumn(label))
    return tuple(columns)


def slip_rows(numbers: Iterable[int], dealers: Mapping[int, Seat], seats: int) -> tuple[SlipRow, ...]:
    """The deals of a slip with their dealers."""
    return tuple(
        SlipRow(number, place_name(dealers[number], seats) if number in dealers else "") for number in numbers
    )


def dealers_in_words(evening: Evening) -> str:
    """Who deals which deals of the evening: "Dealer: North 1, 5; East 2, 6; ..."; "" where tables have their own cards,
    or play on phones alone by the rules of the game."""
    dealers = dealers_of(evening)
    by_place: dict[Seat, list[int]] = defaultdict(list)
    for number, place in sorted(dealers.items()):
        by_place[place].append(number)
    seats = evening.competition.the_game.seats[0]
    parts = [
        f"{place_name(place, seats)} {', '.join(map(str, numbers))}"
        for place, numbers in sorted(by_place.items())
    ]
    return gettext("Dealer: {parts}.").format(parts="; ".join(parts)) if parts else ""
