"""What a card of Rosbiratschka is worth by rules of thumb: in tricks, by the running total, in the rows.

The weights were found by duels against earlier versions and against players by chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from math import prod
from typing import Final

from games.bots.rosbiratschka.knowledge import Knowledge, knowledge
from games.engine.cards import RANKS_FROM_SEVEN, Card, suit_of
from games.engine.rosbiratschka.play import JACK, KING_OF_HEARTS, LINES, VALUES, counts, line_crossed
from games.engine.rosbiratschka.scoring import NUMBER_COUNTED, SLAM
from games.engine.rosbiratschka.state import HEIGHT, Contract
from games.engine.seats import Seat
from games.engine.trick_taking import winning_place
from games.engine.view import View

# Contracts one to four: duck, discard dangerous cards, or try to take everything. Every playable card is weighed: how
# likely it wins the trick and what that costs, less what it would cost to keep it.

COST: Final[Mapping[Contract, float]] = {
    Contract.NO_TRICKS: 1.8,
    Contract.NO_HEARTS: 1.8,
    Contract.NO_JACKS: 3.6,
    Contract.KING: 8.0,
}
"""Penalty points of one card or trick that counts, including the average effect of doubling."""
COST_OF_LEAD: Final = 0.3
"""Penalty points of having to lead the next trick."""
SHARE_NOT_DUCKED: Final = 0.33
"""How often a seat that could duck takes the trick all the same."""
COST_OF_SURE_TRICK: Final = 1.2
"""Penalty points of a card that is certain to take a trick later."""
GUARD_FACTOR: Final = 0.6
"""What each lower card of the suit in the own hand leaves of the danger of a card."""
SHED_FACTOR: Final = 1.3
"""Value of discarding a card that counts on another player's trick, as a multiple of its cost."""
POINTS_OF_ALL_CARDS: Final = 16
"""Penalty points of all cards that count in one hand, with doubling and without a slam."""
POINTS_OF_FAILED_SLAM: Final = 10.5
"""Average penalty points of a failed attempt at a slam, which is usually given up early."""
SHARE_DESPITE_DUCKING: Final = 0.3
"""The share of what is still out that ducking brings all the same."""
CARDS_PULLED_BY_LEAD: Final = 2.8
"""How many cards of a suit each lead of it pulls from the others."""
SOME_TRICKS_POWER: Final = 0.6
"""Hearts and jacks lie in some tricks only: the power to which the chance of winning every trick is taken."""
SHARE_TO_STOP_SLAM: Final = 0.7
"""The share of the cards that count from which a seat that has taken all of them so far is stopped."""
STOP_FACTOR: Final = -0.5
"""Factor on the cost of a trick then; negative, because the bot wants to win one."""


class Aim(Enum):
    """The plan for a hand: take few cards that count, take all of them, or stop another seat from taking all."""

    DUCKING = "ducking"
    EVERYTHING = "everything"
    STOPPING = "stopping"


def aim(view: View, known: Knowledge) -> Aim:
    """Return the plan for this hand from the position in `view`."""
    if view.options.slam != "minus8" or known.contract not in NUMBER_COUNTED:
        return Aim.DUCKING
    if goes_for_all(known):
        return Aim.EVERYTHING
    return Aim.STOPPING if somebody_takes_all(known) else Aim.DUCKING


def aim_without_sweep(view: View) -> Aim:
    """The plan of who does not try to take everything."""
    known = knowledge(view)
    stops = view.options.slam == "minus8" and known.contract in NUMBER_COUNTED and somebody_takes_all(known)
    return Aim.STOPPING if stops else Aim.DUCKING


def natural_card(view: View, cards: Sequence[Card], *, sweeps: bool) -> Card:
    """The card that looks best among these, which are equally good."""
    known = knowledge(view)
    if sweeps:
        return max(cards, key=lambda candidate: (wins(known, candidate), HEIGHT[candidate]))
    cheapest = min(cards, key=lambda candidate: price(known, candidate, 1.0))
    takes = lies_highest(known, cheapest)
    if not known.table or (takes and known.still_to_play):
        return cheapest
    like_it = [
        other
        for other in cards
        if suit_of(other) == suit_of(cheapest)
        and counts(known.contract, other) == counts(known.contract, cheapest)
        and lies_highest(known, other) == takes
    ]
    return max(like_it, key=HEIGHT.__getitem__)


def lies_highest(known: Knowledge, candidate: Card) -> bool:
    """Whether the card would take the trick as it lies."""
    trick = (*known.table, candidate)
    return winning_place(trick, HEIGHT) == len(trick) - 1


