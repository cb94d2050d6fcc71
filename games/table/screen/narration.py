"""A match in words for somebody who looks back: its cards, seats, sides and sentences by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from games.engine import bots, registry
from games.engine.cards import Card
from games.engine.errors import SENTENCES
from games.engine.game import Game
from games.engine.options import read_options
from games.engine.words import Text
from games.kit.engine_words import RULINGS, card_name, sentence, side_name
from games.table.log.history import names_of
from games.table.log.models import Match
from games.table.screen.translations import Speech


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card with the name it is read out by; `winning` marks the one that takes the trick as it lies."""

    card: Card
    name: str
    winning: bool = False


class Telling:
    """Words for one match: its game, names by seat and the side of each seat."""

    def __init__(self, game: Game[Any], names: tuple[str, ...], sides: tuple[int, ...]) -> None:
        self.game = game
        self.names = names
        self.sides = sides
        self._words = {**SENTENCES, **RULINGS, **bots.SENTENCES, **game.words}
        self.speech = Speech(language=get_language(), names=names, sides=sides, words=game.words)

    def say(self, text: Text) -> str:
        """An engine's sentence, also one of its refusals."""
        return sentence(text, words=self._words, names=self.names, sides=self.sides)

    def side(self, side: int) -> str:
        """Who is on a side."""
        return side_name(side, self.names, self.sides)


def named(cards: Iterable[Card]) -> tuple[NamedCard, ...]:
    """Cards with their names."""
    return tuple(NamedCard(card, card_name(card)) for card in cards)


@dataclass(frozen=True, slots=True)
class People:
    """Who plays a match: `names` by seat, `sides` the words for each side."""

    names: tuple[str, ...]
    sides: tuple[str, ...]


def people_of(match: Match) -> People:
    """The people of a match that has started."""
    game = registry.game(match.game)
    names = names_of(match)
    sides = game.progress(game.start(read_options(game.Options, match.options), len(names))).sides
    return People(names, tuple(side_name(side, names, sides) for side in sorted(set(sides))))
