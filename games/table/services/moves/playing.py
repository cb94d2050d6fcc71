"""Moves of a running match: its start, answers of seats, actions of the house."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from random import SystemRandom
from typing import Any, Final

from django.db import transaction

from accounts.models import Player, PlayerKind
from games.bots.registry import decision_at_once
from games.engine.errors import AskedFirst, Refused, TooLate
from games.engine.game import Game, replace_fields
from games.engine.log import Advance, advance, advance_house
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import Randomness, commitment
from games.table import live, maintenance, shared_deals
from games.table.log import awaited, due_times, loading, seeds
from games.table.log.errors import TableRefusal, TableRefused, refusal_by_engine
from games.table.log.folding import GAME, TABLE
from games.table.log.loading import Table
from games.table.log.models import Deal, Match
from games.table.log.models import Seat as SeatRow
from games.table.log.seeds import SeedLost
from games.table.log.states import (
    Data,
    Seal,
    TableState,
    after_commitment,
    after_moves,
    after_ready,
    after_start,
)
from games.table.services.moves import agreements
from games.table.services.moves.agreements import AGREEMENTS, CALLS, Agreement, require_playing
from games.table.services.moves.writing import NewDeal, NewRow, Outcome, append, judge_on_newest
from games.table.shared_deals import lock_duel, require_new_to_the_deals

READY: Final[Data] = {"do": "ready"}
PASS: Final[Data] = {"do": "pass"}
START: Final[Data] = {"do": "start"}
WITHOUT_WINDOW: Final[Mapping[str, Agreement]] = {**AGREEMENTS, **CALLS}
"""Words around the game, which answer no window."""


def start_match(*, match_id: int, player: Player, now: datetime) -> Outcome:
    """Start an open table where enough people sit: the log begins with the first deal.

    Where the deck is cut it shows the seal of that deal instead, and the house deals after the cuts.
    Where the game can be played by fewer than there are seats, those who sit move up, in the order in which they sit.
    The first entry says at which level each bot plays, where the game has several; the partner of a person is strong.
    The match row is locked, so nobody sits down or leaves meanwhile; a second start is answered as done. A
    single person among bots has no clock, whatever the pace, because no other person waits; a table by the day
    keeps its days. Refuses not_seated, seats_empty, not_running (a match that is over), maintenance,
    knows_the_cards, link_closed, seals_lost.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id).first()
        if match is not None and match.shared_deals_id is not None:
            lock_duel(match)  # another table of the duel that starts takes its players' seats away here
        table = loading.newest_table(match_id)
        if table.seat_of(player.pk) is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        if match is None or table.status != Match.Status.OPEN or table.on_paper:
            if table.running and not table.on_paper:
                return Outcome(table.state.seq, done_before=True)
            raise TableRefused(TableRefusal.NOT_RUNNING)
        if maintenance.is_announced():
            raise TableRefused(TableRefusal.MAINTENANCE)
        if len(table.sitters) not in table.game.seats:
            raise TableRefused(TableRefusal.SEATS_EMPTY)
        if match.shared_deals_id is not None:
            require_new_to_the_deals(match, [row.player for row in match.seats.select_related("player")])
        table = _move_up(table)
        if sum(not sitter.is_bot for sitter in table.sitters) == 1 and table.by_the_day is None:
            Match.objects.filter(pk=match_id).update(pace=Match.Pace.NONE)
            table = replace(table, pace=Match.Pace.NONE)
        levels = agreements.levels_at_start(table)
        for number, level in levels.items():
            SeatRow.objects.filter(match=match_id, number=number).update(level=level)
        sitters = tuple(replace(one, level=levels.get(one.number, "")) for one in table.sitters)
        table = replace(table, sitters=sitters)
        opening = after_start(
            table.game,
            table.state,
            table.game.start(table.options, len(table.sitters)),
            pace=table.pace,
            at=now,
        )
        ready_to_deal = replace(table, status=Match.Status.RUNNING, state=opening)
        seat = table.seat_of(player.pk)
        bot_levels = " ".join(f"{number}:{level}" for number, level in levels.items() if level)
        start = {**START, "levels": bot_levels} if bot_levels else START
        rows = [NewRow(seat, player.pk, TABLE, start)]
        if table.deck_cut:
            after, seal, seed = _seal_next(ready_to_deal, now)
            append(table, after, [*rows, seal], now=now, seed_to_come=seed, part_of_more=True)
        else:
            try:
                after, done, dealt = _deal_next(ready_to_deal, now)
            except SeedLost as lost:
                raise TableRefused(TableRefusal.SEALS_LOST) from lost
            append(table, after, [*rows, *_rows(done, player=None)], now=now, dealt=dealt, part_of_more=True)
        SeatRow.objects.filter(match=match_id).exclude(player__kind=PlayerKind.BOT).update(away_since=now)
        if match.shared_deals_id is not None:
            _leave_waiting_tables(match)
    return Outcome(after.state.seq)


