"""Results of evenings that were played before the club came here, from a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from accounts.clubs.imports import rows_of
from accounts.models import Player
from accounts.names import look_alike_key
from accounts.numbers import whole_number
from games.league.models import Competition, Evening, EveningMark
from games.league.services.corrections import add_correction
from games.league.services.entering import BETWEEN_NAMES
from games.league.services.locking import expect_open
from games.league.standings.scores import MarkKind

MOST_LINES: Final = 5_000
MOST_POINTS: Final = 100_000


@dataclass(frozen=True, slots=True)
class ResultFault:
    """Why a line (from 1) cannot be taken."""

    line: int
    sentence: str


def import_results(
    *, competition: Competition, text: str, names: Mapping[str, int], actor: Player, now: datetime
) -> tuple[int, tuple[ResultFault, ...]]:
    """Write down every line as an evening's points entered afterwards; how many, and the faults. With a fault
    nothing is written.

    Columns: number of the evening, name (a key of `names`), points; a first line that says no number is
    skipped. The names of a pair may stand in any order with a comma, a dash or "and" between, in capitals or not.
    The evenings must be planned, or filled from a list before; they are closed by this. An entrant with points from a
    list on an evening gets none from another list: the same list sent twice counts once.
    Refuses season_archived.
    """
    expect_open(competition.season_id)
    try:
        rows = rows_of(text)
    except ValidationError as unreadable:
        return 0, (ResultFault(1, unreadable.messages[0]),)
    if rows and not rows[0][0].strip().isdigit():
        rows = rows[1:]
    known = _known(names)
    with transaction.atomic():
        evenings = {
            evening.number: evening
            for evening in Evening.objects.select_for_update().filter(competition=competition)
        }
        marks, faults = _read(rows[:MOST_LINES], known, evenings)
        if len(rows) > MOST_LINES:
            faults.append(ResultFault(MOST_LINES + 1, gettext("That list is too long.")))
        if faults or not marks:
            return 0, tuple(faults)
        EveningMark.objects.bulk_create(marks)
        told = {mark.evening_id for mark in marks}
        Evening.objects.filter(pk__in=told).exclude(status=Evening.Status.CLOSED).update(
            status=Evening.Status.CLOSED, closed_at=now
        )
        add_correction(
            competition=competition,
            actor=actor,
            what="imported",
            reason=gettext("Results from a list"),
            after=f"{len(marks)}",
            now=now,
        )
    return len(marks), ()


def _known(names: Mapping[str, int]) -> dict[str, int]:
    """The entrants by the key of their name; a key that two of them share is left out."""
    keys = Counter(_key(name) for name in names)
    return {_key(name): entrant for name, entrant in names.items() if keys[_key(name)] == 1}


def _key(name: str) -> str:
    """A name without what people type differently: the order of a pair, what is between them, capitals."""
    return "\n".join(sorted(look_alike_key(each) for each in BETWEEN_NAMES.split(name.strip())))


def _read(
    rows: list[list[str]], names: Mapping[str, int], evenings: Mapping[int, Evening]
) -> tuple[list[EveningMark], list[ResultFault]]:
    marks: list[EveningMark] = []
    faults: list[ResultFault] = []
    written = EveningMark.objects.filter(evening__in=evenings.values(), kind=MarkKind.CORRECTION)
    has_points = set(written.values_list("evening", "entrant"))
    for line, row in enumerate(rows, 1):
        number, name, points = [cell.strip() for cell in (*row, "", "", "")][:3]
        evening = evenings.get(whole_number(number))
        if evening is None:
            faults.append(
                ResultFault(line, gettext("There is no evening {number}.").format(number=number[:20]))
            )
        elif evening.status == Evening.Status.DRAWN:
            faults.append(
                ResultFault(line, gettext("Evening {number} is being played here.").format(number=number))
            )
        elif (key := _key(name)) not in names:
            faults.append(
                ResultFault(line, gettext("Nobody called “{name}” takes part.").format(name=name[:60]))
            )
        elif (evening.pk, names[key]) in has_points:
            told = gettext("“{name}” has points on evening {number} already.")
            faults.append(ResultFault(line, told.format(name=name, number=number)))
        elif (worth := whole_number(points, most=MOST_POINTS)) is None:
            faults.append(
                ResultFault(line, gettext("“{points}” is not a number of points.").format(points=points[:20]))
            )
        else:
            has_points.add((evening.pk, names[key]))
            marks.append(
                EveningMark(evening=evening, entrant_id=names[key], kind=MarkKind.CORRECTION, points=worth)
            )
    return marks, faults
