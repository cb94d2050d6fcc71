"""How a match came out for one player, in words: won, drawn, lost between two, "second of four" among more."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_noop

from games.engine.game import Progress
from games.engine.seats import Seat

ORDINALS: Final = (
    gettext_noop("first"),
    gettext_noop("second"),
    gettext_noop("third"),
    gettext_noop("fourth"),
    gettext_noop("fifth"),
    gettext_noop("sixth"),
)
NUMBERS: Final = {
    3: gettext_noop("three"),
    4: gettext_noop("four"),
    5: gettext_noop("five"),
    6: gettext_noop("six"),
}


def result_in_words(progress: Progress, seat: Seat | None) -> str:
    """The result of the player at `seat`; "" for somebody without a seat and for a match that was not played out."""
    if seat is None or not progress.places:
        return ""
    places = [progress.places[column[0]] for column in progress.columns]
    own = progress.places[seat]
    if set(places) == {1}:
        return gettext("a draw")
    if len(places) == 2:
        return gettext("won") if own == 1 else gettext("lost")
    words = {
        "place": _word(ORDINALS[own - 1 : own], own),
        "of": _word([NUMBERS.get(len(places), "")], len(places)),
    }
    if places.count(own) > 1:
        return gettext("shared {place} of {of}").format(**words)
    return gettext("{place} of {of}").format(**words)


def _word(found: tuple[str, ...] | list[str], number: int) -> str:
    """The word for a number, or its figures where there is none."""
    return gettext(found[0]) if found and found[0] else str(number)
