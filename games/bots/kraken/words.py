"""The words about trumps and challenges: what those of others tell of their hands (`weigher`), and which one a
searching player says itself (`trumps`, `raising_choices`), each with its mean score over worlds played out.

Both read a hand by the easy bot's measure (`worth` in `bots/kraken/hand_worth.py`), from tables by the byte of a suit
(`gains`): what a seat said makes some hands likely, and what it will say in a world follows from its hand there. What
was said is known by its code in the view (`engine/kraken/view.py`: `said_trump`, `said_best_run`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from games.bots.kraken import hand_worth
from games.bots.kraken.belief import belief, declared_points, with_stuk, worlds
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.policy import play_out
from games.bots.kraken.compact.positions import (
    BYTE,
    EMPTY,
    PLAIN_RUNS,
    TRUMP_RUNS,
    Position,
    Score,
    rules_of,
    times_bonus,
)
from games.bots.kraken.easy import (
    ENOUGH_FOR_KRAKEN,
    ENOUGH_FOR_PARTNERS_RE,
    ENOUGH_FOR_RE,
    ENOUGH_FOR_SUPERKRAKEN,
    ENOUGH_FOR_TRUMP,
)
from games.engine.actions import Data
from games.engine.cards import PACK_OF_32, SUITS, Card, Suit
from games.engine.kraken.declarations import STUK
from games.engine.kraken.legal import PLAIN_ORDER, TRUMP_ORDER
from games.engine.kraken.options import Options
from games.engine.seats import Seat
from games.engine.view import Choice, View

# What words tell: the likelihood that four hands said what was said. Never certainties.

SPREAD: Final = 14.0
RAISING_SPREAD: Final = 8.0
"""Points of hand value over which a player's choice of trumps, and of a challenge, is uncertain."""
UNUSUAL: Final = 0.05
"""The least weight of a suit or a pass: people say surprising things."""
BLUFF: Final = 0.003
"""The least weight of a challenge. One hand in thirty is worth a kraken, so more would mean that most are bluffs."""
NOT_DECLARED: Final = 0.05
"""The weight of a combination that is held and not declared, or better than the one named."""


@dataclass(frozen=True, slots=True)
class Values:
    """By the byte of a suit in the compact form, what it is worth to its hand as trumps and beside trumps."""

    as_trumps: tuple[float, ...]
    beside: tuple[float, ...]


@cache
def _values(order: str, declared: bool) -> Values:
    """The values of a suit whose cards stand in this order."""
    as_trumps, beside = [], []
    runs = PLAIN_RUNS if order == PLAIN_ORDER else TRUMP_RUNS
    for held in range(256):
        ranks = {rank for place, rank in enumerate(order) if held >> place & 1}
        roem = runs[held] if declared else 0
        trumps = hand_worth.TRUMP_LENGTH[len(ranks)] + sum(hand_worth.TRUMP[rank] for rank in ranks)
        trumps += hand_worth.BOER_AND_NEL if {"J", "9"} <= ranks else 0
        trumps += STUK if declared and {"K", "Q"} <= ranks else 0
        as_trumps.append(trumps + roem)
        plain = hand_worth.side_suit(ranks) + (hand_worth.VOID if not ranks else 0) + roem
        beside.append(plain)
    return Values(tuple(as_trumps), tuple(beside))


def gains(hand: int, options: Options) -> tuple[float, float, float, float]:
    """The worth of a hand with each byte of the compact form as trumps."""
    declared = options.declarations == "on"
    plain, trump = _values(PLAIN_ORDER, declared), _values(TRUMP_ORDER, declared)
    beside, as_trumps = plain.beside, plain.as_trumps
    one, two, three, top = hand & BYTE, hand >> 8 & BYTE, hand >> 16 & BYTE, hand >> 24
    first, second, third = beside[one], beside[two], beside[three]
    without_top = first + second + third
    if declared:
        for cards, points in positions.fours(options.quads).items():
            if hand & cards == cards:
                without_top += points
    total = without_top + trump.beside[top]
    return (
        total - first + as_trumps[one],
        total - second + as_trumps[two],
        total - third + as_trumps[three],
        without_top + trump.as_trumps[top],
    )


def likely(value: float, enough: float, least: float, spread: float) -> float:
    """The likelihood, between `least` and one, that a hand of this value does what takes `enough`."""
    return least + (1 - least) / (1 + exp(min((enough - value) / spread, 300.0)))


