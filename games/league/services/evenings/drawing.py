"""Who sits where: the draw of an evening, the rest of it drawn anew, swaps, a late table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.db import transaction

from games.engine import registry
from games.engine.options import read_options
from games.league import notices
from games.league.draw.fixtures import (
    FixtureRound,
    NoSuchMovement,
    moving_pairs,
    played_least,
    round_robin,
    swiss,
)
from games.league.draw.seating import AGAIN_TONIGHT, SEATS, TooFewPlayers, rotating_partners
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import (
    Competition,
    Entrant,
    Evening,
    EveningMark,
    LeagueTable,
    Seating,
    SignUp,
    TableScore,
    TableSeat,
)
from games.league.services.evenings.counting import count_matches, totals
from games.league.services.evenings.matches import expect_not_started, reseat
from games.league.services.locking import drawn_evening, locked_evening, touched
from games.league.standings.scores import MarkKind, PlayedBy


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table as drawn: entrants by seat, and the fixture it belongs to."""

    round: int
    number: int
    fixture: int
    entrants: tuple[int, int, int, int]


def draw(*, evening_id: int, version: int, chance: Random, now: datetime) -> Evening:
    """Draw all rounds of the evening for those who come (Swiss: the first). Once; then `draw_rest`.

    The evening's row is locked and `version` compared, so of two secretaries one draws and the other is told.
    Refuses changed_meanwhile, already_drawn, too_few, evening_closed.
    """
    with transaction.atomic():
        evening = locked_evening(evening_id, version=version)
        if evening.status != Evening.Status.PLANNED:
            raise LeagueRefused(LeagueRefusal.ALREADY_DRAWN)
        _write(evening, _plan(evening, _coming(evening), after=0, chance=chance))
        notices.of_draw(evening, now=now)
        return touched(evening, status=Evening.Status.DRAWN)


def draw_rest(*, evening_id: int, version: int, chance: Random, now: datetime) -> Evening:
    """Draw the rounds whose tables are not open yet anew, for everybody who comes now: latecomers sit down,
    who left waits no longer. Refuses changed_meanwhile, not_drawn, no_more_rounds, too_few, and date_agreed while one
    of these tables has a date of its own: four people count on it."""
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        if evening.round >= evening.competition.rounds:
            raise LeagueRefused(LeagueRefusal.NO_MORE_ROUNDS)
        rest = evening.tables.filter(round__gt=evening.round)
        if rest.filter(broken_off_at=None).exclude(starts_at=None).exists():
            raise LeagueRefused(LeagueRefusal.DATE_AGREED)
        rest.delete()
        _write(evening, _plan(evening, _coming(evening), after=evening.round, chance=chance))
        notices.of_draw(evening, now=now)
        return touched(evening)


def swap(*, evening_id: int, version: int, round_number: int, one: int, other: int) -> Evening:
    """Two entrants exchange places in a round: two seats, or a seat and waiting, at tables not yet started.

    Refuses changed_meanwhile, not_drawn, table_started, not_seated.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        known = set(evening.competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True))
        if not {one, other} <= known or one == other or evening.competition.size != 1:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        seats = list(
            TableSeat.objects.select_related("table__match").filter(
                table__evening=evening, table__round=round_number, entrant__in=[one, other]
            )
        )
        if not seats:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        players = players_of([one, other])
        for seat in seats:
            expect_not_started(seat.table)
            seat.entrant_id = other if seat.entrant_id == one else one
            seat.player_id = players[seat.entrant_id][0]
            seat.played_by = PlayedBy.SELF
        TableSeat.objects.bulk_update(seats, ["entrant", "player", "played_by"])
        for table in {seat.table_id: seat.table for seat in seats}.values():
            reseat(table)
        _note_waiting(evening)
        return touched(evening)


def add_table(*, evening_id: int, version: int, round_number: int, entrants: Sequence[int]) -> LeagueTable:
    """A late table in a round: four single players who have no seat in it, or two pairs.

    Refuses changed_meanwhile, not_drawn, seated_already, wrong_size, not_entered.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        size = evening.competition.size
        if not 1 <= round_number <= evening.competition.rounds or len(set(entrants)) != SEATS // size:
            raise LeagueRefused(LeagueRefusal.WRONG_SIZE)
        known = evening.competition.entrants.filter(pk__in=entrants, withdrawn_at=None).count()
        if known != len(entrants):
            raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
        if TableSeat.objects.filter(
            table__evening=evening, table__round=round_number, entrant__in=entrants
        ).exists():
            raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
        number = 1 + max(
            evening.tables.filter(round=round_number).values_list("number", flat=True), default=0
        )
        by_seat = tuple(entrants[seat % len(entrants)] for seat in range(SEATS))
        _write(evening, [Drawn(round_number, number, number, by_seat)])  # type: ignore[arg-type]
        touched(evening)
    return evening.tables.get(round=round_number, number=number)


