"""The deals that all tables of an evening had: what was made of each, from the reader's side first.

It is made of open deals alone (`services.evenings.compared_results`); of a deal that a table is still to play it says
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from django.utils.translation import gettext, gettext_noop

from accounts.models import Player
from games.analysis.queries import best_contracts, first_pars
from games.engine_words import direction, minus, place_name, points_text, suit_name, with_sign
from games.league import queries
from games.league.duplicate.movements import Party
from games.league.duplicate.scoring import (
    DIRECTIONS,
    EAST_WEST,
    NORTH_SOUTH,
    TableResult,
    TeamScore,
    TravellerLine,
    average_worth,
    expected_results,
    frequency_list,
    points_from,
    score_team_deals,
    traveller,
)
from games.league.evenings.open_deals import (
    DealResult,
    HandDealt,
    SealedDeal,
    contracts_made,
    hands_dealt,
    hands_laid_out,
    laid_out_deal,
    laid_out_deals,
    rounds_dealt,
    seals_of,
)
from games.league.models import Competition, Evening
from games.league.queries import NamedEntrant
from games.league.services.evenings.compared_results import (
    AverageRound,
    PlayedDeal,
    RuledRound,
    compared_sides,
    deals_of,
    scoring_rules,
    worths_by_deal,
)
from games.league.services.evenings.same_cards import LaidOut
from games.league.standings.rules import CompetitionRules
from games.table.log.folding import ClosedRound
from games.table.log.models import Match
from games.trail_values import DEAL

NOTHING_TAKEN_BACK: Final[Mapping[tuple[int, int, int], str]] = {}
NOBODY_APART: Final[Mapping[tuple[int, int], Mapping[int, NamedEntrant]]] = {}
OWN_MEAN: Final = gettext_noop("The mean of the other deals counts instead.")
"""Of an average given by an arbiter: who was wronged has at least, and who was wrong at most, the own mean."""


@dataclass(frozen=True, slots=True)
class FrequencyLine:
    """A result as often as it was made: the points of the reader's direction first, and what it is worth to it.
    `others` are other points with the same difference, which is what is compared. `average` has the per cent of both
    directions where an arbiter gave one; there are no points then. Where each plays for itself, `points` and per cent
    are the own ones alone."""

    points: tuple[int, ...]
    times: int
    worth: str
    mine: bool
    average: str = ""
    others: tuple[tuple[int, ...], ...] = ()

    @property
    def score(self) -> str:
        """The points as they are written."""
        return ", ".join(map(score_text, (self.points, *self.others)))

    @property
    def difference(self) -> str:
        """What is compared, the own points less those of the others, in words; "" where each plays for itself."""
        if len(self.points) != 2:
            return ""
        more = self.points[0] - self.points[1]
        sentence = (
            gettext("{number} more") if more > 0 else gettext("{number} less") if more else gettext("equal")
        )
        return sentence.format(number=points_text(abs(more)))


class PlaceRow(NamedTuple):
    """What one player made of a deal where each plays for itself: `score` is empty where it counts for nobody."""

    place: str
    name: str
    score: str
    worth: str
    mine: bool


@dataclass(frozen=True, slots=True)
class TravellerRow:
    """What one table made of a deal, north-south first. `points` are empty where it counts for nobody, and where an
    arbiter gave an average: then `average` has the per cent, and `reason` says why; `taken_back` is why one was taken
    back. `key` is that of the table.

    `contract` is how it was played, and `par` what it was worth to north-south with open cards from the first card on;
    they stand on the page of the deal alone. `places` are the players where each plays for itself; there are no sides
    then.
    """

    table: int
    north_south: str
    east_west: str
    points: tuple[int, ...]
    worth: str
    worth_of_others: str
    mine: bool
    average: str = ""
    reason: str = ""
    taken_back: str = ""
    key: int = 0
    contract: DealResult | None = None
    makers: str = ""
    par: str = ""
    par_is_coming: bool = False
    places: tuple[PlaceRow, ...] = ()

    @property
    def score(self) -> str:
        """The points as they are written."""
        return score_text(self.points)

    @property
    def pairs(self) -> tuple[tuple[str, str, str, str], ...]:
        """The two sides, north-south first: names, points ("" where there are none), direction and worth."""
        own, other = map(score_text, (self.points[:1], self.points[1:]))
        return (
            (self.north_south, own, direction(NORTH_SOUTH), self.worth),
            (self.east_west, other, direction(EAST_WEST), self.worth_of_others),
        )


@dataclass(frozen=True, slots=True)
class DealList:
    """A deal with its list. `own` is the reader's line in words, "" for those who did not play it; `code` is that of
    their table, whose round `within` they may look back at. `east_west`: the list is from that side. `place` is the
    reader's own where each plays for itself. `worth` is what the reader's line is worth, "" without one."""

    number: int
    within: int
    own: str
    code: str
    east_west: bool
    lines: tuple[FrequencyLine, ...]
    tables: tuple[TravellerRow, ...]
    place: str = ""
    worth: str = ""

    @property
    def is_of_places(self) -> bool:
        """Whether each plays for itself, and places are compared."""
        return any(row.places for row in self.tables)


class BestContract(NamedTuple):
    """The best contract of a direction with open cards: the trump suit and its name, and the points of north-south less
    those of east-west, as in the traveller."""

    makers: str
    trump: str
    trump_name: str
    points: str


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal as it lies in the records: the hands and what every table did with it. `later` are the hands dealt
    afterwards where a round has more than one deal, `seals` the proof of the deal and of these."""

    deal: DealList
    hands: tuple[HandDealt, ...]
    rows: tuple[TravellerRow, ...]
    seals: tuple[SealedDeal, ...] = ()
    best: tuple[BestContract, ...] = ()
    best_is_coming: bool = False
    later: tuple[tuple[HandDealt, ...], ...] = ()

    @property
    def label(self) -> str:
        """The name of the round, "" where rounds have only numbers."""
        return next((row.contract.label for row in self.rows if row.contract), "")

    @property
    def dealer(self) -> str:
        """The place that dealt."""
        return next((hand.place for hand in self.hands if hand.deals), "")

    @property
    def bonus_name(self) -> str:
        """The word for points beside tricks, "" where no table has any."""
        return next(
            (row.contract.bonus_name for row in self.rows if row.contract and row.contract.bonus_name), ""
        )

    @property
    def has_tricks(self) -> bool:
        """Whether it is known of a table how many tricks each side took; a typed sheet does not say it."""
        return any(row.contract and row.contract.tricks for row in self.rows)

    @property
    def has_par(self) -> bool:
        """Whether par is known of a table, or will be."""
        return any(row.par or row.par_is_coming for row in self.rows)


