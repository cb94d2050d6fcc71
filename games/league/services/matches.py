"""The tables of an evening become matches: opened with the club's rules, seated, started, broken off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Membership, Player
from accounts.services import bots
from games.engine.options import read_options
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, EveningMark, LeagueTable, TableSeat
from games.league.rules import TableRules
from games.league.scores import MarkKind, PlayedBy
from games.league.services.corrections import noted
from games.league.services.locking import drawn_evening, touched
from games.table import services as table_services
from games.table.models import Match


def open_round(*, evening_id: int, version: int, actor: Player, now: datetime) -> Evening:
    """Open the tables of the next round: a match with the club's rules each, everybody at their seat.

    The evening's row is locked and `version` compared: a second tap opens nothing twice.
    Refuses changed_meanwhile, not_drawn, no_more_rounds.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        tables = list(evening.tables.filter(round=evening.round + 1).prefetch_related("seats__player"))
        if not tables:
            raise LeagueRefused(LeagueRefusal.NO_MORE_ROUNDS)
        for table in tables:
            if table.broken_off_at is None:
                _open(table, evening, actor, now)
        return touched(evening, round=evening.round + 1)


def open_late(*, table_id: int, version: int, actor: Player, now: datetime) -> LeagueTable:
    """Open a table that was added to a round already open. Refuses table_started, changed_meanwhile."""
    with transaction.atomic():
        table = _table(table_id)
        evening = drawn_evening(table.evening_id, version=version)
        if table.match_id is not None or table.round > evening.round:
            raise LeagueRefused(LeagueRefusal.TABLE_STARTED)
        _open(table, evening, actor, now)
        touched(evening)
    return table


