"""Rosbiratschka. Where to find what (rules/rosbiratschka): the contracts with tricks `avoiding`, the running
total `hundred`, the rows `layout`, penalty points `scoring`, what a player sees `view`, house
rules `options`."""

from games.engine.rosbiratschka.game import Rosbiratschka

__all__ = ["Rosbiratschka"]
