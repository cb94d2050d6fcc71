"""The draw of an evening as it is stored: seats, the remaining rounds anew, swaps, a late table.

Who meets whom is worked out by `league.draw` and `league.duplicate.movements`; `movements` beside this module keeps
the movement that an evening has chosen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from random import Random
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.models import Player, PlayerKind
from games.engine.options import read_options
from games.league import notices
from games.league.draw import PLAYERS_IN_PAIRS, columns_of
from games.league.duplicate.movements import Movement
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Entrant, EntrantPlayer, Evening, LeagueTable, Seating, TableSeat
from games.league.services.corrections import add_entry
from games.league.services.evenings.matches import delete_unopened, open_table_of, require_not_started, reseat
from games.league.services.evenings.movements import choose_movement, movement_drawn
from games.league.services.evenings.same_cards import (
    may_be_on_paper,
    require_cards_unknown,
    require_cards_unseen,
)
from games.league.services.evenings.seat_plans import PlannedTable, plan_of, seats_for, seats_of_fixture
from games.league.services.evenings.seats import (
    entrants_coming_in,
    entrants_coming_later,
    note_waiting,
    require_one_seat,
)
from games.league.services.locking import lock_drawn_evening, lock_evening, save_and_announce
from games.league.services.substitutes import after_redraw, restore_substitutes, sign_off
from games.league.standings.scores import PlayedBy

WITH_A_BOT: Final = Q(seats__player__kind=PlayerKind.BOT)
"""Tables at which a bot sits in for somebody, which are never played with real cards."""


def draw(
    *, evening_id: int, version: int, chance: Random, actor: Player, now: datetime, movement: str = ""
) -> Evening:
    """Draw all rounds of the evening for those who come, each from the round they come to (Swiss: the first). Once;
    then `draw_rest`.

    `movement` is that chosen of the ones offered (`offered_movements` in `movements` beside this module), "" the first
    of them. The evening's row is locked and `version` compared, so of two secretaries one draws and the other is told.
    Refuses changed_meanwhile, already_drawn, too_few, evening_closed, other_movements.
    """
    with transaction.atomic():
        evening = lock_evening(evening_id, version=version)
        if evening.status != Evening.Status.PLANNED:
            raise LeagueRefused(LeagueRefusal.ALREADY_DRAWN)
        choose_movement(evening, len(entrants_coming_in(evening, 1)), choice=movement)
        _draw_after(evening, 0, chance=chance, before=None)
        notices.notify_draw(evening, now=now)
        _add_seating_entry(evening, "drawn", actor, now)
        return save_and_announce(evening, status=Evening.Status.DRAWN, movement=evening.movement)


def draw_rest(
    *, evening_id: int, version: int, chance: Random, actor: Player, now: datetime, movement: str = ""
) -> Evening:
    """Draw the rounds whose tables are not open yet anew, for everybody who comes now: latecomers sit down,
    who left waits no longer. Those replaced for all rounds to come stay replaced, or have gone (`after_redraw`). Before
    the first round a `movement` is chosen as for `draw`; afterwards it goes on as it is. Where all were to be played
    with real cards, or all on phones, they still are.

    Refuses changed_meanwhile, not_drawn, no_more_rounds, too_few, other_movements, saw_the_cards, and date_agreed
    while one of these tables has a date of its own: four people count on it.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        if evening.round >= evening.rounds:
            raise LeagueRefused(LeagueRefusal.NO_MORE_ROUNDS)
        not_open = evening.tables.filter(round__gt=evening.round)
        if not_open.filter(broken_off_at=None).exclude(starts_at=None).exists():
            raise LeagueRefused(LeagueRefusal.DATE_AGREED)
        replaced = after_redraw(evening)
        before = movement_drawn(evening)
        anew = not_open.exists()
        on_paper = set(not_open.exclude(WITH_A_BOT).values_list("on_paper", flat=True))
        delete_unopened(evening)
        sign_off(evening, replaced.left_out, actor=actor, now=now)
        if not evening.round:
            choose_movement(evening, len(entrants_coming_in(evening, 1)), choice=movement)
        _draw_after(evening, evening.round, chance=chance, before=before)
        restore_substitutes(evening, replaced.play_on, actor=actor, now=now)
        if len(on_paper) == 1:  # the same query finds the new tables
            not_open.exclude(WITH_A_BOT).update(on_paper=on_paper.pop())
        require_cards_unseen(evening)
        note_waiting(evening)
        notices.notify_draw(evening, now=now, anew=anew)
        _add_seating_entry(evening, "drawn_anew", actor, now, f"{evening.number}/{evening.round + 1}")
        return save_and_announce(evening, movement=evening.movement)