def weigher(view: View, suits: Sequence[str]) -> Callable[[Sequence[int]], float]:
    """The weight of four dealt hands in view of what was said; `suits` are those of the compact form."""
    contract, options = view.contract, view.options
    assert contract is not None
    maker, level = contract.maker, contract.level
    assert maker is not None
    chosen = any(word.text.code in ("said_trump", "said_accept") for word in view.words)
    passed_trump = _seats_passed_before_trump(view)
    best = _named_points(view)
    raised = [
        tuple(level for level, (raiser, _) in enumerate(contract.challenges) if raiser == seat)
        for seat in range(len(view.seats))
    ]
    enough = (ENOUGH_FOR_KRAKEN, ENOUGH_FOR_RE, ENOUGH_FOR_SUPERKRAKEN)
    others = [seat for seat in range(len(view.seats)) if seat != view.viewer]
    silent = {seat for seat in others if (seat - maker) % 2 and level == 0}
    spoke = {seat for seat in others if raised[seat]} | passed_trump | ({maker} if chosen else set())

    def weight(hands: Sequence[int]) -> float:
        total = 1.0
        for seat in others:
            hand = hands[seat]
            if seat in spoke or seat in silent:
                worth = gains(hand, options)
                if seat == maker and chosen:
                    total *= _named_trump(worth, options, suits)
                if seat in passed_trump:
                    total *= likely(-max(worth), -ENOUGH_FOR_TRUMP, UNUSUAL, SPREAD)
                for rung in raised[seat]:
                    partner = rung == 1 and seat != maker
                    needed = ENOUGH_FOR_PARTNERS_RE if partner else enough[rung]
                    total *= likely(worth[3], needed, BLUFF, RAISING_SPREAD)
                if seat in silent:
                    total *= likely(-worth[3], -ENOUGH_FOR_KRAKEN, UNUSUAL, SPREAD)
            if seat in best and _holds_better(hand, best[seat], options):
                total *= NOT_DECLARED
        return total

    return weight


def _named_trump(worth: Sequence[float], options: Options, suits: Sequence[str]) -> float:
    """The likelihood that the fourth suit was named among the four, from the worth of each."""
    weights = []
    for suit, value in zip(suits, worth, strict=True):
        doubled = suit == "S" and options.double_spades in ("cards", "all")
        gain = (value - ENOUGH_FOR_TRUMP) * (2 if doubled else 1)
        weights.append(exp(min(gain, 300.0) / SPREAD))
    return UNUSUAL + (1 - UNUSUAL) * weights[3] / sum(weights)


def _seats_passed_before_trump(view: View) -> frozenset[Seat]:
    """The seats that passed when they could have made trumps."""
    passed = set()
    for word in view.words:
        if word.text.code in ("said_trump", "said_accept", "forced_trump", "kraken"):
            break
        if word.text.code == "pass":
            passed.add(word.seat)
    fixed = any(word.text.code in ("said_trump", "said_accept") for word in view.words)
    return frozenset(passed) if fixed else frozenset()


def _named_points(view: View) -> dict[Seat, int]:
    """By seat the points of the best combination it named, 0 for a seat that named none; empty while they speak."""
    named: dict[Seat, int] = {}
    for word in view.words:
        if word.text.code == "said_nothing":
            named.setdefault(word.seat, 0)
        if word.text.code.startswith("said_best"):
            named[word.seat] = int(dict(word.text.facts)["points"])
    return named


def _holds_better(hand: int, points: int, options: Options) -> bool:
    """Whether a dealt hand has a combination of more points than were named."""
    if (
        PLAIN_RUNS[hand & BYTE] > points
        or PLAIN_RUNS[hand >> 8 & BYTE] > points
        or PLAIN_RUNS[hand >> 16 & BYTE] > points
        or TRUMP_RUNS[hand >> 24] > points
    ):
        return True
    return any(
        worth > points and hand & cards == cards for cards, worth in positions.fours(options.quads).items()
    )


# What to say.

STANDARD_ERRORS: Final = 1.0
"""A challenge is said when it promises more than silence by this many standard errors."""


class Word(NamedTuple):
    """A word that may be said and what it promises: the mean difference on the sheet for the speaker's side."""

    data: Data
    value: float
    error: float


def raising_choices(view: View, choices: Sequence[Choice], count: int, seed: int) -> tuple[Word, Word]:
    """Silence and the challenge on offer, the better one first."""
    known, contract = belief(view), view.contract
    assert contract is not None
    assert contract.maker is not None
    rng = Random(f"{seed} {contract.level} {known.hand}")
    maker, level, options = contract.maker, contract.level, known.options
    side, first = 1 - 2 * (known.seat % 2), _first_to_lead(view)
    offered = next(choice.data for choice in choices if choice.data["do"] != "pass")
    scores = [Score(options, declarers=maker % 2, level=each) for each in range(4)]
    speakers = _speakers(maker, level)
    later = speakers[speakers.index(known.seat) + 1 :]
    silent, differences = 0.0, []
    weigh = weigher(view, known.form.suits)
    for world in worlds(known, count, weigh, rng, challenged=level > 0):
        strength = [gains(hand, options)[3] for hand in world.hands]
        taken = _takings(world.hands, known.trump, options, first, maker)
        quiet = side * scores[_level(level, later, strength, maker)](*taken)
        loud = side * scores[_level(level + 1, _speakers(maker, level + 1), strength, maker)](*taken)
        differences += [float(loud - quiet)] * world.times
        silent += quiet * world.times
    drawn = len(differences)
    mean = sum(differences) / drawn
    error = sqrt(sum((one - mean) ** 2 for one in differences)) / drawn
    silence = Word({"do": "pass"}, silent / drawn, 0.0)
    challenge = Word(offered, silence.value + mean, error)
    return (challenge, silence) if mean > STANDARD_ERRORS * error else (silence, challenge)


