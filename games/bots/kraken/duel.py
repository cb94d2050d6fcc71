"""Two players against each other over duplicate deals: every deal is played twice, the second time with sides
swapped, so that neither can be lucky with its cards; and the yardstick, a plain rule player to measure others by. It
leads winners, follows low, feeds the partner who wins, and speaks and claims as another player does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean
from typing import Any, Final

from games.bots.estimates import margin_of_error
from games.bots.kraken.knowledge import Knowledge, knowledge, without_revokes
from games.bots.kraken.reasons import Reason
from games.bots.player import Decision, Player, clearly
from games.engine.actions import Data
from games.engine.cards import Card
from games.engine.kraken import Kraken
from games.engine.kraken.legal import POINTS, STRENGTH
from games.engine.kraken.opening import LADDER
from games.engine.kraken.state import State
from games.engine.log import advance, advance_house
from games.engine.options import read_options
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import SEED_BYTES, Randomness
from games.engine.trick_taking import winning_place
from games.engine.view import Choice, RoundResult, View
from games.engine.words import text

GAME: Final = Kraken()


@dataclass(frozen=True, slots=True)
class Duel:
    """The result of a duel from the first player's side.

    `points` per round more than the second, each deal's two rounds taken together, give or take `within` (half the
    95 % interval). `stood[word]` is how often its kraken, re or superkraken was the last word, `won[word]` how often
    it won then.
    """

    rounds: int
    points: float
    within: float
    stood: Mapping[str, int]
    won: Mapping[str, int]


def duel(first: Player, second: Player, *, deals: int, rng: Random, options: Mapping[str, Any]) -> Duel:
    """Play so many duplicate deals (two at least), one round each, with every chance taken from `rng`."""
    rules = read_options(GAME.Options, {**options, "match_length": "rounds", "rounds": 1})
    differences: list[float] = []
    stood, won = dict.fromkeys(LADDER, 0), dict.fromkeys(LADDER, 0)
    for _ in range(deals):
        randomness = Randomness(rng.randbytes(SEED_BYTES))
        both = 0
        for side, players in enumerate(((first, second), (second, first))):
            result = play_round(rules, players, randomness, rng)
            both += result.score[side] - result.score[1 - side]
            word, speakers = last_word(result)
            if word and speakers == side:
                stood[word] += 1
                won[word] += result.facts["winner"] == side
        differences.append(both / 2)
    within = margin_of_error(differences)
    return Duel(2 * deals, fmean(differences), within, stood, won)


def play_round(rules: Any, sides: tuple[Player, Player], randomness: Randomness, rng: Random) -> RoundResult:
    """One round from the deal to the sheet, `sides[seat % 2]` deciding for each seat."""
    state = GAME.start(rules, 4)
    while not state.over:
        for seat in seats_to_act(state):
            decision = sides[seat % 2](GAME.view(state, seat), GAME.choices(state, seat)).pick(rng)
            if decision is not None:
                state = advance(GAME, state, actor=seat, data=decision, randomness=randomness).state
                break
        else:
            state = advance_house(GAME, state, randomness=randomness).state
    return state.results[0]


def seats_to_act(state: State) -> list[Seat]:
    """The seats that may or must act. Seats with a claim come first: the next card would end their claims."""
    waiting = GAME.pending(state)
    return sorted((seat for seat in waiting if seat != HOUSE), key=lambda seat: waiting[seat].must)


def last_word(result: RoundResult) -> tuple[str, int]:
    """Kraken, re or superkraken, whichever stood at the end, and the side that said it; an empty word when none."""
    level, declarers = result.facts["level"], result.facts["declarers"]
    assert isinstance(level, int)
    assert isinstance(declarers, int)
    return (LADDER[level - 1] if level else ""), (declarers if level % 2 == 0 else 1 - declarers)


def yardstick(words: Player) -> Player:
    """The rule player, with the words and claims of another."""
    return partial(_decide, words)


def _decide(words: Player, view: View, choices: Sequence[Choice]) -> Decision:
    if all(choice.data["do"] != "play" for choice in choices):
        return words(view, choices)
    claim = words(view, choices).answers[0]
    if claim is not None and claim["do"] != "play":
        return words(view, choices)
    playable = [held.card for held in without_revokes(view).hand if held.playable]
    card = _card(knowledge(view), playable) if len(playable) > 1 else playable[0]
    answer: Data = {"do": "play", "card": card}
    return clearly(answer, text(Reason.ONLY_CARD if len(playable) == 1 else Reason.ALL_THE_SAME))


def _card(known: Knowledge, playable: Sequence[Card]) -> Card:
    points, strength = POINTS[known.trump], STRENGTH[known.trump]

    def value(card: Card) -> tuple[int, int]:
        return points[card], strength[card]

    if not known.table:
        winners = [card for card in playable if not known.is_beaten(card)]
        return max(winners, key=value) if winners else min(playable, key=value)
    cards = [card for _, card in known.table]
    winner = known.table[winning_place(cards, strength, known.trump)][0]
    if winner == known.partner:
        return max(playable, key=value)
    taking = [card for card in playable if winning_place([*cards, card], strength, known.trump) == len(cards)]
    if taking and not known.still_to_play:
        return min(taking, key=lambda card: strength[card])
    return min(playable, key=value)
