"""The cards of a round judged by what their seat saw; challenges by what they promised against silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.bots.analysis import JudgedCard, JudgedWord, Move
from games.bots.kraken.lookback.effort import CARDS, SEED
from games.bots.kraken.lookback.sentences import SAID, UNSAID
from games.bots.kraken.strong import player, words
from games.engine.kraken import Kraken
from games.engine.kraken.challenge import LADDER
from games.engine.kraken.state import Phase
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.engine.words import text

GAME: Final = Kraken()
MISTAKE_ERRORS: Final = 3.0
MIN_MISTAKE_POINTS: Final = 10
"""A card is a mistake when it lost more than so many standard errors, and so many points."""
WORD_ERRORS: Final = 2.0
MIN_WORD_POINTS: Final = 10
"""A word is told of when it was said, or when it promised so many points and standard errors more than silence."""
FIRST_WORLDS: Final = 60
CLEAR_ERRORS: Final = 3.0
"""A pass that so many worlds leave no doubt about, by so many standard errors, is not looked at more closely."""


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
    estimates = player.estimates(view, CARDS, SEED, with_card=card, lead=MIN_MISTAKE_POINTS)
    best = estimates[0]
    played = next(one for one in estimates if one.card == card)
    loss, error = round(best.value - played.value, 1), round(played.error, 1)
    better = best.card if loss else card
    return JudgedCard(number, seat, card, better, open_loss, loss, error, is_mistake(loss, error))


def is_mistake(loss: float, error: float) -> bool:
    """Whether somebody who saw what the seat saw could have known better."""
    return loss >= MIN_MISTAKE_POINTS and loss > MISTAKE_ERRORS * error


def judge_challenges(moves: Sequence[Move]) -> Iterator[JudgedWord]:
    """The challenges of the round that were said, and those that should have been."""
    for move in moves:
        word = move.data["do"]
        if word not in (*LADDER, "pass") or not isinstance(move.by, int):
            continue
        if move.state.round.phase is not Phase.CHALLENGE:
            continue
        choices = GAME.choices(move.state, move.by)
        view = GAME.view(move.state, move.by)
        if word == "pass":
            _word, promised, error = _challenge_on_offer(view, choices, FIRST_WORLDS)
            if promised + CLEAR_ERRORS * error < MIN_WORD_POINTS:
                continue
        challenge, promised, error = _challenge_on_offer(view, choices, CARDS.word_worlds)
        points = round(promised)
        if word == challenge:
            code = SAID[points >= 0]
            yield JudgedWord(move.by, word, points, round(error), text(code[challenge], points=abs(points)))
        elif promised >= MIN_WORD_POINTS and promised > WORD_ERRORS * error:
            yield JudgedWord(move.by, word, -points, round(error), text(UNSAID[challenge], points=points))


def _challenge_on_offer(view: View, choices: Sequence[Choice], worlds: int) -> tuple[str, float, float]:
    """The challenge on offer, what it promises more than silence, and the standard error of that."""
    found = words.raising_choices(view, choices, worlds, SEED)
    challenge = next(word for word in found if word.data["do"] != "pass")
    silence = next(word for word in found if word.data["do"] == "pass")
    return challenge.data["do"], challenge.value - silence.value, challenge.error
