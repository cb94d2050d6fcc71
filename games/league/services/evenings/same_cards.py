"""The same cards at every table: rounds whose tables share deals, when these are open, and how they are compared.

Secret until the last table of a round is over: the deals are opened then (`open_finished_rounds`), and with them the
seeds by which results are compared. A result without an open seed does not exist for anybody here, so no page can show
it too early.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from games.engine.game import DealAhead
from games.engine.seats import Seat
from games.engine.shuffle import SEED_BYTES, Randomness, commitment
from games.league.draw import PAIRED, NoSuchMovement, columns_of, plays_in_pairs
from games.league.duplicate.movements import (
    MOST_HOWELL_TABLES,
    Choice,
    Facts,
    Kind,
    Meeting,
    Movement,
    MovementRound,
    admit,
    facts_for,
    most_rounds,
    move_pairs,
    offer_movements,
    withdraw,
)
from games.league.duplicate.results import score_evening, score_team_deals
from games.league.duplicate.scoring import Counting, ScoringRules, TableResult, scale_from
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Competition,
    Evening,
    EveningDeals,
    LeagueTable,
    Season,
    Seating,
    TableSeat,
)
from games.league.models.tables import MOST_PER_CENT, Average
from games.league.replaced_seats import sat_at
from games.league.services.corrections import add_correction
from games.league.services.locking import evening_of_open_season, save_and_announce
from games.league.standings.rules import TableRules, exact
from games.league.standings.scores import EveningMean, Key, PlayedBy
from games.table import services as table_services
from games.table.log.deals import SeedLost, open_seed, seal
from games.table.log.models import Deal, Match, Round
from games.table.services.moves import writing
from games.table.shared_deals import SharedDeals, are_open, deal_seed

PAIR: Final = 2
FEWEST_PAIRS: Final = 5
"""Fewer pairs move as on other evenings: the movements of duplicate are for three tables and more."""


# The deals of a round: one seed for all its tables, opened when the last of them is over.


def deals_for(table: LeagueTable, evening: Evening) -> SharedDeals | None:
    """The deals that this table shares with the others of its round, sealed with those of all rounds drawn so far when
    the first is asked for; None where every table has its own cards. Inside the transaction that opens the table, with
    the evening's row locked.

    Refuses cards_known once the deals of the round are open to everybody, seals_lost.
    """
    if not evening.competition.table_rules.same_cards:
        return None
    seal_deals(evening)
    dealt = evening.deals.select_related("shared_deals").get(round=table.round)
    if dealt.shared_deals.closes_at is not None:
        raise LeagueRefused(LeagueRefusal.CARDS_KNOWN)
    return dealt.shared_deals


def seal_deals(evening: Evening) -> None:
    """Seal the deals of every round of the evening that is drawn and has none, or had another number of them, and
    publish a commitment to each deal: before the first card of the evening. Rounds drawn away are forgotten. Inside a
    transaction with the evening's row locked. Refuses seals_lost."""
    evening.deals.exclude(round__in=evening.tables.values("round")).delete()
    sealed = {dealt.round: len(dealt.commitments) for dealt in evening.deals.all()}
    own_rounds = evening.competition.table_rules.own_rounds
    repeats = range(1, evening.competition.the_game.most_deals(evening.competition.house_options))
    for number in sorted(set(evening.tables.values_list("round", flat=True))):
        if sealed.get(number) == evening.deals_a_round:
            continue
        # A draw with more or fewer deals a round goes on with the same seed.
        shared = _deals_of_round(evening, number) or SharedDeals.objects.create(
            sealed=seal(writing.fresh_seed(f"evening {evening.pk}/{number}")),
            closes_at=None,
            own_rounds=own_rounds,
        )
        try:
            seed = open_seed(shared.sealed)
        except SeedLost as lost:
            raise LeagueRefused(LeagueRefusal.SEALS_LOST) from lost
        place, deals = f"evening {evening.pk}/{number}", range(1, evening.deals_a_round + 1)
        first = [_sealed(seed, f"{place}/{deal}", deal) for deal in deals]
        later = [
            [_sealed(seed, f"{place}/{deal}/{again + 1}", deal, again) for again in repeats] for deal in deals
        ]
        EveningDeals.objects.update_or_create(
            evening=evening,
            round=number,
            defaults={"shared_deals": shared, "commitments": first, "later_commitments": later},
        )


