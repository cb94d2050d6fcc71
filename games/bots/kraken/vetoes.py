"""Cards no partner wants to see, barred before the search weighs anything.

Undertrumping is not among them: in Amsterdam it is legal only from a hand of nothing but lower trumps, in Rotterdam
only where it is forced (rules/kraken 1.5.5), so there is never a choice.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.bots.compact_forms import bits
from games.bots.kraken.belief import Belief
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import MARRIAGE, TRUMPS, Table, beats, lay_card, runs_in
from games.engine.kraken.declarations import STUK
from games.engine.seats import Seat

TOP_TRUMPS: Final = 2
TRUMPS_TO_DRAW: Final = 2
"""A maker with so many of the highest trumps draws, as long as the opponents may hold so many."""


class Veto(StrEnum):
    """The reasons to bar a card."""

    OVERTAKES_PARTNER = "overtakes_partner"
    GIVES_ROEM = "gives_roem"
    LEAVES_TRUMPS = "leaves_trumps"


def without_vetoed_cards(known: Belief, candidates: int, maker: Seat | None) -> int:
    """The candidates without those under a veto; a veto that would bar all of them bars none."""
    for veto in Veto:
        kept = candidates & ~vetoed_choices(known, candidates, veto, maker)
        candidates = kept or candidates
    return candidates


def vetoed_choices(known: Belief, candidates: int, veto: Veto, maker: Seat | None) -> int:
    """The candidates that this veto bars, if any other candidate is left."""
    if veto is Veto.LEAVES_TRUMPS:
        return _leaves_trumps(known, candidates) if known.seat == maker else 0
    table = known.table
    if not table.lying:
        return 0
    if veto is Veto.OVERTAKES_PARTNER:
        partner_wins = table.lying > 1 and table.place == table.lying - 2
        if not partner_wins or _may_be_beaten(known, table, known.seat + 1, opponents=True):
            return 0
        return sum(card for card in bits(candidates) if beats(card, table.led, table.best))
    return _gives_roem(known, candidates)


def _gives_roem(known: Belief, candidates: int) -> int:
    """The cards that put more roem than another into a trick the opponents are sure to win."""
    table, four = known.table, positions.fours(known.options.quads)
    lost = {}
    for card in bits(candidates):
        laid = lay_card(table, card)
        if not (laid.place - table.lying) % 2 or _may_be_beaten(known, laid, known.seat + 1, opponents=False):
            continue
        lost[card] = runs_in(laid.cards) + four.get(laid.cards, 0)
        lost[card] += STUK if laid.cards & MARRIAGE == MARRIAGE else 0
    least = min(lost.values(), default=0)
    return sum(card for card, bonus in lost.items() if bonus > least)


def _may_be_beaten(known: Belief, table: Table, first: Seat, *, opponents: bool) -> bool:
    """Whether an opponent (or else the partner) who plays after the viewer may beat the best card."""
    still = 4 - max(table.lying, known.table.lying + 1)
    for step in range(still):
        seat = (first + step) % 4
        if bool((seat - known.seat) % 2) != opponents:
            continue
        may_hold = known.may_hold[seat]
        if may_hold & table.led & -(table.best << 1):
            return True
        must_follow = known.certain(seat) & table.led
        if not must_follow and may_hold & TRUMPS & -(table.best << 1):
            return True
    return False


def _leaves_trumps(known: Belief, candidates: int) -> int:
    """For a maker who leads and holds the two highest trumps, while the opponents may hold two: all plain cards."""
    if known.table.lying:
        return 0
    trumps, out = known.hand & TRUMPS, known.unseen & TRUMPS
    highest = trumps & -(1 << out.bit_length()) if out else 0
    opponents = (known.may_hold[(known.seat + 1) % 4] | known.may_hold[(known.seat + 3) % 4]) & TRUMPS
    if highest.bit_count() < TOP_TRUMPS or opponents.bit_count() < TRUMPS_TO_DRAW:
        return 0
    return candidates & ~TRUMPS