def players_of(entrants: Iterable[int]) -> dict[int, list[int]]:
    """The players of each entrant by place, as primary keys."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = Entrant.objects.filter(pk__in=list(entrants)).order_by("members__place")
    for entrant, player in rows.values_list("pk", "members__player"):
        found[entrant].append(player)
    return found


def planned_rounds(competition: Competition) -> int:
    """How many rounds of cards a table of the competition plays."""
    options = read_options(registry.game(competition.game).Options, competition.options)
    return int(getattr(options, "rounds", 0))


def _coming(evening: Evening) -> list[int]:
    coming = SignUp.objects.filter(evening=evening, comes=True, entrant__withdrawn_at=None)
    return sorted(coming.values_list("entrant", flat=True))


def _plan(evening: Evening, coming: list[int], *, after: int, chance: Random) -> list[Drawn]:
    """The tables of the rounds after `after`."""
    competition = evening.competition
    rounds = competition.rounds - after
    try:
        if competition.seating == Seating.ROTATING:
            return _rotating(evening, coming, after=after, chance=chance)
        if competition.seating == Seating.PAIRS:
            drawn = coming.copy()
            chance.shuffle(drawn)
            tables = (len(drawn) + 1) // 2
            plan = moving_pairs(drawn, rounds=min(rounds, tables))
        elif competition.seating == Seating.ROUND_ROBIN:
            everybody = sorted(competition.entrants.filter(withdrawn_at=None).values_list("pk", flat=True))
            plan = played_least(round_robin(everybody, double=True), games=_games(competition), rounds=rounds)
        else:
            plan = (_swiss(competition, coming),)
    except (TooFewPlayers, NoSuchMovement) as none:
        raise LeagueRefused(LeagueRefusal.TOO_FEW) from none
    return _of_fixtures(plan, size=competition.size, after=after)


def _games(competition: Competition) -> Counter[tuple[int, int]]:
    """How often who was seated at home against whom."""
    seats = TableSeat.objects.filter(table__evening__competition=competition, number__lte=1)
    by_table: dict[int, list[int]] = defaultdict(list)
    for table, entrant in seats.order_by("table", "number").values_list("table", "entrant"):
        by_table[table].append(entrant)
    return Counter((home, away) for home, away in by_table.values())


def _rotating(evening: Evening, coming: list[int], *, after: int, chance: Random) -> list[Drawn]:
    """Rotating partners, after the rounds that are open already and mindful of earlier evenings."""
    seats = TableSeat.objects.filter(table__evening__competition=evening.competition_id)
    at_table: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for table, evening_id, number, entrant in seats.values_list(
        "table", "table__evening", "number", "entrant"
    ):
        at_table[table, evening_id][number] = entrant
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    seated: Counter[int] = Counter()
    for (_table, evening_id), by_seat in at_table.items():
        tonight = evening_id == evening.pk
        for one, two in ((0, 2), (1, 3)):
            if one in by_seat and two in by_seat:
                couple = frozenset((by_seat[one], by_seat[two]))
                partners[couple] += AGAIN_TONIGHT if tonight else 1
        for seat, entrant in by_seat.items():
            opponents[frozenset((entrant, by_seat.get((seat + 1) % SEATS, entrant)))] += 1
            seated[entrant] += tonight
    # Who came late has waited as long as the others have at most: the next to wait are those who sat.
    waited = {entrant: after - seated[entrant] if seated[entrant] else min(after, 1) for entrant in coming}
    plan = rotating_partners(
        coming,
        rounds=evening.competition.rounds - after,
        chance=chance,
        partnered=partners,
        opposed=opponents,
        waited=waited,
    )
    return [
        Drawn(after + place, number, number, table)
        for place, each in enumerate(plan, 1)
        for number, table in enumerate(each.tables, 1)
    ]


def _swiss(competition: Competition, coming: list[int]) -> FixtureRound:
    count_matches(competition_id=competition.pk)
    points: Counter[int] = Counter()
    met: set[frozenset[int]] = set()
    homes: Counter[int] = Counter()
    scores = totals(TableScore.objects.filter(evening__competition=competition))
    for (_table, entrant), brought in scores.items():
        ahead = brought.points - brought.against
        points[entrant] += 2 if ahead > 0 else int(ahead == 0)
    by_table: dict[int, set[int]] = defaultdict(set)
    seats = TableSeat.objects.filter(table__evening__competition=competition)
    for table, number, entrant in seats.values_list("table", "number", "entrant"):
        by_table[table].add(entrant)
        homes[entrant] += number == 0
    met.update(frozenset(pair) for pair in by_table.values())
    waits = EveningMark.objects.filter(evening__competition=competition, kind=MarkKind.WAITED)
    waited = Counter(waits.values_list("entrant", flat=True))
    return swiss(coming, points=points, met=met, waited=waited, homes=homes)


def _of_fixtures(plan: Iterable[FixtureRound], *, size: int, after: int) -> list[Drawn]:
    """Fixtures as tables: one for pairs, two for teams of four (their second pair changes sides)."""
    drawn = []
    for place, each in enumerate(plan, after + 1):
        number = 0
        for fixture, game in enumerate(each.fixtures, 1):
            for _table in range(2 if size == SEATS else 1):
                number += 1
                drawn.append(Drawn(place, number, fixture, (game.home, game.away, game.home, game.away)))
    return drawn


def _write(evening: Evening, plan: Sequence[Drawn]) -> None:
    """Tables and seats as drawn, and who waits how often."""
    planned = planned_rounds(evening.competition)
    tables = LeagueTable.objects.bulk_create(
        LeagueTable(
            evening=evening,
            round=each.round,
            number=each.number,
            fixture=each.fixture,
            planned=planned,
        )
        for each in plan
    )
    players = players_of({entrant for each in plan for entrant in each.entrants})
    used: Counter[tuple[int, int]] = Counter()
    seats = []
    for each, table in zip(plan, tables, strict=True):
        for number, entrant in enumerate(each.entrants):
            turn = used[each.round, entrant]
            used[each.round, entrant] += 1
            player = players[entrant][turn]
            seats.append(TableSeat(table=table, number=number, entrant_id=entrant, player_id=player))
    TableSeat.objects.bulk_create(seats)
    _note_waiting(evening)


def _note_waiting(evening: Evening) -> None:
    """Who comes and has no seat in a round waits; counted anew whenever the seating changes."""
    EveningMark.objects.filter(evening=evening, kind=MarkKind.WAITED).delete()
    rounds = set(evening.tables.values_list("round", flat=True))
    seats = TableSeat.objects.filter(table__evening=evening).values_list("entrant", "table__round")
    seated = {(entrant, number) for entrant, number in seats}
    waits = {
        entrant: sum((entrant, number) not in seated for number in rounds) for entrant in _coming(evening)
    }
    EveningMark.objects.bulk_create(
        EveningMark(evening=evening, entrant_id=entrant, kind=MarkKind.WAITED, points=count)
        for entrant, count in waits.items()
        if count
    )
