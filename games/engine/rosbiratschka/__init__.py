"""Rosbiratschka. Where to find what (rules/rosbiratschka): tricks, the running total and the rows `play`, penalty
points `scoring`, what a player sees `view`, house rules `options`."""

from games.engine.rosbiratschka.game import Rosbiratschka

__all__ = ["Rosbiratschka"]
