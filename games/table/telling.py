"""A match in words for somebody who looks back: its cards, seats, sides and sentences by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from games.engine.cards import Card
from games.engine.errors import SENTENCES
from games.engine.game import Game
from games.engine.words import Text
from games.table.speech import Speech
from games.table.wording import card_name, sentence, side_name


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
        self._words = {**SENTENCES, **game.words}
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
