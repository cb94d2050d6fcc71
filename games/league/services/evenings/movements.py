"""The movement of an evening as it is stored: offered, chosen, drawn, and changed by who comes.

The plans are made by `duplicate.movements`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from games.engine.club import Better
from games.engine.seats import Seat
from games.league.draw import (
    PLAYERS_IN_PAIRS,
    Fixture,
    FixtureRound,
    NoSuchMovement,
    columns_of,
    plays_in_pairs,
)
from games.league.duplicate.meeting_anew import cost_of, meet_anew
from games.league.duplicate.movements import (
    MAX_HOWELL_TABLES,
    MIN_PAIRS,
    Choice,
    Facts,
    Kind,
    Meeting,
    Movement,
    MovementRound,
    admit,
    draw_anew,
    facts_for,
    most_rounds,
    move_pairs,
    offer_movements,
    withdraw,
)
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Evening, Seating, TableSeat
from games.league.standings.places import RankedPlace, places_on, with_too_few_deals
from games.league.standings.scores import Season

PAIR: Final = 2


def movement_of(
    evening: Evening, coming: Sequence[int], *, after: int, chance: Random, before: Movement | None
) -> Movement | None:
    """The movement of an evening of fixed pairs: drawn, or what latecomers and leavers after round `after` make of the
    one `before`. None where no movement of duplicate fits, and pairs move as on other evenings."""
    if after and before is not None:
        return _go_on(before, coming, after=after, chance=chance)
    try:
        return None if after else _draw_movement(evening, chance.sample(sorted(coming), len(coming)))
    except NoSuchMovement:
        return None


def _draw_movement(evening: Evening, pairs: Sequence[int]) -> Movement | None:
    if len(pairs) < MIN_PAIRS:
        return None
    choice = (
        Choice.parse(evening.movement) if evening.movement else usual_choice(evening.competition, len(pairs))
    )
    return move_pairs(choice, pairs)


def usual_choice(competition: Competition, entrants: int) -> Choice:
    """The movement of the competition's rules for so many pairs, with as many of its rounds as it has; or for so many
    single players, who have all its rounds. Raises NoSuchMovement."""
    kind = Kind(competition.the_rules.movement)
    if form_of(competition) == "individual":
        kind = Kind.INDIVIDUAL
    if kind == Kind.HOWELL and entrants > 2 * MAX_HOWELL_TABLES:
        kind = Kind.ARROW_SWITCH
    elif kind in (Kind.MITCHELL, Kind.ARROW_SWITCH) and entrants == MIN_PAIRS:
        kind = Kind.HOWELL
    most = most_rounds(kind, entrants)
    if kind == Kind.INDIVIDUAL and competition.rounds > most:
        # They can play on with partners they had before; pairs that have met everybody cannot.
        raise NoSuchMovement(f"{entrants} players have new partners for {most} rounds")
    return Choice(kind, min(competition.rounds, most), competition.deals_a_round)


def form_of(competition: Competition) -> str:
    """The form of a movement, a key of FORMS, by which evenings with the same cards are drawn: fixed pairs, or single
    players who get another partner every round. "" on all other evenings."""
    if not competition.the_rules.same_cards:
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
    if not form or (form == "pairs" and entrants < MIN_PAIRS):
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


def choose_movement(evening: Evening, entrants: int, *, choice: str) -> None:
    """Keep with the evening, which is not saved, the movement that was chosen for so many entrants; "" is that of the
    competition's rules. Refuses other_movements for one that is not offered, because more or fewer come by now."""
    offered = offered_movements(evening, entrants)
    if choice and choice not in {str(facts.choice) for facts in offered}:
        raise LeagueRefused(LeagueRefusal.OTHER_MOVEMENTS)
    evening.movement = choice or (str(offered[0].choice) if offered else "")


def movement_drawn(evening: Evening) -> Movement | None:
    """The movement that the tables of an evening of fixed pairs follow; None on other evenings."""
    if not moves_pairs(evening):
        return None
    columns = columns_of(evening.competition.the_game, evening.competition.house_options, PLAYERS_IN_PAIRS)
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
        seated = {entrant for meeting in meetings for entrant in meeting.entrants}
        plan.append(MovementRound(round_, meetings, tuple(pair for pair in pairs if pair not in seated)))
    if not plan:
        return None
    kind = Kind(evening.competition.the_rules.movement)
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


def places_of(evening: Evening, season: Season, *, better: Better) -> dict[int, RankedPlace]:
    """The place of each entrant in the list of the evening, from what it is worth in its season; with two winners that
    in the own half. Nobody has one with too few of the deals."""
    results = season.on(evening.pk)
    few = with_too_few_deals(results, evening.competition.the_rules)
    return places_on(results, halves=halves_of(evening), better=better, unplaced=few)


def _go_on(before: Movement, coming: Sequence[int], *, after: int, chance: Random) -> Movement | None:
    """The rest of a movement for those who come now: with the empty places it leaves, or drawn anew where fewer then
    wait, wait again or meet an opponent again. None for fewer than two pairs."""
    if len(coming) < PAIR or not any(one.number > after for one in before.rounds):
        return None
    met, waited = _met_and_waited(before, after)
    waited |= {entrant: min(after, 1) for entrant in coming if entrant not in before.entrants}
    rounds = len(before.rounds) - after
    anew = meet_anew(coming, rounds=rounds, met=met, waited=waited, chance=chance)
    try:
        changed = _change_movement(before, set(coming), after)
    except NoSuchMovement:
        return draw_anew(before, anew, after=after)
    kept = [
        FixtureRound(
            tuple(Fixture(each.north_south[0], each.east_west[0]) for each in one.meetings), one.waiting
        )
        for one in changed.rounds
        if one.number > after
    ]
    is_better = cost_of(anew, met=met, waited=waited) < cost_of(kept, met=met, waited=waited)
    return draw_anew(before, anew, after=after) if is_better else changed


def _met_and_waited(movement: Movement, after: int) -> tuple[Counter[frozenset[int]], dict[int, int]]:
    """How often two have met, and one has waited, up to and with round `after`."""
    played = [one for one in movement.rounds if one.number <= after]
    met = Counter(frozenset(meeting.entrants) for one in played for meeting in one.meetings)
    return met, dict(Counter(entrant for one in played for entrant in one.waiting))


def _change_movement(movement: Movement, coming: Collection[int], after: int) -> Movement:
    """The movement without those who left, and with one newcomer in an empty place. Raises NoSuchMovement."""
    for entrant in movement.entrants:
        if entrant not in coming:
            movement = withdraw(movement, entrant, after=after)
    for newcomer in sorted(set(coming) - set(movement.entrants)):
        movement = admit(movement, newcomer, after=after)
    return movement
