"""Caribbean Kalooki. Where to find what (rules/kalooki): contracts and hand sizes `contracts`, threes and fours
`melds`, whether a hand holds a contract `finding`, the draw window with its calls `drawing`, the rest of a turn
`turn`, penalty points `scoring`, what a player sees `view`, house rules `options`."""

from games.engine.kalooki.game import Kalooki

__all__ = ["Kalooki"]
