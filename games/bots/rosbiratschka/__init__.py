"""The bots of Rosbiratschka: an easy player that can be read, two that search, and lessons."""

from functools import partial
from typing import Final

from games.bots.bot import Bot, Level
from games.bots.rosbiratschka.easy import decide
from games.bots.rosbiratschka.lessons import LESSONS
from games.bots.rosbiratschka.player import make_player, reason
from games.bots.rosbiratschka.reasons import SENTENCES
from games.bots.rosbiratschka.search import GOOD, STRONG

BOT: Final = Bot(
    decide=decide,
    levels={
        Level.GOOD: partial(make_player, GOOD),
        Level.STRONG: partial(make_player, STRONG),
    },
    explain=reason,
    lessons=LESSONS,
    sentences=SENTENCES,
)
