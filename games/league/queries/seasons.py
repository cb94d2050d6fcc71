"""A season as its page shows it: the standing, the fixtures of a round robin, who met whom at its tables, and the
rulings that changed what rounds count."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext

from accounts.names import sort_key
from games.engine.club import Better, Tally, sign_of
from games.league.draw import MIN_ENTRANTS, FixtureRound, columns_of, least_played_rounds, round_robin
from games.league.models import Competition, Evening, LeagueTable, Seating, TableSeat
from games.league.queries.entrants import NO_ROW, NamedEntrant, entrants_by_key
from games.league.queries.evenings import TableToPlay, tables_to_play
from games.league.services.competition_standing import standing_of
from games.league.services.evenings.compared_results import AverageRound, RuledRound
from games.league.services.evenings.seat_plans import games_of
from games.league.standings.points import Points
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import PlayedBy, Score, Season
from games.league.standings.table import Row, meetings
from games.table.log.models import Round
from games.table.log.paper_entries import TOGETHER
from games.trail import RULING_ACTIONS, AuditEntry
from games.trail_values import ruled_points_in_words

# The table of a season as it stands this moment: tables that have moved on are counted first. A constant number of
# queries.


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table of a competition as it stands this moment. `evenings` are those held, oldest first; `season` is what
    each of them is worth, also to entrants withdrawn since. `better` is which end of a total is first, `tallies` are
    those of the game. `to_play` are the tables that play on another day."""

    rows: tuple[Row, ...]
    entered: dict[int, NamedEntrant]
    evenings: tuple[Evening, ...]
    rules: CompetitionRules
    better: Better
    tallies: tuple[Tally, ...]
    season: Season
    to_play: tuple[TableToPlay, ...] = ()

    def name(self, entrant: int) -> str:
        """The name of an entrant."""
        return self.entered[entrant].name


def season_table(
    competition: Competition,
    *,
    other_scores: Mapping[int, Sequence[Score]] | None = None,
    other_rounds: Mapping[tuple[int, int], RuledRound | AverageRound] | None = None,
    until: Evening | None = None,
) -> SeasonTable:
    """The table now, with whatever tables have moved on since it was asked for last.

    `other_scores` gives tables (by key) other scores than they have, and `other_rounds` rounds other results: the
    season as it would be. `until` is the last evening that is looked at: the season as it was then, with what was
    corrected since.
    """
    standing = standing_of(competition, other_scores=other_scores, other_rounds=other_rounds, until=until)
    # Names are read last: another request may enter somebody meanwhile. Who is removed meanwhile had no results.
    entered = entrants_by_key(competition)
    game, rules = competition.the_game, competition.the_rules
    return SeasonTable(
        rows=tuple(row for row in standing.rows if row.entrant in entered),
        entered=entered,
        evenings=standing.evenings,
        rules=rules,
        better=standing.better,
        tallies=tuple(game.tallies),
        season=standing.season,
        to_play=tables_to_play(competition) if until is None else (),
    )


# The fixtures of a round robin for the whole season: rounds as they were drawn, and those to come.


@dataclass(frozen=True, slots=True)
class SeasonRound:
    """Round `number` of the season: who is at home against whom, and who is free, by name. `evening` is None while no
    evening is planned for it; `is_drawn` says that it is not expected only."""

    number: int
    evening: Evening | None
    is_drawn: bool
    fixtures: tuple[tuple[str, str], ...]
    free: tuple[str, ...]


