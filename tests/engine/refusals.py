"""The refusals of the engine and of every game in it."""

from __future__ import annotations

from typing import Final

from games.engine.errors import Refusal, RefusalCode
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kan.errors import KanRefusal
from games.engine.kraken.errors import KrakenRefusal
from games.engine.rosbiratschka.errors import RosbiratschkaRefusal

EVERY_REFUSAL: Final[tuple[RefusalCode, ...]] = (
    *Refusal,
    *KrakenRefusal,
    *RosbiratschkaRefusal,
    *KanRefusal,
    *KalookiRefusal,
)
