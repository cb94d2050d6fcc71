"""What the pages of the league show. Reads only, but for tables that have moved on: those are counted first.

Every function asks a number of queries that does not grow with members, evenings or tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from accounts.models import Player
from games.engine import registry
from games.engine.options import read_options
from games.league.models import (
    Competition,
    Entrant,
    EntrantPlayer,
    Evening,
    EveningMark,
    LeagueTable,
    Postponement,
    Rating,
    TableScore,
    TableSeat,
)
from games.league.services.evenings.counting import count_matches, totals
from games.league.services.ratings import rate_matches
from games.league.standings.evening_scores import Better
from games.league.standings.rules import TableRules
from games.league.standings.scores import Mark, MarkKind, Score
from games.league.standings.table import Row, table_of
from games.table.log.models import Match


@dataclass(frozen=True, slots=True)
class Entered:
    """An entrant by name, with its players; `withdrawn`: takes no further part."""

    pk: int
    name: str
    players: tuple[int, ...]
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table of a competition as it stands this moment. `evenings` are those held, oldest first."""

    rows: tuple[Row, ...]
    entered: dict[int, Entered]
    evenings: tuple[Evening, ...]
    rules: TableRules
    better: Better
    marks: tuple[Mark, ...]

    def name(self, entrant: int) -> str:
        """The name of an entrant."""
        return self.entered[entrant].name


def entered_in(competition: Competition) -> dict[int, Entered]:
    """Everybody in the competition by number; pairs without a name go by their players."""
    names: dict[int, list[str]] = defaultdict(list)
    players: dict[int, list[int]] = defaultdict(list)
    members = EntrantPlayer.objects.filter(competition=competition).order_by("entrant", "place")
    for entrant, player, nickname in members.values_list("entrant", "player", "player__nickname"):
        names[entrant].append(nickname)
        players[entrant].append(player)
    found = Entrant.objects.filter(competition=competition).values_list("pk", "name", "withdrawn_at")
    return {
        pk: Entered(pk, name or " – ".join(names[pk]), tuple(players[pk]), withdrawn_at is not None)
        for pk, name, withdrawn_at in found
    }


def season_table(
    competition: Competition, *, instead: Mapping[int, Sequence[Score]] | None = None
) -> SeasonTable:
    """The table now, with whatever tables have moved on since it was asked for last.

    `instead` gives tables (by key) other scores than they have: the season as it would be.
    """
    instead = instead or {}
    count_matches(competition_id=competition.pk)
    entered = entered_in(competition)
    planned = competition.evenings.exclude(status=Evening.Status.CANCELLED)
    evenings = tuple(planned.order_by("starts_at", "number"))
    counted = TableScore.objects.filter(evening__competition=competition).exclude(table__in=instead)
    rows = counted.values_list(*Score._fields)
    scores = [Score._make(row) for row in rows.iterator(chunk_size=10_000)]
    scores += [score for table in instead.values() for score in table]
    marks = tuple(
        Mark(entrant, evening, MarkKind(kind), points)
        for entrant, evening, kind, points in EveningMark.objects.filter(
            evening__competition=competition
        ).values_list("entrant", "evening", "kind", "points")
    )
    withdrawn = set(competition.entrants.exclude(withdrawn_at=None).values_list("pk", flat=True))
    told = {score.evening for score in scores} | {mark.evening for mark in marks}
    held = tuple(
        evening for evening in evenings if evening.pk in told and evening.status != Evening.Status.PLANNED
    )
    rules = rules_of(competition)
    better = registry.game(competition.game).better
    standing = table_of(
        set(entered) - withdrawn,
        evenings=[evening.pk for evening in held],
        scores=scores,
        marks=marks,
        rules=rules,
        better=better,
        evenings_left=len(evenings) - len(held),
    )
    return SeasonTable(standing, entered, held, rules, better, marks)


def rules_of(competition: Competition) -> TableRules:
    """The table rules of a competition."""
    return read_options(TableRules, competition.rules)


def entrant_of(competition: Competition, player: Player) -> Entrant | None:
    """The entrant a player belongs to in a competition."""
    return Entrant.objects.filter(
        Q(members__player=player), competition=competition, withdrawn_at=None
    ).first()