def _sealed(seed: bytes, context: str, deal: int, again: int = 0) -> list[str]:
    """The context of a deal of a round with this seed, and its commitment."""
    return [context, commitment(seed=deal_seed(seed, number=deal, again=again), context=context)]


def may_be_on_paper(competition: Competition) -> bool:
    """Whether tables of the competition may be played with real cards: where all have the same, the deals can be laid
    out beforehand."""
    if not competition.table_rules.same_cards:
        return True
    if not competition.the_game.sheet:
        return False
    nothing = Randomness(bytes(SEED_BYTES))
    ahead = competition.the_game.deal_ahead(competition.house_options, number=1, first=nothing, own=nothing)
    return ahead is not None


class LaidOut(NamedTuple):
    """A deal of an evening as it is laid out: its number among all of the evening, and the cards. `deal` is None where
    the game deals otherwise than with a pack alone (`Game.deal_ahead`). `later` are the seed, context and commitment of
    what may be dealt later in that round."""

    number: int
    deal: DealAhead | None
    seed: bytes
    context: str
    commitment: str
    later: tuple[tuple[bytes, str, str], ...] = ()


def lay_out(dealt: EveningDeals, competition: Competition, *, within: int | None = None) -> Iterator[LaidOut]:
    """The deals of a round with their cards, or the one that is `within` it: for those who lay them out, and for
    everybody once they are open. Raises SeedLost."""
    game, options = competition.the_game, competition.house_options
    seed = open_seed(dealt.shared_deals.sealed)
    first = deal_seed(seed, number=1)
    for number, (context, sealed) in enumerate(dealt.commitments, start=1):
        if within not in (None, number):
            continue
        own = deal_seed(seed, number=number)
        deal = game.deal_ahead(options, number=number, first=Randomness(first), own=Randomness(own))
        place = (dealt.round - 1) * len(dealt.commitments) + number
        later = tuple(
            (deal_seed(seed, number=number, again=again), *of_later)
            for again, of_later in enumerate(_later_of(dealt, number), start=1)
        )
        yield LaidOut(place, deal, own, context, sealed, later)


def _later_of(dealt: EveningDeals, number: int) -> list[list[str]]:
    """Context and commitment of what may be dealt later in a round; none where it was sealed before these were."""
    found: list[list[str]] = dealt.later_commitments[number - 1] if dealt.later_commitments else []
    return found


class PublishedSeal(NamedTuple):
    """The commitment of a deal as it hangs on the wall: the number of the deal, and `turn` 1 for its first cards, 2 and
    more for what may be dealt later in that round."""

    number: int
    turn: int
    context: str
    commitment: str


def sealed_deals(evening: Evening) -> list[PublishedSeal]:
    """The commitment of every deal of the evening that is sealed, in order."""
    return [
        PublishedSeal((dealt.round - 1) * len(dealt.commitments) + number, turn, context, sealed)
        for dealt in evening.deals.order_by("round")
        for number, first in enumerate(dealt.commitments, start=1)
        for turn, (context, sealed) in enumerate([first, *_later_of(dealt, number)], start=1)
    ]


def hides_sheet(table: LeagueTable, player: int | None, *, runs: bool, now: datetime) -> bool:
    """Whether what is typed of a table on paper is kept from this reader, because others are still to play its deals.

    Those who sit there see it, and those who run the evening, unless they sit at another table of the round that is not
    done.
    """
    if table.match is None or are_open(table.match, now) or table.seats.filter(player=player).exists():
        return False
    own = LeagueTable.objects.filter(
        evening=table.evening_id, round=table.round, seats__player=player, broken_off_at=None
    )
    return not runs or own.exclude(match__status__in=Match.ENDED).exists()


def expect_cards_unknown(evening: Evening, round_number: int) -> None:
    """Check that a table can still be added to the round. Refuses cards_known where all others have played it."""
    shared = _deals_of_round(evening, round_number)
    if shared is not None and shared.closes_at is not None:
        raise LeagueRefused(LeagueRefusal.CARDS_KNOWN)


def expect_cards_unseen(evening: Evening) -> None:
    """Check that nobody who has printed the dealing sheets of a round has a seat in it, after seats have changed.
    Refuses saw_the_cards."""
    seats = TableSeat.objects.filter(
        table__evening=evening,
        player__deals_seen__shared_deals__closes_at=None,
        player__deals_seen__shared_deals__evening_deals__evening=evening,
        player__deals_seen__shared_deals__evening_deals__round=F("table__round"),
    )
    seat = seats.select_related("player").first()
    if seat is not None:
        raise LeagueRefused(LeagueRefusal.SAW_THE_CARDS, name=seat.player.nickname)


