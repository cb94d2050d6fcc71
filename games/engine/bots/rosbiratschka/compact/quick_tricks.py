"""A quick player of contracts one to four in the compact form: it ducks, discards what is dangerous, and leads low.

It looks at its own hand, at the trick and at which cards are gone.
"""

from __future__ import annotations

from typing import Final

from games.engine.bots.rosbiratschka.compact.masks import ALL, BIT, BITS, KING, SUIT_OF
from games.engine.bots.rosbiratschka.compact.positions import Hands
from games.engine.bots.rosbiratschka.compact.tricks import Tricks
from games.engine.seats import Seat

NOBODY: Final = -1
SUITS: Final = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
ACE_OF_HEARTS: Final = BIT["HA"]
STOPPED: Final = 0.5
"""The share of what counts from which a seat that has taken all of it so far is stopped by the others."""
GUARD: Final = 3
"""By how much each lower card of its suit makes a card less dangerous, in cards of the others below it."""
AWAY: Final = 2
"""How much better a lead is for each card of the others above it, against each below it."""
BELOW: Final = {bit: (bit - 1) & SUIT_OF[bit] for bit in BITS}
ABOVE: Final = {bit: SUIT_OF[bit] & ~(bit | bit - 1) for bit in BITS}


def low_lead(hand: int, others: int, counting: int) -> int:
    """The lead that another hand most probably takes."""
    chosen, most = 0, -1000
    for suit in SUITS:
        held = hand & suit
        if not held:
            continue
        card = held & -held
        above, below = (others & ABOVE[card]).bit_count(), (others & BELOW[card]).bit_count()
        value = AWAY * above - below if above else -50
        if card & counting:
            value -= 3
        if value > most:
            chosen, most = card, value
    return chosen


def high_lead(hand: int, others: int) -> int:
    """The lead of a seat that wants every trick: a card nobody can beat, from the longest suit, else the highest."""
    chosen, most = 0, -1000
    for suit in SUITS:
        held = hand & suit
        if not held:
            continue
        card = 1 << held.bit_length() - 1
        above = (others & ABOVE[card]).bit_count()
        value = held.bit_count() - 20 * above
        if value > most:
            chosen, most = card, value
    return chosen


def discard(hand: int, others: int, counting: int) -> int:
    """The card to throw on another suit: one that counts, else the one most likely to take a trick later."""
    if found := hand & counting:
        return 1 << found.bit_length() - 1 if found & (found - 1) else found
    if counting == KING and hand & ACE_OF_HEARTS and others & KING:
        return ACE_OF_HEARTS
    chosen, most = 0, -1000
    for suit in SUITS:
        held = hand & suit
        if not held:
            continue
        card = 1 << held.bit_length() - 1
        danger = (others & BELOW[card]).bit_count() - GUARD * (held.bit_count() - 1)
        if not others & suit:
            danger = -100
        if danger > most:
            chosen, most = card, danger
    return chosen


def follow(held: int, others: int, lying: int, best: int, harmless: bool, counting: int) -> int:
    """The card of the led suit: the highest that loses; where none does, the highest if the trick is taken anyway."""
    below = held & (best - 1)
    if below:
        if found := below & counting:
            return 1 << found.bit_length() - 1
        if not (harmless and lying == 3):
            return 1 << below.bit_length() - 1
    plain = held & ~counting or held
    if lying == 3:
        return 1 << plain.bit_length() - 1
    low = plain & -plain
    return low if others & ABOVE[low] else 1 << plain.bit_length() - 1


def play_out(position: Tricks, sweeper: Seat = NOBODY) -> Hands:
    """How much of what counts each seat has taken when the quick player plays all four hands.

    `sweeper` tries to take everything until another seat has taken some.
    """
    rules, (one, two, three, four), seat, taken, lying, led, best, winner, cards = position
    counting, each_trick, there_are = rules.counting, rules.each_trick, rules.there_are
    hands, takes = [one, two, three, four], list(taken)
    left = there_are - sum(takes)
    unplayed = one | two | three | four
    enough = there_are * STOPPED if rules.slam else ALL
    stopped = next((other for other in range(4) if takes[other] == there_are - left >= enough), NOBODY)
    while left:
        hand = hands[seat]
        others = unplayed ^ hand
        if not hand & (hand - 1):
            card = hand
        elif not lying:
            wants = seat == sweeper
            card = high_lead(hand, others) if wants else low_lead(hand, others, counting)
        elif held := hand & led:
            if seat == sweeper or stopped == winner != seat:
                top = 1 << held.bit_length() - 1
                card = top if top > best else held & -held
            else:
                harmless = not each_trick and not cards & counting
                card = follow(held, others, lying, best, harmless, counting)
        elif seat == sweeper or stopped == winner:
            plain = hand & ~counting or hand
            card = plain & -plain
        else:
            card = discard(hand, others, counting)
        hands[seat] = hand ^ card
        unplayed ^= card
        if not lying:
            led, best, winner, cards = SUIT_OF[card], card, seat, card
        else:
            cards |= card
            if card & led and card > best:
                best, winner = card, seat
        lying += 1
        seat = (seat + 1) & 3
        if lying == 4:
            lying, seat = 0, winner
            if counted := (cards & counting).bit_count() + each_trick:
                takes[winner] += counted
                left -= counted
                if sweeper not in (NOBODY, winner):
                    sweeper = NOBODY
                stopped = winner if takes[winner] == there_are - left >= enough else NOBODY
    return takes[0], takes[1], takes[2], takes[3]
