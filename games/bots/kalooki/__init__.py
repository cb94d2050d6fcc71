"""The bots of Kalooki: one player at three levels, none of which searches, and lessons."""

from functools import partial
from typing import Final

from games.bots.bot import Bot, Level
from games.bots.kalooki.lessons import LESSONS
from games.bots.kalooki.player import GOOD, STRONG, decide, make_player
from games.bots.kalooki.reasons import SENTENCES

BOT: Final = Bot(
    decide=decide,
    levels={Level.GOOD: partial(make_player, GOOD), Level.STRONG: partial(make_player, STRONG)},
    lessons=LESSONS,
    sentences=SENTENCES,
)
