"""A paper sheet as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.league.models import LeagueTable
from games.league.services.evenings.stopping import sides_of
from games.table.log import loading, sheets
from games.table.log.models import Match, Round

LEVELS = (_("no kraken"), _("kraken ×2"), _("re ×4"), _("superkraken ×8"))


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One round as written down: points by side and how it came."""

    number: int
    trump: str
    level: str
    nat: bool
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """`sides` are the partners' names; `your_side` is None for who does not sit there.

    `code` is the match's, `is_open` is whether its round is open; `confirmed` is whether its rounds count.
    """

    pk: int
    sides: tuple[str, str]
    your_side: int | None
    lines: tuple[SheetLine, ...]
    totals: tuple[int, int]
    planned: int
    is_open: bool
    may_type: bool
    may_confirm: bool
    confirmed: bool
    levels: tuple[tuple[int, str], ...]
    asks_trump_points: bool
    code: str

    @property
    def next_number(self) -> int | None:
        """The round to type next, None when all are written."""
        return len(self.lines) + 1 if len(self.lines) < self.planned else None


def sheet_shown(table: LeagueTable, *, player: int | None) -> ShownSheet:
    """The sheet for `player`; the side that typed first types, the other confirms."""
    seats = list(table.seats.select_related("player").order_by("number"))
    sides = [side.seats for side in sides_of(table, {seat.number: seat.entrant_id for seat in seats})]
    names = [[seat.player.nickname for seat in seats if seat.number in side] for side in sides]
    side_of = {number: place for place, side in enumerate(sides) for number in side}
    yours = next((side_of[seat.number] for seat in seats if seat.player_id == player), None)
    lines: tuple[SheetLine, ...] = ()
    typing, status = None, None
    if table.match is not None:
        status = table.match.status
        seat = sheets.typing_seat(loading.refreshed(table.match.pk).state)
        typing = None if seat is None else side_of[seat]
        lines = tuple(_line(row, sides) for row in table.match.rounds.order_by("number"))
    writable = status in (Match.Status.OPEN, Match.Status.RUNNING)
    return ShownSheet(
        pk=table.pk,
        sides=(" – ".join(names[0]), " – ".join(names[1])),
        your_side=yours,
        lines=lines,
        totals=(sum(line.points[0] for line in lines), sum(line.points[1] for line in lines)),
        planned=table.planned,
        is_open=table.match is not None,
        may_type=writable and yours is not None and typing in (None, yours),
        may_confirm=writable
        and yours is not None
        and typing not in (None, yours)
        and len(lines) == table.planned,
        confirmed=status in (Match.Status.FINISHED, Match.Status.STOPPED),
        levels=tuple((place, gettext(level)) for place, level in enumerate(LEVELS)),
        asks_trump_points=table.evening.competition.options.get("double_spades") == "trump_cards",
        code=table.match.code if table.match is not None else "",
    )


def _line(row: Round, sides: Sequence[Sequence[int]]) -> SheetLine:
    facts = row.result["facts"]
    return SheetLine(
        number=row.number,
        trump=facts["trump"],
        level=gettext(LEVELS[facts["level"]]),
        nat=bool(facts["nat"]),
        points=(row.points[sides[0][0]], row.points[sides[1][0]]),
    )