def _deals_of_round(evening: Evening, number: int) -> SharedDeals | None:
    sealed = EveningDeals.objects.filter(evening=evening, round=number).select_related("shared_deals").first()
    if sealed is not None:
        return sealed.shared_deals
    of_round = SharedDeals.objects.filter(
        matches__league_table__evening=evening, matches__league_table__round=number
    )
    return of_round.order_by("pk").first()


def open_finished_rounds(*, now: datetime) -> int:
    """Open the deals of every round that all its tables have played or will never play; returns how many. Called by
    the steward. One query while nothing is shared.

    A round is looked at without a lock, since it is played for an hour. Once it seems over, the evening's row is
    locked, so that no table is added meanwhile, and it is looked at again.
    """
    return sum(
        _is_over(evening, number) and _open_if_over(shared, evening, number, now=now)
        for shared, evening, number in _secret_rounds()
    )


def _secret_rounds(**of: object) -> list[tuple[int, int, int]]:
    """The shared deals, evening (keys) and number of every round whose deals are not open, of evenings with `of`."""
    shared = SharedDeals.objects.filter(closes_at=None, matches__league_table__isnull=False)
    shared = shared.filter(**{f"matches__league_table__evening__{name}": value for name, value in of.items()})
    places = shared.values_list("pk", "matches__league_table__evening", "matches__league_table__round")
    return sorted(set(places.distinct()))


def _open_if_over(shared: int, evening: int, round_number: int, *, now: datetime) -> bool:
    with transaction.atomic():
        Evening.objects.select_for_update().get(pk=evening)
        if not _is_over(evening, round_number):
            return False
        return table_services.open_shared_deals(shared_deals=shared, now=now)


def _is_over(evening: int, round_number: int) -> bool:
    """Whether nobody will play a card at any table of the round any more."""
    tables = LeagueTable.objects.filter(evening=evening, round=round_number, broken_off_at=None)
    if tables.exclude(match__status__in=Match.ENDED).exists():
        return False
    stopped = tables.filter(match__status=Match.Status.STOPPED).select_related("match")
    return not any(table_services.may_go_on(table.match) for table in stopped)


def expect_cards_played(season: Season) -> None:
    """Check that no table of the season is still to play cards that others have played. Refuses cards_still_played,
    with the evening."""
    for _shared, evening, number in _secret_rounds(competition__season=season):
        if not _is_over(evening, number):
            played = Evening.objects.select_related("competition").get(pk=evening)
            raise LeagueRefused(
                LeagueRefusal.CARDS_STILL_PLAYED, evening=played.number, competition=played.competition.name
            )


# Movements: how pairs, or single players, move whose rounds are compared.


def movement_of(
    evening: Evening, coming: Sequence[int], *, after: int, chance: Random, before: Movement | None
) -> Movement | None:
    """The movement of an evening of fixed pairs: drawn, or what latecomers and leavers after round `after` make of the
    one `before`. None where no movement of duplicate fits, and pairs move as on other evenings."""
    try:
        if after and before is not None:
            return _changed(before, set(coming), after)
        return None if after else _drawn(evening, chance.sample(sorted(coming), len(coming)))
    except NoSuchMovement:
        return None


def _drawn(evening: Evening, pairs: Sequence[int]) -> Movement | None:
    if len(pairs) < FEWEST_PAIRS:
        return None
    choice = (
        Choice.parse(evening.movement) if evening.movement else usual_choice(evening.competition, len(pairs))
    )
    return move_pairs(choice, pairs)


def usual_choice(competition: Competition, entrants: int) -> Choice:
    """The movement of the competition's rules for so many pairs, with as many of its rounds as it has; or for so many
    single players, who have all its rounds. Raises NoSuchMovement."""
    kind = Kind(competition.table_rules.movement)
    if form_of(competition) == "individual":
        kind = Kind.INDIVIDUAL
    if kind == Kind.HOWELL and entrants > 2 * MOST_HOWELL_TABLES:
        kind = Kind.ARROW_SWITCH
    most = most_rounds(kind, entrants)
    if kind == Kind.INDIVIDUAL and competition.rounds > most:
        # They can play on with partners they had before; pairs that have met everybody cannot.
        raise NoSuchMovement(f"{entrants} players have new partners for {most} rounds")
    return Choice(kind, min(competition.rounds, most), competition.deals_a_round)


