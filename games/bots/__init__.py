"""Bots: players that see what a person in their seat sees, and nothing else.

A bot is handed a View, never a State, and keeps nothing between two decisions: what it remembers of the
running deal is `View.played`. So it cannot cheat, a restart costs it nothing, and why it did something can be
told long afterwards from what it saw.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.bots import chance, kalooki, kan, kraken, rosbiratschka, sureness
from games.bots.analysis import Analyser
from games.bots.kalooki import lessons as kalooki_lessons
from games.bots.kan import lessons as kan_lessons
from games.bots.kan import lookback as kan_lookback
from games.bots.kraken import lessons as kraken_lessons
from games.bots.kraken import lookback as kraken_lookback
from games.bots.lessons import Lesson
from games.bots.player import Decision, Player
from games.bots.rosbiratschka import lessons as rosbiratschka_lessons
from games.engine.actions import Data
from games.engine.game import Game
from games.engine.view import Choice, View

PLAYERS: Final[Mapping[str, Player]] = {
    "kraken": kraken.decide,
    "rosbiratschka": rosbiratschka.decide,
    "kan": kan.decide,
    "kalooki": kalooki.decide,
}
"""By game key; a game without a player of its own is played by chance."""
ANALYSERS: Final[Mapping[str, Analyser]] = {
    "kraken": kraken_lookback.ANALYSER,
    "kan": kan_lookback.ANALYSER,
}
"""By game key; closed rounds of other games are not analysed."""
LESSONS: Final[Mapping[str, Sequence[Lesson]]] = {
    "kraken": kraken_lessons.LESSONS,
    "rosbiratschka": rosbiratschka_lessons.LESSONS,
    "kan": kan_lessons.LESSONS,
    "kalooki": kalooki_lessons.LESSONS,
}
"""By game key, in the order in which they are learned."""
SENTENCES: Final[Mapping[str, str]] = {
    **chance.SENTENCES,
    **sureness.SENTENCES,
    **kraken.SENTENCES,
    **rosbiratschka.SENTENCES,
    **kan.SENTENCES,
    **kalooki.SENTENCES,
    **kraken_lookback.SENTENCES,
    **kan_lookback.SENTENCES,
}
"""Every reason of a bot, and how sure it is, as an English sentence, worded for advice before a move and for
reviews after it; and the sentences of the look back at a closed round."""


def decision(game: Game[Any], view: View, choices: Sequence[Choice]) -> Decision:
    """Return the possible answers of the bot in the viewer's seat, with the reason for each.

    `view` is `game.view(state, seat)` and `choices` is `game.choices(state, seat)` of the same state. None
    is answered only to a window that need not be used (`Pending.must` is false), and then stays the answer
    for that window. Asked again after a claim, the bot goes on with the next thing.
    """
    return PLAYERS.get(game.key, chance.decide)(view, choices)


def choose(game: Game[Any], view: View, choices: Sequence[Choice], rng: Random) -> Data | None:
    """One answer of the `decision`; `rng` settles what the bot has no opinion on."""
    return decision(game, view, choices).taken(rng)
