"""The search for the best answer: each one is played out in the same deals that fit what the seat knows.

The deals are drawn from a seed made of what the seat sees, so the same view always leads to the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

from games.bots.estimates import is_decided, means, standard_error, sureness
from games.bots.kan.knowledge import JOKER_AT, Hands, Knowledge, put, wins_deal, worlds
from games.bots.kan.playout import JACK, Position
from games.engine.actions import Data
from games.engine.cards import JOKER, SUITS, Card, Suit, suit_of
from games.engine.kan.legal import HEIGHT
from games.engine.kan.state import HAND_SIZE, KAN, MUKAN, SCORING_CARDS, SEATS
from games.engine.seats import Seat
from games.engine.words import Text

_A = TypeVar("_A")


@dataclass(frozen=True, slots=True)
class Effort:
    """The amount of work for one decision: the only difference between levels. Each card is played out in `worlds`,
    what is decided once in a deal in `more_worlds`. For each of them `drawn` are drawn, and those kept in which the
    others would most probably have played what they did; with 1, every one is as good as another."""

    worlds: int
    more_worlds: int
    drawn: int


EASY: Final = Effort(worlds=2, more_worlds=4, drawn=1)
GOOD: Final = Effort(worlds=24, more_worlds=48, drawn=2)
STRONG: Final = Effort(worlds=150, more_worlds=240, drawn=3)
MIN_DEALS_FOR_ALL: Final = 24
"""Every level looks at so many deals at least before it goes for all sixteen: that costs more than all else."""
WORLDS_A_LOOK: Final = 20
"""The lead is looked at after so many deals."""
MIN_DEALS_TO_BE_SURE: Final = 10
"""With fewer deals nothing is said about how sure an answer is."""
MIN_DEALS_TO_BE_ALIKE: Final = 60
"""With fewer deals no other answer is called as good as the best one."""
POINTS_OF_KRAKEN: Final = 10.0
"""A point of the round weighs as much as so many of Kraken when it is said how sure an answer is."""
ALIKE_POINTS: Final = 0.03
"""An answer is as good as another that leads it by no more."""
ODDS_OF_EXPECTED_CARD: Final = 3.0
"""How much more probable a world is for each card that the player of the play-outs would have played there too."""
CARD_WORTH: Final = 0.08
"""The worth of a single scoring card beside the deal, so that there is a better and a worse way to lose."""


class Best(NamedTuple):
    """The answer that does best, and how sure that is; None where it is the only one, played out too few times, or
    hardly better than another. `alike` are the answers as good as it, itself the first."""

    answer: Any
    sure: Text | None = None
    alike: Sequence[Any] = ()


def best_card(known: Knowledge, offered: Sequence[Data], effort: Effort) -> Best:
    """The card whose continuations are best on average; of equal ones the first. Where a card wins the deal with this
    trick, one of those: what could still be had is worth less."""
    few = _distinct(known, offered)
    few = [answer for answer in few if wins_deal(known, answer["card"])] or few
    if len(few) == 1:
        return Best(few[0])

    def begin(position: Position, answer: Data) -> None:
        _put(position, answer["card"], answer.get("suit"))

    return _best(known, few, begin, _positions(known, effort.worlds, effort.drawn))


def best_trump(known: Knowledge, offered: Sequence[Data], effort: Effort) -> Best:
    """The trumps with which the deal comes out best when the seat leads."""

    def begin(position: Position, answer: Data) -> None:
        position.trump = SUITS.index(answer["suit"])

    return _best(known, offered, begin, _positions(known, effort.more_worlds))


def best_leader(known: Knowledge, partner: Seat, effort: Effort) -> Best:
    """The seat of the pair with whose lead the deal comes out best."""

    def begin(position: Position, leader: Seat) -> None:
        position.turn = known.ring.index(leader)

    return _best(known, [known.seat, partner], begin, _positions(known, effort.more_worlds))


def chance_of_all(known: Knowledge, effort: Effort) -> float:
    """The share of deals in which the viewer's side, with the viewer to lead, takes all sixteen scoring cards."""
    side = known.sides[known.seat]
    made = []
    for position in _positions(known, max(effort.more_worlds, MIN_DEALS_FOR_ALL), effort.drawn):
        position.alone = side
        position.finish()
        made.append(position.points[side] == len(SCORING_CARDS))
    return sum(made) / len(made) if made else 0.0


def _best(
    known: Knowledge, answers: Sequence[_A], begin: Callable[[Position, _A], None], starts: Sequence[Position]
) -> Best:
    """Each answer played out from the same positions, until one leads clearly."""
    results: list[tuple[int, list[float]]] = []
    for number, start in enumerate(starts, start=1):
        values = []
        for answer in answers:
            position = start.copy()
            begin(position, answer)
            position.finish()
            values.append(_value(known, position))
        results.append((1, values))
        if number % WORLDS_A_LOOK == 0 and is_decided(results, CARD_WORTH):
            break
    if not results:  # no deal was found that fits, which chance may bring about
        return Best(answers[0])
    worth = means(results)
    best = worth.index(max(worth))
    leads = [
        (POINTS_OF_KRAKEN * (worth[best] - value), POINTS_OF_KRAKEN * standard_error(results, best, place))
        for place, value in enumerate(worth)
        if place != best
    ]
    if len(results) < MIN_DEALS_TO_BE_SURE:
        return Best(answers[best])
    if len(results) < MIN_DEALS_TO_BE_ALIKE:
        return Best(answers[best], sureness(leads))
    alike = [
        answers[place]
        for place in sorted(range(len(answers)), key=lambda place: -worth[place])
        if worth[best] - worth[place] <= ALIKE_POINTS
    ]
    return Best(answers[best], sureness(leads), alike)


