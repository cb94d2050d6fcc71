"""What a strong player believes of covered cards, from what was played and said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import exp
from random import Random
from typing import Final, NamedTuple

from games.bots.kraken import knowledge as hand_measure
from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    BYTE,
    EMPTY,
    PLAIN_RUNS,
    TRUMP_RUNS,
    Form,
    Hands,
    Rules,
    Table,
    excluded_cards,
    lay_card,
    rules_of,
)
from games.bots.kraken.speaking import (
    ENOUGH_FOR_KRAKEN,
    ENOUGH_FOR_PARTNERS_RE,
    ENOUGH_FOR_RE,
    ENOUGH_FOR_SUPERKRAKEN,
    ENOUGH_FOR_TRUMP,
)
from games.bots.unseen_cards import MAX_TRIES, deal_at_random, deal_in_order
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Suit, rank_of, suit_of
from games.engine.kraken.declarations import STUK, run_points
from games.engine.kraken.options import Options
from games.engine.kraken.ranks import PLAIN_ORDER, TRUMP_ORDER
from games.engine.kraken.scoring.revoke import is_possible
from games.engine.seats import Seat
from games.engine.view import SpokenWord, View

# Weights for worlds: the likelihood that four hands said what was said. Never certainties.
#
# The measure of a hand is that of the easy bot (`worth` in `bots/kraken/knowledge.py`), read from tables by the byte of
# a suit. What was said is known by its code in the view (`engine/kraken/view.py`: `said_trump`, `said_best_run`).

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
        trumps = hand_measure.TRUMP_LENGTH[len(ranks)] + sum(hand_measure.TRUMP[rank] for rank in ranks)
        trumps += hand_measure.BOER_AND_NEL if {"J", "9"} <= ranks else 0
        trumps += STUK if declared and {"K", "Q"} <= ranks else 0
        as_trumps.append(trumps + roem)
        plain = hand_measure.side_suit(ranks) + (hand_measure.VOID if not ranks else 0) + roem
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


# The knowledge of a seat in a round in play: for every card it does not see, the seats that may still hold it.
#
# Only certainties are here: suits a seat did not follow, cards the trump duty would have forced, combinations that
# lay open or were named so that their cards are known. What merely makes a hand more or less likely is weighed above.

RUN_LENGTHS: Final = {run_points(length): length for length in (3, 4, 5)}
"""The least number of cards in a run of so many points."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One of the things a seat may have meant by the best combination it named: cards it was dealt, and cards it was
    not dealt because the run would have been longer."""

    dealt: int
    not_dealt: int


@dataclass(frozen=True, slots=True)
class Belief:
    """The knowledge of `seat`, in the compact form of the trump suit.

    `hand` and `unseen` are its own cards and those in the other three hands. `may_hold[seat]` are the unseen cards a
    seat may hold, `sizes` the numbers of cards in the four hands, `played[seat]` what each has played. `meant` are
    the seats whose named combination fits several suits, with each reading.
    """

    seat: Seat
    form: Form
    options: Options
    trump: Suit
    hand: int
    unseen: int
    table: Table
    leader: Seat
    sizes: tuple[int, ...]
    played: tuple[int, ...]
    may_hold: tuple[int, ...]
    meant: tuple[tuple[Seat, tuple[Reading, ...]], ...]

    @property
    def rules(self) -> Rules:
        """The options that play needs."""
        return rules_of(self.trump, self.options)

    def certain(self, seat: Seat) -> int:
        """The unseen cards that only this seat can hold."""
        others = 0
        for other in range(4):
            others |= self.may_hold[other] if other not in (seat, self.seat) else 0
        return self.unseen & ~others


def belief(view: View) -> Belief:
    """The belief of the viewer once trumps are made.

    What a card says about the hand it came from is taken from the rules. Where cards can be played against them, it
    says nothing of a seat that has shown otherwise since, and nothing at all once no deal would be left.
    """
    contract, seat, options = view.contract, view.viewer, view.options
    assert contract is not None
    assert contract.trump is not None
    assert seat is not None
    form = positions.form(contract.trump)
    running = view.trick.cards if view.trick is not None and not view.trick.complete else ()
    tricks = [view.played[start : start + 4] for start in range(0, len(view.played), 4)]
    played, excluded, broken, table = [0, 0, 0, 0], [0, 0, 0, 0], [False] * 4, EMPTY
    for trick in (*tricks, running):
        table, exclusions = _read(tuple(card for _, card in trick), contract.trump, options.play_rules)
        for (player, card), without in zip(trick, exclusions, strict=True):
            broken[player] |= bool(form.bit[card] & excluded[player])
            played[player] |= form.bit[card]
            excluded[player] |= without
    excluded = [0 if shown else cards for shown, cards in zip(broken, excluded, strict=True)]
    hand = form.mask(view.hand_cards)
    unseen = positions.ALL & ~hand & ~sum(played)
    sizes = tuple(zone.cards for zone in view.seats)
    may_hold, meant = _holders(view, form, unseen, played, excluded)
    if is_possible(options) and not _one_fits(seat, unseen, sizes, may_hold):
        may_hold, meant = _holders(view, form, unseen, played, (0, 0, 0, 0))
    return Belief(
        seat=seat,
        form=form,
        options=options,
        trump=contract.trump,
        hand=hand,
        unseen=unseen,
        table=table if running else EMPTY,
        leader=running[0][0] if running else seat,
        sizes=sizes,
        played=tuple(played),
        may_hold=tuple(may_hold),
        meant=meant,
    )


def _holders(
    view: View, form: Form, unseen: int, played: Sequence[int], excluded: Sequence[int]
) -> tuple[list[int], tuple[tuple[Seat, tuple[Reading, ...]], ...]]:
    """By seat the unseen cards it may hold, and the named combinations that fit several suits."""
    seat = view.viewer
    assert seat is not None
    may_hold = [0 if other == seat else unseen & ~excluded[other] for other in range(4)]
    for group in view.laid_open:
        _exclude_others(may_hold, group.seat, form.mask(group.cards))
    return may_hold, _apply_best_combinations(view.words, form, played, may_hold, seat)


def _one_fits(viewer: Seat, unseen: int, sizes: Sequence[int], may_hold: Sequence[int]) -> bool:
    """Whether a deal of the unseen cards is left: the cards that only some seats may hold have room in their hands."""
    others = [seat for seat in range(4) if seat != viewer]
    for count in range(len(others)):
        for some in combinations(others, count):
            only = unseen
            for seat in others:
                only &= ~0 if seat in some else ~may_hold[seat]
            if only.bit_count() > sum(sizes[seat] for seat in some):
                return False
    return True


@lru_cache(maxsize=4096)
def _read(trick: tuple[Card, ...], trump: Suit, play_rules: str) -> tuple[Table, tuple[int, ...]]:
    """The table after these cards, and for each card what its player cannot hold; later decisions of the round ask
    about the same trick again."""
    if not trick:
        return EMPTY, ()
    table, exclusions = _read(trick[:-1], trump, play_rules)
    card = positions.form(trump).bit[trick[-1]]
    without = excluded_cards(
        card,
        table.led,
        table.best,
        partner_winning=table.lying > 1 and table.place == table.lying - 2,
        rotterdam=play_rules == "rotterdam",
    )
    return lay_card(table, card), (*exclusions, without)


def _exclude_others(may_hold: list[int], seat: Seat, cards: int) -> None:
    """These cards were dealt to that seat: nobody else holds them."""
    for other in range(4):
        if other != seat:
            may_hold[other] &= ~cards


def _apply_best_combinations(
    words: Sequence[SpokenWord], form: Form, played: Sequence[int], may_hold: list[int], viewer: Seat
) -> tuple[tuple[Seat, tuple[Reading, ...]], ...]:
    """Apply the best combination of each other seat to `may_hold` where only one reading is left, and give the seats
    with several."""
    open_questions = []
    for word in words:
        if word.seat == viewer or not word.text.code.startswith("said_best"):
            continue
        facts = dict(word.text.facts)
        if word.text.code == "said_best_four":
            readings = [Reading(form.mask(suit + str(facts["rank"]) for suit in SUITS), 0)]
        else:
            suits = suit_of(str(facts["card"])) if "card" in facts else "".join(SUITS)
            top = rank_of(str(facts["card"])) if "card" in facts else str(facts["rank"])
            readings = [_run(form, suit, top, int(facts["points"])) for suit in suits]
        could = played[word.seat] | may_hold[word.seat]
        fitting = [
            reading
            for reading in readings
            if not reading.dealt & ~could and not reading.not_dealt & played[word.seat]
        ]
        if len(fitting) == 1:
            _exclude_others(may_hold, word.seat, fitting[0].dealt)
            may_hold[word.seat] &= ~fitting[0].not_dealt
        elif fitting:
            open_questions.append((word.seat, tuple(fitting)))
    return tuple(open_questions)


def _run(form: Form, suit: Suit, top: str, points: int) -> Reading:
    """The cards a run of so many points up to `top` needs, and the neighbours that would have made it longer."""
    ranks, highest, length = RANKS_FROM_SEVEN, RANKS_FROM_SEVEN.index(top), RUN_LENGTHS[points]
    lowest = highest - length + 1
    beyond = [ranks[highest + 1]] if highest + 1 < len(ranks) else []
    if lowest > 0 and length < RUN_LENGTHS[100]:
        beyond.append(ranks[lowest - 1])
    return Reading(
        form.mask(suit + rank for rank in ranks[max(lowest, 0) : highest + 1]),
        form.mask(suit + rank for rank in beyond),
    )


# Worlds: the unseen cards dealt to the other seats as the belief allows, the most constrained card first.

WORLDS_DRAWN_FOR_ONE: Final = 3
WORLDS_DRAWN_AFTER_CHALLENGE: Final = 10
"""Worlds drawn for each that is kept: the weights choose among them. After a challenge few hands fit."""


class World(NamedTuple):
    """Four hands that may be, and how often they were drawn."""

    hands: Hands
    times: int


def worlds(
    belief: Belief,
    count: int,
    weigh: Callable[[Sequence[int]], float],
    rng: Random,
    *,
    challenged: bool = False,
) -> tuple[World, ...]:
    """`count` worlds (equal ones counted together), as likely as the weights say."""
    for_one = WORLDS_DRAWN_AFTER_CHALLENGE if challenged else WORLDS_DRAWN_FOR_ONE
    drawn = [draw(belief, rng) for _ in range(count * for_one)]
    weights = [
        weigh([hand | played for hand, played in zip(hands, belief.played, strict=True)]) for hands in drawn
    ]
    total = sum(weights)
    step, reached = total / count, 0.0
    mark = rng.random() * step
    kept: dict[Hands, int] = {}
    for hands, weight in zip(drawn, weights, strict=True):
        reached += weight
        while mark < reached:
            kept[hands] = kept.get(hands, 0) + 1
            mark += step
    return tuple(World(hands, times) for hands, times in kept.items())


def draw(belief: Belief, rng: Random) -> Hands:
    """One deal of the unseen cards that the belief allows. Raises ValueError where there is none."""
    for _ in range(MAX_TRIES):
        dealt = deal_at_random(belief, _one_reading(belief, rng), rng)
        if dealt is not None:
            return dealt
    for may_hold in (_one_reading(belief, rng), list(belief.may_hold)):
        dealt = deal_in_order(belief, may_hold)
        if dealt is not None:
            return dealt
    raise ValueError("no deal fits what was seen")


def _one_reading(belief: Belief, rng: Random) -> list[int]:
    """By seat the cards it may hold once each named combination is taken to be one of those it may have been."""
    may_hold = list(belief.may_hold)
    for seat, readings in belief.meant:
        reading = rng.choice(readings)
        may_hold[seat] &= ~reading.not_dealt
        for other in range(4):
            if other != seat:
                may_hold[other] &= ~reading.dealt
    return may_hold
