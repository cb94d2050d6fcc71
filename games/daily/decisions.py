"""The decisions of one seat in a closed match, each with what the seat saw, read from the log."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from games.engine.actions import Data
from games.engine.bots.levels import Level, player
from games.engine.game import Game
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.table.log import history
from games.table.log.models import Match
from games.table.thinking.questions import Asked
from games.table.thinking.values import as_plain


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision between several `choices`, the `number`th of its round: what was seen, and the data of the answer."""

    round: int
    number: int
    view: View
    choices: Sequence[Choice]
    answer: Data


def decisions_of(match: Match, seat: Seat) -> Iterator[Decided]:
    """The decisions of that seat in the closed rounds, in order of play, where it had a choice. Raises what replaying
    a broken log raises (`loading.UNREADABLE`)."""
    game, _start = history.game_and_start(match)
    for closed in history.closed_rounds(match):
        state, number = closed.before, 0
        for told in closed.told:
            if told.entry.by == seat and len(choices := game.choices(state, seat)) > 1:
                number += 1
                yield Decided(closed.number, number, game.view(state, seat), choices, told.entry.data)
            state = game.apply(state, told.entry.by, game.parse(told.entry.data))


def as_text(data: Data) -> str:
    """An answer as JSON text; equal answers give equal text."""
    return json.dumps(dict(data), sort_keys=True, separators=(",", ":"))


def digest(view: View, shared_deals: int) -> str:
    """64 characters that are the same for two views of these deals (a key) exactly when the seat sees the same in the
    running round; points of rounds before it do not count."""
    seen = json.dumps(as_plain(replace(view, options=None, results=(), totals=())), sort_keys=True)
    return sha256(f"{shared_deals}\n{seen}".encode()).hexdigest()


def strong_answer(game: Game[Any], match: Match, seat: Seat, decided: Decided) -> Data | None:
    """The answer of the strong bot there, which sees what the seat saw. Takes a tenth of a second."""
    asked = Asked(match.pk, seat, decided.view.prompt.window, shared_deals=match.shared_deals_id)
    view = replace(decided.view, results=())
    return player(game.key, Level.STRONG, asked.seed)(view, decided.choices).answers[0]