@dataclass(frozen=True, slots=True)
class DealsOfRound:
    """A round of the evening: its open deals, and whether some table is still to play others (`to_come`). `own` are the
    deals that the reader has played meanwhile and may look back at: code of the table, number there, and number on the
    evening."""

    number: int
    deals: tuple[DealList, ...]
    to_come: bool
    own: tuple[tuple[str, int, int], ...] = ()


def records_of(evening: Evening, *, letters: str) -> list[DealRecord]:
    """The records of all open deals of an evening, for paper that hangs on a wall: nobody's own. These `letters` are on
    the cards."""
    deals = deal_lists(evening, None)
    known = Known(
        Match.objects.in_bulk({match for played, _shown in deals for match in played.tables.values()}),
        laid_out_deals(evening),
    )
    return [record_of(evening, played, shown, letters=letters, known=known) for played, shown in deals]


def deal_lists(
    evening: Evening,
    reader: Player | None,
    other_rounds: Mapping[tuple[int, int], RuledRound | AverageRound] | None = None,
) -> list[tuple[PlayedDeal, DealList]]:
    """The open deals of an evening as its reader sees them (None: somebody who is not signed in); with other results of
    `other_rounds` (`deals_of`)."""
    competition = evening.competition
    you = queries.entrant_of(competition, reader) if reader else None
    names = queries.entrants_by_key(competition)
    found = deals_of(competition, [evening.pk], other_rounds=other_rounds).get(evening.pk, ())
    own = evening.tables.filter(seats__player=reader, on_paper=False).values_list("match", "match__code")
    codes = dict(own) if reader else {}
    expected = expected_results(result for deal in found for result in deal.results)
    worths = worths_by_deal((result for deal in found for result in deal.results), competition.the_rules)
    counted = {(entrant, worth.deal): worth.score for entrant, own in worths.items() for worth in own}
    taken_back = averages_taken_back(evening)
    parts = queries.parts_at_tables(evening, names)
    return [
        (
            deal,
            deal_list(
                deal,
                competition.the_rules,
                expected=expected,
                you=you.pk if you else 0,
                names=names,
                parts=parts,
                codes=codes,
                counted=counted,
                taken_back=taken_back,
            ),
        )
        for deal in found
    ]


