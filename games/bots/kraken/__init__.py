"""A Kraken player of one honest level, a strong one, the look back, and lessons."""

from games.bots.kraken.player import decide
from games.bots.kraken.reasons import SENTENCES

__all__ = ["SENTENCES", "decide"]