def _leave_waiting_tables(match: Match) -> None:
    """The players of a table of a duel that has started get up where they wait to play the same deals: there nobody
    could start with them any more."""
    people = match.seats.exclude(player__kind=PlayerKind.BOT).values("player")
    waiting = SeatRow.objects.filter(match__status=Match.Status.OPEN, match__club=None, player__in=people)
    waiting = waiting.filter(
        match__shared_deals=match.shared_deals_id, match__shared_deals__duel__isnull=False
    )
    left = set(waiting.values_list("match", flat=True))
    waiting.delete()
    for other in sorted(left):
        live.send_seats_changed(other)


def _move_up(table: Table) -> Table:
    """Move those who sit up over empty seats between them and return the table so; the match row is locked."""
    moved_up = tuple(replace(one, number=number) for number, one in enumerate(table.sitters))
    for before, now in zip(table.sitters, moved_up, strict=True):
        if before.number != now.number:
            SeatRow.objects.filter(match=table.match_id, number=before.number).update(number=now.number)
    return replace(table, sitters=moved_up)


def submit_action(
    *, match_id: int, player: Player, window: str, data: Mapping[str, str], now: datetime
) -> Outcome:
    """Write a player's answer to the window they saw: a word or card of the game, "ready" to what the house
    waits for, or an agreement or a call for the director (`agreements`), which have no window.

    No lock: the state is this process's cache. Compare-and-set on `Match.seq` detects another move written
    meanwhile; the answer is then judged again on the new state. The same answer to the same window is written
    once and answered twice. Refuses not_seated, not_running, stale_window, paused, stood_in and every code of
    the engine.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        seat = table.seat_of(player.pk)
        if seat is None:
            raise TableRefused(TableRefusal.NOT_SEATED)
        if table.state.game_state is None:
            raise TableRefused(TableRefusal.NOT_RUNNING)
        word = data.get("do", "")
        if word in WITHOUT_WINDOW:
            return WITHOUT_WINDOW[word](table, seat, player.pk, data, now)
        require_playing(table, seat)
        if word == "ready":
            return _write_ready(table, seat=seat, player=player.pk, window=window, now=now)
        return _answer(table, seat=seat, player=player.pk, window=window, data=data, now=now, automatic=False)

    return judge_on_newest(match_id, judge, now=now)


def play_for_bot(*, match_id: int, seat: Seat, window: str, data: Data, now: datetime) -> Outcome:
    """Write the answer of a bot at `seat`, or of a bot for a person who is out of time or away.

    Concurrency and refusals as in `submit_action`; refuses stale_window where the person plays again, or where a pause
    began or the match was stopped while the bot thought.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        if not _goes_on(table):
            raise TableRefused(TableRefusal.STALE_WINDOW)
        sitter, clocks = table.sitters[seat], table.state.clocks
        if not sitter.is_bot and table.state.stand_in(seat) is None:
            deadline = None if clocks is None else clocks.deadline(seat)
            if deadline is None or deadline > now:
                raise TableRefused(TableRefusal.STALE_WINDOW)
        return _answer(
            table,
            seat=seat,
            player=sitter.player,
            window=window,
            data=data,
            now=now,
            automatic=not sitter.is_bot,
        )

    return judge_on_newest(match_id, judge, now=now)