def averages_taken_back(evening: Evening) -> dict[tuple[int, int, int], str]:
    """Why averages of an arbiter were taken back, the last time, by round, table and deal of the round, as
    `services.give_average` writes them: "1/3/2"."""
    rows = evening.corrections.filter(what="average_taken_back").order_by("at", "pk")
    found = {}
    for after, reason in rows.values_list("after", "reason"):
        if at := DEAL.fullmatch(after):
            found[int(at[1]), int(at[2]), int(at[3])] = reason
    return found


@dataclass(frozen=True, slots=True)
class Known:
    """What the records of several deals are made of, read once: matches by key, deals as they were laid out by round
    and place in it, and the rounds of the matches whose logs were read."""

    matches: Mapping[int, Match]
    laid_out: Mapping[tuple[int, int], LaidOut]
    rounds: dict[int, dict[int, ClosedRound]] = field(default_factory=dict)


def record_of(
    evening: Evening, played: PlayedDeal, shown: DealList, *, letters: str, known: Known | None = None
) -> DealRecord:
    """The record of an open deal: what `deal_list` has, with hands and how each table played it."""
    competition = evening.competition
    if known is None:
        laid_out = laid_out_deal(evening, round_number=played.round, within=played.within)
        alone = {} if laid_out is None else {(played.round, played.within): laid_out}
        known = Known(Match.objects.in_bulk(played.tables.values()), alone)
    matches = {key: known.matches[key] for key in played.tables.values()}
    contracts = contracts_made(competition, matches.values(), played.within)
    pars = first_pars(matches.values(), played.within)
    rows = []
    for row in shown.tables:
        match = played.tables.get(row.table, 0)
        own, par = contracts.get(match), pars.get(match)
        rows.append(
            replace(
                row,
                contract=own,
                makers=direction(own.makers if own else None),
                par=with_sign(par.points) if par and par.points is not None else "",
                par_is_coming=par is not None and par.coming,
            )
        )
    on_phones = [match for match in matches.values() if not match.on_paper]
    hands: tuple[HandDealt, ...] = ()
    later: tuple[tuple[HandDealt, ...], ...] = ()
    # Where a round has several deals, not every table gets to the last one.
    for match in on_phones if shown.is_of_places else on_phones[:1]:
        if match.pk not in known.rounds:
            known.rounds[match.pk] = rounds_dealt(match)
        closed = known.rounds[match.pk].get(played.within)
        dealt = hands_dealt(match, closed, letters=letters) if closed is not None else ()
        if len(dealt) > len(later) + bool(hands):
            hands, later = dealt[0], dealt[1:] if shown.is_of_places else ()
    laid_out = known.laid_out.get((played.round, played.within))
    if not hands and laid_out is not None and laid_out.deal is not None:
        hands = hands_laid_out(laid_out.deal, letters=letters)
    seals = () if laid_out is None else seals_of(laid_out, competition, later=len(later))
    best, best_is_coming = best_contracts(on_phones[0], played.within) if on_phones else ((), False)
    return DealRecord(
        shown,
        hands,
        tuple(rows),
        seals,
        best=tuple(
            BestContract(
                direction(each.makers),
                each.trump,
                suit_name(each.trump),
                with_sign(each.points),
            )
            for each in best
        ),
        best_is_coming=best_is_coming,
        later=later,
    )


