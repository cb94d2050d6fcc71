"""The ways a hand has to its contract: every choice of threes and fours, weighed by the cards that can still come. The
strong player of Kalooki discards by them.

A meld counts 1 where it lies in the hand. Each card missing from it multiplies that by `LIVE_CARD_WORTH` for every such
card nobody has seen. The ways to a contract are the sums over all choices of so many melds, with the jokers of the hand
filled in where the rules allow it. A card that lies in a three and in a four counts for both:
`missing_cards.count_missing`, which is exact, stands beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, prod
from typing import Final, TypeAlias

from games.bots.kalooki import missing_cards
from games.bots.kalooki.knowledge import cards_going_around, contract_of
from games.bots.kalooki.reasons import Reason
from games.engine.cards import JOKER, SUITS, Card, face, rank_of, suit_of
from games.engine.kalooki import scoring
from games.engine.kalooki.contracts import FOUR, PACKS, THREE, Contract
from games.engine.kalooki.melds import HIGH_ACE, NATURALS, RANKS, is_joker
from games.engine.view import View

LIVE_CARD_WORTH: Final = 0.12
"""The worth of a card missing from a meld, for each such card that can still come."""
KEPT_CARD_WORTH: Final = 0.15
"""In a long deal, how much a card counts that has not been seen lately: somebody keeps it."""
JOKER_IN_THREE: Final = 0.5
JOKER_IN_FOUR: Final = 0.25
"""How much an unseen joker counts for one card missing from a three or a four."""
TWO_MISSING: Final = 0.6
THREE_MISSING: Final = 0.2
"""What remains of the worth of a three from which so many cards are missing beside the jokers of the hand: there are
many such ranks, and time for few."""
MAX_MISSING_CARD_WORTH: Final = 0.95
"""The most that a card not yet held is worth."""
POINT_WEIGHT_BY_WAYS: Final = 0.06
"""The weight of a penalty point in the hand against the logarithm of the ways. Measured by duplicate deals: from 0.03
to 0.08 it makes little difference, without it some ten points a deal are lost."""
SMALLEST_WAYS: Final = 1e-12
"""Added to the ways, so that a hand without any has a logarithm too."""

Ways: TypeAlias = list[list[float]]
"""By number of melds and of jokers in them."""

JOKER_PLACES: Final = tuple(mask for mask in range(1 << FOUR) if not mask & mask << 1)
"""The places of jokers in a four of four cards, as bits: never side by side."""
JOKERS_IN_FOUR: Final = {"adjacent_only": FOUR - NATURALS, "one_in_minimum": 1}
"""The most jokers in a four of four cards, by `joker_cap_four`."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The contract of a deal and what a seat knows of the cards. `live` says how many of each face can still come,
    `going_around` is from `knowledge`, `most` how many jokers a four of four cards may have."""

    contract: Contract
    live: Mapping[Card, float]
    going_around: frozenset[Card] | None
    most: int


def outlook(view: View) -> Outlook:
    """What the viewer of this table knows. Live are all cards not seen; in a long deal those that go around, and a part
    of the others, which somebody keeps."""
    pack, going_around = PACKS[view.options.packs], cards_going_around(view)
    seen = {lying.card for zone in view.melds for lying in zone.cards} | set(view.hand_cards)
    if going_around is None:
        seen.update(card for _seat, card in view.played)
    live = dict.fromkeys(map(face, pack), 0.0)
    for card in pack:
        if card not in seen:
            live[face(card)] += 1.0 if going_around is None or card in going_around else KEPT_CARD_WORTH
    return Outlook(contract_of(view), live, going_around, JOKERS_IN_FOUR[view.options.joker_cap_four])


def discard_by_ways(view: View, hand: Sequence[Card]) -> tuple[Card, Reason]:
    """The card without which the hand promises most, its penalty points taken off, and why it goes."""
    known = outlook(view)
    free = [card for card in hand if not is_joker(card)]
    left = {card: promise([other for other in hand if other != card], known) for card in free}
    chosen = max(free, key=lambda card: (left[card] + POINT_WEIGHT_BY_WAYS * scoring.value(card), card))
    if not missing_cards.worth_beside(hand, chosen, known.contract):
        return chosen, Reason.USELESS
    return chosen, Reason.MOST_WAYS if left[chosen] >= max(left.values()) else Reason.TOO_DEAR


def promise(hand: Sequence[Card], known: Outlook) -> float:
    """The logarithm of the ways to the contract, less the missing cards."""
    return log_of_ways(hand, known) - missing_cards.count_missing(hand, known.contract, known.going_around)


def log_of_ways(hand: Sequence[Card], known: Outlook) -> float:
    """The logarithm of the ways this hand has to the contract."""
    naturals = [card for card in hand if not is_joker(card)]
    contract, live = known.contract, known.live
    jokers = min(len(hand) - len(naturals), contract.threes + known.most * contract.fours)
    threes, fours = _no_meld(contract.threes, jokers), _no_meld(contract.fours, jokers)
    if contract.threes:
        counts = Counter(rank_of(card) for card in naturals)
        for rank in RANKS:
            of_rank = sum(live[suit + rank] for suit in SUITS)
            _extend(threes, _three_worth(min(counts[rank], THREE), of_rank, live[JOKER]))
    if contract.fours:
        for suit in SUITS:
            held = frozenset(RANKS.index(rank_of(card)) for card in naturals if suit_of(card) == suit)
            of_suit = tuple(live[suit + rank] for rank in RANKS)
            _extend(fours, _four_worth(held, of_suit, live[JOKER], min(known.most, jokers)))
    return log(
        SMALLEST_WAYS
        + sum(worth * sum(fours[-1][: jokers - used + 1]) for used, worth in enumerate(threes[-1]))
    )


def _no_meld(melds: int, jokers: int) -> Ways:
    """One way to no meld at all, none to more."""
    ways = [[0.0] * (jokers + 1) for _ in range(melds + 1)]
    ways[0][0] = 1.0
    return ways


def _extend(found: Ways, meld: Sequence[float]) -> None:
    """Add one meld to choose from, its worth by the number of jokers in it."""
    for number in range(len(found) - 1, 0, -1):
        fewer, same = found[number - 1], found[number]
        for jokers in range(len(same) - 1, -1, -1):
            for used, value in enumerate(meld[: jokers + 1]):
                same[jokers] += fewer[jokers - used] * value


@lru_cache(maxsize=4096)
def _three_worth(count: int, live: float, jokers: float) -> tuple[float, float]:
    """The worth of a three with so many cards of its rank, without a joker of the hand and with one."""
    card = LIVE_CARD_WORTH * live
    last = card + LIVE_CARD_WORTH * JOKER_IN_THREE * jokers
    if count >= THREE:
        return 1.0, 0.0
    if count == THREE - 1:
        return min(MAX_MISSING_CARD_WORTH, last), 1.0
    if count == 1:
        return TWO_MISSING * min(MAX_MISSING_CARD_WORTH, card * last / 2), min(MAX_MISSING_CARD_WORTH, card)
    return THREE_MISSING * min(MAX_MISSING_CARD_WORTH, card * card * last / 6), TWO_MISSING * min(
        MAX_MISSING_CARD_WORTH, card * card / 2
    )


@lru_cache(maxsize=4096)
def _four_worth(held: frozenset[int], live: tuple[float, ...], jokers: float, most: int) -> tuple[float, ...]:
    """The worth of a four of that suit by the number of jokers in it: 1 less the product over its runs of
    1 less the worth of each."""
    missed = [1.0] * (most + 1)
    for start in range(HIGH_ACE - FOUR + 1):
        places = [(start + step) % len(RANKS) for step in range(FOUR)]
        chances = [
            1.0
            if place in held
            else min(MAX_MISSING_CARD_WORTH, LIVE_CARD_WORTH * (live[place] + JOKER_IN_FOUR * jokers))
            for place in places
        ]
        best = [0.0] * (most + 1)
        for mask in JOKER_PLACES:
            used = mask.bit_count()
            if used <= most and not any(mask >> step & 1 and places[step] in held for step in range(FOUR)):
                best[used] = max(
                    best[used], prod(chance for step, chance in enumerate(chances) if not mask >> step & 1)
                )
        for used, value in enumerate(best):
            missed[used] *= 1.0 - value
    return tuple(1.0 - value for value in missed)