def form_of(competition: Competition) -> str:
    """The form of a movement, a key of FORMS, by which evenings with the same cards are drawn: fixed pairs, or single
    players who get another partner every round. "" on all other evenings."""
    if not competition.table_rules.same_cards:
        return ""
    if competition.seating == Seating.PAIRS and competition.size == PAIR:
        return "pairs"
    if competition.seating == Seating.ROTATING and plays_in_pairs(
        competition.the_game, competition.house_options
    ):
        return "individual"
    return ""


def moves_pairs(evening: Evening) -> bool:
    """Whether a movement of duplicate seats the evening: fixed pairs who all have the same cards."""
    return form_of(evening.competition) == "pairs"


def offered_movements(evening: Evening, entrants: int) -> tuple[Facts, ...]:
    """The movements to choose from for so many pairs or single players: first that of the competition's rules, then
    others of about as many deals, with the best first. None on other evenings, and where too few or too many come."""
    competition = evening.competition
    form = form_of(competition)
    if not form or (form == "pairs" and entrants < FEWEST_PAIRS):
        return ()
    try:
        usual = facts_for(usual_choice(competition, entrants), entrants)
    except NoSuchMovement:
        return ()
    deals = competition.rounds * competition.deals_a_round
    others = [
        facts
        for facts in offer_movements(form, entrants, deals=deals)
        if facts.choice != usual.choice and competition.may_deal(facts.deals_per_round)
    ]
    return (usual, *others)


def choose_movement(evening: Evening, entrants: int, *, said: str) -> None:
    """Keep with the evening, which is not saved, the movement that was chosen for so many entrants; "" is that of the
    competition's rules. Refuses other_movements for one that is not offered, because more or fewer come by now."""
    offered = offered_movements(evening, entrants)
    if said and said not in {str(facts.choice) for facts in offered}:
        raise LeagueRefused(LeagueRefusal.OTHER_MOVEMENTS)
    evening.movement = said or (str(offered[0].choice) if offered else "")


def movement_drawn(evening: Evening) -> Movement | None:
    """The movement that the tables of an evening of fixed pairs follow; None on other evenings."""
    if not moves_pairs(evening):
        return None
    columns = columns_of(evening.competition.the_game, evening.competition.house_options, PAIRED)
    by_round: dict[int, dict[int, dict[Seat, int]]] = defaultdict(lambda: defaultdict(dict))
    seats = TableSeat.objects.filter(table__evening=evening)
    for round_, number, seat, entrant in seats.values_list(
        "table__round", "table__number", "number", "entrant"
    ):
        by_round[round_][number][seat] = entrant
    sitting = [by_seat for tables in by_round.values() for by_seat in tables.values()]
    pairs = sorted({entrant for by_seat in sitting for entrant in by_seat.values()})
    plan = []
    for round_, tables in sorted(by_round.items()):
        meetings = tuple(
            Meeting(number, (by_seat[columns[0][0]],), (by_seat[columns[1][0]],), round_)
            for number, by_seat in sorted(tables.items())
        )
        there = {entrant for meeting in meetings for entrant in meeting.entrants}
        plan.append(MovementRound(round_, meetings, tuple(pair for pair in pairs if pair not in there)))
    if not plan:
        return None
    kind = Kind(evening.competition.table_rules.movement)
    if evening.movement:
        kind = Choice.parse(evening.movement).kind
    lines = (tuple(pairs),)
    if kind == Kind.MITCHELL:
        meetings = [meeting for one in plan for meeting in one.meetings]
        stay = {entrant for meeting in meetings for entrant in meeting.north_south}
        move = {entrant for meeting in meetings for entrant in meeting.east_west}
        # Pairs that were seated otherwise after latecomers came are all ranked together.
        lines = lines if stay & move else (tuple(sorted(stay)), tuple(sorted(move)))
    return Movement(kind, tuple(plan), evening.deals_a_round, lines)


def halves_of(evening: Evening) -> dict[int, int]:
    """On an evening with two winners, by entrant: 1 for those who stay at their table, 2 for those who move. Empty on
    all other evenings, without a query."""
    if not evening.movement or Choice.parse(evening.movement).kind != Kind.MITCHELL:
        return {}
    movement = movement_drawn(evening)
    if movement is None or len(movement.lines) == 1:
        return {}
    return {entrant: number for number, line in enumerate(movement.lines, start=1) for entrant in line}