def deal_list(
    deal: PlayedDeal,
    rules: CompetitionRules,
    *,
    expected: int,
    you: int,
    names: Mapping[int, NamedEntrant],
    codes: Mapping[int, str],
    counted: Mapping[tuple[int, int], Fraction],
    parts: Mapping[tuple[int, int], Mapping[int, NamedEntrant]] = NOBODY_APART,
    taken_back: Mapping[tuple[int, int, int], str] = NOTHING_TAKEN_BACK,
) -> DealList:
    """A deal in words, seen by the entrant `you` (0: nobody of the evening).

    `codes` are those of the reader's own tables by match. `counted` is what deals are worth beside the others of the
    evening, by entrant and deal: an average that an arbiter gave may be worth more than was given (`score_evening`).
    `parts` are teams of which only some sat at a table (`parts_at_tables`).
    """
    counting = scoring_rules(rules)
    own_sides = ((one, one.side_of(you)) for one in deal.results)
    mine, own_side = next(((one, at) for one, at in own_sides if at is not None), (None, None))
    side = own_side or NORTH_SOUTH
    seats = max((len(one.sides) for one in deal.results), default=2)
    lines = [
        FrequencyLine(
            points=line.points,
            times=line.times,
            worth=worth_text(line.score, rules),
            mine=mine is not None
            and mine.counts
            and mine.points is not None
            and points_from(side, mine.points) == line.points,
        )
        for line in frequency_list(deal.results, counting, expected=expected, side=side)
    ]
    lines = _join_equal(lines) + _given_lines(deal, rules, side, mine)
    teams = _of_teams(deal, rules) if rules.by_scale else {}
    usual_worth = next((line.worth for line in lines if line.mine), "")
    own_worth = usual_worth
    if mine is not None and mine.average is not None and (you, deal.number) in counted:
        own_worth = worth_text(counted[you, deal.number], rules)

    def named_at(result: TableResult) -> Mapping[int, NamedEntrant]:
        return queries.names_at(names, parts, number=deal.round, table=result.table)

    return DealList(
        number=deal.number,
        within=deal.within,
        own=_own_match(teams.get(you), rules)
        if rules.by_scale
        else _own_line(
            mine,
            lines,
            deal.reasons,
            partner=_partner(mine, you, names),
            is_own_mean=own_worth != usual_worth,
        ),
        worth="" if rules.by_scale else own_worth,
        code=codes.get(deal.tables.get(mine.table, 0), "") if mine is not None else "",
        east_west=seats == 2 and side == EAST_WEST,
        # Places are not compared with one another: a list is of one of them, the reader's.
        lines=() if rules.by_scale or (seats > 2 and mine is None) else tuple(lines),
        place=place_name(side, seats) if mine is not None and seats > 2 else "",
        tables=tuple(
            TravellerRow(
                table=line.result.table,
                north_south=party_name(line.result.north_south, named_at(line.result), line.result.bots),
                east_west=party_name(line.result.east_west, named_at(line.result), line.result.bots),
                points=() if line.result.average is not None else line.result.points or (),
                worth=_worth_at(line, NORTH_SOUTH, teams, rules, counted),
                worth_of_others=_worth_at(line, EAST_WEST, teams, rules, counted),
                mine=line.result is mine,
                average=average_text(line.result.average),
                reason=deal.reasons.get(line.result.table, ""),
                taken_back=taken_back.get((deal.round, line.result.table, deal.within), "")
                if line.result.average is None
                else "",
                key=deal.keys.get(line.result.table, 0),
                places=_places(line, rules, you, names, counted) if seats > 2 else (),
            )
            for line in traveller(deal.results, counting, expected=expected)
        ),
    )


