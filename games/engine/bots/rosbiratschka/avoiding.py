"""Contracts one to four: duck, shed what is dangerous, and take everything when everything is there.

Every playable card is weighed: how likely it wins the trick and what that costs, less what it costs to keep the card.
"""

from __future__ import annotations

from math import prod

from games.engine.bots.rosbiratschka.knowledge import Knowledge, knowledge
from games.engine.cards import Card
from games.engine.rosbiratschka.avoiding import KING_OF_HEARTS, counts
from games.engine.rosbiratschka.scoring import COUNTED
from games.engine.rosbiratschka.state import HEIGHT, Contract
from games.engine.seats import Seat
from games.engine.tricks import winning_place
from games.engine.view import View

COST = {
    Contract.NO_TRICKS: 1.8,
    Contract.NO_HEARTS: 1.8,
    Contract.NO_JACKS: 3.6,
    Contract.KING: 8.0,
}
"""What one of what counts costs, with the usual doubling in it."""
W = {
    "loose": 0.15,
    "lead": 0.3,
    "keep": 1.2,
    "guard": 0.6,
    "shed_bad": 1.0,
    "fail": 15.0,
    "usual": 0.3,
    "pulled": 2.0,
    "slam_any": 0.6,
}


def card(view: View, playable: list[Card]) -> Card:
    """The best of the playable cards."""
    known = knowledge(view)
    if view.options.slam == "minus8" and goes_for_all(known):
        return max(playable, key=lambda candidate: (wins(known, candidate), HEIGHT[candidate]))
    stop = blocks(known) if view.options.slam == "minus8" else 1.0
    return min(playable, key=lambda candidate: price(known, candidate, stop))


def price(known: Knowledge, candidate: Card, stop: float) -> float:
    """What playing the card is expected to cost, compared with the others. `stop` scales the cost of a trick."""
    winning = wins(known, candidate)
    cost = winning * (caught(known, candidate) * COST[known.contract] * stop + W["lead"])
    return cost - keeping(known, candidate) - (1 - winning) * shedding(known, candidate)


def wins(known: Knowledge, candidate: Card) -> float:
    """The probability that the card wins the trick, others ducking where they can."""
    trick = (*known.table, candidate)
    if winning_place(trick, HEIGHT) != len(trick) - 1:
        return 0.0
    suit, height = candidate[0], HEIGHT[candidate]
    unseen = known.unseen_of(suit)
    higher = [other for other in unseen if HEIGHT[other] > height]
    lower = [other for other in unseen if HEIGHT[other] < height]
    chance = 1.0
    for seat in known.still_to_play:
        over = known.holds_one(seat, higher)
        chance *= 1.0 - over * max(1.0 - known.holds_one(seat, lower), W["loose"])
    return chance


def caught(known: Knowledge, candidate: Card) -> float:
    """How many of what counts will lie in the trick, on average."""
    if known.contract is Contract.NO_TRICKS:
        return 1.0
    trick = (*known.table, candidate)
    lying = sum(counts(known.contract, card) for card in trick)
    return lying + sum(_thrown(known, seat, trick) for seat in known.still_to_play)


def _thrown(known: Knowledge, seat: Seat, trick: tuple[Card, ...]) -> float:
    led = trick[0][0]
    best = HEIGHT[trick[winning_place(trick, HEIGHT)]]
    unseen = known.unseen_of(led)
    follows = known.holds_one(seat, unseen)
    bad = [card for card in known.unseen if counts(known.contract, card)]
    of_led = [card for card in bad if card[0] == led]
    elsewhere = known.holds_one(seat, [card for card in bad if card[0] != led])
    if known.contract is Contract.NO_HEARTS and led == "H":
        return follows
    under = known.holds_one(seat, [card for card in of_led if HEIGHT[card] < best])
    return under + (1.0 - follows) * elsewhere


def keeping(known: Knowledge, candidate: Card) -> float:
    """What it would cost to keep the card: the more cards below it are out and the fewer of one's own, the more."""
    suit, height = candidate[0], HEIGHT[candidate]
    unseen = known.unseen_of(suit)
    if not unseen:
        return 0.0
    below = sum(HEIGHT[other] < height for other in unseen) / len(unseen)
    guards = sum(other[0] == suit and HEIGHT[other] < height for other in known.hand)
    return W["keep"] * below * W["guard"] ** guards


def shedding(known: Knowledge, candidate: Card) -> float:
    """What it is worth to be rid of a card that counts, or of one that would catch the king, on another's trick."""
    if counts(known.contract, candidate):
        return W["shed_bad"] * COST[known.contract]
    if known.contract is Contract.KING and candidate == "HA" and KING_OF_HEARTS in known.unseen:
        return W["shed_bad"] * COST[known.contract] / 2
    return 0.0


def goes_for_all(known: Knowledge) -> bool:
    """Whether taking everything promises more than ducking: nobody else has any, and the hand is strong enough."""
    if known.contract not in COUNTED:
        return False
    mine, whole = known.taken[known.seat], COUNTED[known.contract]
    if mine != sum(known.taken):
        return False
    chance = sweep(known)
    if known.contract is not Contract.NO_TRICKS:
        chance **= W["slam_any"]
    share = mine / whole
    going = -8 * chance + W["fail"] * (1 - chance)
    return going < 16 * share + 16 * (1 - share) * W["usual"]


def sweep(known: Knowledge) -> float:
    """A rough chance that every card of the hand wins its trick: top cards do, lower ones once the suit is out."""
    if known.table:
        best = max(wins(known, card) for card in known.hand)
        if best == 0.0:
            return 0.0
    return prod(_stands(known, card) for card in known.hand)


def _stands(known: Knowledge, card: Card) -> float:
    suit, height = card[0], HEIGHT[card]
    unseen = known.unseen_of(suit)
    higher = sum(HEIGHT[other] > height for other in unseen)
    if not higher:
        return 1.0
    before = sum(other[0] == suit and HEIGHT[other] > height for other in known.hand)
    left = len(unseen) - W["pulled"] * before
    return 0.9 if left <= 0 else 0.3 if left <= 1 else 0.05


def blocks(known: Knowledge) -> float:
    """Below zero where somebody else is about to take everything, so that one is taken on purpose."""
    whole = COUNTED.get(known.contract)
    if whole is None or sum(known.taken) < 0.7 * whole:
        return 1.0
    return -0.5 if max(known.taken) == sum(known.taken) > known.taken[known.seat] else 1.0
