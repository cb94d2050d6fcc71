"""The standing of a competition from its scores and marks: read by the draw and, with names, by the pages. A constant
number of queries."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast

from games.engine.club import Better
from games.league.models import Competition, Evening, EveningMark, LeagueTable, TableScore
from games.league.services.evenings.compared_results import AverageRound, RuledRound, means_of
from games.league.services.evenings.table_scores import count_matches
from games.league.standings.evening_scores import OF_OWN_AVERAGE, evenings_worth
from games.league.standings.points import divide_exactly
from games.league.standings.scores import ABSENT, BY_HAND, Mark, MarkKind, Score, Season
from games.league.standings.table import Row, better_end, table_of
from games.table.log.models import Match

AS_JSON: Final = ("others", "tallies")
"""The last fields of a score, which the database keeps as JSON."""
PLAIN: Final = len(Score._fields) - len(AS_JSON)


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows of a competition from the top, the `evenings` held, oldest first, what each of them is worth, and which
    end of what it adds up is `better`."""

    rows: tuple[Row, ...]
    evenings: tuple[Evening, ...]
    season: Season
    better: Better


def standing_of(
    competition: Competition,
    *,
    other_scores: Mapping[int, Sequence[Score]] | None = None,
    other_rounds: Mapping[tuple[int, int], RuledRound | AverageRound] | None = None,
    until: Evening | None = None,
    closing: Evening | None = None,
    more: Sequence[Mark] = (),
) -> Standing:
    """The standing now, with whatever tables have moved on since it was asked for last.

    `other_scores` gives tables (by key) other scores than they have, and `other_rounds` rounds (by match and number)
    other results, where tables are compared; `until` is the last evening that is looked at; `closing` is one that
    counts as closed, and `more` are marks beside those that are written.
    """
    other_scores = other_scores or {}
    count_matches(competition_id=competition.pk)
    planned = tuple(
        competition.evenings.exclude(status=Evening.Status.CANCELLED).order_by("starts_at", "number")
    )
    seen = {evening.pk for evening in _up_to(planned, until)}
    scores = _scores(other_scores, seen)
    marks = tuple(
        Mark(entrant, evening, MarkKind(kind), divide_exactly(Fraction(points), 1))
        for entrant, evening, kind, points in counted_marks(competition).values_list(
            "entrant", "evening", "kind", "points"
        )
        if evening in seen
    )
    marks += tuple(more)
    means = means_of(competition, seen, other_rounds=other_rounds)
    running = {
        evening.pk for evening in planned if evening.status != Evening.Status.CLOSED and evening != closing
    }
    with_results = {score.evening for score in scores}
    with_results |= {
        mark.evening for mark in marks if mark.evening not in running or mark.kind not in BY_HAND
    }
    with_results |= {evening for _entrant, evening in means or ()}
    held = tuple(
        evening
        for evening in planned
        if evening.pk in with_results and evening.status != Evening.Status.PLANNED
    )
    game, rules = competition.the_game, competition.the_rules

    def season_of(evenings: Collection[int]) -> Season:
        return evenings_worth(
            [score for score in scores if score.evening in evenings],
            [mark for mark in marks if mark.evening in evenings],
            rules,
            better=game.better,
            running=running,
            in_order=[evening.pk for evening in planned],
            tables=competition.rounds,
            means=None if means is None else {key: mean for key, mean in means.items() if key[1] in evenings},
        )

    season = season_of(seen)
    taking_part, withdrawn = _entrants(competition, until)
    rows = table_of(
        taking_part,
        season,
        evenings=[evening.pk for evening in held],
        marks=marks,
        rules=rules,
        better=game.better,
        tallies={tally.key: tally.better for tally in game.tallies},
        evenings_left=len(planned) - len(held),
        before=season_of(seen - {held[-1].pk}) if held and rules.announced in OF_OWN_AVERAGE else None,
        withdrawn=withdrawn,
    )
    return Standing(rows, held, season, better_end(rules, game.better))


def counted_marks(competition: Competition) -> QuerySet[EveningMark]:
    """The marks of a competition without those of rounds that are drawn and not open, and without absences of those
    who have points from a list: they were there. Such an absence counts again when that list is taken back. A round of
    waiting counts once the others have played it; a table that plays on another day is not waited for."""
    listed = EveningMark.objects.filter(
        evening=OuterRef("evening"),
        entrant=OuterRef("entrant"),
        kind=MarkKind.CORRECTION,
        batch__isnull=False,
    )
    marks = EveningMark.objects.filter(evening__competition=competition, round__lte=F("evening__round"))
    playing = LeagueTable.objects.filter(
        evening=OuterRef("evening"),
        round=OuterRef("round"),
        starts_at=None,
        broken_off_at=None,
        match__status__in=(Match.Status.OPEN, Match.Status.RUNNING),
    )
    marks = marks.exclude(Exists(playing), kind=MarkKind.WAITED)
    return marks.exclude(Exists(listed), kind__in=ABSENT)


def _scores(other_scores: Mapping[int, Sequence[Score]], evenings: Collection[int]) -> list[Score]:
    """The scores of these evenings. JSON is read as text and each text parsed once: thousands of rows say the same."""
    counted = TableScore.objects.filter(evening__in=evenings).exclude(table__in=other_scores)
    texts = {f"{name}_text": Cast(name, TextField()) for name in AS_JSON}
    fields = [*Score._fields[:PLAIN], *texts]
    parsed = lru_cache(maxsize=None)(json.loads)
    rows = counted.annotate(**texts).values_list(*fields).iterator(chunk_size=10_000)
    read = Score._make
    found = [read([*row[:PLAIN], parsed(row[-2]), parsed(row[-1])]) for row in rows]
    found += [score for table in other_scores.values() for score in table if score.evening in evenings]
    return found


def _up_to(evenings: Sequence[Evening], last: Evening | None) -> Sequence[Evening]:
    """The evenings up to and with `last`; all of them without one."""
    places = [place for place, evening in enumerate(evenings) if evening == last]
    return evenings[: places[0] + 1] if places else evenings


def _entrants(competition: Competition, until: Evening | None) -> tuple[list[int], list[int]]:
    """The entrants who take part, and those withdrawn: of these, where `until` is given and closed, only who withdrew
    before it was closed."""
    taking_part: list[int] = []
    withdrawn: list[int] = []
    closed_at = until.closed_at if until else None
    for entrant, withdrawn_at in competition.entrants.values_list("pk", "withdrawn_at"):
        counts_as_withdrawn = withdrawn_at is not None and (closed_at is None or withdrawn_at <= closed_at)
        (withdrawn if counts_as_withdrawn else taking_part).append(entrant)
    return taking_part, withdrawn
