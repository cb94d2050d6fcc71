"""Questions to a think worker and its answers, each one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from zlib import crc32

from games.engine import registry
from games.engine.actions import Data
from games.engine.bots.levels import Level
from games.engine.options import changed_options, read_options
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.engine.words import Text
from games.table.log.loading import Table
from games.table.thinking.values import as_plain, from_plain


class Asked(NamedTuple):
    """The decision a question is about. `tip` asks for the reason too, for a person.

    `shared_deals` is the key of the deals that other matches play too: the same view must get the same answer in all
    of them, so neither the match nor the time the question waited counts.
    """

    match_id: int
    seat: Seat
    window: str
    tip: bool = False
    shared_deals: int | None = None

    @property
    def seed(self) -> int:
        """Settles what the player draws by chance; made of what everybody at the table knows."""
        played = self.match_id if self.shared_deals is None else f"shared {self.shared_deals}"
        return crc32(f"{played}/{self.seat}/{self.window}".encode())


@dataclass(frozen=True, slots=True)
class Question:
    """The view and the choices of one seat, with the level that is to answer; nothing the seat cannot see.

    The results of closed rounds are left out of the view: no player reads them, and they grow with the match.
    """

    asked: Asked
    level: Level
    game: str
    version: int
    view: View
    choices: tuple[Choice, ...]


class Answer(NamedTuple):
    """The answer to a question: None as `data` leaves the window unused. `why` and `sure` are for tips."""

    asked: Asked
    data: Data | None
    why: Text | None = None
    sure: Text | None = None


def question_of(table: Table, asked: Asked, level: Level) -> Question:
    """The question for a decision that is open at this table."""
    game, state = table.game, table.state.game_state
    view = replace(game.view(state, asked.seat), results=())
    choices: Sequence[Choice] = game.choices(state, asked.seat)
    return Question(asked, level, game.key, game.version, view, tuple(choices))


def write_question(question: Question) -> bytes:
    """The question as one line. Two games that look alike to the seat give the same bytes."""
    view = replace(question.view, options=None)
    return _line(
        {
            "asked": question.asked,
            "level": question.level,
            "game": question.game,
            "version": question.version,
            "options": changed_options(question.view.options),
            "view": as_plain(view),
            "choices": as_plain(question.choices),
        }
    )


def read_question(line: bytes) -> Question:
    """The question in a line. Raises LookupError, TypeError, ValueError, and Refused for an unknown game."""
    said = json.loads(line)
    game = registry.game(said["game"], said["version"])
    options: Any = read_options(game.Options, said["options"])
    return Question(
        Asked(*said["asked"]),
        Level(said["level"]),
        game.key,
        game.version,
        replace(from_plain(said["view"]), options=options),
        from_plain(said["choices"]),
    )


def write_answer(answer: Answer) -> bytes:
    """The answer as one line."""
    data = None if answer.data is None else dict(answer.data)
    return _line(
        {"asked": answer.asked, "data": data, "why": as_plain(answer.why), "sure": as_plain(answer.sure)}
    )


def read_answer(line: bytes) -> Answer:
    """The answer in a line. Raises LookupError, TypeError, ValueError."""
    said = json.loads(line)
    return Answer(Asked(*said["asked"]), said["data"], from_plain(said["why"]), from_plain(said["sure"]))


def _line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"
