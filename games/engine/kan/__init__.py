"""Kan. Where to find what (rules/kan): seats, the lead and the beginning of a deal `opening`, cards and
tricks `legal` and `play`, the score of a round `scoring`, what a player sees `view`, house rules
`options`."""

from games.engine.kan.game import Kan

__all__ = ["Kan"]
