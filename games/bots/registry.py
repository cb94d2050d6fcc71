"""The bots by the key of their game (a game that is not among them is played by chance) and what they declare: the
levels of play a person can choose, the player of each, analysers, lessons and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from games.bots import chance, estimates, kalooki, kan, kraken, rosbiratschka
from games.bots.analysis import Analyser
from games.bots.bot import Bot, Level
from games.bots.lessons import Lesson
from games.bots.player import Decision, Player
from games.engine.actions import Data
from games.engine.game import Game
from games.engine.view import Choice, View
from games.engine.words import Text

BOTS: Final[dict[str, Bot]] = {
    "kraken": kraken.BOT,
    "rosbiratschka": rosbiratschka.BOT,
    "kan": kan.BOT,
    "kalooki": kalooki.BOT,
}
BY_CHANCE: Final = Bot(chance.decide, chance.SENTENCES)
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


def bot_of(game: str) -> Bot:
    """The bot of that game (its key); one that plays by chance where the game has none."""
    return BOTS.get(game, BY_CHANCE)


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels a bot of that game (its key) can play at, the weakest first."""
    return (Level.EASY, *bot_of(game).levels)


def has_levels(game: str) -> bool:
    """Whether a bot of that game can play at several levels, so that people choose."""
    return bool(bot_of(game).levels)


def decides_at_once(game: str, level: Level) -> bool:
    """Whether a bot of that game (its key) and level decides without a search, so that no worker is asked."""
    bot = bot_of(game)
    return bot.explain is None or level not in bot.levels


def level_unchosen(game: str) -> Level:
    """The level of a bot of that game for which none was chosen."""
    return bot_of(game).unchosen


def player(game: str, level: Level, seed: int) -> Player:
    """The player of that game (its key) and level: the easy one where the game has no other.

    The seed settles what the player draws by chance: the same view and seed lead to the same answer.
    """
    bot = bot_of(game)
    better = bot.levels.get(level)
    return bot.decide if better is None else better(seed)


def easy_decision(game: Game[Any], view: View, choices: Sequence[Choice]) -> Decision:
    """The possible answers of the easy bot in the viewer's seat, with the reason for each.

    `view` is `game.view(state, seat)` and `choices` is `game.choices(state, seat)` of the same state. None
    is answered only to a window that need not be used (`Pending.must` is false), and then stays the answer
    for that window. Asked again after a claim, the bot goes on with the next thing.
    """
    return bot_of(game.key).decide(view, choices)


def easy_answer(game: Game[Any], view: View, choices: Sequence[Choice], rng: Random) -> Data | None:
    """One answer of the `easy_decision`; `rng` settles what the bot has no opinion on."""
    return easy_decision(game, view, choices).pick(rng)


def decision_at_once(
    game: Game[Any], level: Level, view: View, choices: Sequence[Choice], seed: int = 0
) -> Decision:
    """The decision of a bot of that level without a search: that of the easy one where the level would search."""
    return player(game.key, level if decides_at_once(game.key, level) else Level.EASY, seed)(view, choices)


def reason(game: Game[Any], level: Level, view: View, choices: Sequence[Choice], answer: Data) -> Text | None:
    """The reason of a bot of that level for the answer it gave; None where today's bot would give another and does not
    search, or nothing true can be said of it."""
    bot = bot_of(game.key)
    if bot.explain is not None and level in bot.levels:
        return bot.explain(view, choices, answer)
    decided = decision_at_once(game, level, view, choices)
    return decided.why(answer) if answer in decided.answers else None
