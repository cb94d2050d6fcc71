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
from games.engine.club import Tally
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
from games.league.services.evenings.counting import count_matches
from games.league.services.ratings import rate_matches
from games.league.standings.evening_scores import evenings_worth
from games.league.standings.nights import ABSENT, Night, Season
from games.league.standings.outcomes import Better
from games.league.standings.rules import TableRules
from games.league.standings.scores import Mark, MarkKind, Score
from games.league.standings.table import Row, ranked_by, table_of
from games.league.standings.ties import meetings
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
    """The table of a competition as it stands this moment. `evenings` are those held, oldest first; `season` is what
    each of them is worth, also to entrants withdrawn since. `better` is which end of a total is first, `tallies` are
    those of the game."""

    rows: tuple[Row, ...]
    entered: dict[int, Entered]
    evenings: tuple[Evening, ...]
    rules: TableRules
    better: Better
    tallies: tuple[Tally, ...]
    season: Season

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
    competition: Competition,
    *,
    instead: Mapping[int, Sequence[Score]] | None = None,
    until: Evening | None = None,
) -> SeasonTable:
    """The table now, with whatever tables have moved on since it was asked for last.

    `instead` gives tables (by key) other scores than they have: the season as it would be. `until` is the last evening
    that is looked at: the season as it was then, with what was corrected since.
    """
    instead = instead or {}
    count_matches(competition_id=competition.pk)
    entered = entered_in(competition)
    planned = tuple(
        competition.evenings.exclude(status=Evening.Status.CANCELLED).order_by("starts_at", "number")
    )
    seen = {evening.pk for evening in _up_to(planned, until)}
    counted = TableScore.objects.filter(evening__competition=competition).exclude(table__in=instead)
    rows = counted.values_list(*Score._fields)
    scores = [Score._make(row) for row in rows.iterator(chunk_size=10_000)]
    scores += [score for table in instead.values() for score in table]
    scores = [score for score in scores if score.evening in seen]
    marks = tuple(
        Mark(entrant, evening, MarkKind(kind), points)
        for entrant, evening, kind, points in EveningMark.objects.filter(
            evening__competition=competition
        ).values_list("entrant", "evening", "kind", "points")
        if evening in seen
    )
    told = {score.evening for score in scores} | {mark.evening for mark in marks}
    held = tuple(
        evening for evening in planned if evening.pk in told and evening.status != Evening.Status.PLANNED
    )
    game, rules = competition.the_game, competition.table_rules
    running = {evening.pk for evening in planned if evening.status != Evening.Status.CLOSED}
    season = evenings_worth(scores, marks, rules, better=game.better, running=running)
    standing = table_of(
        _taking_part(competition, until),
        season,
        evenings=[evening.pk for evening in held],
        marks=marks,
        rules=rules,
        better=game.better,
        tallies={tally.key: tally.better for tally in game.tallies},
        evenings_left=len(planned) - len(held),
    )
    tallies = tuple(game.tallies)
    return SeasonTable(standing, entered, held, rules, ranked_by(rules, game.better), tallies, season)


def _up_to(evenings: Sequence[Evening], last: Evening | None) -> Sequence[Evening]:
    """The evenings up to and with `last`; all of them without one."""
    places = [place for place, evening in enumerate(evenings) if evening == last]
    return evenings[: places[0] + 1] if places else evenings


def _taking_part(competition: Competition, until: Evening | None) -> set[int]:
    """The entrants not withdrawn, or withdrawn after the evening `until` was closed."""
    here = Q(withdrawn_at=None)
    if until is not None and until.closed_at is not None:
        here |= Q(withdrawn_at__gt=until.closed_at)
    return set(competition.entrants.filter(here).values_list("pk", flat=True))


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
            mine=one is not None and one.entrant_id == seat.entrant_id,
            is_open=seat.table.round <= evening.round,
        )
        for seat in found
    )


@dataclass(frozen=True, slots=True)
class EveningLine:
    """A row of the evening list: the `night` as the season counts it, `tallies` in the game's order. Equals share their
    place; those who were not there have none."""

    place: int | None
    entrant: int
    name: str
    night: Night
    tallies: tuple[int, ...]

    @property
    def points(self) -> int:
        """What the evening is worth."""
        return self.night.points

    @property
    def tables(self) -> tuple[int, ...]:
        """The points of each table, in order."""
        return tuple(part.points for part in self.night.parts if part.kind == "table")


def evening_lines(evening: Evening, table: SeasonTable) -> tuple[EveningLine, ...]:
    """What the evening is worth to everybody by `table`, best first (of equals by name), the absent at the end."""
    nights = table.season.on(evening.pk)
    here = [night.points for night in nights.values() if night.why not in ABSENT]
    best_first = sorted(here, reverse=table.better == "high")
    lines = [
        EveningLine(
            place=None if night.why in ABSENT else best_first.index(night.points) + 1,
            entrant=entrant,
            name=table.name(entrant),
            night=night,
            tallies=tuple(night.tallies.get(tally.key, 0) for tally in table.tallies),
        )
        for entrant, night in nights.items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.place or len(lines) + 1, line.name.casefold())))


@dataclass(frozen=True, slots=True)
class Duel:
    """How often an entrant met another as an opponent, and came out above, level or below."""

    name: str
    won: int
    drawn: int
    lost: int


def duels_with(competition: Competition, entrant: int, table: SeasonTable) -> tuple[Duel, ...]:
    """Head to head against everybody met at a table, the most met first."""
    met = meetings(table.season.given, entrant, table.entered, competition.the_game.better)
    duels = [
        Duel(
            table.name(other),
            won=sum(result > 0 for result in results),
            drawn=results.count(0),
            lost=sum(result < 0 for result in results),
        )
        for other, results in met.items()
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