def _places(
    line: TravellerLine,
    rules: CompetitionRules,
    you: int,
    names: Mapping[int, NamedEntrant],
    counted: Mapping[tuple[int, int], Fraction],
) -> tuple[PlaceRow, ...]:
    """What every player of a table made, by place."""
    result = line.result
    points = result.points if result.counts and result.points is not None else None
    return tuple(
        PlaceRow(
            place_name(side, len(result.sides)),
            party_name(party, names, result.bots),
            minus(str(points[side])) if points is not None else "",
            _worth_of(line, side, rules, counted),
            you in party,
        )
        for side, party in enumerate(result.sides)
    )


def _of_teams(deal: PlayedDeal, rules: CompetitionRules) -> dict[int, TeamScore]:
    """What the deal is worth to each team of four, from both its tables."""
    scores = score_team_deals(deal.results, scoring_rules(rules))
    return {team: score for team, [score] in scores.items()}


def _worth_of(
    line: TravellerLine, side: int, rules: CompetitionRules, counted: Mapping[tuple[int, int], Fraction]
) -> str:
    """What a result is worth to one side of its table, "" where it counts for nobody. Of an average that an arbiter
    gave it is what counts; where single players of a side have different ones, each of them."""
    if line.scores is None:
        return ""
    worth = line.scores[side]
    if line.result.average is None:
        return worth_text(worth, rules)
    party = line.result.sides[side]
    worths = (worth_text(counted.get((one, line.result.deal), worth), rules) for one in party)
    return ", ".join(dict.fromkeys(worths))


def _worth_at(
    line: TravellerLine,
    side: int,
    teams: Mapping[int, TeamScore],
    rules: CompetitionRules,
    counted: Mapping[tuple[int, int], Fraction],
) -> str:
    """What a result is worth to one side of its table; to a team of four what both its tables are."""
    if not rules.by_scale:
        return _worth_of(line, side, rules, counted)
    party = line.result.east_west if side == EAST_WEST else line.result.north_south
    score = teams.get(party[0])
    return with_sign(score.score) if score is not None else ""


def _own_match(score: TeamScore | None, rules: CompetitionRules) -> str:
    """The deal as a team of four has it, as a sentence: both tables together, and what that is worth."""
    if score is None:
        return ""
    worth = with_sign(score.score)
    if score.difference is None:
        return gettext("Your team: {worth}, given by the director").format(worth=worth)
    if not scoring_rules(rules).scale:
        return gettext("Your team: {worth} points at both tables").format(worth=worth)
    sentence = gettext("Your team: {points} points at both tables, {worth} on the scale")
    return sentence.format(points=with_sign(score.difference), worth=worth)


def _join_equal(lines: Sequence[FrequencyLine]) -> list[FrequencyLine]:
    """The lines with one for each difference; the reader's own points stand first in it."""
    joined: list[FrequencyLine] = []
    for line in lines:
        before = joined[-1] if joined else None
        if before is None or len(line.points) != len(DIRECTIONS) or before.difference != line.difference:
            joined.append(line)
            continue
        first, then = (line, before) if line.mine else (before, line)
        others = tuple(each for each in (*before.others, then.points) if each != first.points)
        joined[-1] = replace(first, times=before.times + line.times, others=others)
    return joined


def _given_lines(
    deal: PlayedDeal, rules: CompetitionRules, side: int, mine: TableResult | None
) -> list[FrequencyLine]:
    """The averages an arbiter gave for a deal, the reader's direction first, each as often as it was given."""
    counting = scoring_rules(rules)
    times = Counter(
        points_from(side, result.average) for result in deal.results if result.average is not None
    )
    return [
        FrequencyLine(
            points=(),
            times=count,
            worth=worth_text(average_worth(average[0], counting), rules),
            mine=mine is not None and mine.average is not None and points_from(side, mine.average) == average,
            average=average_text(average),
        )
        for average, count in sorted(times.items(), key=lambda each: -each[0][0])
    ]