def start_tables(*, evening_id: int, now: datetime) -> int:
    """Start every open table of the evening; how many there were. Whoever got up sits down again first, and who
    took a seat that is not theirs gets up. Starting one that runs changes nothing.

    Everybody's seats are locked with the evening's row. Refuses not_drawn, evening_closed.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id)
        waiting = list(
            evening.tables.filter(
                match__status=Match.Status.OPEN, match__on_paper=False, broken_off_at=None
            ).select_related("match")
        )
        for table in waiting:
            reseat(table)
            first = table.seats.select_related("player").earliest("number")
            table_services.start_match(match_id=table.match_id, player=first.player, now=now)
    return len(waiting)


def put_on_paper(*, table_id: int, version: int, on_paper: bool = True) -> LeagueTable:
    """This table is played with real cards, or not after all. Before its first card or line.

    Refuses table_started, changed_meanwhile, and not_on_paper for a game that has no sheet to type.
    """
    with transaction.atomic():
        table = _table(table_id)
        evening = drawn_evening(table.evening_id, version=version)
        expect_not_started(table)
        if table.match_id is None:
            table_services.expect_sheet(evening.competition.game, on_paper=on_paper)
        else:
            table_services.put_on_paper(match_id=table.match_id, on_paper=on_paper)
        table.on_paper = on_paper
        table.save(update_fields=["on_paper"])
        touched(evening)
    return table


def substitute(
    *, evening_id: int, version: int, absent: Player, instead: Player | None, actor: Player, now: datetime
) -> Evening:
    """`instead` (None: a bot) holds the cards of `absent` at every table of the evening that has not started.

    Refuses changed_meanwhile, not_drawn, not_seated, seated_already, not_a_member, no_bots.
    """
    with transaction.atomic():
        evening = drawn_evening(evening_id, version=version)
        competition = evening.competition
        seats = [
            seat
            for seat in TableSeat.objects.select_related("table__match").filter(
                table__evening=evening, player=absent
            )
            if not _started(seat.table)
        ]
        if not seats:
            raise LeagueRefused(LeagueRefusal.NOT_SEATED)
        if instead is None and read_options(TableRules, competition.rules).bots == "none":
            raise LeagueRefused(LeagueRefusal.NO_BOTS)
        if instead is not None:
            _expect_free(instead, evening, [seat.table.round for seat in seats])
        for seat in seats:
            stand_in = instead or _free_bot(seat.table)
            own = seat.entrant.members.filter(player=stand_in).exists()
            seat.player = stand_in
            seat.played_by = (
                PlayedBy.SELF if own else PlayedBy.SUBSTITUTE if instead is not None else PlayedBy.BOT
            )
            seat.save(update_fields=["player", "played_by"])
            reseat(seat.table)
        noted(
            competition=competition,
            evening=evening,
            entrant=seats[0].entrant,
            actor=actor,
            what="substitute",
            reason="",
            before=absent.nickname,
            after=instead.nickname if instead else "bot",
            now=now,
        )
        return touched(evening)


def break_off(*, table_id: int, version: int, actor: Player, reason: str, now: datetime) -> LeagueTable:
    """The table stops here: the rounds closed by now count, the rest is compensated by the rules.

    Refuses reason_missing, changed_meanwhile, not_drawn. Breaking off twice changes nothing.
    """
    with transaction.atomic():
        table = _table(table_id)
        evening = drawn_evening(table.evening_id, version=version)
        if table.broken_off_at is None:
            table.broken_off_at, table.counted_at_seq = now, 0
            table.save(update_fields=["broken_off_at", "counted_at_seq"])
            noted(
                competition=evening.competition,
                evening=evening,
                actor=actor,
                what="broken_off",
                reason=reason,
                after=f"{table.round}/{table.number}",
                now=now,
            )
            touched(evening)
    return table


def walkover(
    *, table_id: int, version: int, side: int, actor: Player, reason: str, now: datetime
) -> LeagueTable:
    """`side` of a table came, the other did not: a walkover for the one, an absence without word for the other.

    The table is not played. Refuses reason_missing, table_started, changed_meanwhile.
    """
    with transaction.atomic():
        table = _table(table_id)
        evening = drawn_evening(table.evening_id, version=version)
        expect_not_started(table)
        sides = {seat.entrant_id: seat.number % 2 for seat in table.seats.all()}
        EveningMark.objects.bulk_create(
            EveningMark(
                evening=evening,
                entrant_id=entrant,
                kind=MarkKind.WALKOVER if of_side == side else MarkKind.UNANNOUNCED,
            )
            for entrant, of_side in sides.items()
        )
        table.broken_off_at = now
        table.save(update_fields=["broken_off_at"])
        noted(
            competition=evening.competition,
            evening=evening,
            actor=actor,
            what="walkover",
            reason=reason,
            after=f"{table.round}/{table.number}",
            now=now,
        )
        touched(evening)
    return table


def reseat(table: LeagueTable) -> None:
    """Let the seats of an open match follow those of the league table."""
    if table.match_id is None:
        return
    wanted = list(table.seats.select_related("player"))
    sitting = list(table.match.seats.select_related("player"))
    if {(row.number, row.player_id) for row in sitting} == {(seat.number, seat.player_id) for seat in wanted}:
        return
    for row in sitting:
        table_services.leave_seat(match_id=table.match_id, player=row.player)
    _seat(table, wanted)


def expect_not_started(table: LeagueTable) -> None:
    """Nothing, while the seats of the table can still change. Refuses table_started."""
    if _started(table):
        raise LeagueRefused(LeagueRefusal.TABLE_STARTED)


def _started(table: LeagueTable) -> bool:
    played = table.match is not None and table.match.status != Match.Status.OPEN
    return played or table.broken_off_at is not None


def _table(table_id: int) -> LeagueTable:
    return LeagueTable.objects.select_related("match").get(pk=table_id)


def _open(table: LeagueTable, evening: Evening, actor: Player, now: datetime) -> None:
    competition = evening.competition
    table.match = table_services.open_table(
        created_by=actor,
        game=competition.game,
        options=competition.options,
        house_rules=competition.preset.label if competition.preset else "",
        club=competition.season.club,
        on_paper=table.on_paper,
        now=now,
    )
    table.save(update_fields=["match"])
    _seat(table, list(table.seats.all()))


def _seat(table: LeagueTable, seats: Sequence[TableSeat]) -> None:
    for seat in seats:
        table_services.sit(match_id=table.match_id, player=seat.player, seat=seat.number)


def _expect_free(player: Player, evening: Evening, rounds: Sequence[int]) -> None:
    if not Membership.objects.filter(club=evening.competition.season.club_id, player=player).exists():
        raise LeagueRefused(LeagueRefusal.NOT_A_MEMBER)
    if TableSeat.objects.filter(table__evening=evening, table__round__in=rounds, player=player).exists():
        raise LeagueRefused(LeagueRefusal.SEATED_ALREADY)


def _free_bot(table: LeagueTable) -> Player:
    taken = set(table.seats.values_list("player", flat=True))
    return next(bot for bot in bots(count=4) if bot.pk not in taken)
