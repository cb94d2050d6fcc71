"""The look back at a closed round of Kraken: `par` with all hands open, `cards` and `words` judged by what their seat
saw, `sentences` for the costliest, `playing` for rounds that strong players finish; `round_analysis` puts it
together."""

from games.engine.bots.analysis import Analyser
from games.engine.bots.kraken.compact.options import compact_covers
from games.engine.bots.kraken.lookback.playing import finished_from
from games.engine.bots.kraken.lookback.round_analysis import analyse
from games.engine.bots.kraken.lookback.sentences import SENTENCES

__all__ = ["ANALYSER", "SENTENCES"]

VERSION = 4
ANALYSER = Analyser(VERSION, compact_covers, analyse, finished_from)
