"""A Kalooki player: when it draws, calls, lays and adds, and how the strong one weighs its discards; how far a hand is
from the contract is in `choosing`. No level searches: they differ in `Judgement`. Why, in words, is in `reasons`. What
was measured is in docs/decisions/2026-11-27-kalooki-levels-judge.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import log, prod
from typing import Final, NamedTuple, TypeAlias

from games.bots.kalooki import choosing
from games.bots.kalooki.reasons import Reason
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import JOKER, SUITS, Card, face, rank_of, suit_of
from games.engine.kalooki import scoring
from games.engine.kalooki.contracts import FOUR, PACKS, THREE, Contract
from games.engine.kalooki.melds import HIGH_ACE, NATURALS, RANKS, is_joker
from games.engine.view import Choice, View
from games.engine.words import text


class Judgement(NamedTuple):
    """What a level takes into account. `calls_late`: a card that helps is called also while somebody has few cards
    left. `weighs_ways`: discards are chosen by the ways to the contract and the points in the hand."""

    calls_late: bool
    weighs_ways: bool


EASY: Final = Judgement(calls_late=False, weighs_ways=False)
GOOD: Final = Judgement(calls_late=True, weighs_ways=False)
STRONG: Final = Judgement(calls_late=True, weighs_ways=True)


def make_player(judgement: Judgement, seed: int) -> Player:
    """The player of this judgement; it leaves nothing to chance, so that every seed leads to the same answers."""
    return partial(decide, judgement=judgement)


def decide(view: View, choices: Sequence[Choice], judgement: Judgement = EASY) -> Decision:
    """The decision of this seat; the only choice where there is one and it must be taken."""
    answer, why = _answer_and_reason(view, choices, judgement)
    return clearly(answer, text(why))


def _answer_and_reason(
    view: View, choices: Sequence[Choice], judgement: Judgement
) -> tuple[Data | None, Reason]:
    words = {choice.data["do"] for choice in choices}
    if len(choices) == 1 and view.prompt.must:
        return choices[0].data, Reason.ONLY_CHOICE
    hand = list(view.hand_cards)
    if words <= {"take", "stock", "call", "pass", "allow", "refuse"}:
        return _in_the_window(view, hand, words, judgement)
    return _in_the_turn(view, hand, choices, judgement)


def _in_the_window(
    view: View, hand: list[Card], words: set[str], judgement: Judgement
) -> tuple[Data | None, Reason]:
    """Take what helps, also by calling it; let others have the rest."""
    assert view.discard is not None
    contract, top = choosing.contract_of(view), view.discard.cards[-1]
    useful = choosing.helps(hand, top, contract, choosing.around(view))
    if "call" in words:
        return _call_or_pass(view, judgement) if useful else ({"do": "pass"}, Reason.NO_CALL)
    if "allow" in words:
        return ({"do": "refuse"}, Reason.KEEP_IT) if useful else ({"do": "allow"}, Reason.ALLOW)
    if useful and "take" in words:
        return {"do": "take"}, Reason.TAKE_IT
    if "stock" in words:
        return {"do": "stock"}, Reason.FROM_STOCK
    return None, Reason.WAIT_FOR_STOCK


def _call_or_pass(view: View, judgement: Judgement) -> tuple[Data, Reason]:
    """Whether to call a card that helps: it is worth the two cards that come, but some keep their hands small when
    somebody goes out soon, and nobody calls when few cards are left to draw from."""
    soon_out = choosing.somebody_is_out_soon(view)
    if not choosing.leaves_enough(view) or (soon_out and not judgement.calls_late):
        return {"do": "pass"}, Reason.CALL_COSTS
    return {"do": "call"}, Reason.CALL_LATE if soon_out else Reason.CALL_IT


def _in_the_turn(
    view: View, hand: list[Card], choices: Sequence[Choice], judgement: Judgement
) -> tuple[Data, Reason]:
    """Lay, then add what fits, then discard."""
    down = any(zone.seat == view.viewer for zone in view.roles)
    if not down:
        contract = choosing.contract_of(view)
        laying = choosing.best_laying(view, hand, contract)
        waits = laying is not None and choosing.waits(view, laying) and not choosing.lets_go(view)
        if laying is not None and (laying.goes_out or not waits):
            return laying.data, Reason.BEND if laying.goes_out else Reason.LAY_NOW
        weighs = judgement.weighs_ways and len(hand) > 1 and not choosing.lets_go(view)
        card, why = discard(view, hand) if weighs else choosing.discard(view, hand, contract)
        return {"do": "discard", "card": card}, Reason.WAIT_TO_BEND if laying else why
    extra = choosing.another_meld(view, hand)
    if extra is not None:
        return extra.data, Reason.LAY_MORE
    adding = [choice.data for choice in choices if choice.data["do"] in ("tack", "shift")]
    naturals = sorted((data for data in adding if not is_joker(data["card"])), key=lambda data: data["card"])
    if naturals and not _only_card_to_discard(view, hand):
        return naturals[0], Reason.ADD if naturals[0]["do"] == "tack" else Reason.MOVE_JOKER
    jokers = [data for data in adding if is_joker(data["card"])]
    if jokers:
        return min(jokers, key=lambda data: (choosing.leaves(view, hand, data), data["card"])), Reason.ADD
    card, why = choosing.discard(view, hand, None)
    return {"do": "discard", "card": card}, why


def _only_card_to_discard(view: View, hand: list[Card]) -> bool:
    """Whether going out needs a discard and one card alone can be it: jokers are added first then."""
    return view.options.final_discard == "required" and sum(not is_joker(card) for card in hand) == 1


# The ways a hand has to its contract: every choice of threes and fours, weighed by the cards that can still come.
#
# A meld counts 1 where it lies in the hand. Each card it lacks multiplies that by `LIVE_CARD_WORTH` for every such card
# nobody has seen. The ways to a contract are the sums over all choices of so many melds, with the jokers of the hand
# filled in where the rules allow it. A card that lies in a three and in a four counts for both:
# `choosing.count_missing`, which is exact, stands beside it.

LIVE_CARD_WORTH: Final = 0.12
"""The worth of a card that a meld lacks, for each such card that can still come."""
KEPT_CARD_WORTH: Final = 0.15
"""In a long deal, how much a card counts that has not been seen lately: somebody keeps it."""
JOKER_IN_THREE: Final = 0.5
JOKER_IN_FOUR: Final = 0.25
"""How much an unseen joker counts for one card that a three or a four lacks."""
TWO_LACKING: Final = 0.6
THREE_LACKING: Final = 0.2
"""What remains of the worth of a three that lacks so many cards beside the jokers of the hand: there are many such
ranks, and time for few."""
MAX_LACKING_WORTH: Final = 0.95
"""The most that a card not yet held is worth."""
POINT_WEIGHT: Final = 0.06
"""The weight of a penalty point in the hand against the logarithm of the ways. Measured by duplicate deals: from 0.03
to 0.08 it makes little difference, without it some ten points a deal are lost."""
SMALLEST_WAYS: Final = 1e-12
"""Added to the ways, so that a hand without any has a logarithm too."""

Ways: TypeAlias = list[list[float]]
"""By number of melds and of jokers in them."""

MASKS: Final = tuple(mask for mask in range(1 << FOUR) if not mask & mask << 1)
"""The places of jokers in a four of four cards, as bits: never side by side."""
JOKERS_IN_FOUR: Final = {"adjacent_only": FOUR - NATURALS, "one_in_minimum": 1}
"""The most jokers in a four of four cards, by `joker_cap_four`."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The contract of a deal and what a seat knows of the cards. `live` says how many of each face can still come,
    `going` is `choosing.around`, `most` how many jokers a four of four cards may have."""

    contract: Contract
    live: Mapping[Card, float]
    going: frozenset[Card] | None
    most: int


def outlook(view: View) -> Outlook:
    """What the viewer of this table knows. Live are all cards not seen; in a long deal those that go around, and a part
    of the others, which somebody keeps."""
    pack, going = PACKS[view.options.packs], choosing.around(view)
    seen = {lying.card for zone in view.melds for lying in zone.cards} | set(view.hand_cards)
    if going is None:
        seen.update(card for _seat, card in view.played)
    live = dict.fromkeys(map(face, pack), 0.0)
    for card in pack:
        if card not in seen:
            live[face(card)] += 1.0 if going is None or card in going else KEPT_CARD_WORTH
    return Outlook(choosing.contract_of(view), live, going, JOKERS_IN_FOUR[view.options.joker_cap_four])


def discard(view: View, hand: Sequence[Card]) -> tuple[Card, Reason]:
    """The card without which the hand promises most, its penalty points taken off, and why it goes."""
    known = outlook(view)
    free = [card for card in hand if not is_joker(card)]
    left = {card: promise([other for other in hand if other != card], known) for card in free}
    chosen = max(free, key=lambda card: (left[card] + POINT_WEIGHT * scoring.value(card), card))
    if not choosing.ties(hand, chosen, known.contract):
        return chosen, Reason.USELESS
    return chosen, Reason.MOST_WAYS if left[chosen] >= max(left.values()) else Reason.TOO_DEAR


def promise(hand: Sequence[Card], known: Outlook) -> float:
    """The logarithm of the ways to the contract, less the cards the hand lacks."""
    return ways(hand, known) - choosing.count_missing(hand, known.contract, known.going)


def ways(hand: Sequence[Card], known: Outlook) -> float:
    """The logarithm of the ways this hand has to the contract."""
    naturals = [card for card in hand if not is_joker(card)]
    contract, live = known.contract, known.live
    jokers = min(len(hand) - len(naturals), contract.threes + known.most * contract.fours)
    threes, fours = _no_meld(contract.threes, jokers), _no_meld(contract.fours, jokers)
    if contract.threes:
        counts = Counter(rank_of(card) for card in naturals)
        for rank in RANKS:
            coming = sum(live[suit + rank] for suit in SUITS)
            _extend(threes, _three(min(counts[rank], THREE), coming, live[JOKER]))
    if contract.fours:
        for suit in SUITS:
            held = frozenset(RANKS.index(rank_of(card)) for card in naturals if suit_of(card) == suit)
            in_suit = tuple(live[suit + rank] for rank in RANKS)
            _extend(fours, _four(held, in_suit, live[JOKER], min(known.most, jokers)))
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
def _three(count: int, coming: float, jokers: float) -> tuple[float, float]:
    """The worth of a three with so many cards of its rank, without a joker of the hand and with one."""
    card = LIVE_CARD_WORTH * coming
    last = card + LIVE_CARD_WORTH * JOKER_IN_THREE * jokers
    if count >= THREE:
        return 1.0, 0.0
    if count == THREE - 1:
        return min(MAX_LACKING_WORTH, last), 1.0
    if count == 1:
        return TWO_LACKING * min(MAX_LACKING_WORTH, card * last / 2), min(MAX_LACKING_WORTH, card)
    return THREE_LACKING * min(MAX_LACKING_WORTH, card * card * last / 6), TWO_LACKING * min(
        MAX_LACKING_WORTH, card * card / 2
    )


@lru_cache(maxsize=4096)
def _four(held: frozenset[int], coming: tuple[float, ...], jokers: float, most: int) -> tuple[float, ...]:
    """The worth of a four of that suit by the number of jokers in it: 1 less the product of what each run lacks."""
    missed = [1.0] * (most + 1)
    for start in range(HIGH_ACE - FOUR + 1):
        places = [(start + step) % len(RANKS) for step in range(FOUR)]
        chances = [
            1.0
            if place in held
            else min(MAX_LACKING_WORTH, LIVE_CARD_WORTH * (coming[place] + JOKER_IN_FOUR * jokers))
            for place in places
        ]
        best = [0.0] * (most + 1)
        for mask in MASKS:
            used = mask.bit_count()
            if used <= most and not any(mask >> step & 1 and places[step] in held for step in range(FOUR)):
                best[used] = max(
                    best[used], prod(chance for step, chance in enumerate(chances) if not mask >> step & 1)
                )
        for used, value in enumerate(best):
            missed[used] *= 1.0 - value
    return tuple(1.0 - value for value in missed)
