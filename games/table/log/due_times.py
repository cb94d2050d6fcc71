"""When a table does something without a person: pure functions of the table, so they are the same after a restart.
Whom it waits for is in `awaited`.

No due time depends on covered cards, because its delay would reveal them: it is computed from the match, the kind of
decision, the seat, the length of the log and what lies open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Final, Literal, NamedTuple, TypeAlias
from zlib import crc32

from games.engine.game import Pending
from games.engine.seats import HOUSE, Actor, Seat
from games.table.log.awaited import (
    bots,
    has_ended_claims,
    is_answered_in_words,
    is_searched,
    people,
    people_claiming,
    people_not_ready,
    people_waited_for,
    seats_asked_to_cut,
    waits_for,
    waits_for_only_person,
    waits_for_unasked,
)
from games.table.log.loading import Table

MIN_BOT_SECONDS: Final = 0.6
MAX_BOT_SECONDS: Final = 1.5
"""Between these two a bot takes for a decision."""
CLAIM_FACTOR: Final = 0.6
"""A bot's claim is due in this share of the time of a decision, before the next lead closes the claim window."""
CLAIM_LEFT_SECONDS: Final = 4.0
"""The same where a person of the bot's side may claim too: the pleasure of calling it is theirs for so long. Less than
the time after which a bot leads, so that nothing is lost."""
TRICK_SECONDS: Final = 1.8
"""Seconds a bot leaves a finished trick on the table before it leads: the same for each, so that it can be read."""
CLAIM_WINDOW_SECONDS: Final = 6.0
"""The same where a person may claim, whether or not there is something: the next lead ends the time to claim. Their
screen counts it down, so it is the same for every bot. Once all of them have said that they go on, a bot leads as
after any other trick."""
ANSWER_SECONDS: Final = 2.2
"""Seconds the answer to a claim can be read before a bot leads or the house closes the round, and who has a card that
several wished for before a bot plays on."""
CONTRACT_SECONDS: Final = 3.0
"""Seconds the poster of a contract can be read before a bot leads."""
LAST_TRICK_SECONDS: Final = 2.0
"""Seconds the last cards lie there while somebody may still be looking, even when nobody can claim any more."""
SHEET_SECONDS: Final = 2.0
"""Seconds the sheet lies there when only bots sit at the table."""
MAX_SHEET_SECONDS: Final = 60.0
MAX_SHEET_SECONDS_ALONE: Final = 1800.0
"""The same for who plays with bots alone, and keeps nobody waiting."""
MAX_CUT_SECONDS: Final = 10.0
"""Seconds the first deal waits for people who may cut the deck; later ones are cut while the sheet lies there."""
HOUSE_AFTER_BOTS: Final = timedelta(seconds=0.2)
"""How long after the last bot the house closes or deals on."""
MAX_PAUSE: Final = timedelta(minutes=10)
"""The longest pause; a rule of the league says it in words (`call_stops_clock`)."""
UNDO_TIME: Final = timedelta(seconds=10)
"""How long bots and the house wait while an undo is asked for."""
TRANSPORT_TIME: Final = timedelta(seconds=0.5)
"""Allowance for the transport of an answer, added to its deadline."""
MAX_IDLE: Final = timedelta(hours=24)
"""A table at which nothing happened for so long is closed; its people can take it up again."""
CLAIM_BY_THE_DAY: Final = timedelta(days=1)
"""How long the house waits at a table by the day for those who may say something but need not."""

MAX_THINKING: Final = timedelta(seconds=2)
"""How long a bot that searches may take, from the time at which it is due; then the easy level plays. A worker is given
as long from when it is asked (`thinking.ANSWER_TIMEOUT`)."""

Why: TypeAlias = Literal["bot", "late", "house", "time", "absent", "pause", "idle"]


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """Something to do at `at`, in `window`: the decision of a bot, that of one which has thought too long, the house's
    own action (`seat` None), the answer of somebody out of time, what was agreed about somebody absent at a table by
    the day, the end of a pause, the closing of an idle table.
    """

    at: datetime
    seat: Seat | None
    window: str
    why: Why