def _distinct(known: Knowledge, offered: Sequence[Data]) -> list[Data]:
    """The cards without those that are as good as a lower one: small, with nothing in between that is unseen or lies
    in the trick."""
    kept: list[Data] = []
    for answer in sorted(offered, key=lambda one: (suit_of(one["card"]), HEIGHT[one["card"]])):
        card = answer["card"]
        before = kept[-1]["card"] if kept else card
        if before != card and suit_of(before) == suit_of(card) and not {before, card} & SCORING_CARDS:
            others = (*known.unseen, *(lain for _seat, lain in known.table))
            between = [HEIGHT[other] for other in others if suit_of(other) == suit_of(card)]
            if not any(HEIGHT[before] < height < HEIGHT[card] for height in between):
                continue
        kept.append(answer)
    return kept


def _positions(known: Knowledge, count: int, drawn: int = 1) -> list[Position]:
    """The viewer's turn in so many worlds, kept out of `drawn` times as many; the same ones for the same knowledge."""
    seen = [*known.hand, *known.unseen, *(card for _, card in known.table)]
    rng = Random(crc32(" ".join(seen).encode()))
    played = {seat for seat, _ in known.table}
    left = HAND_SIZE + 1 - known.number
    sizes = [left - (seat in played) for seat in SEATS]
    first = known.table[0][0] if known.table else known.seat
    positions = []
    deals = worlds(known, sizes, count * drawn, rng)
    if drawn > 1 and known.number > 1:
        deals = probable(known, deals, count, rng)
    for hands in deals:
        position = Position(
            hands=hands,
            ring=known.ring,
            sides=known.sides,
            trump=SUITS.index(known.trump) if known.trump else 0,
            number=known.number,
            turn=known.ring.index(first),
            points=[*known.points],
            quotas=known.quotas,
            alone=-1 if known.goes_for_all is None else known.goes_for_all,
        )
        for _seat, card in known.table:
            _put(position, card, known.suit_to_follow)
        positions.append(position)
    return positions


def probable(known: Knowledge, deals: Sequence[Hands], count: int, rng: Random) -> list[Hands]:
    """So many of the worlds, each as often as its likelihood against the others' says."""
    weights = [_likelihood(known, hands) for hands in deals]
    step = sum(weights) / count
    kept: list[Hands] = []
    mark = step * rng.random()
    for hands, weight in zip(deals, weights, strict=True):
        mark -= weight
        while mark < 0 and len(kept) < count:
            kept.append([[*hand] for hand in hands])
            mark += step
    return kept


def _likelihood(known: Knowledge, hands: Hands) -> float:
    """How probable the finished tricks are in this world: each card that its player would have played by the simple
    sense of the play-outs makes it `ODDS_OF_EXPECTED_CARD` times as probable. A card counts as that
    other where it has its suit and both score, or neither does."""
    whole = [[*hand] for hand in hands]
    for seat, card in (*known.played, *known.table):
        put(whole[seat], card)
    position = Position(
        hands=whole,
        ring=known.ring,
        sides=known.sides,
        trump=SUITS.index(known.trump) if known.trump else 0,
        number=1,
        turn=known.ring.index(known.played[0][0]),
        points=[0, 0],
        quotas=known.quotas,
        alone=-1,
    )
    worth = 1.0
    for seat, card in known.played:
        if seat != known.seat and card != JOKER and (not position.trick or position.trick[0][1] != JOKER_AT):
            suit, height = position.sensible_card()
            if suit == SUITS.index(suit_of(card)) and (height >= JACK) == (HEIGHT[card] >= JACK):
                worth *= ODDS_OF_EXPECTED_CARD
        _put(position, card, None)
    return worth


def _put(position: Position, card: Card, asks: Suit | None) -> None:
    """A card as the playout knows it."""
    if card == JOKER:
        position.play(JOKER_AT, 0, SUITS.index(asks) if asks else 0)
    else:
        position.play(SUITS.index(suit_of(card)), HEIGHT[card])


def _value(known: Knowledge, position: Position) -> float:
    """The worth of a finished deal to the viewer's side: about what the deal and its end bring by the table "aomori"
    (`scoring.TABLES`), whichever table is played."""
    kan, mukan = position.points
    if position.alone == KAN:
        worth = 9.0 if kan == len(SCORING_CARDS) else -17.0
    elif position.alone == MUKAN:
        worth = -16.0 if mukan == len(SCORING_CARDS) else 35.0
    elif kan >= known.quotas[KAN]:
        worth = 1.0 if mukan else 2.0
    elif kan:
        worth = -1.0
    else:
        worth = -10.0 if known.place == 1 else -4.0
    side = 1 if known.sides[known.seat] == KAN else -1
    return side * (worth + CARD_WORTH * (kan - mukan))