def seats_receiver(*, match_id: int, **_sent: Any) -> bool:
    """Whether a match (by key) is played at a table of an evening."""
    return LeagueTable.objects.filter(match=match_id).exists()


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of one's own that has not begun. `mine`: the date `proposed` is one's own side's."""

    table: LeagueTable
    proposed: Postponement | None
    mine: bool
    is_open: bool


def tables_to_postpone(evening: Evening, player: int | None) -> tuple[OwnTable, ...]:
    """The fixtures for which a player could agree on another date; none where partners change every round."""
    if evening.status != Evening.Status.DRAWN or not evening.competition.has_fixtures:
        return ()
    waiting = Q(table__match=None) | Q(table__match__status=Match.Status.OPEN)
    seats = TableSeat.objects.filter(
        waiting, table__evening=evening, table__broken_off_at=None, player=player
    )
    found = seats.select_related("table__postponement__proposed_by").order_by("table__round")
    proposed = {seat.pk: getattr(seat.table, "postponement", None) for seat in found}
    return tuple(
        OwnTable(
            table=seat.table,
            proposed=(one := proposed[seat.pk]),
            mine=one is not None and one.side == seat.number % 2,
            is_open=seat.table.round <= evening.round,
        )
        for seat in found
    )


@dataclass(frozen=True, slots=True)
class EveningLine:
    """A row of the evening list: points of each table in order, and their sum. Equals share their place."""

    place: int
    entrant: int
    name: str
    tables: tuple[int, ...]
    points: int
    pits: int
    nat: int


def evening_lines(evening: Evening, entered: dict[int, Entered]) -> tuple[EveningLine, ...]:
    """What each entrant has brought home so far, best first (of equals by name)."""
    count_matches(competition_id=evening.competition_id)
    better = registry.game(evening.competition.game).better
    scores: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for (_table, entrant), brought in totals(TableScore.objects.filter(evening=evening)).items():
        scores[entrant].append((brought.points, brought.pits, brought.nat))
    points_of = {
        entrant: sum(points for points, _pits, _nat in brought) for entrant, brought in scores.items()
    }
    best_first = sorted(points_of.values(), reverse=better == "high")
    lines = [
        EveningLine(
            place=best_first.index(points_of[entrant]) + 1,
            entrant=entrant,
            name=entered[entrant].name,
            tables=tuple(points for points, _pits, _nat in brought),
            points=points_of[entrant],
            pits=sum(pits for _points, pits, _nat in brought),
            nat=sum(nat for _points, _pits, nat in brought),
        )
        for entrant, brought in scores.items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.place, line.name.casefold())))


@dataclass(frozen=True, slots=True)
class Duel:
    """How often an entrant met another as an opponent, and what came of it."""

    name: str
    won: int
    drawn: int
    lost: int


def duels_with(competition: Competition, entrant: int, table: SeasonTable) -> tuple[Duel, ...]:
    """Head to head against everybody met, the most met first."""
    mine = TableScore.objects.filter(entrant=entrant, evening__competition=competition)
    own = {
        row: (brought.points - brought.against, brought.side)
        for (row, _entrant), brought in totals(mine).items()
    }
    sign = 1 if table.better == "high" else -1
    counts: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    others = TableScore.objects.filter(table__in=list(own)).exclude(entrant=entrant).distinct()
    for row, other, side in others.values_list("table", "entrant", "side"):
        ahead, own_side = own[row]
        if side != own_side:
            counts[other][0 if sign * ahead > 0 else 1 if ahead == 0 else 2] += 1
    duels = [
        Duel(table.entered[other].name, *count) for other, count in counts.items() if other in table.entered
    ]
    return tuple(sorted(duels, key=lambda duel: (-(duel.won + duel.drawn + duel.lost), duel.name)))


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A player's strength of one kind; `give` is how far off it may be (95 of 100 times)."""

    name: str
    kind: str
    strength: float
    give: float
    matches: int


def ratings_of(players: tuple[int, ...], game: str) -> tuple[ShownRating, ...]:
    """The ratings of these players in a game, league first, up to the last match that ended."""
    rate_matches()
    rows = Rating.objects.filter(player__in=players, game=game).select_related("player")
    return tuple(
        ShownRating(
            name=row.player.nickname,
            kind=row.get_kind_display(),
            strength=row.mean,
            give=2 * row.deviation,
            matches=row.matches,
        )
        for row in sorted(
            rows, key=lambda row: (players.index(row.player_id), row.kind != Rating.Kind.LEAGUE)
        )
    )