def trumps(view: View, choices: Sequence[Choice], count: int, seed: int) -> tuple[Word, ...]:
    """The words about trumps on offer, the one that promises most first."""
    seat, options = view.viewer, view.options
    assert seat is not None
    hand = view.hand_cards
    rng = Random(f"{seed} {' '.join(sorted(hand))}")
    deals = _deals(hand, seat, count, rng)
    words = []
    for choice in choices:
        values = [_worth_of(choice.data, view, seat, deal, options, rng) for deal in deals]
        mean = sum(values) / count
        error = sqrt(sum((value - mean) ** 2 for value in values)) / count
        words.append(Word(choice.data, mean, error))
    return tuple(sorted(words, key=lambda word: -word.value))


def _deals(hand: Sequence[Card], seat: Seat, count: int, rng: Random) -> list[list[tuple[Card, ...]]]:
    """Deals of the cards the seat does not see, all equally likely."""
    unseen = [card for card in PACK_OF_32 if card not in hand]
    deals = []
    for _ in range(count):
        rng.shuffle(unseen)
        rest = [tuple(unseen[start : start + 8]) for start in (0, 8, 16)]
        deals.append([tuple(hand) if other == seat else rest.pop() for other in range(4)])
    return deals


def _worth_of(
    data: Data, view: View, seat: Seat, deal: Sequence[tuple[Card, ...]], options: Options, rng: Random
) -> int:
    """The difference on the sheet for the seat's side after that word in this deal."""
    contract = view.contract
    turned = contract.turned if contract is not None else ()
    if data["do"] == "pass":
        suit, maker = _trump_of_others(view, seat, deal, options, rng)
    else:
        suit, maker = (data["suit"], seat) if data["do"] == "trump" else (turned[-1], seat)
    form = positions.form(suit)
    hands = [form.mask(cards) for cards in deal]
    strength = [gains(hand, options)[3] for hand in hands]
    first = _first_to_lead(view)
    taken = _takings(hands, suit, options, first, maker)
    level = _level(0, _speakers(maker, 0), strength, maker)
    return (1 - 2 * (seat % 2)) * Score(options, declarers=maker % 2, level=level)(*taken)


def _trump_of_others(
    view: View, seat: Seat, deal: Sequence[tuple[Card, ...]], options: Options, rng: Random
) -> tuple[Suit, Seat]:
    """Trumps and their maker when this seat passes and the others speak by the worth of their hands."""
    left = _first_to_lead(view)
    contract = view.contract
    turned = contract.turned if contract is not None else ()
    start = (left + 3) % 4 if options.trump_mode == "free" and options.free_start == "dealer" else left
    form = positions.form("S")
    for step in range((seat - start) % 4 + 1, 4):
        speaker = (start + step) % 4
        worth = dict(zip(form.suits, gains(form.mask(deal[speaker]), options), strict=True))
        suit = turned[-1] if turned else max(worth, key=worth.__getitem__)
        if worth[suit] >= ENOUGH_FOR_TRUMP:
            return suit, speaker
    forced = start if options.trump_mode == "free" else left
    worth = dict(zip(form.suits, gains(form.mask(deal[forced]), options), strict=True))
    offered = [suit for suit in SUITS if suit not in turned]
    if turned and options.random_fallback == "second_card":
        return rng.choice(offered), forced
    return max(offered, key=worth.__getitem__), forced


def _first_to_lead(view: View) -> Seat:
    dealer = next(zone.seat for zone in view.seats if zone.dealer)
    return (dealer + 1) % 4


def _speakers(maker: Seat, level: int) -> tuple[Seat, ...]:
    """The seats that may raise from this level, in order."""
    if level == 1:
        return maker, (maker + 2) % 4
    return ((maker + 1) % 4, (maker + 3) % 4) if level < 3 else ()


def _level(level: int, speakers: Sequence[Seat], strength: Sequence[float], maker: Seat) -> int:
    """The level at which the challenges end when these seats, and those after them, speak by their strength."""
    while True:
        enough = (ENOUGH_FOR_KRAKEN, ENOUGH_FOR_RE, ENOUGH_FOR_SUPERKRAKEN)
        for seat in speakers:
            needed = enough[level]
            if level == 1 and seat != maker:
                needed = ENOUGH_FOR_PARTNERS_RE
            if strength[seat] >= needed:
                break
        else:
            return level
        level += 1
        speakers = _speakers(maker, level)


def _takings(
    hands: Sequence[int], trump: Suit, options: Options, first: Seat, maker: Seat
) -> tuple[int, int]:
    """The takings of both sides at the end of the round when the quick player plays all four hands."""
    form = positions.form(trump)
    times = times_bonus(trump, options)
    before = declared_points(hands, form, options, first, times)
    before = with_stuk(before, hands, options, times)
    position = Position((hands[0], hands[1], hands[2], hands[3]), first, EMPTY, before)
    return play_out(position, rules_of(trump, options), maker % 2)
