"""What was made with the same cards, compared: every open deal of an evening, what it is worth to each entrant, and an
arbiter's averages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from games.engine.seats import Seat
from games.league import notices
from games.league.draw import columns_of
from games.league.duplicate.scoring import (
    Counting,
    ScoringRules,
    TableResult,
    scale_from,
    score_evening,
    score_team_deals,
)
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, EveningMark, LeagueTable, TableSeat
from games.league.models.tables import MAX_PER_CENT, Average, deals_before_round
from games.league.replaced_seats import has_sat_at
from games.league.services.corrections import add_correction
from games.league.services.evenings.same_cards import is_deal_open
from games.league.services.locking import evening_of_open_season, evening_of_table, save_and_announce
from games.league.standings.points import divide_exactly
from games.league.standings.rules import CompetitionRules
from games.league.standings.scores import EveningMean, Key, MarkKind, PlayedBy
from games.table.log.models import Deal, Round


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal of an evening that is open: its number, the `round` of the evening, and the number `within` the match of
    each table (by key) with its match. The numbers are those of all deals of the evening, also while some are closed.
    `keys` of the tables and `reasons` of the arbiter's averages are by number of the table.
    """

    number: int
    round: int
    within: int
    results: tuple[TableResult, ...]
    tables: Mapping[int, int]
    keys: Mapping[int, int]
    reasons: Mapping[int, str]


class RuledRound(NamedTuple):
    """A round as a ruling would make it: points by seat, and whether it counts."""

    points: Sequence[int]
    void: bool


class AverageRound(NamedTuple):
    """A round as an arbiter's average would make it: the per cent of each side, None for what was made."""

    per_cent: tuple[int, ...] | None
    reason: str


def scoring_rules(rules: CompetitionRules) -> ScoringRules:
    """How the deals of a competition are compared."""
    counting = Counting.DIFFERENCE if rules.counting == "difference" else Counting.MATCHPOINTS
    scale = scale_from(rules.scale_from)
    usual = ScoringRules(counting=counting, scale=scale)
    # Points themselves have no steps: an average of 60 per cent is then worth as much as where points are compared.
    return usual if scale else replace(usual, team_average_step=usual.average_step)


def deals_of(
    competition: Competition,
    evenings: Collection[int],
    *,
    other_rounds: Mapping[tuple[int, int], RuledRound | AverageRound] | None = None,
) -> dict[int, tuple[PlayedDeal, ...]]:
    """The open deals of these evenings (keys), by evening and in order, as many queries for any number of them.

    Two tables are compared where the seed of their round is the same, so only what was dealt alike is. With real cards
    the deals were laid out from the sheets of that round. `other_rounds` gives rounds, by match
    (`key_of_results`) and number, another result than they have.
    """
    other_rounds = other_rounds or {}
    rows = LeagueTable.objects.filter(evening__in=evenings)
    # A table nobody sat down at has no match, and still what an arbiter gave for its deals.
    replaced_tables = {key for key, _number in other_rounds}
    tables = {
        key_of_results(table): table
        for table in rows
        if table.match_id is not None or table.averages or key_of_results(table) in replaced_tables
    }
    parties, bots = _sides_at(competition, tables.values())
    columns = compared_sides(competition)
    low = competition.the_game.better == "low"
    by_seed: dict[tuple[int, int, int, str], dict[int, Round]] = defaultdict(dict)
    dealt: set[tuple[int, int]] = set()
    played = (
        Deal.objects.filter(match__in=tables).exclude(seed="").exclude(round__status=Round.Status.RUNNING)
    )
    for deal in (
        played.select_related("round").defer("round__lines", "round__result").order_by("match", "number")
    ):
        place = deal.match_id, deal.round.number
        table = tables[deal.match_id]
        if place in dealt or deal.round.number > table.planned:
            continue
        dealt.add(place)
        by_seed[table.evening_id, table.round, deal.round.number, deal.seed][deal.match_id] = deal.round
    # What is typed from paper has no seed of its own: it is the deal that most tables were dealt there.
    dealt_seed = _usual_seeds(by_seed)
    on_paper = [table.match_id for table in tables.values() if table.on_paper]
    written = Round.objects.filter(match__in=on_paper).exclude(status=Round.Status.RUNNING)
    written = written.exclude(
        match__shared_deals__isnull=False,
        match__shared_deals__public_from=None,
        number__gt=F("match__shared_deals__rounds_open"),
    )
    for row in written.defer("lines", "result").order_by("match", "number"):
        table = tables[row.match_id]
        place = table.evening_id, table.round, row.number
        if row.number <= table.planned:
            by_seed[*place, dealt_seed.get(place, "")][row.match_id] = row
    usual_seed = _usual_seeds(by_seed)
    found: dict[int, list[PlayedDeal]] = defaultdict(list)
    deals_a_round: dict[int, int] = defaultdict(int)
    for table in tables.values():
        deals_a_round[table.evening_id] = max(deals_a_round[table.evening_id], table.planned)
    for (evening, number, within, seed), rounds in sorted(by_seed.items()):
        deal_number = deals_before_round(number, deals_a_round[evening]) + within
        results, keys, reasons = [], {}, {}
        for match, table in tables.items():
            if (table.evening_id, table.round) != (evening, number) or table.pk not in parties:
                continue
            row = rounds.get(match)
            other = other_rounds.get((match, within))
            points = None if row is None else _points(row, other, columns)
            sides = parties[table.pk]
            own_bots = tuple(entrant for party in sides for entrant in party if entrant in bots[table.pk])
            keys[table.number] = table.pk
            # Of a table that was dealt nothing, it stands beside the deal that most tables had.
            here = match in rounds or (
                (match, within) not in dealt and usual_seed[evening, number, within] == seed
            )
            average = table.average_for(within) if here else None
            if isinstance(other, AverageRound):
                average = None if other.per_cent is None else Average(other.per_cent, other.reason)
            if average is not None:
                reasons[table.number] = average.reason
            results.append(
                TableResult(
                    deal_number,
                    table.number,
                    sides,
                    points=points,
                    average=None if average is None else average.per_cent,
                    bots=own_bots,
                    low=low,
                )
            )
        at = {tables[match].number: match for match in rounds}
        found[evening].append(PlayedDeal(deal_number, number, within, tuple(results), at, keys, reasons))
    return {evening: tuple(played) for evening, played in found.items()}


