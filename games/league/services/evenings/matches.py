"""The tables of an evening become matches: opened with the club's rules, seated, started, put on paper, and the cards
of those on paper printed for who lays them out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Player, PlayerKind
from games.league import notices
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Evening, LeagueTable, TableSeat
from games.league.replaced_seats import has_sat_in
from games.league.services.corrections import add_entry
from games.league.services.evenings.same_cards import LaidOut, deals_for, lay_out, may_be_on_paper, seal_deals
from games.league.services.evenings.seats import note_waiting
from games.league.services.locking import lock_drawn_evening, lock_table, save_and_announce
from games.league.standings.scores import MarkKind
from games.table import services as table_services
from games.table.log.models import Match
from games.table.log.seeds import SeedLost
from games.table.shared_deals import DealsSeen


def open_round(*, evening_id: int, version: int, actor: Player, now: datetime) -> Evening:
    """Open the tables of the next round: a match with the club's rules each, everybody at their seat and told.

    A table with a date of its own stays closed until then (`table_dates.open_postponed`).

    The evening's row is locked and `version` compared: a second tap opens nothing twice.
    Refuses changed_meanwhile, not_drawn, no_more_rounds.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        tables = list(evening.tables.filter(round=evening.round + 1).prefetch_related("seats__player"))
        if not tables:
            raise LeagueRefused(LeagueRefusal.NO_MORE_ROUNDS)
        for table in tables:
            if table.broken_off_at is None and table.starts_at is None:
                open_table_of(table, evening, actor, now)
        note_waiting(evening)
        return save_and_announce(evening, round=evening.round + 1)


def start_tables(*, evening_id: int, now: datetime) -> int:
    """Start every open table of the evening; returns how many there were. Before that, every seat is given
    back to its player of the draw. Starting one that runs changes nothing. A table at which a withdrawal left a seat
    free waits until somebody sits there.

    Everybody's seats are locked with the evening's row. Refuses not_drawn, evening_closed.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id)
        waiting = list(
            evening.tables.filter(
                match__status=Match.Status.OPEN, match__on_paper=False, broken_off_at=None
            ).select_related("match")
        )
        short = set(TableSeat.objects.free().filter(table__in=waiting).values_list("table", flat=True))
        waiting = [table for table in waiting if table.pk not in short]
        for table in waiting:
            reseat(table)
            first = table.seats.select_related("player").earliest("number")
            table_services.start_match(match_id=table.match_id, player=first.player, now=now)
    return len(waiting)


def put_on_paper(
    *,
    table_id: int,
    version: int,
    on_paper: bool = True,
    actor: Player,
    now: datetime,
) -> LeagueTable:
    """This table is played with real cards, or not after all. Before its first card or line.

    Refuses table_started, changed_meanwhile, bot_on_paper where a bot sits in for somebody, only_on_phones where all
    tables have the same cards and those cannot be laid out beforehand.
    """
    with transaction.atomic():
        table = lock_table(table_id, version=version)
        _put_on_paper(table.evening, table, on_paper, actor, now)
        save_and_announce(table.evening)
    return table


def put_all_on_paper(*, evening_id: int, version: int, actor: Player, now: datetime) -> int:
    """Every table of the rounds that are not open yet is played with real cards, but for those at which a bot sits in;
    returns how many changed.

    Refuses changed_meanwhile, only_on_phones.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id, version=version)
        drawn = evening.tables.filter(on_paper=False, round__gt=evening.round).select_related("match")
        tables = [
            table
            for table in drawn.exclude(seats__player__kind=PlayerKind.BOT).distinct()
            if not has_started(table)
        ]
        for table in tables:
            _put_on_paper(evening, table, True, actor, now)
        save_and_announce(evening)
    return len(tables)


def _put_on_paper(evening: Evening, table: LeagueTable, on_paper: bool, actor: Player, now: datetime) -> None:
    require_not_started(table)
    if on_paper and not may_be_on_paper(evening.competition):
        raise LeagueRefused(LeagueRefusal.ONLY_ON_PHONES)
    if on_paper and table.seats.filter(player__kind=PlayerKind.BOT).exists():
        raise LeagueRefused(LeagueRefusal.BOT_ON_PAPER)
    if table.match_id is not None:
        table_services.put_on_paper(match_id=table.match_id, on_paper=on_paper)
    table.on_paper = on_paper
    table.save(update_fields=["on_paper"])
    add_entry(
        competition=evening.competition,
        actor=actor,
        what="on_paper" if on_paper else "not_on_paper",
        now=now,
        detail=f"{evening.number}/{table.round}/{table.number}",
    )