def submit_for_house(*, match_id: int, window: str, now: datetime) -> Outcome:
    """Write the action of the house in its `window`: deal the next round or close the claims. Where no key opens
    the seed of a deal that can be cut, another seal is shown instead of dealing.

    Concurrency as in `submit_action`. Refuses stale_window when the house has nothing to do there any more.
    """

    def judge(table: Table, now: datetime) -> Outcome:
        waiting = table.game.pending(table.state.game_state).get(HOUSE) if _goes_on(table) else None
        if waiting is None or waiting.window != window:
            raise TableRefused(TableRefusal.STALE_WINDOW)
        if waiting.kind == "deal":
            if table.deck_cut and not _seed_is_known(table):
                after, seal, seed = _seal_next(table, now)
                append(table, after, [seal], now=now, seed_to_come=seed)
                return Outcome(after.state.seq)
            after, done, dealt = _deal_next(table, now)
            append(table, after, _rows(done, player=None), now=now, dealt=dealt)
            return Outcome(after.state.seq)
        if table.randomness is None:
            raise TableRefused(TableRefusal.NOT_RUNNING)
        done = advance_house(table.game, table.state.game_state, randomness=table.randomness)
        return _write_advance(table, done, player=None, automatic=False, window=None, now=now)

    return judge_on_newest(match_id, judge, now=now)


def _goes_on(table: Table) -> bool:
    """Whether bots, house and clock may act there: the match is neither paused nor stopped."""
    return table.running and table.state.paused_at is None


def _answer(
    table: Table,
    *,
    seat: Seat,
    player: int,
    window: str,
    data: Mapping[str, str],
    now: datetime,
    automatic: bool,
) -> Outcome:
    state = table.state
    try:
        meant = table.game.parse(data).data()
    except Refused as refused:
        raise refusal_by_engine(refused) from refused
    if state.has_answered(seat, window, meant):
        return Outcome(state.seq, done_before=True)
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    waiting = table.game.pending(state.game_state).get(seat)
    if waiting is None or window not in (waiting.window, waiting.beside or waiting.window):
        return _answer_late(table, seat, meant)
    try:
        done = advance(table.game, state.game_state, actor=seat, data=meant, randomness=table.randomness)
    except Refused as refused:
        raise refusal_by_engine(refused, table.game.rulebook) from refused
    claimed = _write_claims_left(table, done, now) if meant["do"] == "play" else table
    if claimed is not table:
        return _answer(
            claimed, seat=seat, player=player, window=window, data=data, now=now, automatic=automatic
        )
    return _write_advance(table, done, player=player, automatic=automatic, window=window, now=now)


def _write_claims_left(table: Table, done: Advance, now: datetime) -> Table:
    """The table after the claims that bots have left to people and that the lead `done` would end: a person who
    leads at once loses nothing by it. These claims are written, each as a move of its own."""
    game = table.game
    open_after = {seat: pending.window for seat, pending in game.pending(done.state).items()}
    for seat in due_times.claims_left_to_people(table):
        while True:
            state = table.state.game_state
            pending = game.pending(state).get(seat)
            if pending is None or pending.kind != "claim" or open_after.get(seat) == pending.window:
                break
            level, choices = table.level_at(seat), game.choices(state, seat)
            claim = decision_at_once(game, level, game.view(state, seat), choices).pick(SystemRandom())
            if claim is None:
                break
            written = _write_advance(
                table,
                advance(game, state, actor=seat, data=claim, randomness=table.randomness),
                player=table.sitters[seat].player,
                automatic=not table.sitters[seat].is_bot,
                window=pending.window,
                now=now,
            )
            table = loading.table(table.match_id, at_least=written.seq)
    return table


def _answer_late(table: Table, seat: Seat, meant: Data) -> Outcome:
    """An answer to a window that has closed. A pass that another's word or the clock overtook has what it wants; all
    else is refused, with the game's own reason where that says more, such as a call of another player or a declaration
    that is asked first, or as stale_window."""
    try:
        table.game.check(table.state.game_state, seat, table.game.parse(meant))
    except (TooLate, AskedFirst) as refused:
        if meant == PASS and isinstance(refused, TooLate):
            return Outcome(table.state.seq, done_before=True)
        raise refusal_by_engine(refused, table.game.rulebook) from refused
    except Refused:
        pass
    raise TableRefused(TableRefusal.STALE_WINDOW)


def _write_ready(table: Table, *, seat: Seat, player: int, window: str, now: datetime) -> Outcome:
    """A seat wants the house to go on, or has nothing to claim before a bot leads. Only in exactly that window, and not
    while the house waits for words; twice is once."""
    if not table.running:
        raise TableRefused(TableRefusal.NOT_RUNNING)
    state, waiting = table.state, table.game.pending(table.state.game_state).get(HOUSE)
    if waiting is None:
        said = state.claims_done.window == window and seat in state.claims_done.seats
        expected = due_times.claims_to_end(table, seat)
    else:
        said = seat in state.ready and waiting.window == window
        expected = "" if awaited.is_answered_in_words(table) else waiting.window
    if said or _last_move_ended_claims(state, table.game, seat, window):
        return Outcome(state.seq, done_before=True)
    if not expected or expected != window:
        raise TableRefused(TableRefusal.STALE_WINDOW)
    after = replace_fields(table, state=after_ready(table.game, state, seat))
    append(table, after, [NewRow(seat, player, TABLE, READY)], now=now)
    return Outcome(after.state.seq)


