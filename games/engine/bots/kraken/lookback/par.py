"""The par of a round: the score with all hands open when all four play their best from there on.

What was declared and claimed counts as it was; roem in tricks to come is taken to be claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.bots.analysis import Move
from games.engine.bots.kraken.compact import masks
from games.engine.bots.kraken.compact.masks import BONUS_PLACE
from games.engine.bots.kraken.compact.positions import (
    EMPTY,
    Position,
    Rules,
    Table,
    after,
    laid,
    legal_cards,
)
from games.engine.bots.kraken.compact.settling import written
from games.engine.bots.kraken.compact.solver import Solver
from games.engine.bots.kraken.strong.belief import rules_of
from games.engine.bots.kraken.strong.stakes import BONUS
from games.engine.cards import Card
from games.engine.kraken.bonus import STUK
from games.engine.kraken.scoring.closing import claimed_bonus, stuk_counts
from games.engine.kraken.state import Round, State


@dataclass(frozen=True, slots=True)
class Par:
    """The `line` of a round (side 0 less side 1, before the first card and after each) and per card the points it
    `lost` its side with all hands open."""

    line: tuple[int, ...]
    lost: tuple[int, ...]


class OpenHands:
    """The round with all hands open: exact values of its positions. One solver serves the whole round."""

    def __init__(self, final: State) -> None:
        closed = final.round
        assert closed is not None and closed.trump is not None and closed.maker is not None
        self._closed, self._options = closed, final.options
        self._form = masks.form(closed.trump)
        self._rules: Rules = rules_of(closed.trump, final.options)
        self._score = written(final.options, declarers=closed.maker % 2, level=closed.level)
        self._solver = Solver(self._rules, self._score)
        self._tricks, self._beside = self._takings()

    def _takings(self) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """By trick its winning side and worth with the roem that was claimed, and what each side has beside tricks."""
        closed, options = self._closed, self._options
        times = 2 if masks.doubling(closed.trump or "", options) == "all" else 1
        beside = list(closed.false_claims)
        for side in (0, 1):
            beside[side] += closed.comparison.points[side] if closed.comparison else 0
        if closed.stuk_holder is not None and stuk_counts(closed, options):
            beside[closed.stuk_holder % 2] += STUK
        tricks = []
        for trick, claimed in zip(closed.tricks, claimed_bonus(closed, options), strict=True):
            worth = self._rules.worths[self._form.mask(trick.cards)]
            tricks.append((trick.winner % 2, worth if claimed else worth & ~BONUS))
        if tricks:
            side, worth = tricks[-1]
            tricks[-1] = (side, worth + self._rules.last)
        return tricks, (beside[0] * times << BONUS_PLACE, beside[1] * times << BONUS_PLACE)

    def position(self, round_: Round) -> Position:
        """The position before a card of the round."""
        hands = [self._form.mask(hand) for hand in round_.hands]
        table: Table = EMPTY
        for card in round_.trick:
            table = laid(table, self._form.bit[card])
        return Position((hands[0], hands[1], hands[2], hands[3]), round_.to_play, table, self._taken(round_))

    def _taken(self, round_: Round) -> tuple[int, int]:
        taken = list(self._beside)
        for side, worth in self._tricks[: len(round_.tricks)]:
            taken[side] += worth
        return taken[0], taken[1]

    def value(self, position: Position, guess: int) -> int:
        """Par of a position, side 0 less side 1; `guess` is what it may be."""
        if not any(position.hands):
            return self._score(*position.taken)
        sign = -1 if position.seat % 2 else 1
        return sign * self._solver.value(position, guess=sign * guess)

    def before(self, position: Position, reached: int) -> int:
        """Par of a position from which a legal card led to a par of `reached`: its side can make at least that."""
        sign = -1 if position.seat % 2 else 1
        return sign * self._solver.value(position, guess=sign * reached, least=sign * reached)

    def best(self, round_: Round) -> Card:
        """A card that loses nothing with all hands open."""
        position = self.position(round_)
        value = self.value(position, 0)
        return self._form.card[self._solver.keeps(position, -value if position.seat % 2 else value)]

    def par(self, cards: Sequence[Move]) -> Par:
        """The par of the round with these cards, all of it in order of play."""
        before = [self.position(move.state.round) for move in cards]
        taken = self._taken(self._closed)
        line, lost = [self._score(*taken)], []
        # From the last card back: what a position is worth is a good guess for the one before it.
        for place in range(len(cards) - 1, -1, -1):
            position = before[place]
            reached = after(position, self._form.bit[cards[place].data["card"]], self._rules)
            following = before[place + 1].taken if place + 1 < len(before) else taken
            value = line[-1] if reached.taken == following else self.value(reached, line[-1])
            forced = legal_cards(position, self._rules).bit_count() == 1
            line.append(value if forced else self.before(position, value))
            lost.append((-1 if position.seat % 2 else 1) * (line[-1] - value))
        return Par(tuple(reversed(line)), tuple(reversed(lost)))
