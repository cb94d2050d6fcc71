"""A Rosbiratschka player of one honest level, a strong one, and lessons."""

from games.bots.rosbiratschka.player import decide
from games.bots.rosbiratschka.reasons import SENTENCES

__all__ = ["SENTENCES", "decide"]
