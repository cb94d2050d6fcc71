"""Legal cards in the compact form, and the cards a hand cannot hold after one it played (rules/kraken 1.5)."""

from __future__ import annotations

from typing import Final

from games.engine.bots.bits import bits
from games.engine.bots.kraken.compact.masks import ALL, PLAIN, TRUMPS

NOTHING: Final = 0


def legal(hand: int, led: int, best: int, *, partner_winning: bool, rotterdam: bool) -> int:
    """The cards of `hand` that may be played.

    `led` is the suit that was led as a mask, `best` the card that wins as the trick lies; both 0 for the lead. A
    card of trumps that lies on the table is the best one whenever there is any.
    """
    if not led:
        return hand
    if follow := hand & led:
        return (follow & -(best << 1) or follow) if led == TRUMPS else follow
    trumps = hand & TRUMPS
    if led == TRUMPS or not trumps:
        return hand
    higher = trumps & -(best << 1)
    if rotterdam:
        return higher or trumps
    if higher and not partner_winning:
        return higher
    return hand & PLAIN | higher or trumps


def beats(card: int, led: int, best: int) -> bool:
    """Whether the card takes the lead in the trick."""
    return card > best and bool(card & (led | TRUMPS))


def ruled_out(card: int, led: int, best: int, *, partner_winning: bool, rotterdam: bool) -> int:
    """The cards a hand cannot hold from which `card` was played: with them it would not have been legal."""
    if not led:
        return NOTHING
    without = NOTHING
    for other in bits(ALL ^ card):
        if not card & legal(card | other, led, best, partner_winning=partner_winning, rotterdam=rotterdam):
            without |= other
    return without
