"""Kraken. Where to find what (rules/kraken): trumps, kraken / re / superkraken and declaring `opening`, combinations
in the hand `declarations`, order of cards and legal cards `legal`, roem and its claims `play`, the sheet `scoring`,
figures of the dealt hands `dealt`, what a player sees `view`, house rules `options`."""

from games.engine.kraken.game import Kraken

__all__ = ["Kraken"]
