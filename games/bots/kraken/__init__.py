"""The bots of Kraken: an easy player that can be read, two that search, the look back, and lessons."""

from functools import partial
from typing import Final

from games.bots.bot import Bot, Level
from games.bots.kraken import lookback, reasons
from games.bots.kraken.easy import decide
from games.bots.kraken.lessons import LESSONS
from games.bots.kraken.strong.player import GOOD, STRONG, make_player, reason

BOT: Final = Bot(
    decide=decide,
    levels={
        Level.GOOD: partial(make_player, GOOD),
        Level.STRONG: partial(make_player, STRONG),
    },
    explain=reason,
    analyser=lookback.ANALYSER,
    lessons=LESSONS,
    sentences={**reasons.SENTENCES, **lookback.SENTENCES},
)
