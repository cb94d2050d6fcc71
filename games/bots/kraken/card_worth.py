"""What a card of Kraken is worth by rules of thumb: in the trick it is played to, and in the tricks to come by the
cards that stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.bots.kraken.knowledge import Knowledge
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, rank_of, suit_of
from games.engine.kraken.declarations import STUK, run_points
from games.engine.kraken.legal import POINTS, RUN_ORDER, STRENGTH
from games.engine.seats import Seat
from games.engine.trick_taking import winning_place

# Value of a hand for the tricks after this one: it makes the bot keep the boer, draw trumps and guard a ten.
#
# The weights are points of difference between the two sides in the tricks to come. They were fitted by least squares
# on some thousand rounds of the bot against itself, Amsterdam and Rotterdam together, and rounded.

HIGHEST_TRUMP: Final = 15.5
SECOND_TRUMP: Final = 10.0
LOWER_TRUMP: Final = 5.0
POINTS_OF_HIGHEST_TRUMP: Final = 1.2
POINTS_OF_LOWER_TRUMP: Final = 0.6
THIRD_TRUMP_AND_MORE: Final = 7.5
TRUMP_OF_OPPONENTS: Final = -15.5

HIGHEST: Final = 11.0
HIGHEST_UNDER_TRUMPS: Final = -2.4
"""For each trump the opponents hold, two at most."""
HIGHEST_IN_SHORT_SUIT: Final = -9.5
"""Fewer than three cards of the suit are out and the opponents have trumps: it will be ruffed."""
LOWER: Final = {
    "T": ((1.0, 1.0), (1.5, 1.5), (0.5, 0.5)),
    "K": ((-1.5, -4.5), (1.0, -5.0), (0.5, -2.0)),
    "other": ((1.0, -4.5), (1.0, -3.0), (-0.5, -1.5)),
}
"""A plain card that is not the highest: by company in its suit (none, one, more), then by higher cards out
(one, more)."""
TRUMPS_TO_FEAR: Final = 0.3
"""Trumps the opponents are expected to hold from which they ruff."""
TO_RUFF: Final = 2.0
"""A suit to ruff: none of it in a hand with trumps."""


def prospect(known: Knowledge, hand: Sequence[Card], opponents_trumps: float) -> float:
    """Points by which our side may win the tricks to come, for comparing hands of the same size.

    `hand` is what is left after the card in question, `opponents_trumps` how many trumps the opponents will
    hold.
    """
    trump = known.trump
    trumps = [card for card in hand if suit_of(card) == trump]
    total = TRUMP_OF_OPPONENTS * opponents_trumps + sum(_trump(known, card) for card in trumps)
    total += THIRD_TRUMP_AND_MORE * max(len(trumps) - 2, 0)
    for suit in SUITS:
        if suit == trump:
            continue
        held = [card for card in hand if suit_of(card) == suit]
        out = known.unseen_of(suit)
        if held:
            total += sum(_plain(known, card, len(held) - 1, out, opponents_trumps) for card in held)
        elif trumps and out:
            total += TO_RUFF
    return total


def _trump(known: Knowledge, card: Card) -> float:
    points, above = POINTS[known.trump][card], _count_above(known, card, known.unseen_of(known.trump))
    if not above:
        return HIGHEST_TRUMP + POINTS_OF_HIGHEST_TRUMP * points
    return (SECOND_TRUMP if above == 1 else LOWER_TRUMP) + POINTS_OF_LOWER_TRUMP * points


def _plain(known: Knowledge, card: Card, company: int, out: Sequence[Card], opponents_trumps: float) -> float:
    above = _count_above(known, card, out)
    if above:
        row = LOWER.get(rank_of(card), LOWER["other"])[min(company, 2)]
        return row[min(above, 2) - 1]
    short = len(out) < 3 and opponents_trumps > TRUMPS_TO_FEAR
    return HIGHEST + HIGHEST_UNDER_TRUMPS * min(opponents_trumps, 2) + (HIGHEST_IN_SHORT_SUIT if short else 0)


def _count_above(known: Knowledge, card: Card, out: Sequence[Card]) -> int:
    """How many unseen cards of the suit are higher."""
    strength = STRENGTH[known.trump]
    return sum(strength[other] > strength[card] for other in out)


# Probabilities of each seat winning the trick and of roem in it, from one seat's `Knowledge`.

BEATS_AGAIN: Final = 0.7
"""How much likelier it is to beat the card that wins now than one that will have beaten it."""
ADDS_TO_RUN: Final = 0.3
ADDS_TO_RUN_ELSEWHERE: Final = 0.1
ADDS_TO_STUK: Final = 0.35
"""How often others happen to add the card that completes a run in the led suit, in another suit, or stuk."""


class Promise(NamedTuple):
    """The expected points of playing a card: `this_trick`, `hand` (value of the cards left) and `lead` (gain
    when the partner leads next). `chances` are the probabilities by seat to win the trick.
    """

    chances: Sequence[float]
    this_trick: float
    hand: float
    lead: float

    @property
    def total(self) -> float:
        """The sum of the three parts, in points."""
        return self.this_trick + self.hand + self.lead


def chances_to_win(known: Knowledge, trick: Sequence[Card]) -> list[float]:
    """By seat the probability to win the trick; `trick` is the cards on the table and then the viewer's
    own."""
    seats = [*(seat for seat, _ in known.table), known.seat]
    place = winning_place(trick, STRENGTH[known.trump], known.trump)
    leading = seats[place]
    chances = [0.0, 0.0, 0.0, 0.0]
    chances[leading] = 1.0
    for seat in known.still_to_play:
        beats = chance_to_beat(known, seat, trick[0], trick[place])
        for rival in known.rivals_of(seat):
            taken = chances[rival] * beats * (1.0 if rival == leading else BEATS_AGAIN)
            chances[rival] -= taken
            chances[seat] += taken
    return chances


def chance_to_beat(known: Knowledge, seat: Seat, lead: Card, winning: Card) -> float:
    """The probability that the seat has a card that beats the winning one, and may play it."""
    trump, strength, odds = known.trump, STRENGTH[known.trump], known.odds[seat]
    led, height = suit_of(lead), strength[winning]
    over = [card for card in odds if suit_of(card) == led and strength[card] > height]
    if led == trump:
        return known.holds_one(seat, over)
    void = 1.0 - known.holds_one(seat, [card for card in odds if suit_of(card) == led])
    higher_trumps = [card for card in odds if suit_of(card) == trump and strength[card] > height]
    ruffs = void * known.holds_one(seat, higher_trumps) if void else 0.0
    return ruffs if suit_of(winning) == trump else ruffs + known.holds_one(seat, over)


def possible_roem(known: Knowledge, trick: Sequence[Card]) -> float:
    """Points of roem the seats still to play may add to what lies there already."""
    still, expected = len(known.still_to_play), 0.0
    for suit in {suit_of(card) for card in trick}:
        lying = {RUN_ORDER[card] for card in trick if suit_of(card) == suit}
        adds = ADDS_TO_RUN if suit == suit_of(trick[0]) else ADDS_TO_RUN_ELSEWHERE
        for start in range(len(RANKS_FROM_SEVEN) - 2):
            missing = [place for place in range(start, start + 3) if place not in lying]
            out = all(suit + RANKS_FROM_SEVEN[place] in known.unseen for place in missing)
            if out and len(missing) in (1, 2) and len(missing) <= still:
                expected += run_points(3) * adds ** len(missing)
    return expected + (STUK * ADDS_TO_STUK if _may_become_stuk(known, trick) else 0.0)


def _may_become_stuk(known: Knowledge, trick: Sequence[Card]) -> bool:
    """Whether trumps were led, one of king and queen of trumps is in the trick and the other is unseen."""
    king, queen = known.trump + "K", known.trump + "Q"
    return suit_of(trick[0]) == known.trump and (
        (king in trick and queen in known.unseen) or (queen in trick and king in known.unseen)
    )