def card_for_trick(view: View, playable: list[Card]) -> Card:
    """The best of the playable cards."""
    known = knowledge(view)
    aimed_at = aim(view, known)
    if aimed_at is Aim.EVERYTHING:
        return max(playable, key=lambda candidate: (wins(known, candidate), HEIGHT[candidate]))
    times = STOP_FACTOR if aimed_at is Aim.STOPPING else 1.0
    return min(playable, key=lambda candidate: price(known, candidate, times))


def price(known: Knowledge, candidate: Card, times: float) -> float:
    """Expected penalty points of playing the card; only differences between cards of one hand are meaningful.
    `times` multiplies the points of the cards it catches.
    """
    winning = wins(known, candidate)
    cost = winning * (expected_penalties(known, candidate) * COST[known.contract] * times + COST_OF_LEAD)
    return cost - cost_of_keeping(known, candidate) - (1 - winning) * worth_of_shedding(known, candidate)


def wins(known: Knowledge, candidate: Card) -> float:
    """The probability that the card wins the trick, the others ducking where they can."""
    trick = (*known.table, candidate)
    if winning_place(trick, HEIGHT) != len(trick) - 1:
        return 0.0
    unseen = known.unseen_of(suit_of(candidate))
    higher = [other for other in unseen if HEIGHT[other] > HEIGHT[candidate]]
    lower = [other for other in unseen if HEIGHT[other] < HEIGHT[candidate]]
    return prod(
        1.0 - known.holds_one(seat, higher) * max(1.0 - known.holds_one(seat, lower), SHARE_NOT_DUCKED)
        for seat in known.still_to_play
    )


def expected_penalties(known: Knowledge, candidate: Card) -> float:
    """How many cards that count will be in the trick, on average."""
    if known.contract is Contract.NO_TRICKS:
        return 1.0
    trick = (*known.table, candidate)
    lying = sum(counts(known.contract, other) for other in trick)
    return lying + sum(_chance_of_penalty(known, seat, trick) for seat in known.still_to_play)


def _chance_of_penalty(known: Knowledge, seat: Seat, trick: tuple[Card, ...]) -> float:
    """The probability that the seat adds a card that counts: one lower than the best of the led suit, or a
    discard.
    """
    led = suit_of(trick[0])
    best = HEIGHT[trick[winning_place(trick, HEIGHT)]]
    follows = known.holds_one(seat, known.unseen_of(led))
    if known.contract is Contract.NO_HEARTS and led == "H":
        return follows
    bad = [other for other in known.unseen if counts(known.contract, other)]
    under = known.holds_one(seat, [other for other in bad if suit_of(other) == led and HEIGHT[other] < best])
    elsewhere = known.holds_one(seat, [other for other in bad if suit_of(other) != led])
    return under + (1.0 - follows) * elsewhere


def cost_of_keeping(known: Knowledge, candidate: Card) -> float:
    """Expected penalty points of keeping the card: the more unseen cards are below it, the more; the more
    lower cards of its suit guard it in the hand, the less.
    """
    unseen = known.unseen_of(suit_of(candidate))
    if not unseen:
        return 0.0
    below = sum(HEIGHT[other] < HEIGHT[candidate] for other in unseen) / len(unseen)
    guards = sum(
        suit_of(other) == suit_of(candidate) and HEIGHT[other] < HEIGHT[candidate] for other in known.hand
    )
    return float(COST_OF_SURE_TRICK * below * GUARD_FACTOR**guards)


def worth_of_shedding(known: Knowledge, candidate: Card) -> float:
    """Value of discarding the card on a trick it does not win: it counts in this contract, or is the ace that
    may catch the king of hearts.
    """
    if counts(known.contract, candidate):
        return SHED_FACTOR * COST[known.contract]
    if known.contract is Contract.KING and candidate == "HA" and KING_OF_HEARTS in known.unseen:
        return SHED_FACTOR * COST[known.contract] / 2
    return 0.0


def goes_for_all(known: Knowledge) -> bool:
    """Whether taking everything has a higher expected value than ducking; only while no other seat has taken
    any.
    """
    mine = known.taken[known.seat]
    if mine != sum(known.taken):
        return False
    chance = sweep(known)
    if known.contract is not Contract.NO_TRICKS:
        chance **= SOME_TRICKS_POWER
    share = mine / NUMBER_COUNTED[known.contract]
    return SLAM * chance + POINTS_OF_FAILED_SLAM * (1 - chance) < POINTS_OF_ALL_CARDS * (
        share + (1 - share) * SHARE_DESPITE_DUCKING
    )