def _usual_seeds(by_seed: Mapping[tuple[int, int, int, str], Sized]) -> dict[tuple[int, int, int], str]:
    """The seed that most tables have, by evening, round and deal of the round."""
    rarest_first = sorted(by_seed, key=lambda deal: (len(by_seed[deal]), deal))
    return {(evening, number, within): seed for evening, number, within, seed in rarest_first}


def compared_sides(competition: Competition) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side whose results are compared: two pairs, or every seat by itself."""
    game = competition.the_game
    return columns_of(game, competition.house_options, game.seats[0])


def key_of_results(table: LeagueTable) -> int:
    """The key of a table's results: its match, or a number below zero where nobody sat down."""
    return table.match_id or -table.pk


def _points(
    row: Round, other: RuledRound | AverageRound | None, columns: Sequence[Sequence[Seat]]
) -> tuple[int, ...] | None:
    """The points of each side in a round; None where it counts for nobody."""
    points = other.points if isinstance(other, RuledRound) else row.points
    void = other.void if isinstance(other, RuledRound) else row.status == Round.Status.VOID
    if void or not points:
        return None
    return tuple(points[column[0]] for column in columns)


def _sides_at(
    competition: Competition, tables: Iterable[LeagueTable]
) -> tuple[dict[int, tuple[tuple[int, ...], ...]], dict[int, set[int]]]:
    """By table (key) the entrants of each side, and those for whom a bot holds the cards."""
    columns = compared_sides(competition)
    by_table: dict[int, dict[Seat, int]] = defaultdict(dict)
    bots: dict[int, set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(table__in=list(tables))
    for table, number, entrant, played_by in seats.values_list("table", "number", "entrant", "played_by"):
        by_table[table][number] = entrant
        if played_by == PlayedBy.BOT:
            bots[table].add(entrant)
    sides = {}
    for table, by_seat in by_table.items():
        if len(by_seat) == sum(map(len, columns)):
            sides[table] = tuple(tuple(dict.fromkeys(by_seat[seat] for seat in column)) for column in columns)
    return sides, bots


def means_of(
    competition: Competition,
    evenings: Collection[int],
    *,
    other_rounds: Mapping[tuple[int, int], RuledRound | AverageRound] | None,
) -> dict[Key, EveningMean] | None:
    """What each of these evenings is worth to each entrant; None where tables are not compared.

    Deals in which a bot held an entrant's cards are compared, and count for that entrant where bots count in full.
    Rounds that somebody came too late for or left before are left out of the mean, or count nothing where that was
    said.
    """
    rules = competition.the_rules
    if not rules.same_cards:
        return None
    means = {}
    nothing = _deals_that_count_nothing(evenings, rules)
    for evening, played in deals_of(competition, evenings, other_rounds=other_rounds).items():
        results = [result for deal in played for result in deal.results]
        for entrant, worths in worths_by_deal(results, rules).items():
            own = [worth.score for worth in worths if worth.counts]
            if own:
                deals = len(own) + nothing.get((entrant, evening), 0)
                means[entrant, evening] = EveningMean(divide_exactly(sum(own), deals), len(own))
    return means


def _deals_that_count_nothing(evenings: Collection[int], rules: CompetitionRules) -> dict[Key, int]:
    """How many deals of rounds missed count nothing, by entrant and evening: as the director said, or the rules do."""
    kinds = [MarkKind.MISSED, *([MarkKind.BY_RULE] if rules.missed == "nothing" else [])]
    marks = EveningMark.objects.filter(evening__in=evenings, kind__in=kinds).select_related(
        "evening__competition"
    )
    found: dict[Key, int] = defaultdict(int)
    for mark in marks:
        found[mark.entrant_id, mark.evening_id] += mark.evening.deals_a_round
    return dict(found)


class DealWorth(NamedTuple):
    """What a deal is worth to an entrant, and whether it counts for it: one in which a bot held its cards counts where
    bots count in full."""

    deal: int
    score: Fraction
    counts: bool


def worths_by_deal(results: Iterable[TableResult], rules: CompetitionRules) -> dict[int, list[DealWorth]]:
    """By entrant the deals of an evening in their order, as they are worth beside one another (`score_evening`)."""
    results = list(results)
    full = rules.bots == "full"
    if rules.by_scale:
        bots = {(result.deal, entrant) for result in results for entrant in result.bots}
        return {
            team: [DealWorth(each.deal, each.score, full or (each.deal, team) not in bots) for each in scores]
            for team, scores in score_team_deals(results, scoring_rules(rules)).items()
        }
    return {
        entrant: [DealWorth(deal.deal, deal.score, full or not deal.with_bot) for deal in score.deals]
        for entrant, score in score_evening(results, scoring_rules(rules)).items()
    }


# An arbiter's average: what both sides of a table have for a deal that was not played, or cannot stand.


def require_can_decide(
    table: LeagueTable, evening: Evening, *, deal: int, average: tuple[int, ...] | None, actor: Player
) -> None:
    """Check that the actor may give this average at this table. Refuses unreadable, own_table, deal_still_played until
    the deal is open."""
    if not evening.competition.the_rules.same_cards:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if not 1 <= deal <= table.planned or not all(0 <= each <= MAX_PER_CENT for each in average or ()):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if average is not None and len(average) != len(compared_sides(evening.competition)):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if has_sat_at(table, actor.pk):
        raise LeagueRefused(LeagueRefusal.OWN_TABLE)
    if not is_deal_open(evening, table.round, within=deal):
        raise LeagueRefused(LeagueRefusal.DEAL_STILL_PLAYED)


def write_per_cent(per_cent: Sequence[int]) -> str:
    """The per cent of each side as the list of corrections has them."""
    return f"{' : '.join(map(str, per_cent))} %"


def give_average(
    *,
    table_id: int,
    deal: int,
    average: tuple[int, ...] | None,
    reason: str,
    actor: Player,
    now: datetime,
) -> LeagueTable:
    """Give each side of a table so many per cent for a deal, a round of its match, instead of what they made; None:
    what they made counts again. Also on a closed evening. The evening's row is locked, a correction written, and who
    sat there notified.

    Refuses what `require_can_decide` refuses, reason_missing, reason_too_long, season_archived.
    """
    with transaction.atomic():
        evening = evening_of_open_season(evening_of_table(table_id))
        table = LeagueTable.objects.get(pk=table_id)
        require_can_decide(table, evening, deal=deal, average=average, actor=actor)
        before = table.average_for(deal)
        if average is None and before is None:
            return table
        old_average = None if before is None else before.per_cent
        if average == old_average and reason.strip() == (before.reason if before is not None else ""):
            return table
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="average_given" if average is not None else "average_taken_back",
            reason=reason,
            before="" if old_average is None else write_per_cent(old_average),
            after=f"{table.round}/{table.number}/{deal}{'' if average is None else f' {write_per_cent(average)}'}",
            now=now,
        )
        others = {key: given for key, given in table.averages.items() if key != str(deal)}
        table.averages = others if average is None else {**others, str(deal): [*average, reason.strip()]}
        table.save(update_fields=["averages"])
        notices.notify_average(
            table,
            deal=table.deals_before + deal,
            average="" if average is None else write_per_cent(average),
            by=actor,
            reason=reason.strip(),
            now=now,
        )
        save_and_announce(evening)
    return table
