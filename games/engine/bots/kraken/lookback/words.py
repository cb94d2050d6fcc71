"""Kraken, re and superkraken judged by what they promised against silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.engine.bots.analysis import JudgedWord, Move
from games.engine.bots.kraken.lookback.effort import CARDS, SEED
from games.engine.bots.kraken.lookback.sentences import SAID, UNSAID
from games.engine.bots.kraken.strong import words
from games.engine.kraken import Kraken
from games.engine.kraken.challenge import LADDER
from games.engine.kraken.state import Phase
from games.engine.words import text

GAME = Kraken()
ERRORS: Final = 2.0
LEAST: Final = 10
"""A word is told of when it was said, or when it promised so many points and standard errors more than silence."""


def judged(moves: Sequence[Move]) -> tuple[JudgedWord, ...]:
    """The challenges of the round that were said, and those that should have been."""
    return tuple(_judged(moves))


def _judged(moves: Sequence[Move]) -> Iterator[JudgedWord]:
    for move in moves:
        said = move.data["do"]
        if said not in (*LADDER, "pass") or not isinstance(move.by, int):
            continue
        if move.state.round.phase is not Phase.CHALLENGE:
            continue
        choices = GAME.choices(move.state, move.by)
        if len(choices) < 2:
            continue
        found = words.raised(GAME.view(move.state, move.by), choices, CARDS.word_worlds, SEED)
        challenge = next(word for word in found if word.data["do"] != "pass")
        silence = next(word for word in found if word.data["do"] == "pass")
        promised, error = challenge.value - silence.value, challenge.error
        points, word = round(promised), challenge.data["do"]
        if said == word:
            code = SAID[points >= 0]
            yield JudgedWord(move.by, said, points, round(error), text(code[word], points=abs(points)))
        elif promised >= LEAST and promised > ERRORS * error:
            yield JudgedWord(move.by, said, -points, round(error), text(UNSAID[word], points=points))
