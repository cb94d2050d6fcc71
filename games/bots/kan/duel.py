"""Two players against each other over duplicate rounds: the same cards are played five times, each time with the first
player at two other seats, so that neither can be lucky with its cards or with its partners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.bots.chance import decide as by_chance
from games.bots.estimates import margin_of_error
from games.bots.kan.player import decide
from games.bots.player import Decision, Player
from games.engine.cards import JOKER
from games.engine.kan import Kan
from games.engine.kan.legal import strength, winner
from games.engine.kan.state import KAN, MUKAN, SEATS
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.view import Choice, RoundResult, View

GAME: Final = Kan()
DEALS: Final = 20
"""More deals than a round has, those included that are dealt again."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The result for the first player. `more` is by how many points per round and seat it had more than the second,
    give or take `within` (half the 95 % interval); `first` and `second` are what each had."""

    more: float
    within: float
    first: float
    second: float


def duel(first: Player, second: Player, *, deals: int, rng: Random, options: Mapping[str, Any]) -> Duel:
    """Play so many duplicate rounds (two at least), each five times, with every chance taken from `rng`."""
    rules = read_options(GAME.Options, {**options, "rounds": 1})
    firsts: list[float] = []
    seconds: list[float] = []
    for _ in range(deals):
        randomness_of = [Randomness(rng.randbytes(SEED_BYTES)) for _ in range(DEALS)]
        own: list[int] = []
        others: list[int] = []
        for turn in SEATS:
            seats = (turn, (turn + 2) % 5)
            score = play_round(
                rules, [first if seat in seats else second for seat in SEATS], {}, randomness_of, rng
            ).score
            for seat in SEATS:
                (own if seat in seats else others).append(score[seat])
        firsts.append(fmean(own))
        seconds.append(fmean(others))
    more = [ours - theirs for ours, theirs in zip(firsts, seconds, strict=True)]
    return Duel(fmean(more), margin_of_error(more), fmean(firsts), fmean(seconds))


class Gain(NamedTuple):
    """By how many points per round and player the first player did better than the second in the same place, give or
    take `within` (half the 95 % interval)."""

    more: float
    within: float


class ByRole(NamedTuple):
    """What the first player gains as the kan pair, as their three opponents, and in both roles of a round together."""

    kan: Gain
    mukan: Gain
    both: Gain


def duel_by_role(
    first: Player, second: Player, *, deals: int, rng: Random, options: Mapping[str, Any]
) -> ByRole:
    """Play so many duplicate rounds (two at least), each three times: with the second player in all five seats, with
    the first one in both of the kan, and with it in the three of their opponents."""
    rules = read_options(GAME.Options, {**options, "rounds": 1})
    more: tuple[list[float], list[float]] = ([], [])
    for _ in range(deals):
        randomness_of = [Randomness(rng.randbytes(SEED_BYTES)) for _ in range(DEALS)]
        of_second = play_round(rules, (second,) * 5, {}, randomness_of, rng)
        for role in (KAN, MUKAN):
            came = play_round(rules, (second,) * 5, {role: first}, randomness_of, rng)
            more[role].append(_of_role(came, role) - _of_role(of_second, role))
    return ByRole(
        _gain(more[KAN]), _gain(more[MUKAN]), _gain([sum(both) for both in zip(*more, strict=True)])
    )


def _gain(more: Sequence[float]) -> Gain:
    return Gain(fmean(more), margin_of_error(more))


def _of_role(result: RoundResult, role: int) -> int:
    """The points of each player of that side."""
    return result.score[result.sides.index(role)]


def play_round(
    rules: Any,
    players: Sequence[Player],
    of_side: Mapping[int, Player],
    randomness_of: Sequence[Randomness],
    rng: Random,
) -> RoundResult:
    """One round from the first deal to the sheet; `players` are by seat, `of_side` are those that play for a whole side
    (0 the kan, 1 the others) whoever sits there."""
    state = GAME.start(rules, 5)
    while not state.over:
        progress = GAME.progress(state)
        randomness = randomness_of[progress.deal]
        waiting = GAME.pending(state)
        seats: list[Seat] = [seat for seat in waiting if seat != HOUSE]
        for seat in seats:
            player = of_side.get(progress.sides[seat], players[seat])
            decision = player(GAME.view(state, seat), GAME.choices(state, seat)).pick(rng)
            if decision is not None:
                state = advance(GAME, state, actor=seat, data=decision, randomness=randomness).state
                break
        else:
            state = advance_house(GAME, state, randomness=randomness).state
    return state.results[0]


def grab(view: View, choices: Sequence[Choice]) -> Decision:
    """A measure: it speaks as the bot does and wins every trick it can as cheaply as it can; else it plays low."""
    if view.phase != "play":
        return decide(view, choices)
    assert view.contract is not None
    trump, height = view.contract.trump, strength(view.contract.trump)
    running = view.trick is not None and not view.trick.complete
    table = [card for _, card in view.trick.cards] if view.trick is not None and running else []
    by_card = {choice.data["card"]: choice.data for choice in choices}
    winning = [card for card in by_card if winner((*table, card), trump) == len(table)]
    if not table:
        winning = sorted(winning, key=lambda card: (card == JOKER, -height[card]))[:1]
    card = min(winning or by_card, key=lambda card: height[card])
    return Decision((by_card[card],), by_chance(view, choices).why)
