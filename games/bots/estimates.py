"""Cards compared over the same worlds, and players over the same deals: mean values and their errors, and how sure a
player is of its choice for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from math import sqrt
from statistics import stdev
from typing import Final, NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

STANDARD_ERRORS: Final = 3.0
"""A lead beyond this many of its standard errors ends a search."""
Results: TypeAlias = Sequence[tuple[int, Sequence[float]]]
"""By world, how often it was drawn and the value of each candidate there."""


class Estimate(NamedTuple):
    """The mean value of a card; `error` is the standard error of the difference to the best card."""

    card: Card
    value: float
    error: float


def means(results: Results) -> list[float]:
    """The mean value of each candidate."""
    total = sum(times for times, _ in results)
    return [
        sum(times * values[place] for times, values in results) / total for place in range(len(results[0][1]))
    ]


def standard_error(results: Results, one: int, other: int) -> float:
    """The standard error of the difference between two candidates over the same worlds."""
    total = sum(times for times, _ in results)
    differences = [(times, values[one] - values[other]) for times, values in results]
    mean = sum(times * value for times, value in differences) / total
    variance = sum(times * (value - mean) ** 2 for times, value in differences) / max(total - 1, 1)
    return sqrt(variance / total)


def is_decided(results: Results, least: float) -> bool:
    """Whether the best candidate leads every other by more than its standard errors and `least`."""
    values = means(results)
    best = max(range(len(values)), key=values.__getitem__)
    return all(
        values[best] - value > STANDARD_ERRORS * standard_error(results, best, place) + least
        for place, value in enumerate(values)
        if place != best
    )


def is_within(results: Results, one: int, lead: float) -> bool:
    """Whether no candidate leads this one by so many points, each lead taken at the most its standard errors allow."""
    values = means(results)
    return all(
        value - values[one] + STANDARD_ERRORS * standard_error(results, place, one) < lead
        for place, value in enumerate(values)
        if place != one
    )


def margin_of_error(values: Sequence[float]) -> float:
    """Half the 95 % confidence interval of the mean of these values, two at least."""
    return 1.96 * stdev(values) / sqrt(len(values))


def rank(results: Results, cards: Sequence[Card]) -> tuple[Estimate, ...]:
    """The candidates with their estimates, the best first."""
    values = means(results)
    order = sorted(range(len(values)), key=lambda place: (-values[place], place))
    return tuple(
        Estimate(cards[place], values[place], standard_error(results, order[0], place)) for place in order
    )


# How sure a player that searches is of its choice: a closed list of words, from its estimate and the error of that.

CLEAR_ERRORS: Final = 3.0
CLEAR_POINTS: Final = 8.0
"""A choice is clearly best where its lead over every other is beyond both: so many standard errors, and points."""
CLOSE_ERRORS: Final = 1.0
CLOSE_POINTS: Final = 2.0
"""A choice hardly differs from another where its lead over that is within one of them."""


class Sure(StrEnum):
    """Degrees of certainty. Tests assert codes, people read `SENTENCES`."""

    CLEARLY = "sure_clearly"
    PROBABLY = "sure_probably"


SENTENCES: Final[Mapping[str, str]] = {
    Sure.CLEARLY: _("This is clearly best."),
    Sure.PROBABLY: _("This is probably best."),
}


def sureness(leads: Iterable[tuple[float, float]]) -> Text | None:
    """The degree for a choice that leads each rival by these points, each with its standard error; None without a
    rival, and where one is hardly any worse: nothing is said then."""
    degree = None
    for points, error in leads:
        if points <= max(CLOSE_POINTS, CLOSE_ERRORS * error):
            return None
        if points <= max(CLEAR_POINTS, CLEAR_ERRORS * error):
            degree = Sure.PROBABLY
        elif degree is None:
            degree = Sure.CLEARLY
    return text(degree) if degree else None