def print_dealing_sheets(*, evening_id: int, actor: Player, now: datetime) -> list[LaidOut]:
    """The cards of every deal of the rounds in which a table is on paper, for somebody who lays them out and does not
    play; the trail says who. From now on that person plays none of these rounds (`DealsSeen`). The deals are sealed
    first where no round was opened yet.

    The evening's row is locked. Refuses not_drawn, only_on_phones, no_real_cards, plays_them, seals_lost.
    """
    with transaction.atomic():
        evening = lock_drawn_evening(evening_id)
        competition = evening.competition
        if not competition.the_rules.same_cards or not may_be_on_paper(competition):
            raise LeagueRefused(LeagueRefusal.ONLY_ON_PHONES)
        if not evening.has_real_cards:
            raise LeagueRefused(LeagueRefusal.NO_REAL_CARDS)
        if has_sat_in(TableSeat.objects.filter(table__evening=evening), actor.pk):
            raise LeagueRefused(LeagueRefusal.PLAYS_THEM)
        seal_deals(evening)
        real = evening.tables.filter(on_paper=True, broken_off_at=None).values("round")
        printed = list(evening.deals.filter(round__in=real).select_related("shared_deals").order_by("round"))
        seen = [DealsSeen(shared_deals_id=dealt.shared_deals_id, player=actor) for dealt in printed]
        DealsSeen.objects.bulk_create(seen, ignore_conflicts=True)
        add_entry(
            competition=competition, actor=actor, what="dealing_sheets", now=now, detail=f"{evening.number}"
        )
        try:
            return [deal for dealt in printed for deal in lay_out(dealt, competition)]
        except SeedLost as lost:
            raise LeagueRefused(LeagueRefusal.SEALS_LOST) from lost


def reseat(table: LeagueTable) -> None:
    """Let the seats of an open match follow those of the league table; a free one stays empty."""
    if table.match_id is None:
        return
    wanted = list(table.seats.taken().select_related("player"))
    sitting = list(table.match.seats.select_related("player"))
    if {(row.number, row.player_id) for row in sitting} == {(seat.number, seat.player_id) for seat in wanted}:
        return
    for row in sitting:
        table_services.leave_seat(match_id=table.match_id, player=row.player)
    _seat(table, wanted)


def require_not_started(table: LeagueTable) -> None:
    """Refuse with table_started once the seats of the table can change no more."""
    if has_started(table):
        raise LeagueRefused(LeagueRefusal.TABLE_STARTED)


def has_started(table: LeagueTable) -> bool:
    """Whether cards or lines lie on the table, or never will."""
    played = table.match is not None and table.match.status != Match.Status.OPEN
    return played or table.broken_off_at is not None


def delete_unopened(evening: Evening) -> None:
    """Delete the tables of the rounds that are not open, and the walkovers at them."""
    evening.tables.filter(round__gt=evening.round).delete()
    evening.marks.filter(kind=MarkKind.WALKOVER, round__gt=evening.round).delete()


def open_table_of(table: LeagueTable, evening: Evening, actor: Player, now: datetime) -> None:
    """Open a table's match, seat its players, tell them. Inside the transaction that opens it."""
    competition = evening.competition
    rules = competition.the_rules
    table.match = table_services.open_table(
        created_by=actor,
        game=competition.game,
        options=evening.options,
        house_rules=competition.preset.label if competition.preset else "",
        club=competition.season.club,
        on_paper=table.on_paper,
        pace=rules.pace,
        phrases_on=rules.talk != "off",
        chat_on=rules.talk == "all",
        undo_allowed=rules.undo,
        bots_stand_in=rules.bots != "none",
        look_back=rules.look_back,
        spectators=rules.spectators,
        signals=_signals_at(table),
        director=Match.Director.STOPS if rules.call_stops_clock else Match.Director.RUNS,
        shared_deals=deals_for(table, evening),
        now=now,
    )
    table.save(update_fields=["match"])
    _seat(table, list(table.seats.taken().select_related("player")))
    notices.notify_open_table(table, now=now)


def _seat(table: LeagueTable, seats: Sequence[TableSeat]) -> None:
    table_services.seat_drawn(match_id=table.match_id, players={seat.number: seat.player for seat in seats})


def _signals_at(table: LeagueTable) -> str:
    """The signals of all who sit at the table, a line an entrant: "Anna – Bram: a low card means strength"."""
    if not table.evening.competition.allows_signals:
        return ""
    names: dict[int, list[str]] = {}
    signals: dict[int, str] = {}
    for seat in table.seats.select_related("entrant", "player").order_by("number"):
        names.setdefault(seat.entrant_id, []).append(seat.player.nickname)
        signals[seat.entrant_id] = seat.entrant.signals
    return "\n".join(f"{' – '.join(names[key])}: {signal}" for key, signal in signals.items() if signal)
