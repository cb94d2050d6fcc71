"""Bots: players that see what a person in their seat sees, and nothing else.

A bot is handed a View, never a State, and keeps nothing between two decisions: what it remembers of the
running deal is `View.played`. So it cannot cheat, a restart costs it nothing, and why it did something can be
told long afterwards from what it saw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.engine.actions import Data
from games.engine.bots import chance, kraken, rosbiratschka
from games.engine.bots.player import Decision, Player
from games.engine.game import Game
from games.engine.view import Choice, View
from games.engine.words import Text

PLAYERS: Final[Mapping[str, Player]] = {"kraken": kraken.decide, "rosbiratschka": rosbiratschka.decide}
"""By game key; a game without a player of its own is played by chance."""
SENTENCES: Final[Mapping[str, str]] = {**chance.SENTENCES, **kraken.SENTENCES, **rosbiratschka.SENTENCES}
"""Every reason a bot can have, as one English sentence that suits who asks for advice as well as who looks back."""


def decision(game: Game[Any], view: View, choices: Sequence[Choice]) -> Decision:
    """What the bot in the viewer's seat does, and why.

    `view` is `game.view(state, seat)` and `choices` is `game.choices(state, seat)` of the same state. None
    is answered only to a window that need not be used (`Pending.must` is false), and then stays the answer
    for that window. Asked again after a claim, the bot goes on with the next thing.
    """
    return PLAYERS.get(game.key, chance.decide)(view, choices)


def choose(game: Game[Any], view: View, choices: Sequence[Choice], rng: Random) -> Data | None:
    """One answer of the `decision`; `rng` settles what the bot has no opinion on."""
    return decision(game, view, choices).taken(rng)


def reason(game: Game[Any], view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """Why the bot would give this answer; None where it would give another, as a bot of another release might have
    done."""
    decided = decision(game, view, choices)
    return decided.why(answer) if answer in decided.answers else None
