"""A Kan player at three levels, the look back, and lessons."""

from games.bots.kan.player import decide, reason, searching_player
from games.bots.kan.reasons import SENTENCES
from games.bots.kan.searching import EASY, GOOD, STRONG

__all__ = ["EASY", "GOOD", "SENTENCES", "STRONG", "decide", "reason", "searching_player"]