def _draw_after(evening: Evening, after: int, *, chance: Random, before: Movement | None) -> None:
    """Draw the rounds after `after`, and once more from each round on to which somebody comes later: those who are
    there earlier play the rounds before it. `before` is the movement as it was."""
    _write_plan(
        evening,
        plan_of(evening, entrants_coming_in(evening, after + 1), after=after, chance=chance, before=before),
    )
    if evening.competition.seating == Seating.SWISS:
        return
    for number in sorted(set(entrants_coming_later(evening).values())):
        last = max(evening.tables.values_list("round", flat=True))
        if not after + 1 < number <= min(last + 1, evening.rounds):
            continue
        drawn_so_far = movement_drawn(evening)
        evening.tables.filter(round__gte=number).delete()
        coming = entrants_coming_in(evening, number)
        _write_plan(evening, plan_of(evening, coming, after=number - 1, chance=chance, before=drawn_so_far))


def swap(
    *, evening_id: int, version: int, round_number: int, one: int, other: int, actor: Player, now: datetime
) -> Evening:
    """Two single players exchange places in a round: two seats, or a seat and waiting, at tables not yet started. The
    seat of one that has withdrawn can be given away, and nobody who has withdrawn gets another.

    Refuses changed_meanwhile, not_drawn, table_started, not_seated (also for pairs and teams), account_blocked,
    seated_already (who waits plays for somebody else), saw_the_cards.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        withdrawn = dict(evening.competition.entrants.values_list("pk", "withdrawn_at"))
        if not {one, other} <= set(withdrawn) or one == other or evening.competition.size != 1:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        seats = list(
            TableSeat.objects.select_related("table__match").filter(
                table__evening=evening, table__round=round_number, entrant__in=[one, other]
            )
        )
        leavers = {entrant for entrant in (one, other) if withdrawn[entrant] is not None}
        if not seats or (leavers and {seat.entrant_id for seat in seats} != leavers):
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        if not leavers:
            _require_not_blocked([one, other])
        players = players_of([one, other])
        for seat in seats:
            require_not_started(seat.table)
            seat.entrant_id = other if seat.entrant_id == one else one
            seat.player_id = players[seat.entrant_id][0]
            seat.played_by, seat.for_the_rest = PlayedBy.SELF, False
        TableSeat.objects.bulk_update(seats, ["entrant", "player", "played_by", "for_the_rest"])
        require_one_seat(evening, [round_number])
        require_cards_unseen(evening)
        for table in {seat.table_id: seat.table for seat in seats}.values():
            reseat(table)
        note_waiting(evening)
        exchanged = Player.objects.in_bulk([players[one][0], players[other][0]])
        place = f"{evening.number}/{round_number}"
        _add_seating_entry(
            evening, "swapped", actor, now, place, [exchanged[players[each][0]] for each in (one, other)]
        )
        return save_and_announce(evening)


def add_table(
    *,
    evening_id: int,
    version: int,
    round_number: int,
    entrants: Sequence[int],
    actor: Player,
    now: datetime,
) -> LeagueTable:
    """A late table in a round: single players who have no seat in it, as many as the game seats, or two pairs. In a
    round that is open it is opened at once.

    Refuses changed_meanwhile, not_drawn, seated_already, wrong_size, not_entered, account_blocked, cards_known,
    saw_the_cards.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        require_cards_unknown(evening, round_number)
        by_seat = _late_seats(evening.competition, entrants)
        if not 1 <= round_number <= evening.rounds or by_seat is None:
            raise LeagueRefused(LeagueRefusal.WRONG_SIZE)
        known = evening.competition.entrants.filter(pk__in=entrants, withdrawn_at=None).count()
        if known != len(entrants):
            raise LeagueRefused(LeagueRefusal.NOT_ENTERED)
        _require_not_blocked(entrants)
        if TableSeat.objects.filter(
            table__evening=evening, table__round=round_number, entrant__in=entrants
        ).exists():
            raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)
        number = 1 + max(
            evening.tables.filter(round=round_number).values_list("number", flat=True), default=0
        )
        _write_plan(evening, [PlannedTable(round_number, number, number, by_seat)])
        require_one_seat(evening, [round_number])
        require_cards_unseen(evening)
        table = evening.tables.get(round=round_number, number=number)
        sitting = [seat.player for seat in table.seats.select_related("player").order_by("number")]
        _add_seating_entry(
            evening, "late_table", actor, now, f"{evening.number}/{round_number}/{number}", sitting
        )
        if round_number <= evening.round:
            open_table_of(table, evening, actor, now)
        save_and_announce(evening)
    return table