def _last_move_ended_claims(state: TableState, game: Game[Any], seat: Seat, window: str) -> bool:
    """Whether that seat could claim in this window until the newest move: "go on" has what it wants then."""
    if state.last is None:
        return False
    before, now = game.pending(state.last.before).get(seat), game.pending(state.game_state).get(seat)
    ended = before is not None and before.kind == "claim" and before.window == window
    return ended and (now is None or now.window != window)


def _deal_next(table: Table, now: datetime) -> tuple[Table, Advance, NewDeal]:
    """The table after its next deal, which has a seed of its own."""
    before = table.game.progress(table.state.game_state)
    number = before.deal + 1
    context = f"{table.code}/{number}"
    seal = table.state.seal
    if seal is None:
        randomness = Randomness(_next_seed(table))
    else:
        randomness = Randomness(seeds.sealed_seed(table.match_id), seal.cuts)
    done = advance_house(table.game, table.state.game_state, randomness=randomness)
    round_ = table.game.progress(done.state).round
    dealt = NewDeal(number, round_, round_ != before.round, context, randomness)
    state = after_moves(
        table.game, table.state, game_state=done.state, entries=done.entries, window=None, at=now
    )
    after = replace(table, state=state, randomness=randomness, commitment=dealt.commitment)
    return after, done, dealt


def _next_seed(table: Table) -> bytes:
    """The seed of the next deal of the table's match."""
    before = table.game.progress(table.state.game_state)
    if table.shared_deals is None:
        return seeds.random_seed(f"{table.code}/{before.deal + 1}")
    if before.closed == before.round:
        return shared_deals.seed_of_deal(table.shared_deals, number=before.round + 1)
    again = Deal.objects.filter(match=table.match_id, round__number=before.round).count()
    return shared_deals.seed_of_deal(table.shared_deals, number=before.round, again=again)


def _seal_next(table: Table, now: datetime) -> tuple[Table, NewRow, bytes]:
    """The table with the seal of its next deal, the entry that shows it, and the seed behind it."""
    number = table.game.progress(table.state.game_state).deal + 1
    seed = _next_seed(table)
    seal = Seal(number, commitment(seed=seed, context=f"{table.code}/{number}"))
    entry = {"do": "seal", "deal": str(number), "commitment": seal.commitment}
    return (
        replace_fields(table, state=after_commitment(table.state, seal, now)),
        NewRow(None, None, TABLE, entry),
        seed,
    )


def _seed_is_known(table: Table) -> bool:
    """Whether the table shows the seal of its next deal, and a key opens the seed behind it."""
    try:
        return table.state.seal is not None and bool(seeds.sealed_seed(table.match_id))
    except SeedLost:
        return False


def _write_advance(
    table: Table,
    done: Advance,
    *,
    player: int | None,
    automatic: bool,
    window: str | None,
    now: datetime,
) -> Outcome:
    """Write an advance of the running round, with the results of a round it closed and the end of the match."""
    game, before = table.game, table.state
    state = after_moves(
        game,
        before,
        game_state=done.state,
        entries=done.entries,
        window=window,
        at=now,
        automatic=automatic,
    )
    closed = game.results(done.state)[len(game.results(before.game_state)) :]
    after = replace_fields(table, state=state)
    if closed:
        over = game.progress(done.state).over
        after = replace(after, randomness=None, status=Match.Status.FINISHED if over else table.status)
    rows, seed = _rows(done, player=player, automatic=automatic), None
    house = game.pending(done.state).get(HOUSE) if table.deck_cut else None
    if house is not None and house.kind == "deal":
        after, seal, seed = _seal_next(after, now)
        rows.append(seal)
    append(table, after, rows, now=now, closed=closed, seed_to_come=seed)
    return Outcome(after.state.seq)


def _rows(done: Advance, *, player: int | None, automatic: bool = False) -> list[NewRow]:
    return [
        NewRow(None, None, GAME, entry.data)
        if entry.by == HOUSE
        else NewRow(int(entry.by), player, GAME, entry.data, automatic)
        for entry in done.entries
    ]
