"""The place of an entrant in the list of an evening in words, and what the evening was worth."""

from __future__ import annotations

from fractions import Fraction

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext

from games.engine_words import points_text, with_sign
from games.league.standings.rules import Points, TableRules


def place_words(place: int, *, shared: bool) -> str:
    """A place as people say it: "2nd", and where others have as much "shared 2nd"."""
    words = str(ordinal(place))
    return gettext("shared {place}").format(place=words) if shared else words


def mean_text(score: Fraction | Points, rules: TableRules) -> str:
    """A mean of several deals: "56.25 %", never broken between two lines, or points from the mean, as "+12.5"."""
    if rules.in_per_cent:
        return gettext("{number} %").replace(" ", "\u00a0").format(number=points_text(score))
    return with_sign(Fraction(score))


def worth_words(score: Fraction | Points, rules: TableRules) -> str:
    """What an evening was worth, as it stands in a sentence: "56.25 %", or "+12.5 points a deal"."""
    words = mean_text(score, rules)
    return words if rules.in_per_cent else gettext("{number} points a deal").format(number=words)
