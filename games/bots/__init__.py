"""Bots: players that see what a person in their seat sees, and nothing else.

A bot is handed a View, never a State, and keeps nothing between two decisions: what it remembers of the
running deal is `View.played`. So it cannot cheat, a restart costs it nothing, and why it did something can be
told long afterwards from what it saw. Each game folder declares its bots in one `BOT`; `registry.py` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.bots import chance, estimates
from games.bots.analysis import Analyser
from games.bots.lessons import Lesson
from games.bots.player import Decision
from games.bots.registry import BOTS, bot_of
from games.engine.actions import Data
from games.engine.game import Game
from games.engine.view import Choice, View

ANALYSERS: Final[Mapping[str, Analyser]] = {
    key: bot.analyser for key, bot in BOTS.items() if bot.analyser is not None
}
"""By game key; closed rounds of other games are not analysed."""
LESSONS: Final[Mapping[str, Sequence[Lesson]]] = {
    key: bot.lessons for key, bot in BOTS.items() if bot.lessons
}
"""By game key, in the order in which they are learned."""
SENTENCES: Final[Mapping[str, str]] = {
    **chance.SENTENCES,
    **estimates.SENTENCES,
    **{code: sentence for bot in BOTS.values() for code, sentence in bot.sentences.items()},
}
"""Every reason of a bot, and how sure it is, as an English sentence, worded for advice before a move and for
reviews after it; and the sentences of the look back at a closed round."""


def decision(game: Game[Any], view: View, choices: Sequence[Choice]) -> Decision:
    """Return the possible answers of the bot in the viewer's seat, with the reason for each.

    `view` is `game.view(state, seat)` and `choices` is `game.choices(state, seat)` of the same state. None
    is answered only to a window that need not be used (`Pending.must` is false), and then stays the answer
    for that window. Asked again after a claim, the bot goes on with the next thing.
    """
    return bot_of(game.key).decide(view, choices)


def choose(game: Game[Any], view: View, choices: Sequence[Choice], rng: Random) -> Data | None:
    """One answer of the `decision`; `rng` settles what the bot has no opinion on."""
    return decision(game, view, choices).pick(rng)
