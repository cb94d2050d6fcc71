"""The bots of Kan: one player at three levels, the look back, and lessons."""

from functools import partial
from typing import Final

from games.bots.bot import Bot, Level
from games.bots.kan import lookback, reasons, search
from games.bots.kan.lessons import LESSONS
from games.bots.kan.player import decide, make_player, reason

BOT: Final = Bot(
    decide=decide,
    levels={
        Level.GOOD: partial(make_player, search.GOOD),
        Level.STRONG: partial(make_player, search.STRONG),
    },
    # The only player there was before there were levels searched half as much as the good one does now: matches of
    # that time go on no weaker.
    unchosen=Level.GOOD,
    explain=reason,
    analyser=lookback.ANALYSER,
    lessons=LESSONS,
    sentences={**reasons.SENTENCES, **lookback.SENTENCES},
)