def counting_of(competition: Competition) -> dict[str, object]:
    """The context of `league/evenings/_counted.html`."""
    rules = competition.the_rules
    counting = scoring_rules(rules)
    by_place = len(compared_sides(competition)) > 2
    return {
        "by_place": by_place,
        "by_partner": competition.size == 1 and not by_place,
        "low_wins": competition.the_game.better == "low",
        "in_per_cent": rules.in_per_cent,
        "by_scale": rules.by_scale,
        "average_step": counting.average_step,
        "scale": counting.scale,
        "team_average_step": counting.team_average_step,
    }


def average_text(average: tuple[int, ...] | None) -> str:
    """An average of each direction: "60 % : 40 %"; "" without one."""
    return (
        "" if average is None else " : ".join(gettext("{number} %").format(number=each) for each in average)
    )


def _partner(mine: TableResult | None, you: int, names: Mapping[int, NamedEntrant]) -> str:
    """The partner of a single player at a table, "" where the partner is of the same entrant."""
    party = next((party for party in mine.sides if you in party), ()) if mine is not None else ()
    return party_name(tuple(entrant for entrant in party if entrant != you), names)


def _own_line(
    mine: TableResult | None,
    lines: Sequence[FrequencyLine],
    reasons: Mapping[int, str],
    *,
    partner: str,
    is_own_mean: bool,
) -> str:
    """The reader's result as a sentence: the points, and how many of those with the same cards did better, as well and
    worse; with the `partner` of that round where a single player had one. `is_own_mean`: of an average that an arbiter
    gave the mean of the reader's other deals counts."""
    if mine is None:
        return ""
    line = next((one for one in lines if one.mine), None)
    if line is not None and line.average:
        reason = reasons.get(mine.table, "").rstrip(".")
        sentence = gettext("You: the director gave {worth}. {reason}.").format(
            worth=line.worth, reason=reason
        )
        return f"{sentence} {gettext(OWN_MEAN)}" if is_own_mean else sentence
    if line is None:
        return gettext("You: this deal counts for nobody at your table")
    own = gettext("You, with {partner}: {score}") if partner else gettext("You: {score}")
    compared = [one for one in lines if not one.average]
    at = compared.index(line)
    better = sum(one.times for one in compared[:at] if one.worth != line.worth)
    worse = sum(one.times for one in compared[at:] if one.worth != line.worth)
    same = sum(one.times for one in compared) - better - worse - 1
    if not better + same + worse:
        others = gettext("Nobody else has a result with your cards.")
    else:
        others = gettext("With your cards: {better} better, {same} the same, {worse} worse.").format(
            better=better, same=same, worse=worse
        )
    return f"{own.format(partner=partner, score=score_text(line.points))}. {others}"


def score_text(points: Sequence[int]) -> str:
    """Points as they are written, "100 : 62"."""
    return " : ".join(minus(str(each)) for each in points)


def worth_text(score: Fraction, rules: CompetitionRules) -> str:
    """What a result is worth: "71 %", or points above or below the mean, as "+12,5"."""
    return (
        gettext("{number} %").format(number=per_cent_text(score)) if rules.in_per_cent else with_sign(score)
    )


def per_cent_text(score: Fraction) -> str:
    """Per cent as a number with one decimal, halves up: "31,3" for 31 1/4."""
    return points_text(Fraction(floor(score * 10 + Fraction(1, 2)), 10))


def party_name(party: Party, names: Mapping[int, NamedEntrant], bots: Collection[int] = ()) -> str:
    """Who sat on a side, as all lists have it; marked are those for whom a bot held the cards."""
    return " – ".join(
        gettext("{name} (a bot played)").format(name=names[entrant].name)
        if entrant in bots
        else names[entrant].name
        for entrant in party
        if entrant in names
    )