def _changed(movement: Movement, coming: Collection[int], after: int) -> Movement:
    """The movement without those who left, and with one newcomer in an empty place. Raises NoSuchMovement."""
    for entrant in movement.entrants:
        if entrant not in coming:
            movement = withdraw(movement, entrant, after=after)
    for newcomer in sorted(set(coming) - set(movement.entrants)):
        movement = admit(movement, newcomer, after=after)
    return movement


# Results: what was made with the same cards, compared.


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


class Averaged(NamedTuple):
    """A round as an arbiter's average would make it: the per cent of each side, None for what was made."""

    per_cent: tuple[int, ...] | None
    reason: str


def scoring_rules(rules: TableRules) -> ScoringRules:
    """How the deals of a competition are compared."""
    counting = Counting.DIFFERENCE if rules.counting == "difference" else Counting.MATCHPOINTS
    scale = scale_from(rules.scale_from)
    usual = ScoringRules(counting=counting, scale=scale)
    # Points themselves have no steps: an average of 60 per cent is then worth as much as where points are compared.
    return usual if scale else replace(usual, team_award=usual.award)


def deals_of(
    competition: Competition,
    evenings: Collection[int],
    *,
    instead: Mapping[tuple[int, int], RuledRound | Averaged] | None = None,
) -> dict[int, tuple[PlayedDeal, ...]]:
    """The open deals of these evenings (keys), by evening and in order, as many queries for any number of them.

    Two tables are compared where the seed of their round is the same, so only what was dealt alike is. With real cards
    the deals were laid out from the sheets of that round. `instead` gives
    rounds, by match (`key_of_results`) and number, another result than they have.
    """
    instead = instead or {}
    rows = LeagueTable.objects.filter(evening__in=evenings)
    # A table nobody sat down at has no match, and still what an arbiter gave for its deals.
    given = {key for key, _number in instead}
    tables = {
        key_of_results(table): table
        for table in rows
        if table.match_id is not None or table.averages or key_of_results(table) in given
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
    seeds = {deal[:3]: deal[3] for deal in sorted(by_seed, key=lambda deal: (len(by_seed[deal]), deal))}
    on_paper = [table.match_id for table in tables.values() if table.on_paper]
    written = Round.objects.filter(match__in=on_paper).exclude(status=Round.Status.RUNNING)
    written = written.exclude(match__shared_deals__isnull=False, match__shared_deals__closes_at=None)
    for row in written.defer("lines", "result").order_by("match", "number"):
        table = tables[row.match_id]
        place = table.evening_id, table.round, row.number
        if row.number <= table.planned:
            by_seed[*place, seeds.get(place, "")][row.match_id] = row
    most: dict[tuple[int, int, int], str] = {}
    for evening, number, within, seed in sorted(by_seed, key=lambda deal: (len(by_seed[deal]), deal)):
        most[evening, number, within] = seed
    found: dict[int, list[PlayedDeal]] = defaultdict(list)
    of_round: dict[int, int] = defaultdict(int)
    for table in tables.values():
        of_round[table.evening_id] = max(of_round[table.evening_id], table.planned)
    for (evening, number, within, seed), rounds in sorted(by_seed.items()):
        many = (number - 1) * of_round[evening] + within
        results, keys, reasons = [], {}, {}
        for match, table in tables.items():
            if (table.evening_id, table.round) != (evening, number) or table.pk not in parties:
                continue
            row = rounds.get(match)
            ruled = instead.get((match, within))
            points = None if row is None else _points(row, ruled, columns)
            sides = parties[table.pk]
            own_bots = tuple(entrant for party in sides for entrant in party if entrant in bots[table.pk])
            keys[table.number] = table.pk
            # Of a table that was dealt nothing, it stands beside the deal that most tables had.
            here = match in rounds or ((match, within) not in dealt and most[evening, number, within] == seed)
            average = table.average_for(within) if here else None
            if isinstance(ruled, Averaged):
                average = None if ruled.per_cent is None else Average(ruled.per_cent, ruled.reason)
            if average is not None:
                reasons[table.number] = average.reason
            results.append(
                TableResult(
                    many,
                    table.number,
                    sides,
                    points=points,
                    award=None if average is None else average.per_cent,
                    bots=own_bots,
                    low=low,
                )
            )
        at = {tables[match].number: match for match in rounds}
        found[evening].append(PlayedDeal(many, number, within, tuple(results), at, keys, reasons))
    return {evening: tuple(played) for evening, played in found.items()}


def compared_sides(competition: Competition) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each side whose results are compared: two pairs, or every seat by itself."""
    game = competition.the_game
    return columns_of(game, competition.house_options, game.seats[0])


def key_of_results(table: LeagueTable) -> int:
    """The key of a table's results: its match, or a number below zero where nobody sat down."""
    return table.match_id or -table.pk


def _points(
    row: Round, ruled: RuledRound | Averaged | None, columns: Sequence[Sequence[Seat]]
) -> tuple[int, ...] | None:
    """The points of each side in a round; None where it counts for nobody."""
    points = ruled.points if isinstance(ruled, RuledRound) else row.points
    void = ruled.void if isinstance(ruled, RuledRound) else row.status == Round.Status.VOID
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
    instead: Mapping[tuple[int, int], RuledRound | Averaged] | None = None,
) -> dict[Key, EveningMean] | None:
    """What each of these evenings is worth to each entrant; None where tables are not compared.

    Deals in which a bot held an entrant's cards are compared, and count for that entrant where bots count in full.
    """
    rules = competition.table_rules
    if not rules.same_cards:
        return None
    means = {}
    for evening, played in deals_of(competition, evenings, instead=instead).items():
        results = [result for deal in played for result in deal.results]
        if rules.by_scale:
            means |= _means_of_teams(results, evening, rules)
            continue
        for entrant, score in score_evening(results, scoring_rules(rules)).items():
            own = [deal.score for deal in score.deals if rules.bots == "full" or not deal.with_bot]
            if own:
                mean = exact(sum(own), len(own))
                given = all(deal.award is not None for deal in score.deals)
                means[entrant, evening] = EveningMean(mean, len(own), given)
    return means