def _require_not_blocked(entrants: Iterable[int]) -> None:
    """Check that these entrants can be given a seat. Refuses account_blocked."""
    blocked = EntrantPlayer.objects.filter(entrant__in=list(entrants), player__is_active=False)
    for one in blocked.select_related("player").order_by("entrant", "place")[:1]:
        raise LeagueRefused(LeagueRefusal.ACCOUNT_BLOCKED, name=one.player.nickname)


def _add_seating_entry(
    evening: Evening,
    what: str,
    actor: Player,
    now: datetime,
    detail: str = "",
    players: Sequence[Player] = (),
) -> None:
    """A line about the seats of the evening; `detail` is its number, with round and table where it is about one."""
    add_entry(
        competition=evening.competition,
        actor=actor,
        what=what,
        now=now,
        detail=detail or f"{evening.number}",
        players=players,
    )


def _late_seats(competition: Competition, entrants: Sequence[int]) -> tuple[int, ...] | None:
    """The entrants of one table by seat; None where that is not a table."""
    if len(set(entrants)) != len(entrants):
        return None
    if competition.has_fixtures:
        columns = columns_of(competition.the_game, competition.house_options, PLAYERS_IN_PAIRS)
        return seats_of_fixture(entrants[0], entrants[1], columns) if len(entrants) == len(columns) else None
    return tuple(entrants) if len(entrants) in seats_for(competition) else None


def players_of(entrants: Iterable[int]) -> dict[int, list[int]]:
    """The players of each entrant by place, as primary keys."""
    found: dict[int, list[int]] = defaultdict(list)
    rows = Entrant.objects.filter(pk__in=list(entrants)).order_by("members__place")
    for entrant, player in rows.values_list("pk", "members__player"):
        found[entrant].append(player)
    return found


def _write_plan(evening: Evening, plan: Sequence[PlannedTable]) -> None:
    """Tables and seats as drawn, and who waits how often."""
    competition = evening.competition
    on_paper = competition.the_rules.cards == "paper" and may_be_on_paper(competition)
    options = read_options(competition.the_game.Options, evening.options)
    tables = LeagueTable.objects.bulk_create(
        LeagueTable(
            evening=evening,
            round=each.round,
            number=each.number,
            fixture=each.fixture,
            on_paper=on_paper,
            planned=competition.the_game.planned_rounds(options, len(each.entrants)) or 0,
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
    note_waiting(evening)
