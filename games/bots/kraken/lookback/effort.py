"""The amount of work for a look back: a round is to take a second at most on one core."""

from __future__ import annotations

from typing import Final

from games.bots.kraken.strong.effort import Effort

CARDS: Final = Effort(worlds=80, endings=40, solved=4, word_worlds=300, nodes=45_000)
"""For judging cards and words that were played and said."""
PLAYERS: Final = Effort(worlds=40, endings=20, solved=4, word_worlds=100, nodes=15_000)
"""For the four strong players who get the same cards, or play on from one."""
SEED: Final = 1
"""Fixes what is drawn by chance, so that the same round always has the same analysis."""
