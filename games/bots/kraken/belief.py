"""What a seat knows of covered cards (`Belief`), deals of them that may be (`worlds`), and what both sides have
taken so far.

Only certainties are in a belief: suits a seat did not follow, cards the trump duty would have forced, combinations that
lay open or were named so that their cards are known. What merely makes a hand more or less likely, by what was said, is
the weight of a world, from `words.weigher`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from games.bots.kraken.compact import positions
from games.bots.kraken.compact.positions import (
    BONUS,
    BONUS_PLACE,
    EMPTY,
    MARRIAGE,
    Form,
    Hands,
    Rules,
    Table,
    excluded_cards,
    lay_card,
    rules_of,
    times_bonus,
)
from games.bots.unseen_cards import MAX_TRIES, deal_at_random, deal_in_order
from games.engine.cards import RANKS_FROM_SEVEN, SUITS, Card, Suit, rank_of, suit_of
from games.engine.kraken.declarations import STUK, compare, everything, run_points
from games.engine.kraken.legal import STRENGTH
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.revoke import is_possible
from games.engine.seats import Seat
from games.engine.trick_taking import winning_place
from games.engine.view import SpokenWord, View

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


# What both sides have taken before the tricks to come: finished tricks, declarations, stuk. Points and roem stand in
# one int, as `compact/positions.py` packs them.


def takings_so_far(view: View, belief: Belief) -> tuple[int, int]:
    """Finished tricks with the roem that was claimed, and the declarations that counted, for sides 0 and 1.

    The roem of the last finished trick is taken to be claimed where it still may be.
    """
    taken = [0, 0]
    form, options = belief.form, belief.options
    claimed = {word.trick for word in view.words if word.text.code == "said_roem"}
    tricks = [view.played[start : start + 4] for start in range(0, len(view.played), 4)]
    for number, trick in enumerate(tricks, start=1):
        cards = [card for _, card in trick]
        winner = trick[winning_place(cards, STRENGTH[belief.trump], belief.trump)][0]
        worth = belief.rules.worths[form.mask(cards)]
        open_still = number == len(tricks) and belief.table.lying == 0
        if options.bonus_mode != "automatic" and number not in claimed and not open_still:
            worth &= ~BONUS
        taken[winner % 2] += worth
    for group in view.laid_open:
        points = int(dict(group.label.facts)["points"])
        taken[group.seat % 2] += points * times_bonus(belief.trump, options) << BONUS_PLACE
    return taken[0], taken[1]


def with_stuk(taken: tuple[int, int], dealt: Sequence[int], options: Options, times: int) -> tuple[int, int]:
    """The same with stuk for the side of the hand that was dealt king and queen of trumps."""
    if options.declarations == "off":
        return taken
    for seat, hand in enumerate(dealt):
        if hand & MARRIAGE == MARRIAGE:
            stuk = STUK * times << BONUS_PLACE
            return (taken[0] + stuk, taken[1]) if seat % 2 == 0 else (taken[0], taken[1] + stuk)
    return taken


def declared_points(
    hands: Sequence[int], form: Form, options: Options, first: Seat, times: int
) -> tuple[int, int]:
    """The points of both sides from declarations when all four declare everything."""
    if options.declarations == "off":
        return 0, 0
    fours = positions.fours(options.quads)
    if not any(positions.runs_in(hand) or any(hand & four == four for four in fours) for hand in hands):
        return 0, 0
    declarations = [everything(form.cards(hand), options) for hand in hands]
    points = compare(declarations, trump=form.suits[-1], first=first, options=options).points
    return points[0] * times << BONUS_PLACE, points[1] * times << BONUS_PLACE
