"""The cards of a round judged by what their seat saw."""

from __future__ import annotations

from typing import Final

from games.bots.analysis import JudgedCard, Move
from games.bots.kraken.lookback.effort import CARDS, SEED
from games.bots.kraken.strong import player
from games.engine.kraken import Kraken
from games.engine.seats import Seat

GAME = Kraken()
MISTAKE_ERRORS: Final = 3.0
LEAST_MISTAKE: Final = 10
"""A card is a mistake when it lost more than so many standard errors, and so many points."""


def judge_card(move: Move, number: int, open_loss: int) -> JudgedCard:
    """A played card with what it lost: `open_loss` with all hands open, and as an estimate for its seat.

    A card that turns out to be no mistake is weighed over fewer worlds, one that may be over all of them.
    """
    assert isinstance(move.by, int)
    seat: Seat = move.by
    card = move.data["card"]
    view = GAME.view(move.state, seat)
    if sum(held.playable for held in view.hand) == 1:
        return JudgedCard(number, seat, card, card, open_loss, 0.0, 0.0, choice=False)
    estimates = player.estimates(view, CARDS, SEED, with_card=card, lead=LEAST_MISTAKE)
    best = estimates[0]
    played = next(one for one in estimates if one.card == card)
    loss, error = round(best.value - played.value, 1), round(played.error, 1)
    better = best.card if loss else card
    return JudgedCard(number, seat, card, better, open_loss, loss, error, is_mistake(loss, error))


def is_mistake(loss: float, error: float) -> bool:
    """Whether somebody who saw what the seat saw could have known better."""
    return loss >= LEAST_MISTAKE and loss > MISTAKE_ERRORS * error
