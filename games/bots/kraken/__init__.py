"""The bots of Kraken: an easy player that can be read, two that search, the look back, and lessons.

`easy` is the easy player; `choosing` is what it chooses by. The good and the strong one are `searching`, each with its
`Effort`; `words` weighs for them what was said and chooses what to say. `belief` is what a seat knows of covered cards,
and `compact` the form in which deals that fit it are played out and solved.
"""

from functools import partial
from typing import Final

from games.bots.bot import Bot, Level
from games.bots.kraken import lookback, reasons
from games.bots.kraken.easy import decide
from games.bots.kraken.lessons import LESSONS
from games.bots.kraken.searching import GOOD, STRONG, make_player, reason

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
