"""How sure a player that searches is of its choice: a closed list of words, from its estimate and the error of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from games.engine.words import Text, text
from games.engine.words import gettext_noop as _

CLEAR_ERRORS: Final = 3.0
CLEAR_POINTS: Final = 5.0
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
