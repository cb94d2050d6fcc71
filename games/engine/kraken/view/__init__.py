"""The view of a Kraken table: `table` builds it, `spoken` adds what was said and laid open."""

from games.engine.kraken.view.table import sorted_hand, view

__all__ = ["sorted_hand", "view"]