def sweep(known: Knowledge) -> float:
    """A rough chance that every card of the hand wins its trick."""
    if known.table and not any(wins(known, held) for held in known.hand):
        return 0.0
    return prod(_stands(known, held) for held in known.hand)


def _stands(known: Knowledge, card: Card) -> float:
    """A rough chance that a card wins its trick: the highest of a suit does, a lower one once leads from above have
    pulled what could beat it."""
    suit, height = suit_of(card), HEIGHT[card]
    unseen = known.unseen_of(suit)
    if all(HEIGHT[other] < height for other in unseen):
        return 1.0
    leads = sum(suit_of(other) == suit and HEIGHT[other] > height for other in known.hand)
    left = len(unseen) - CARDS_PULLED_BY_LEAD * leads
    return 0.9 if left <= 0 else 0.3 if left <= 1 else 0.05


def somebody_takes_all(known: Knowledge) -> bool:
    """Whether another seat has everything that was taken so far, and not much is left."""
    taken = sum(known.taken)
    return (
        max(known.taken) == taken > known.taken[known.seat]
        and taken >= SHARE_TO_STOP_SLAM * NUMBER_COUNTED[known.contract]
    )


# Contract five: count to 25, 50 and 100. Stay under the line, and keep small cards for the last one.

SHARE_OF_LATER_LINE: Final = 0.5
"""The share of a line still to come that a hand without small cards pays on average."""
ZERO_CARD_SAFETY: Final = 0.8
"""How much safer a card that adds nothing makes a hand."""
SMALL_CARD_SAFETY: Final = 0.35
"""How much safer a jack, queen or king makes it."""
ROOM_WORTH: Final = 0.02
"""Penalty points for each point left below the next line: less room is worse for the next player."""


def card_for_total(view: View, playable: list[Card]) -> Card:
    """The cheapest of the playable cards."""
    assert view.running is not None
    total, rule = view.running.total, view.options.hundred_line
    return min(playable, key=lambda candidate: (price_at_total(playable, candidate, total, rule), candidate))


def price_at_total(hand: list[Card], candidate: Card, total: int, rule: str) -> float:
    """Expected penalty points: of the line this card crosses now, plus of the remaining hand at later lines."""
    after = total + VALUES[candidate]
    crossed = line_crossed(total, after, rule)
    rest = [card for card in hand if card != candidate]
    return (crossed.points if crossed else 0) + risk(rest, after)


def risk(hand: list[Card], total: int) -> float:
    """Expected penalty points of a hand from this total on."""
    zeros = sum(VALUES[card] == 0 for card in hand)
    small = sum(0 < VALUES[card] <= 4 for card in hand)
    safety = 1.0 + ZERO_CARD_SAFETY * zeros + SMALL_CARD_SAFETY * small
    to_come = [line for line in LINES if total < line.total]
    room = to_come[0].total - total if to_come else 0
    return SHARE_OF_LATER_LINE * sum(line.points for line in to_come) / safety + ROOM_WORTH * room


# Contract six: place cards that let the own hand follow, keep cards the others need.

OWN_CARD_WORTH: Final = 2.2
"""Value of a card of the own hand that becomes possible."""
DISTANCE_WORTH: Final = 1.1
"""How much more it is worth for each place further out: such a card has the longest way."""
OTHERS_CARD_COST: Final = 0.6
"""Cost of another player's card that becomes possible, divided by its distance."""


def card_for_rows(view: View, playable: list[Card]) -> Card:
    """The card that helps the own hand most and the others least."""
    hand = set(view.hand_cards)
    return max(playable, key=lambda candidate: (worth(hand, candidate), candidate))


def worth(hand: set[Card], candidate: Card) -> float:
    """Value of placing the card: the own cards beyond it in its row count for it, those of the others against
    it.
    """
    height = HEIGHT[candidate]
    total = 0.0
    for card in beyond(candidate):
        distance = abs(HEIGHT[card] - height)
        total += OWN_CARD_WORTH + DISTANCE_WORTH * distance if card in hand else -OTHERS_CARD_COST / distance
    return total


def beyond(card: Card) -> list[Card]:
    """The cards that can be placed only after this one."""
    height, ranks = HEIGHT[card], RANKS_FROM_SEVEN
    down, up = ranks[:height], ranks[height + 1 :]
    after = down + up if height == JACK else down if height < JACK else up
    return [suit_of(card) + rank for rank in after]
