"""The look back at a closed round of Kraken: `par` with all hands open, cards and words judged there by what their seat
saw; `sentences` for the costliest."""

from typing import Final

from games.bots.analysis import Analyser
from games.bots.kraken.compact.positions import compact_covers
from games.bots.kraken.lookback.par import analyse, open_contracts, play_out
from games.bots.kraken.lookback.sentences import SENTENCES

__all__ = ["ANALYSER", "SENTENCES"]

VERSION: Final = 5
"""Raised with every change that gives a round another analysis: stored ones are then worked out again."""
ANALYSER: Final = Analyser(VERSION, compact_covers, analyse, play_out, open_contracts)