def dues(table: Table) -> tuple[Due, ...]:
    """Everything the steward has to do at this table while nothing else happens, soonest first."""
    state = table.state
    if not table.running or state.moved_at is None:
        return ()
    if state.paused_at is not None:
        return (Due(state.paused_at + MAX_PAUSE, None, "", "pause"),)
    waiting = table.game.pending(state.game_state)
    played = bots(table)
    answering = [seat for seat in waiting if seat in played]
    if table.shared_deals is not None:
        answering = _one_by_one(table, waiting)
    begins = _bots_begin(table, waiting, state.moved_at)
    due_times = [
        Due(begins + _bot_delay(table, seat, waiting[seat]), seat, waiting[seat].window, "bot")
        for seat in (answering if begins is not None else ())
    ]
    if table.shared_deals is not None:
        due_times = list(accumulate(due_times, _after))
    latest_bot = max((due.at for due in due_times), default=None)
    due_times += [
        Due(due.at + MAX_THINKING, due.seat, due.window, "late")
        for due in due_times
        if due.seat is not None and is_searched(table, due.seat, waiting[due.seat])
    ]
    house = waiting.get(HOUSE)
    if house is not None and not waits_for_only_person(table, house):
        due_times.append(
            Due(_house_at(table, house, state.moved_at, latest_bot), None, house.window, "house")
        )
    if state.clocks is not None:
        why: Why = "time" if table.by_the_day is None else "absent"
        due_times += [
            Due(state.clocks.deadline_of(asked, seat) + TRANSPORT_TIME, seat, asked.window, why)
            for seat, asked in state.clocks.asked.items()
            if seat not in played
        ]
    if state.undo_asked_at is not None:
        considered = state.undo_asked_at + UNDO_TIME
        due_times = [due if due.at >= considered else replace(due, at=considered) for due in due_times]
    if table.by_the_day is None:
        due_times.append(Due(state.moved_at + MAX_IDLE, None, "", "idle"))
    return tuple(sorted(due_times, key=lambda due: (due.at, due.window)))


def _bots_begin(table: Table, waiting: Mapping[Actor, Pending], moved_at: datetime) -> datetime | None:
    """From when on bots think about what they are asked; None while they wait for a person without a limit.

    Where the house closes a window in which people may say something out of turn, they are not to lose it to a quick
    bot: the rules say who has the right to a card, and bots would always be first. So bots wait until those people have
    spoken or their time is over. All bots do, whatever they hold. At a table by the day nobody sits there.
    """
    house = waiting.get(HOUSE)
    if house is None or house.kind != "close" or house.seconds is None or table.by_the_day is not None:
        return moved_at
    asked = [seat for seat in people(table) if seat in waiting and waiting[seat].declinable]
    if not asked or waits_for_unasked(table):
        return moved_at
    windows, played = {waiting[seat].window for seat in asked}, bots(table)
    if any(one.window in windows and one.seat in played for one in table.state.answered):
        return moved_at
    if waits_for_only_person(table, house):
        return None
    return moved_at + timedelta(seconds=house.seconds)


def _one_by_one(table: Table, waiting: Mapping[Actor, Pending]) -> list[Seat]:
    """The bots that may answer now where other matches play the same deals, in their order: none before the people,
    then those who may say something or nothing, by seat, then the first who must answer. So what is heard in which
    order does not hang on time, and whoever says nothing keeps nobody waiting.
    """
    if any(seat in waiting and waiting[seat].must for seat in people(table)):
        return []
    asked = sorted(seat for seat in bots(table) & waiting.keys() if waiting[seat].kind != "accuse")
    first = [seat for seat in asked if waiting[seat].must][:1]
    return [seat for seat in asked if not waiting[seat].must] + first


def _after(before: Due, due: Due) -> Due:
    """`due`, not before the one that comes first."""
    return replace(due, at=max(due.at, before.at + timedelta(milliseconds=1)))


def wake_at(table: Table) -> datetime | None:
    """The time at which the steward must serve this table next; None when the match is not being played."""
    found = dues(table)
    return found[0].at if found else None


def closes_at(table: Table) -> datetime | None:
    """When the time ends in which people answer in words: the house closes the window, or bots that waited for them
    speak; None where no time runs that one watches."""
    if not is_answered_in_words(table) or table.by_the_day is not None:
        return None
    at, moved_at = next((due.at for due in dues(table) if due.why == "house"), None), table.state.moved_at
    if at is None or moved_at is None:
        return None
    begins = _bots_begin(table, table.game.pending(table.state.game_state), moved_at)
    return at if begins is None or begins == moved_at else min(at, begins)


def claims_until(table: Table) -> datetime | None:
    """When a bot leads to the next trick, which ends the time in which people may claim; None where none of them may,
    or where a person leads."""
    if not table.running or table.state.paused_at is not None:
        return None
    if not (people_claiming(table) and _leads_after_trick(table)):
        return None
    waiting = table.game.pending(table.state.game_state)
    leading = {seat for seat, pending in waiting.items() if pending.kind == "play"}
    leads = [due.at for due in dues(table) if due.why == "bot" and due.seat in leading]
    return min(leads, default=None)


def claims_to_end(table: Table, seat: Seat | None) -> str:
    """The window in which that person may still claim and may say instead that there is nothing: a bot leads then, once
    all of them have said so. "" where they have said it, and where nobody waits for it.
    """
    if seat not in people_claiming(table) or claims_until(table) is None:
        return ""
    return table.game.pending(table.state.game_state)[seat].window


def claims_left_to_people(table: Table) -> tuple[Seat, ...]:
    """The bots that leave a claim to a person of their side for a while, by seat. None does at a table by the day,
    where that person does not sit there, and none where other matches play the same deals and must hear the same.
    """
    waiting = table.game.pending(table.state.game_state)
    claimants = [seat for seat in sorted(bots(table) & waiting.keys()) if waiting[seat].kind == "claim"]
    if not claimants or table.by_the_day is not None or table.shared_deals is not None:
        return ()
    sides = {zone.seat: zone.side for zone in table.game.view(table.state.game_state, None).seats}
    asked = [
        seat
        for seat in people(table) & waiting.keys()
        if seat not in table.state.ready and not has_ended_claims(table, seat)
    ]
    return tuple(
        bot
        for bot in claimants
        if any(sides[bot] == sides[seat] and _words(table, bot) & _words(table, seat) for seat in asked)
    )


