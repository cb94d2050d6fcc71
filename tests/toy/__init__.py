"""A small game with what Kraken lacks: five players, two packs with twins and a joker, two deals a round and a void
one in between, sides that change, a sealed word, melds, a stock. It lives in the tests and is played everywhere."""

from typing import Final

from tests.toy.game import Toy

TOY: Final = Toy()
"""The one that is registered: the fixture `toy` of tests/conftest.py, or the app `tests.toy` of a server."""
