"""The evening in a few lines, ready to paste into the club's paper."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from games.league.models import Evening
from games.league.queries import EveningLine, SeasonTable
from games.league.standings.evening_scores import rounded

BEST_OF_SEASON = 5


def report_of(evening: Evening, lines: tuple[EveningLine, ...], table: SeasonTable) -> str:
    """Winner, average, highest and lowest table, pits, the top of the season."""
    competition = evening.competition
    told = [
        f"{competition.season.club.name} · {competition.season.name} · {competition.name}",
        gettext("Evening {number}, {date}").format(
            number=evening.number, date=date_format(localtime(evening.starts_at), "DATE_FORMAT")
        ),
        "",
    ]
    if not lines:
        return "\n".join([*told, gettext("Nothing was played.")])
    best, tables = lines[0], [points for line in lines for points in line.tables]
    winners = [line.name for line in lines if line.points == best.points]
    told += [
        gettext("Winner: {names} with {points} points").format(names=", ".join(winners), points=best.points),
        gettext("Average: {points} points").format(
            points=rounded(sum(line.points for line in lines), len(lines))
        ),
        gettext("Highest table: {highest}; lowest: {lowest}").format(highest=max(tables), lowest=min(tables)),
    ]
    if pits := [line for line in lines if line.pits]:
        told.append(
            gettext("Pits: {names}").format(names=", ".join(f"{line.name} ({line.pits})" for line in pits))
        )
    told += ["", gettext("The evening")]
    told += [f"{line.place}. {line.name} {line.points}" for line in lines]
    held = len(table.evenings)
    told += [
        "",
        ngettext("The season after {count} evening", "The season after {count} evenings", held).format(
            count=held
        ),
    ]
    told += [
        f"{row.place or '–'}. {table.name(row.entrant)} {row.total}" for row in table.rows[:BEST_OF_SEASON]
    ]
    return "\n".join(told)
