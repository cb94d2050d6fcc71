"""The exact value of a position of Kan with all hands open, by search over hands as bits.

A value is how many scoring cards more the kan take than the mukan in the whole deal, both sides playing their best; a
shut-out counts as all sixteen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from games.bots.kan.playout import JACK
from games.engine.cards import JOKER, SUITS, Card, suit_of
from games.engine.kan.legal import HEIGHT, JOKER_DUE, TRUMP_OFFSET, quotas
from games.engine.kan.options import Options
from games.engine.kan.state import HAND_SIZE, KAN, MUKAN, SCORING_CARDS, Deal

RANKS: Final = 13
JOKER_NUMBER: Final = 4 * RANKS
JOKER_BIT: Final = 1 << JOKER_NUMBER
SUIT_MASKS: Final = tuple(((1 << RANKS) - 1) << RANKS * suit for suit in range(len(SUITS)))
HONOURS: Final = sum(0b1111 << RANKS * suit + JACK for suit in range(len(SUITS)))
UNBOUNDED: Final = (-99, 99)
"""Limits of a value of which nothing is known yet."""
Hands: TypeAlias = tuple[int, ...]
"""The cards of each hand as bits, by place in the order of play."""


class OutOfNodesError(Exception):
    """The search has used up the nodes it was given."""


class RunningTrick(NamedTuple):
    """A running trick: how many `cards` lie in it, the `suit_to_follow` (-1 for none), the place that wins it with its
    `strength`, its scoring cards, and all of its cards as bits."""

    cards: int = 0
    suit_to_follow: int = -1
    winner: int = 0
    strength: int = -1
    honours: int = 0
    mask: int = 0


class Position(NamedTuple):
    """A position of a deal: the hands, the place whose turn it is, the running trick, its number, and the scoring cards
    of kan and mukan."""

    hands: Hands
    turn: int
    lying: RunningTrick
    number: int
    points: tuple[int, int]


class Solver:
    """Exact values of the positions of one deal. `sides` are by place in the order of play (0 the kan).

    The rules are those of the deal: trumps, the scoring cards that either side needs, and whether it `stops` when one
    has them. After a shut-out it is over. Raises OutOfNodesError after so many nodes in all.
    """

    def __init__(
        self, sides: Sequence[int], trump: int, needed: tuple[int, int], *, stops: bool, nodes: int
    ) -> None:
        self._sides, self._trump, self._needed, self._stops = tuple(sides), trump, needed, stops
        self._nodes = nodes
        self._bounds: dict[tuple[Any, ...], tuple[int, int]] = {}

    def value(self, position: Position, guess: int) -> int:
        """How many scoring cards the kan take more than the mukan in the whole deal; `guess` is what it may be."""
        value = guess
        if self._reaches(position, value):
            while self._reaches(position, value + 1):
                value += 1
            return value
        while not self._reaches(position, value):
            value -= 1
        return value

    def card_keeping(self, position: Position, value: int) -> Card:
        """The first card with which the side in turn reaches that value of the position."""
        for card, _asks, after in self._continuations(position):
            if self._side(position) == KAN:
                if self._reaches(after, value):
                    return _card(card)
            elif not self._reaches(after, value + 1):
                return _card(card)
        raise ValueError("no card reaches the value of the position")

    def _side(self, position: Position) -> int:
        return self._sides[position.turn]

    def _reaches(self, position: Position, target: int) -> bool:
        """Whether the kan take at least so many scoring cards more than the mukan."""
        hands, _turn, lying, number, points = position
        if not lying.cards and self.is_over(number, points):
            return self.at_the_end(points) >= target
        ahead = points[KAN] - points[MUKAN]
        out = lying.honours + sum((hand & HONOURS).bit_count() for hand in hands)
        # A shut-out may still count as all sixteen.
        if ahead - out >= target and points[KAN]:
            return True
        if ahead + out < target and points[MUKAN]:
            return False
        key: tuple[Any, ...] = ()
        if not lying.cards:
            # Without a shut-out in sight it does not matter which side took what before.
            key = (hands, position.turn, points if self._stops or 0 in points else None)
            least, most = self._bounds.get(key, UNBOUNDED)
            if ahead + least >= target:
                return True
            if ahead + most < target:
                return False
        self._nodes -= 1
        if self._nodes < 0:
            raise OutOfNodesError
        of_kan = self._side(position) == KAN
        reached = not of_kan
        for _played, _asks, after in self._continuations(position):
            if self._reaches(after, target) == of_kan:
                reached = of_kan
                break
        if key:
            least, most = self._bounds.get(key, UNBOUNDED)
            bound = target - ahead
            self._bounds[key] = (max(least, bound), most) if reached else (least, min(most, bound - 1))
        return reached

    def is_over(self, number: int, points: tuple[int, int]) -> bool:
        """Whether the deal ends before this trick: all are played, or a side has what it needs and that ends it."""
        decided = any(had >= needed for had, needed in zip(points, self._needed, strict=True))
        return number > HAND_SIZE or (decided and (self._stops or 0 in points))

    def at_the_end(self, points: tuple[int, int]) -> int:
        """The value of a deal that is over with these scoring cards of kan and mukan."""
        kan, mukan = points
        return kan - mukan if kan and mukan else len(SCORING_CARDS) if kan else -len(SCORING_CARDS)

    def _continuations(self, position: Position) -> Iterator[tuple[int, int, Position]]:
        """The cards that may be played, with the suit a joker asks for and the position after it. Of cards that do the
        same only one."""
        hands, turn, lying, number, _points = position
        for card in self._candidates(hands, turn, lying, number):
            suits = range(len(SUITS)) if card == JOKER_NUMBER and not lying.cards else (-1,)
            for asks in suits:
                yield card, asks, self.after(position, card, asks)

    def after(self, position: Position, card: int, asks: int = -1) -> Position:
        """The position after that card; a joker that is led `asks` for a suit."""
        hands, turn, lying, number, points = position
        left = (*hands[:turn], hands[turn] & ~(1 << card), *hands[turn + 1 :])
        suit_led = asks if card == JOKER_NUMBER else card // RANKS
        suit_to_follow = lying.suit_to_follow if lying.cards else suit_led
        strength = self._strength(card, suit_to_follow)
        wins = strength > lying.strength
        honours = lying.honours + (1 << card & HONOURS).bit_count()
        winner = turn if wins else lying.winner
        if lying.cards < len(hands) - 1:
            best = strength if wins else lying.strength
            running = RunningTrick(
                lying.cards + 1, suit_to_follow, winner, best, honours, lying.mask | 1 << card
            )
            return Position(left, (turn + 1) % len(hands), running, number, points)
        kan, mukan = points
        after = (kan + honours, mukan) if self._sides[winner] == KAN else (kan, mukan + honours)
        return Position(left, winner, RunningTrick(), number + 1, after)

    def _candidates(self, hands: Hands, turn: int, lying: RunningTrick, number: int) -> list[int]:
        """The cards that may be played, one of each run of equals; the likely best first."""
        hand = hands[turn]
        if hand & JOKER_BIT and number == JOKER_DUE:
            return [JOKER_NUMBER]
        plain = hand & ~JOKER_BIT
        if lying.cards:
            plain = plain & SUIT_MASKS[lying.suit_to_follow] or plain
        alive = lying.mask
        for held in hands:
            alive |= held
        cards = []
        while plain:
            bit = plain & -plain
            plain ^= bit
            card = bit.bit_length() - 1
            above = alive >> card + 1
            following = card + 1 + (above & -above).bit_length() - 1 if above else -1
            # A card directly below another one of the same hand that counts the same does the same.
            same_suit = following >= 0 and following // RANKS == card // RANKS
            if same_suit and plain >> following & 1 and bool(bit & HONOURS) == bool(1 << following & HONOURS):
                continue
            cards.append(card)
        # The joker is for no first and no last trick, as in `legal.playable`.
        if hand & JOKER_BIT and 1 < number < HAND_SIZE:
            cards.append(JOKER_NUMBER)
        return self._in_order(cards, turn, lying)

    def _in_order(self, cards: list[int], turn: int, lying: RunningTrick) -> list[int]:
        """Where the own side wins the trick, scoring cards first; else the cards that win it, then the low ones."""
        if not lying.cards:
            return sorted(cards, key=lambda card: -(card % RANKS))
        if self._sides[lying.winner] == self._sides[turn]:
            return sorted(cards, key=lambda card: not 1 << card & HONOURS)
        return sorted(
            cards,
            key=lambda card: (self._strength(card, lying.suit_to_follow) <= lying.strength, card % RANKS),
        )

    def _strength(self, card: int, suit_to_follow: int) -> int:
        """The height of a card among those of its trick; -1 for one that cannot win it."""
        if card == JOKER_NUMBER:
            return 2 * TRUMP_OFFSET + RANKS
        suit, height = divmod(card, RANKS)
        if suit == self._trump:
            return TRUMP_OFFSET + height
        return height if suit == suit_to_follow else -1


def number_of(card: Card) -> int:
    """The number of a card among the bits of a hand."""
    return JOKER_NUMBER if card == JOKER else RANKS * SUITS.index(suit_of(card)) + HEIGHT[card]


def _card(number: int) -> Card:
    return next(card for card in HEIGHT if number_of(card) == number)


def _mask(cards: Sequence[Card]) -> int:
    return sum(1 << number_of(card) for card in cards)


def solver_of(deal: Deal, options: Options, nodes: int) -> Solver:
    """A solver of the positions of a deal whose trumps are known."""
    assert deal.trump is not None
    sides = [deal.sides[seat] for seat in deal.ring]
    needed, stops = quotas(deal.place, options), options.early_stop == "on"
    return Solver(sides, SUITS.index(deal.trump), needed, stops=stops, nodes=nodes)


def position_of(deal: Deal, solver: Solver) -> Position:
    """A deal before a card, as the solver knows it."""
    hands = [_mask(deal.hands[seat]) for seat in deal.ring]
    first = deal.ring.index(deal.leader)
    for place, card in enumerate(deal.trick):
        hands[(first + place) % len(hands)] |= 1 << number_of(card)
    position = Position(tuple(hands), first, RunningTrick(), len(deal.tricks) + 1, deal.points)
    asks = SUITS.index(deal.suit_to_follow) if deal.suit_to_follow else -1
    for card in deal.trick:
        position = solver.after(position, number_of(card), asks)
    return position