def _means_of_teams(
    results: Sequence[TableResult], evening: int, rules: TableRules
) -> dict[Key, EveningMean]:
    """What the evening is worth to each team of four."""
    bots = {(result.deal, entrant) for result in results for entrant in result.bots}
    means = {}
    for team, scores in score_team_deals(results, scoring_rules(rules)).items():
        own = [score for score in scores if rules.bots == "full" or (score.deal, team) not in bots]
        if own:
            given = all(score.award is not None for score in own)
            mean = exact(sum(score.score for score in own), len(own))
            means[team, evening] = EveningMean(mean, len(own), given)
    return means


# An arbiter's average: what both sides of a table have for a deal that was not played, or cannot stand.


def expect_can_decide(
    table: LeagueTable, evening: Evening, *, deal: int, average: tuple[int, ...] | None, actor: Player
) -> None:
    """Check that the actor may give this average at this table. Refuses unreadable, own_table, deal_still_played until
    the deals of the round are open."""
    if not evening.competition.table_rules.same_cards:
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if not 1 <= deal <= table.planned or not all(0 <= each <= MOST_PER_CENT for each in average or ()):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if average is not None and len(average) != len(compared_sides(evening.competition)):
        raise LeagueRefused(LeagueRefusal.UNREADABLE)
    if sat_at(table, actor.pk):
        raise LeagueRefused(LeagueRefusal.OWN_TABLE)
    shared = _deals_of_round(evening, table.round)
    # An evening that came with a club's file written before has no shared deals: its rounds are over where their tables
    # are.
    is_open = _is_over(evening.pk, table.round) if shared is None else shared.closes_at is not None
    if not is_open:
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
    what they made counts again. Also on a closed evening. The evening's row is locked, and a correction written.

    Refuses what `expect_can_decide` refuses, reason_missing, reason_too_long, season_archived.
    """
    with transaction.atomic():
        table = LeagueTable.objects.get(pk=table_id)
        evening = evening_of_open_season(table.evening_id)
        table = LeagueTable.objects.get(pk=table_id)
        expect_can_decide(table, evening, deal=deal, average=average, actor=actor)
        before = table.average_for(deal)
        if average is None and before is None:
            return table
        given = None if before is None else before.per_cent
        if average == given and reason.strip() == (before.reason if before is not None else ""):
            return table
        add_correction(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="average_given" if average is not None else "average_taken_back",
            reason=reason,
            before="" if given is None else write_per_cent(given),
            after=f"{table.round}/{table.number}/{deal}{'' if average is None else f' {write_per_cent(average)}'}",
            now=now,
        )
        others = {key: given for key, given in table.averages.items() if key != str(deal)}
        table.averages = others if average is None else {**others, str(deal): [*average, reason.strip()]}
        table.save(update_fields=["averages"])
        save_and_announce(evening)
    return table