def fixture_list(competition: Competition) -> tuple[SeasonRound, ...]:
    """All rounds of the season in order; none where the seating is no round robin, or too few take part.

    An evening that is not drawn has the rounds its draw would choose today. Rounds for which no evening is planned
    follow: those of the half in which everybody meets everybody once that is not complete.
    """
    drawn, games = _drawn_rounds(competition), games_of(competition)
    entered = entrants_by_key(competition)  # after the rounds: who is drawn has a name
    taking_part = sorted(pk for pk, each in entered.items() if not each.withdrawn)
    if competition.seating != Seating.ROUND_ROBIN or len(taking_part) < MIN_ENTRANTS:
        return ()
    whole = round_robin(taking_part, double=True)
    found: list[tuple[Evening | None, bool, Sequence[tuple[int, int]]]] = []
    held = competition.evenings.exclude(status=Evening.Status.CANCELLED)
    for evening in held.order_by("starts_at", "number"):
        if evening.status != Evening.Status.PLANNED:
            found += [(evening, True, pairs) for pairs in drawn[evening.pk]]
            continue
        for each in least_played_rounds(whole, games=games, rounds=competition.rounds):
            games.update(dict.fromkeys(_fixture_pairs(each), competition.size // 2))
            found.append((evening, False, _fixture_pairs(each)))
    found += [(None, False, _fixture_pairs(each)) for each in _without_evening(whole, games)]

    def names_of(entrants: Iterable[int]) -> tuple[str, ...]:
        return tuple(entered[entrant].name for entrant in entrants)

    rounds = []
    for number, (planned_for, is_drawn, pairs) in enumerate(found, 1):
        seated = {entrant for pair in pairs for entrant in pair}
        free = names_of(entrant for entrant in taking_part if entrant not in seated)
        fixtures = tuple((entered[home].name, entered[away].name) for home, away in pairs)
        rounds.append(SeasonRound(number, planned_for, is_drawn, fixtures, free))
    return tuple(rounds)


def _fixture_pairs(one: FixtureRound) -> list[tuple[int, int]]:
    return [(game.home, game.away) for game in one.fixtures]


def _drawn_rounds(competition: Competition) -> Mapping[int, list[list[tuple[int, int]]]]:
    """The fixtures of each round that was drawn, by evening: home sits at seat 0, away at seat 1."""
    seats = TableSeat.objects.filter(table__evening__competition=competition, number__lte=1)
    sides: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for evening, number, fixture, entrant in seats.order_by(
        "table__round", "table__fixture", "table__number", "number"
    ).values_list("table__evening", "table__round", "table__fixture", "entrant"):
        sides[evening, number, fixture].append(entrant)
    rounds: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for (evening, number, _fixture), (home, away, *_other_table) in sides.items():
        rounds[evening, number].append((home, away))
    found: dict[int, list[list[tuple[int, int]]]] = defaultdict(list)
    for (evening, _number), pairs in rounds.items():
        found[evening].append(pairs)
    return found


def _without_evening(
    whole: Sequence[FixtureRound], games: Counter[tuple[int, int]]
) -> Sequence[FixtureRound]:
    """The rounds still to be played of the first half, else of the second one if that has begun."""
    half = len(whole) // 2
    first, second = (
        [each for each in part if not any(games[pair] for pair in _fixture_pairs(each))]
        for part in (whole[:half], whole[half:])
    )
    return first or (second if len(second) < half else [])


# Who met whom at the tables of a season: one entrant's head to head, and the cross table.


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """How often an entrant met another as an opponent, and came out above, level or below."""

    name: str
    won: int
    drawn: int
    lost: int


def head_to_head_of(competition: Competition, entrant: int, table: SeasonTable) -> tuple[HeadToHead, ...]:
    """Head to head against everybody met at a table, the most met first: those who sat there, whoever has the points.
    Substitutes without a row of their own, and bots, are one line together."""
    sat = _by_sitter(table.season.scores)
    met = meetings(sat, entrant, sat, competition.the_game.better)
    found = [
        HeadToHead(
            gettext("substitutes from elsewhere") if other == NO_ROW else table.name(other),
            *_won_drawn_lost(results),
        )
        for other, results in met.items()
    ]
    return tuple(sorted(found, key=lambda each: (-(each.won + each.drawn + each.lost), sort_key(each.name))))


def _won_drawn_lost(results: Sequence[Points]) -> tuple[int, int, int]:
    """How many results are above, level and below nothing."""
    return sum(each > 0 for each in results), results.count(0), sum(each < 0 for each in results)


@dataclass(frozen=True, slots=True)
class CrossRow:
    """An entrant and its meetings with each other one, in the order of the rows; None where they never met as
    opponents, and for itself."""

    place: int | None
    entrant: int
    name: str
    met: tuple[Meeting | None, ...]


@dataclass(frozen=True, slots=True)
class Meeting:
    """All tables at which two met as opponents. `balance` is points for less points against;
    None where more than two sides play at a table, which is only won, level or lost."""

    balance: int | None
    won: int
    drawn: int
    lost: int

    @property
    def tables(self) -> int:
        """At how many tables they met."""
        return self.won + self.drawn + self.lost


def cross_table(competition: Competition, table: SeasonTable) -> tuple[CrossRow, ...]:
    """Who against whom, in the order of the standings: those who sat there, whoever has the points. No query."""
    sat = _by_sitter(table.season.scores)
    better = competition.the_game.better
    sign = sign_of(better)
    at_table: dict[tuple[int, int], set[int]] = defaultdict(set)
    for sitter, scores in sat.items():
        for score in scores:
            at_table[score.evening, score.fixture].add(sitter)
    others: dict[int, set[int]] = defaultdict(set)
    for together in at_table.values():
        for sitter in together:
            others[sitter] |= together - {sitter, NO_ROW}
    two_sides = all(len(score.others) <= 1 for scores in sat.values() for score in scores)
    rows = []
    for row in table.rows:
        met = meetings(sat, row.entrant, others[row.entrant], better)
        cells = tuple(
            Meeting(sign * sum(results) if two_sides else None, *_won_drawn_lost(results))
            if (results := met.get(other.entrant, []))
            else None
            for other in table.rows
        )
        rows.append(CrossRow(row.place, row.entrant, table.name(row.entrant), cells))
    return tuple(rows)


def _by_sitter(scores_by_entrant: Mapping[int, Sequence[Score]]) -> dict[int, list[Score]]:
    """The scores by who held the cards, each once: where a rule gives points to the absent member and to the
    substitute, both have the score."""
    found: dict[int, dict[tuple[int, int, int, int, int], Score]] = defaultdict(dict)
    for entrant, scores in scores_by_entrant.items():
        for score in scores:
            if score.played_by == PlayedBy.HALF:
                continue  # the seats are those of the other pair
            by_itself = score.played_by == PlayedBy.SELF
            sitter = entrant if by_itself else score.substitute or NO_ROW
            whose = entrant if by_itself else NO_ROW
            found[sitter][score.evening, score.fixture, score.side, score.rounds, whose] = score
    return {sitter: list(scores.values()) for sitter, scores in found.items()}


# The rulings that changed what rounds of a competition count, for its public lists.


@dataclass(frozen=True, slots=True)
class ChangedByRuling:
    """A ruling that changed what a round of the competition counts: when, by whom ("" for the clock) and what was done
    (a code of the trail), on which evening (its number), where, who sits in each column of the sheet, and the points
    before and after as the trail has them."""

    at: datetime
    by: str
    what: str
    evening: int
    place: str
    columns: str
    before: str
    after: str

    @property
    def values(self) -> tuple[str, str]:
        """The points before and after in words, without the name of a player who got or lost some: a list of them may
        be public."""
        before, after = (
            ruled_points_in_words(value, of_one=_points_of_one) for value in (self.before, self.after)
        )
        return before, after

    @property
    def change(self) -> str:
        """The points before and after in one text."""
        return " → ".join(self.values)


def _points_of_one(found: re.Match[str]) -> str:
    return gettext("one player: {points}").format(points=found[2])


def ruled_rounds(competition: Competition) -> tuple[ChangedByRuling, ...]:
    """The rulings that changed what a round of the competition counts, from the trail, the newest first."""
    lines = AuditEntry.objects.filter(
        what__in=RULING_ACTIONS, match__league_table__evening__competition=competition
    ).exclude(before=F("after"))
    found = list(lines.select_related("actor", "match__league_table__evening__competition"))
    matches = {line.match_id for line in found}
    seats: dict[int, list[TableSeat]] = defaultdict(list)
    for seat in (
        TableSeat.objects.filter(table__match__in=matches).select_related("player").order_by("number")
    ):
        seats[seat.table_id].append(seat)
    rounds = Round.objects.filter(match__in=matches).values_list("match", "number", "result")
    by_totals = {(match, number) for match, number, result in rounds if TOGETHER in result.get("facts", {})}
    return tuple(
        ChangedByRuling(
            at=line.at,
            by=line.actor.known_as if line.actor else "",
            what=line.what,
            evening=table.evening.number,
            place=_place_of(table, None if (line.match_id, line.round) in by_totals else line.round),
            columns=_columns_in_words(table, seats[table.pk]),
            before=line.before,
            after=line.after,
        )
        for line in found
        for table in (line.match.league_table,)
    )


def _place_of(table: LeagueTable, number: int | None) -> str:
    where = {"evening": table.evening.number, "round": table.round, "table": table.number}
    place = gettext("Evening %(evening)s, round %(round)s, table %(table)s") % where
    if number is None:
        return place
    if table.evening.competition.the_rules.same_cards:
        return gettext("%(place)s: deal %(number)s") % {"place": place, "number": table.deals_before + number}
    return gettext("%(place)s: game %(number)s") % {"place": place, "number": number}


def _columns_in_words(table: LeagueTable, seats: Sequence[TableSeat]) -> str:
    names = {seat.number: seat.player.known_as for seat in seats}
    competition = table.evening.competition
    columns = columns_of(competition.the_game, competition.house_options, len(names))
    return " : ".join(" – ".join(names[number] for number in column) for column in columns)
