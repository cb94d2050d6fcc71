"""The line for a screen that comes back: the rounds and tricks that went by between two entries of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib.humanize.templatetags.humanize import apnumber
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games.engine.seats import Seat
from games.engine.view import View
from games.engine_words import minus
from games.table.log import loading
from games.table.log.loading import Table

MIN_MOVES: Final = 4
"""Moves that are worth a line: about once around the table. For fewer the log is not read at all, since every screen
comes back at once after a server has died."""


@dataclass(frozen=True, slots=True)
class MissedPlay:
    """The play between two log entries: closed rounds with their points by seat, and since the last of them the winners
    of finished tricks, with the side of each seat. Other moves lie on the table.
    """

    rounds: int
    points: tuple[int, ...]
    tricks: tuple[Seat, ...]
    sides: tuple[int, ...]


def play_missed_since(match_id: int, seq: int) -> MissedPlay:
    """The play at a table after log entry `seq`. Reads and folds the log from its first entry."""
    rows = loading.log_rows(match_id, after=seq)
    then = loading.table_at(match_id, seq)
    views = [_view(then)]
    for row in rows:
        then = loading.table_after(then, [row])
        views.append(_view(then))
    opening, closing = views[0].results, views[-1].results
    fresh = closing[len(opening) :]
    points = tuple(map(sum, zip(*(result.score for result in fresh), strict=True)))
    return MissedPlay(
        len(fresh), points, _tricks([view for view in views if view.results == closing]), views[-1].sides
    )


def missed_line(table: Table, seq: int, *, seat: Seat | None, language: str) -> str:
    """The line for a viewer whose screen was right up to log entry `seq`; "" where it is not worth one."""
    if seq <= 0 or table.state.seq - seq < MIN_MOVES:
        return ""
    missed = play_missed_since(table.match_id, seq)
    with translation.override(language):
        of_deals = table.evening_table is not None
        sentences = [_rounds_sentence(missed, seat, of_deals=of_deals), _tricks_sentence(missed, seat)]
        return " ".join(filter(None, sentences))


def _view(table: Table) -> View:
    return table.game.view(table.state.game_state, None)


def _tricks(views: list[View]) -> tuple[Seat, ...]:
    """The winners of the tricks finished from the first of these views to the last, in order."""
    found: dict[tuple[int, int], Seat] = {}
    for view in views:
        for trick in (view.last_trick, view.trick):
            if trick is not None and trick.complete and trick.winning is not None:
                found.setdefault((view.deal, trick.number), trick.winning)
    before = {
        (views[0].deal, trick.number)
        for trick in (views[0].last_trick, views[0].trick)
        if trick is not None and trick.complete
    }
    return tuple(winner for key, winner in found.items() if key not in before)


def _rounds_sentence(missed: MissedPlay, seat: Seat | None, *, of_deals: bool) -> str:
    if not missed.rounds:
        return ""
    if of_deals:
        words = ngettext(
            "%(number)s deal was written down", "%(number)s deals were written down", missed.rounds
        )
    else:
        words = ngettext(
            "%(number)s round was written down", "%(number)s rounds were written down", missed.rounds
        )
    words %= {"number": apnumber(missed.rounds)}
    if seat is not None:
        points = missed.points[seat]
        words += ngettext(": %(points)s point for you", ": %(points)s points for you", points) % {
            "points": minus(points)
        }
    return f"{capfirst(words)}."


def _tricks_sentence(missed: MissedPlay, seat: Seat | None) -> str:
    if not missed.tricks:
        return ""
    number = len(missed.tricks)
    words = ngettext("%(number)s trick went by", "%(number)s tricks went by", number) % {
        "number": apnumber(number)
    }
    if seat is not None:
        own = sum(missed.sides[winner] == missed.sides[seat] for winner in missed.tricks)
        shares = {"own": _share(own), "others": _share(number - own)}
        words += gettext(": %(own)s for you, %(others)s for them") % shares
    return f"{capfirst(words)}."


def _share(tricks: int) -> str:
    return apnumber(tricks) if tricks else gettext("none")
