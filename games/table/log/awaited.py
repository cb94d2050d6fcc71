"""Whom a table waits for: who plays each seat, the person or the house, and whose answer it needs before it goes on.

Pure functions of the table that know no clock; when something happens without a person is in `due_times`.
"""

from __future__ import annotations

from typing import Final

from games.bots.registry import decides_at_once
from games.engine.game import Pending
from games.engine.seats import HOUSE, Seat
from games.table.log.loading import Table

CLAIMS: Final = ("claim", "accuse")
"""Kinds of decisions that need not be taken, beside which a player may press on."""


def bots(table: Table) -> frozenset[Seat]:
    """The seats the house plays: its bots, and those of people a bot stands in for."""
    stand_ins = [one.seat for one in table.state.stand_ins]
    return frozenset([sitter.number for sitter in table.sitters if sitter.is_bot] + stand_ins)


def people(table: Table) -> frozenset[Seat]:
    """The seats whose people play themselves."""
    return frozenset([sitter.number for sitter in table.sitters]) - bots(table)


def plays_with_bots_only(table: Table, seat: Seat) -> bool:
    """Whether that seat has the only person who sits there; those a bot stands in for sit there too."""
    return all(sitter.is_bot for sitter in table.sitters if sitter.number != seat)


def is_searched(table: Table, seat: Seat, pending: Pending) -> bool:
    """Whether the bot of that seat searches for this decision. Claims are the same at all levels that search."""
    return pending.must and not decides_at_once(table.game.key, table.level_at(seat))


def waits_for_decision(table: Table, seat: Seat) -> bool:
    """Whether the table waits for a decision that the player of that seat must take."""
    if table.state.paused_at is not None or table.state.stand_in(seat) is not None:
        return False
    own = table.game.pending(table.state.game_state).get(seat)
    return own is not None and own.must


def waits_for(table: Table, seat: Seat) -> bool:
    """Whether the table waits for that seat: a decision that must be taken, or the sheet to be put away. At a table by
    the day the sheet waits for nobody, and all who may say something are waited for.
    """
    if waits_for_decision(table, seat):
        return True
    if table.state.paused_at is not None or table.state.stand_in(seat) is not None:
        return False
    house = table.game.pending(table.state.game_state).get(HOUSE)
    if house is None or seat not in people_waited_for(table):
        return False
    if table.by_the_day is not None:
        return house.kind == "close"
    return house.kind == "deal" or waits_for_only_person(table, house)


def people_waited_for(table: Table) -> frozenset[Seat]:
    """The people who have not pressed "ready" yet and for whom the house waits."""
    waiting = table.game.pending(table.state.game_state)
    house = waiting.get(HOUSE)
    if house is None:
        return frozenset()
    if house.kind == "close" and not _shows_sheet(table):
        return people_not_ready(table) & {actor for actor, pending in waiting.items() if not pending.empty}
    return people_not_ready(table)


def _shows_sheet(table: Table) -> bool:
    """Whether a round that is counted, and not written down yet, lies there for all to read."""
    return table.game.view(table.state.game_state, None).so_far is not None


def people_not_ready(table: Table) -> frozenset[Seat]:
    """The people who have not pressed "ready" since the house last acted."""
    return people(table) - table.state.ready


def is_answered_in_words(table: Table) -> bool:
    """Whether the house waits for words of those it asks, such as a call or a pass; then "ready" says nothing."""
    waiting = table.game.pending(table.state.game_state)
    asked = [pending.kind for actor, pending in waiting.items() if actor != HOUSE]
    in_words = any(kind not in CLAIMS for kind in asked)
    return HOUSE in waiting and waiting[HOUSE].kind == "close" and in_words


def seats_asked_to_cut(table: Table) -> frozenset[Seat]:
    """The people who may cut the deck now and have neither done so nor said that they do not wish to."""
    seal = table.state.seal
    if seal is None or not table.running:
        return frozenset()
    return frozenset(
        seat for seat in people(table) - table.state.never_cut - table.state.ready if not seal.has_cut(seat)
    )


def has_ended_claims(table: Table, seat: Seat | None) -> bool:
    """Whether the player of that seat has said that there is nothing to claim in the window that is open for it now."""
    waiting, done = table.game.pending(table.state.game_state), table.state.claims_done
    return seat in waiting and waiting[seat].window == done.window and seat in done.seats


def people_claiming(table: Table) -> frozenset[Seat]:
    """The people who have a claim window open and have not said that they go on. Windows depend on no covered card, so
    the wait tells nothing."""
    waiting = table.game.pending(table.state.game_state)
    claims = {seat for seat, pending in waiting.items() if pending.kind == "claim" and not pending.empty}
    return frozenset(seat for seat in people(table) & claims if not has_ended_claims(table, seat))


def waits_for_only_person(table: Table, house: Pending) -> bool:
    """Whether a window asks the only person at the table, who wishes to be asked: the house does not close it then.

    Otherwise an answer would be given in their name, though nobody waits who would mind.
    """
    if house.kind != "close" or table.by_the_day is not None or waits_for_unasked(table):
        return False
    waiting = table.game.pending(table.state.game_state)
    asked = [
        seat
        for seat in people_waited_for(table)
        if seat not in waiting or waiting[seat].declinable or waiting[seat].kind in CLAIMS
    ]
    return any(plays_with_bots_only(table, seat) for seat in asked)


def waits_for_unasked(table: Table) -> bool:
    """Whether the house waits for nobody but the only person at the table, who wishes not to be asked in this deal.

    Nothing is told by a window that closes then: bots see no time, and there is nobody else.
    """
    unasked = table.state.unasked
    if unasked is None or not plays_with_bots_only(table, unasked.seat):
        return False
    own = table.game.pending(table.state.game_state).get(unasked.seat)
    deal = table.game.progress(table.state.game_state).deal
    return own is not None and own.declinable and deal == unasked.deal
