"""Rounds that four strong players finish: the same cards from the deal on, or from one card on."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from random import Random
from typing import Any

from games.engine.actions import Data
from games.engine.bots.analysis import Finish, Move
from games.engine.bots.kraken.duel import deciding
from games.engine.bots.kraken.lookback.effort import PLAYERS, SEED
from games.engine.bots.kraken.strong.player import searching
from games.engine.cards import Card
from games.engine.kraken import Kraken
from games.engine.log import advance, advance_house
from games.engine.seats import HOUSE, Seat
from games.engine.shuffle import Randomness

GAME = Kraken()


def same_cards(moves: Iterable[Move]) -> tuple[int, ...]:
    """The score per seat when four strong players get the cards of this round, from the deal on.

    Cards that the dealer turned come again in the same order.
    """
    by_dealer = [move for move in moves if move.by == HOUSE]
    deal = by_dealer[0]
    turned = [move.data for move in by_dealer if move.data["do"] == "turn"]
    state = advance(GAME, deal.state, actor=HOUSE, data=deal.data, randomness=None).state
    return _finished(state, turned).score


def finished_from(state: Any, seat: Seat, card: Card) -> Finish:
    """The rest of the round when this seat plays this card now and four strong players go on.

    Raises IllegalAction for a card that cannot be played there.
    """
    played: Data = {"do": "play", "card": card}
    return _finished(advance(GAME, state, actor=seat, data=played, randomness=None).state, [])


def _finished(state: Any, turned: list[Data]) -> Finish:
    player, rng, closed = searching(PLAYERS, SEED), Random(SEED), len(state.results)
    randomness = Randomness(sha256(repr(state.round.dealt).encode()).digest())
    while len(state.results) == closed:
        for seat in deciding(state):
            answer = player(GAME.view(state, seat), GAME.choices(state, seat)).taken(rng)
            if answer is not None:
                state = advance(GAME, state, actor=seat, data=answer, randomness=None).state
                break
        else:
            if GAME.pending(state)[HOUSE].kind == "turn" and turned:
                state = advance(GAME, state, actor=HOUSE, data=turned.pop(0), randomness=None).state
            else:
                state = advance_house(GAME, state, randomness=randomness).state
    tricks = tuple(
        tuple(((trick.leader + place) % 4, card) for place, card in enumerate(trick.cards))
        for trick in state.round.tricks
    )
    return Finish(tricks, state.results[-1].score)
