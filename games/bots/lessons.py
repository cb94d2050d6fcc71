"""Lessons: chosen deals for practice, each with one question and a sentence for every answer.

Text only and no Django: the pages draw the table from the entries, as from the log of a match.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

from games.bots.player import Player
from games.engine.actions import Data
from games.engine.game import Game
from games.engine.log import Advance, Entry, advance, advance_house, replay
from games.engine.options import read_options
from games.engine.seats import HOUSE, Actor, Seat
from games.engine.shuffle import Randomness


class LessonAnswer(NamedTuple):
    """A possible answer of a lesson: what is done, and the sentence told to those who choose it."""

    data: Data
    why: str


def card_answer(card: str, why: str) -> LessonAnswer:
    """The answer that plays a card."""
    return LessonAnswer({"do": "play", "card": card}, why)


class Lesson(NamedTuple):
    """A position with a question for `seat`, reached by `entries` from the start of a match with these `options`.

    `answers` are the choices offered, each of them legal; `right` is the place of the best one. `idea` is the lesson in
    a sentence, told with every answer. All texts are English sentences to be translated. `players` sit at the table.
    """

    key: str
    title: str
    question: str
    options: Mapping[str, object]
    entries: tuple[Entry, ...]
    seat: Seat
    answers: tuple[LessonAnswer, ...]
    right: int
    idea: str
    players: int = 4


NEXT_FIELD: Final = re.compile(r" (?=[a-z]+=)")
"""Between two fields of an entry: a value may have blanks."""


def entries_of_deal(dealer: int, deck: str, moves: str = "") -> tuple[Entry, ...]:
    """The entries of a deal from `deck`, in dealing order, and `moves` after it: one a line, as "2 play card=SA"; the
    next deal is one of them, by the house."""
    dealt = Entry(HOUSE, {"do": "deal", "dealer": str(dealer), "deck": " ".join(deck.split())})
    return (dealt, *(_entry(line) for line in moves.strip().splitlines()))


def _entry(line: str) -> Entry:
    words, *fields = NEXT_FIELD.split(line.strip())
    by, do = words.split()
    data = {"do": do}
    for field in fields:
        name, _equals, value = field.partition("=")
        data[name] = value
    actor: Actor = HOUSE if by == HOUSE else int(by)
    return Entry(actor, data)


def start_of(game: Game[Any], lesson: Lesson) -> Any:
    """The state before the first entry of the lesson."""
    return game.start(read_options(game.Options, lesson.options), lesson.players)


def asked_state(game: Game[Any], lesson: Lesson) -> Any:
    """The state in which the lesson asks its question."""
    return replay(game, start_of(game, lesson), lesson.entries)


def play_out(game: Game[Any], lesson: Lesson, answer: Data, player: Player) -> Sequence[Entry]:
    """The entries of the deal from that answer to its end, played on by `player` in all seats; the same each time.

    Raises IllegalAction for an answer that is not allowed.
    """
    state = asked_state(game, lesson)
    randomness = Randomness(sha256(lesson.key.encode()).digest())
    rng = Random(lesson.key)
    closed = len(game.results(state))
    step = advance(game, state, actor=lesson.seat, data=answer, randomness=randomness)
    played = [*step.entries]
    while len(game.results(step.state)) == closed and not _deals_next(game, step.state):
        step = _play_next(game, step.state, player, randomness, rng)
        played += step.entries
    return played


def _deals_next(game: Game[Any], state: Any) -> bool:
    """Whether the house deals next: the next round, or another deal of the same one."""
    waiting = game.pending(state).get(HOUSE)
    return waiting is not None and waiting.kind == "deal"


def _play_next(game: Game[Any], state: Any, player: Player, randomness: Randomness, rng: Random) -> Advance:
    """The next action: of the first seat that does something, else of the house."""
    for actor in sorted(seat for seat in game.pending(state) if seat != HOUSE):
        answer = player(game.view(state, int(actor)), game.choices(state, int(actor))).pick(rng)
        if answer is not None:
            return advance(game, state, actor=actor, data=answer, randomness=randomness)
    return advance_house(game, state, randomness=randomness)
