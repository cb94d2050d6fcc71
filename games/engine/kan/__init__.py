"""Kan. Where to find what (rules/kan): seats and the lead `seating`, the beginning of a deal `opening`, cards and
tricks `legal` and `play`, the score of a round `scoring`, what a player sees `view`, house rules
`options`."""

from games.engine.kan.game import Kan

__all__ = ["Kan"]
