"""The bots by the key of their game; a game that is not among them is played by chance."""

from __future__ import annotations

from typing import Final

from games.bots import chance, kalooki, kan, kraken, rosbiratschka
from games.bots.bot import Bot

BOTS: Final[dict[str, Bot]] = {
    "kraken": kraken.BOT,
    "rosbiratschka": rosbiratschka.BOT,
    "kan": kan.BOT,
    "kalooki": kalooki.BOT,
}
BY_CHANCE: Final = Bot(chance.decide, chance.SENTENCES)


def bot_of(game: str) -> Bot:
    """The bot of that game (its key); one that plays by chance where the game has none."""
    return BOTS.get(game, BY_CHANCE)