def _words(table: Table, seat: Seat) -> frozenset[str]:
    """The words that seat may say now, claims among them also where it leads."""
    return frozenset(choice.data["do"] for choice in table.game.choices(table.state.game_state, seat))


def _bot_delay(table: Table, seat: Seat, pending: Pending) -> timedelta:
    spread = crc32(f"{table.match_id}/{table.state.seq}/{seat}".encode()) / 2**32
    seconds = MIN_BOT_SECONDS + spread * (MAX_BOT_SECONDS - MIN_BOT_SECONDS)
    if pending.kind == "claim":
        if seat in claims_left_to_people(table):
            return timedelta(seconds=CLAIM_LEFT_SECONDS)
        seconds *= CLAIM_FACTOR
    if pending.kind == "play" and _leads_after_trick(table):
        if people_claiming(table):
            return timedelta(seconds=CLAIM_WINDOW_SECONDS)
        if not _claim_answered(table):
            return timedelta(seconds=TRICK_SECONDS)
        seconds += ANSWER_SECONDS - MIN_BOT_SECONDS
    elif pending.kind == "play":
        view = table.game.view(table.state.game_state, None)
        if view.poster is not None:
            seconds += CONTRACT_SECONDS - MIN_BOT_SECONDS
        elif view.just_decided and people(table):
            seconds += ANSWER_SECONDS - MIN_BOT_SECONDS
    return timedelta(seconds=seconds)


def _claim_answered(table: Table) -> bool:
    """Whether the answer to a claim lies on the table: all have heard it, so the wait tells nothing."""
    return table.game.view(table.state.game_state, None).claim_answer is not None


def _leads_after_trick(table: Table) -> bool:
    trick = table.game.view(table.state.game_state, None).trick
    return trick is not None and trick.complete


def _house_at(table: Table, house: Pending, moved_at: datetime, latest_bot: datetime | None) -> datetime:
    """When the house closes or deals on: at once when everybody pressed, never before the bots have spoken."""
    if house.at_once:
        return moved_at
    if table.state.seal is not None and table.game.progress(table.state.game_state).deal == 0:
        return moved_at + timedelta(seconds=MAX_CUT_SECONDS) if seats_asked_to_cut(table) else moved_at
    bots_spoke = moved_at if latest_bot is None else latest_bot + HOUSE_AFTER_BOTS
    if house.kind == "close" and _claim_answered(table):
        bots_spoke = max(bots_spoke, moved_at + timedelta(seconds=ANSWER_SECONDS))
    if (table.state.ready and not people_not_ready(table)) or waits_for_unasked(table):
        return bots_spoke
    seconds = LAST_TRICK_SECONDS if house.kind == "close" else SHEET_SECONDS
    if people_waited_for(table) and not _time_to_speak_is_over(table, house):
        alone = sum(not sitter.is_bot for sitter in table.sitters) == 1
        longest = MAX_SHEET_SECONDS_ALONE if alone and house.kind == "deal" else MAX_SHEET_SECONDS
        seconds = longest if house.seconds is None else float(house.seconds)
        if house.kind == "close" and table.by_the_day is not None:
            seconds = CLAIM_BY_THE_DAY.total_seconds()
        if house.kind == "deal" and seats_asked_to_cut(table):
            seconds = max(seconds, MAX_CUT_SECONDS)
    return max(bots_spoke, moved_at + timedelta(seconds=seconds))


def _time_to_speak_is_over(table: Table, house: Pending) -> bool:
    """Whether bots that waited for people have begun to speak in a window that the house closes."""
    if house.kind != "close" or house.seconds is None or table.by_the_day is not None:
        return False
    waiting, played = table.game.pending(table.state.game_state), bots(table)
    windows = {pending.window for pending in waiting.values() if pending.declinable}
    return any(one.window in windows and one.seat in played for one in table.state.answered)


class AwaitedSeat(NamedTuple):
    """A seat a table by the day waits for, in which `window`, and `until` when before what was agreed happens."""

    seat: Seat
    window: str
    until: datetime


def awaited_seats(table: Table) -> tuple[AwaitedSeat, ...]:
    """Those a table by the day waits for, by seat; nobody elsewhere, and nobody while it stands still."""
    if table.by_the_day is None or not table.running or table.state.paused_at is not None:
        return ()
    ends = {due.seat: due.at - TRANSPORT_TIME for due in dues(table) if due.why == "absent"}
    closing = next((due.at for due in dues(table) if due.why == "house"), None)
    waiting = table.game.pending(table.state.game_state)
    found = []
    for seat in sorted(people(table)):
        until = ends.get(seat, closing if waits_for(table, seat) else None)
        if until is not None and seat in waiting:
            found.append(AwaitedSeat(seat, waiting[seat].window, until))
    return tuple(found)
