"""What the partials of one table say in one language, each thing worked out once and then remembered.

Everything said here is safe HTML: it is escaped when it is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from markupsafe import Markup, escape

from games.engine import bots
from games.engine.errors import SENTENCES
from games.engine.words import Fact, Text
from games.kit import engine_words
from games.table.services.talking import PHRASES

REMEMBERED: Final = 2000
"""Sentences remembered a table; a match says a few hundred different ones."""


class Speech:
    """The words of one table in one language: `names` by seat, `sides` each seat's side, `words` the game's."""

    def __init__(
        self, *, language: str, names: Sequence[str], sides: Sequence[int], words: Mapping[str, str]
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self.sides = tuple(sides)
        self._words = {**SENTENCES, **engine_words.RULINGS, **bots.SENTENCES, **words}
        self._said: dict[Text, Markup] = {}
        self._side_names: dict[int, Markup] = {}
        self._column_names: dict[tuple[int, ...], Markup] = {}

    def say(self, text: Text) -> Markup:
        """An engine's `Text` as a sentence."""
        said = self._said.get(text)
        if said is None:
            if len(self._said) >= REMEMBERED:
                self._said.clear()
            said = self._said[text] = self._worked_out(
                lambda: engine_words.sentence(text, words=self._words, names=self.names, sides=self.sides)
            )
        return said

    def side_name(self, side: int) -> Markup:
        """The names of everybody on a side."""
        said = self._side_names.get(side)
        if said is None:
            said = self._side_names[side] = self._worked_out(
                lambda: engine_words.side_name(side, self.names, self.sides)
            )
        return said

    def column_name(self, seats: tuple[int, ...]) -> Markup:
        """The names of everybody in a column of the sheet."""
        said = self._column_names.get(seats)
        if said is None:
            said = self._column_names[seats] = self._worked_out(
                lambda: engine_words.together(seats, self.names)
            )
        return said

    def card_name(self, card: str) -> Markup:
        """``"HJ"`` as "jack of hearts"."""
        return _card_name(self.language, card)

    def suit_name(self, suit: str) -> Markup:
        """``"H"`` as "hearts"."""
        return _suit_name(self.language, suit)

    def translated(self, message: str, **facts: Fact) -> Markup:
        """A sentence of a partial or a list, its named places filled: the partials' ``_``."""
        said = _translated(self.language, message)
        return said % facts if facts or "%" in said else said

    @cached_property
    def phrases(self) -> tuple[tuple[str, str], ...]:
        """The fixed phrases of table talk as (code, words)."""
        return tuple((code, self.translated(words)) for code, words in PHRASES.items())

    def _worked_out(self, words: Callable[[], str]) -> Markup:
        with translation.override(self.language):
            return escape(words())


@lru_cache(maxsize=5000)
def address(name: str, *positions: object) -> str:
    """The path of a page by its name: the partials' ``url``."""
    return reverse(name, args=positions or None)


@lru_cache(maxsize=2000)
def _translated(language: str, message: str) -> Markup:
    with translation.override(language):
        return Markup(gettext(message))  # noqa: S704  our own sentences; what fills them is escaped


@lru_cache(maxsize=500)
def _card_name(language: str, card: str) -> Markup:
    with translation.override(language):
        return escape(engine_words.card_name(card))


@lru_cache
def _suit_name(language: str, suit: str) -> Markup:
    with translation.override(language):
        return escape(engine_words.suit_name(suit))
