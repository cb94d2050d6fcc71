"""The decisions of one seat in a closed match, each with what the seat saw, read from the log."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from games.bots.bot import Level
from games.bots.registry import player
from games.engine.actions import Data
from games.engine.game import Game
from games.engine.seats import Seat
from games.engine.view import Choice, View
from games.table.log import folding
from games.table.log.models import Match
from games.table.think_worker import ThinkRequest


@dataclass(frozen=True, slots=True)
class PlayedDecision:
    """A decision between several `choices`, the `number`th of its round: what was seen, and the data of the answer."""

    round: int
    number: int
    view: View
    choices: Sequence[Choice]
    answer: Data


def decisions_of(match: Match, seat: Seat) -> Iterator[PlayedDecision]:
    """The decisions of that seat in the closed rounds, in order of play, where it had a choice. Raises what replaying
    a broken log raises (`folding.UNREADABLE`)."""
    game, _start = folding.game_and_start(match)
    for closed in folding.closed_rounds(match):
        state, number = closed.before, 0
        for line in closed.entries:
            if line.entry.by == seat and len(choices := game.choices(state, seat)) > 1:
                number += 1
                yield PlayedDecision(closed.number, number, game.view(state, seat), choices, line.entry.data)
            state = game.apply(state, line.entry.by, game.parse(line.entry.data))


def as_text(data: Data) -> str:
    """An answer as JSON text; equal answers give equal text."""
    return json.dumps(dict(data), sort_keys=True, separators=(",", ":"))


def digest(view: View, shared_deals: int) -> str:
    """64 characters that are the same for two views of these deals (a key) exactly when the seat sees the same in the
    running round; points of rounds before it do not count."""
    seen = json.dumps(_as_plain(replace(view, options=None, results=(), totals=())), sort_keys=True)
    return sha256(f"{shared_deals}\n{seen}".encode()).hexdigest()


def _as_plain(value: Any) -> Any:
    """The value as JSON writes it: of a typed one an object with one key, its type; of a mapping one with an empty key.

    Stored digests depend on this form. Raises TypeError for a value that is no data.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if dataclasses.is_dataclass(value):
        return {
            type(value).__name__: [_as_plain(getattr(value, one.name)) for one in dataclasses.fields(value)]
        }
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {type(value).__name__: [_as_plain(one) for one in value]}
    if isinstance(value, tuple | list):
        return [_as_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {"": [[_as_plain(key), _as_plain(one)] for key, one in value.items()]}
    raise TypeError(f"{type(value).__name__} has no digest")


def strong_answer(game: Game[Any], match: Match, seat: Seat, decided: PlayedDecision) -> Data | None:
    """The answer of the strong bot there, which sees what the seat saw. Takes a tenth of a second."""
    asked = ThinkRequest(match.pk, seat, decided.view.prompt.window, shared_deals=match.shared_deals_id)
    view = replace(decided.view, results=())
    return player(game.key, Level.STRONG, asked.seed)(view, decided.choices).answers[0]
