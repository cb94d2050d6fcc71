"""Two players against each other over duplicate deals: every deal is played once for each rotation of the seats, so
that neither can be lucky with its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, Final

from games.bots.estimates import margin_of_error
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import rank_of, suit_of
from games.engine.kalooki import Kalooki, scoring
from games.engine.kalooki.melds import RANKS
from games.engine.kalooki.state import State
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.view import Choice, RoundResult, View
from games.engine.words import text

GAME: Final = Kalooki()
MAX_ENTRIES_OF_DEAL: Final = 20_000
"""Entries of a deal after which it is taken for one that does not end."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The result of a duel in deals of one contract: how many penalty points fewer than the second the first player
    paid per seat and deal, give or take `within` (half the 95 % interval), what each paid, and how many of the deals
    the first one's seats won. `longest` is the most entries a deal had."""

    contract_number: int
    deals: int
    fewer: float
    within: float
    first: float
    second: float
    won: float
    longest: int


def duel(
    first: Player,
    second: Player,
    *,
    contract_number: int,
    deals: int,
    players: int,
    rng: Random,
    options: Mapping[str, Any],
) -> Duel:
    """Play so many duplicate deals (two at least) of one contract: the two take the seats in turn, and once the other
    way round. Every chance is taken from `rng`."""
    rules = read_options(GAME.Options, {**options, "deals": [contract_number]})
    paid: tuple[list[float], list[float]] = ([], [])
    wins, longest = 0, 0
    for _ in range(deals):
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        totals: tuple[list[int], list[int]] = ([], [])
        for swapped in (0, 1):
            sides = [(seat + swapped) % 2 for seat in range(players)]
            result, entries = play_deal(rules, [(first, second)[side] for side in sides], randomness, rng)
            longest = max(longest, entries)
            for seat, side in enumerate(sides):
                totals[side].append(result.score[seat])
            out = result.facts["out"]
            wins += isinstance(out, int) and sides[out] == 0
        for side in (0, 1):
            paid[side].append(fmean(totals[side]))
    fewer = [theirs - ours for ours, theirs in zip(*paid, strict=True)]
    within = margin_of_error(fewer)
    return Duel(
        contract_number,
        deals,
        fmean(fewer),
        within,
        fmean(paid[0]),
        fmean(paid[1]),
        wins / (2 * deals),
        longest,
    )


def play_deal(
    rules: Any, players: Sequence[Player], randomness: Randomness, rng: Random
) -> tuple[RoundResult, int]:
    """One deal and the number of its entries. The player in turn speaks first, then the callers in any order, and the
    house closes no window: everybody answers."""
    state = advance_house(GAME, GAME.start(rules, len(players)), randomness=randomness).state
    for entries in range(1, MAX_ENTRIES_OF_DEAL):
        if state.results:
            return state.results[0], entries
        state = _play_move(state, players, randomness, rng)
    raise RuntimeError("the deal does not end")


def _play_move(state: State, players: Sequence[Player], randomness: Randomness, rng: Random) -> State:
    waiting = GAME.pending(state)
    seats = [seat for seat in waiting if seat != HOUSE]
    rng.shuffle(seats)
    for seat in sorted(seats, key=lambda seat: not waiting[seat].must):
        answer = _answer(state, seat, players[seat], rng)
        if answer is not None:
            after: State = advance(GAME, state, actor=seat, data=answer, randomness=randomness).state
            return after
    closed: State = advance_house(GAME, state, randomness=randomness).state
    return closed


def _answer(state: State, seat: Seat, player: Player, rng: Random) -> Data | None:
    return player(GAME.view(state, seat), GAME.choices(state, seat)).pick(rng)


def greedy(view: View, choices: Sequence[Choice]) -> Decision:
    """A player to measure with: draws from the stock, never calls, lays and adds whatever it can at once, and discards
    the dearest card that has no mate of its rank and no neighbour in its suit."""
    offered = {choice.data["do"]: choice.data for choice in reversed(choices)}
    for word in ("stock", "pass", "allow", "lay", "tack", "shift", "end"):
        if word in offered:
            return clearly(offered[word], text(word))
    cards = [choice.data["card"] for choice in choices if choice.data["do"] == "discard"]
    if not cards:
        return clearly(None, text("pass"))
    lonely = [card for card in cards if not any(_mates(card, other) for other in cards if other != card)]
    dearest = max(lonely or cards, key=lambda card: (scoring.value(card), card))
    return clearly({"do": "discard", "card": dearest}, text("discard"))


def _mates(card: str, other: str) -> bool:
    """Whether one is a mate of the other's rank, or its neighbour in the suit, the ace being low."""
    near = (
        suit_of(card) == suit_of(other) and abs(RANKS.index(rank_of(card)) - RANKS.index(rank_of(other))) == 1
    )
    return near or rank_of(card) == rank_of(other)
