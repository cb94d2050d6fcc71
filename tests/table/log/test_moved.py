"""A move changes the fields of the table's state that `moved` names, and keeps every other one."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, Final

from games.engine import registry
from games.engine.log import Entry
from games.engine.seats import HOUSE
from games.table.log.states import (
    ClaimsDone,
    DirectorCall,
    LastMove,
    ReplacedPlayer,
    RoundRulings,
    Seal,
    TableState,
    Totals,
    UnaskedDeal,
    Wish,
    Written,
    after_moves,
)

EIGHT: Final = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
KEPT: Final[dict[str, Any]] = {
    "paused_at": EIGHT,
    "stopped": True,
    "ended": "late",
    "absent": 2,
    "director_call": DirectorCall(1, "misclick", EIGHT),
    "replaced": (ReplacedPlayer(2, 7),),
    "written": (Written(1, 0, {"points": "100"}),),
    "totals": Totals(0, 4, (0, 1, 0, 1), (100, 62, 100, 62)),
    "objected": 3,
    "confirmed": True,
    "reviews": (RoundRulings(1, cases=1),),
    "rematch_by": 0,
    "unasked": UnaskedDeal(0, 1),
    "never_cut": frozenset({3}),
}
MOVED: Final = {
    "seq",
    "game_state",
    "moved_at",
    "ready",
    "claims_done",
    "answered",
    "clocks",
    "by_clock",
    "wishes",
    "undo_asked_at",
    "last",
    "stand_ins",
    "seal",
    "cuts",
}
DONE: Final = ClaimsDone("1.claim3", frozenset({0}))
WISHES: Final = (Wish(0, "undo"), Wish(1, "pause"), Wish(2, "bot", "3"))


def after(entry: Entry) -> TableState:
    """The state after that entry; every field had a value of its own before."""
    before = TableState(
        seq=9,
        game_state="before",
        ready=frozenset({0}),
        claims_done=DONE,
        wishes=WISHES,
        undo_asked_at=EIGHT,
        **KEPT,
    )
    window = None if entry.by == HOUSE else "1.window"
    game = registry.game("kraken")
    return after_moves(game, before, game_state="after", entries=(entry,), window=window, at=EIGHT)


def test_every_field_is_told_here() -> None:
    assert {each.name for each in fields(TableState)} == MOVED | set(KEPT)


def test_the_deal_uses_up_the_seal_and_keeps_the_cuts() -> None:
    cuts = ((0, "kaas"),)
    before = TableState(seq=9, game_state="before", seal=Seal(2, "c0ffee", cuts), cuts=((1, "old"),))
    game = registry.game("kraken")
    dealt = after_moves(game, before, game_state="after", entries=(Entry(HOUSE, {}),), window=None, at=EIGHT)
    assert (dealt.seal, dealt.cuts) == (None, cuts)
    played = after_moves(
        game, before, game_state="after", entries=(Entry(1, {}),), window="1.window", at=EIGHT
    )
    assert (played.seal, played.cuts) == (before.seal, before.cuts)


def test_a_move_of_a_seat_ends_the_wish_to_take_a_card_back() -> None:
    state = after(Entry(1, {"do": "pass"}))
    assert {name: getattr(state, name) for name in KEPT} == KEPT
    assert (state.seq, state.game_state, state.moved_at) == (10, "after", EIGHT)
    assert (state.ready, state.claims_done, state.undo_asked_at) == (frozenset({0}), DONE, None)
    assert state.wishes == WISHES[1:]
    assert state.last == LastMove(10, 1, "before")


def test_a_move_of_the_house_ends_readiness_and_the_wish_for_a_pause_too() -> None:
    state = after(Entry(HOUSE, {"do": "close"}))
    assert {name: getattr(state, name) for name in KEPT} == KEPT
    assert (state.ready, state.claims_done) == (frozenset(), ClaimsDone())
    assert (state.undo_asked_at, state.last) == (None, None)
    assert state.wishes == WISHES[2:]
