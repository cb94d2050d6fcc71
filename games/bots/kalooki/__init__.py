"""A Kalooki player at three levels, and lessons."""

from games.bots.kalooki.player import EASY, GOOD, STRONG, decide, judging_player
from games.bots.kalooki.reasons import SENTENCES

__all__ = ["EASY", "GOOD", "SENTENCES", "STRONG", "decide", "judging_player"]
