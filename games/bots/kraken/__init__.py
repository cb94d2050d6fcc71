"""The bots of Kraken: an easy player that can be read, two that search, the look back, and lessons.

`easy` is the easy player: it weighs `hand_worth` and `card_worth` by its `knowledge`, counts out the `last_tricks`, and
claims no `roem` for the others. `player` is the good and the strong one: cards by `search` among those without
`vetoes`, each level with its `Effort`; `words` weighs for it what was said and chooses what to say. `belief` is what a
seat is certain of, and `compact` the form in which deals that fit it are played out and solved.
"""

from functools import partial
from typing import Final

from games.bots.bot import Bot, Level
from games.bots.kraken import lookback, reasons
from games.bots.kraken.easy import decide
from games.bots.kraken.lessons import LESSONS
from games.bots.kraken.player import make_player, reason
from games.bots.kraken.search import GOOD, STRONG

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
