"""A quick player in the compact form, for playing worlds out: it looks at its own hand and at which cards are gone.

Its figures are points: chances to win the trick as it lies, and what a card is still worth to its hand. They are
judgement, as those of the easy bot; `measure_bots` says what a change of one is worth, and a change raises
`lookback.VERSION`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.bots.kraken.compact.positions import (
    BITS,
    BONUS_PART,
    BONUS_PLACE,
    PLAIN,
    POINTS,
    POINTS_PART,
    SUIT_MASKS,
    SUIT_OF,
    TRUMPS,
    Position,
    Rules,
)
from games.engine.kraken.legal import TRUMP_ORDER

PLAIN_SUITS: Final = SUIT_MASKS[:3]
KEPT_TRUMP: Final = {"J": 14, "9": 11, "A": 8, "T": 7, "K": 6, "Q": 6, "8": 5, "7": 5}
KEPT_PLAIN: Final = (0, 0, 0, 0, 0, 1, 4, 6)
"""The later worth of a card that is not played now, beside its points; plain cards by strength."""
WORTH_WHEN_KEPT: Final[Mapping[int, int]] = {
    bit: KEPT_TRUMP[TRUMP_ORDER[place % 8]] if bit & TRUMPS else KEPT_PLAIN[place % 8]
    for place, bit in enumerate(BITS)
}
HIGHEST_CARD_WORTH: Final = 5
"""The worth of a plain card beside that when no higher one of its suit is out."""
POINTS_TO_COME: Final = 4
"""Points the other cards add to a trick on average."""


def lead(hand: int, others: int, *, makers: bool) -> int:
    """The card to lead: trumps from the top, then sure winners, then something cheap."""
    trumps, theirs = hand & TRUMPS, others & TRUMPS
    if trumps > theirs and theirs and (makers or trumps & (trumps - 1)):
        return 1 << trumps.bit_length() - 1
    best, most = 0, -100
    for suit in PLAIN_SUITS:
        held = hand & suit
        if not held:
            continue
        out = others & suit
        if held > out:
            card = 1 << held.bit_length() - 1
            length = out.bit_count()
            value = POINTS[card] + (6 if not theirs else 3 if length > 2 else -8 * (3 - length))
            if value > most:
                best, most = card, value
        low = held & -held
        value = -POINTS[low] - (6 if held & (held - 1) else 5 if trumps else 8)
        if value > most:
            best, most = low, value
    return best or trumps & -trumps


def follow(moves: int, others: int, count: int, led: int, best: int, friend: bool, lying: int) -> int:
    """The card to add to a trick of one or two cards, worth `lying`, that the `best` one wins, a friend's or not."""
    theirs, theirs_led = others & TRUMPS, others & led
    beatable = theirs > best if best & TRUMPS else theirs_led > best
    if count == 2 and friend:
        otherwise = 0.0 if beatable else 0.8 if theirs and not best & TRUMPS else 0.95
    elif count == 1:
        otherwise = -0.3 if beatable else -0.8
    else:
        otherwise = -1.0
    wins = led | TRUMPS
    chosen, most = 0, -1000.0
    lying += POINTS_TO_COME
    while moves:
        card = moves & -moves
        moves ^= card
        if card > best and card & wins:
            if card & TRUMPS:
                chance = 0.2 if theirs > card else 0.95
            elif theirs_led > card:
                chance = -0.4
            else:
                chance = 0.6 if theirs else 0.95
            value = chance * (lying + POINTS[card]) - WORTH_WHEN_KEPT[card]
        else:
            value = otherwise * (lying + POINTS[card]) - WORTH_WHEN_KEPT[card]
        if card & PLAIN and (others & SUIT_OF[card]) < card:
            value -= HIGHEST_CARD_WORTH
        if value > most:
            chosen, most = card, value
    return chosen


def last_to_follow(
    moves: int, others: int, led: int, best: int, friend: bool, cards: int, worths: Mapping[int, int]
) -> int:
    """The card that completes a trick."""
    wins = led | TRUMPS
    chosen, most = 0, -1000
    while moves:
        card = moves & -moves
        moves ^= card
        worth = worths[cards | card]
        points = (worth & POINTS_PART) + (worth >> BONUS_PLACE & BONUS_PART)
        value = (points if friend or (card > best and card & wins) else -points) - WORTH_WHEN_KEPT[card]
        if card & PLAIN and (others & SUIT_OF[card]) < card:
            value -= HIGHEST_CARD_WORTH
        if value > most:
            chosen, most = card, value
    return chosen


def play_out(position: Position, rules: Rules, makers: int) -> tuple[int, int]:
    """The takings of sides 0 and 1 at the end when the quick player plays all four hands. `makers` is the side that
    made trumps. What is legal (`positions.legal`) is written out here once more: a call for each card would cost a
    third of the time."""
    worths, last, rotterdam = rules
    (a, b, c, d), seat, (count, led, best, place, cards), taken = position
    hands = [a, b, c, d]
    takes = list(taken)
    unplayed = a | b | c | d
    while unplayed:
        hand = hands[seat]
        if not count:
            if not hand & (hand - 1):
                best = 1 << (unplayed & (SUIT_OF[hand] | TRUMPS)).bit_length() - 1
                takes[0 if best & (hands[0] | hands[2]) else 1] += worths[unplayed] + last
                break
            card = lead(hand, unplayed ^ hand, makers=seat & 1 == makers)
            led, best, place, cards = SUIT_OF[card], card, 0, card
        else:
            friend = count > 1 and place == count - 2
            if moves := hand & led:
                if led == TRUMPS:
                    moves = moves & -(best << 1) or moves
            else:
                moves = hand
                trumps = hand & TRUMPS
                if trumps and led != TRUMPS:
                    higher = trumps & -(best << 1)
                    if rotterdam:
                        moves = higher or trumps
                    elif higher and not friend:
                        moves = higher
                    else:
                        moves = hand & PLAIN | higher or trumps
            if not moves & (moves - 1):
                card = moves
            elif count == 3:
                card = last_to_follow(moves, unplayed ^ hand, led, best, friend, cards, worths)
            else:
                lying = POINTS[cards] if count == 1 else POINTS[best] + POINTS[cards ^ best]
                card = follow(moves, unplayed ^ hand, count, led, best, friend, lying)
            if card > best and card & (led | TRUMPS):
                best, place = card, count
            cards |= card
        hands[seat] = hand ^ card
        unplayed ^= card
        count += 1
        seat = (seat + 1) & 3
        if count == 4:
            seat = (seat + place) & 3
            takes[seat & 1] += worths[cards]
            count = 0
            if not unplayed:
                takes[seat & 1] += last
    return takes[0], takes[1]
