"""Words the engine hands to the screen: a code with its facts, and the marker that makes them
translatable."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Fact: TypeAlias = str | int


def gettext_noop(message: str) -> str:
    """Mark an English sentence for translation and give it back unchanged; the engine itself speaks no
    language."""
    return message


class Text(NamedTuple):
    """A sentence as code and facts. `game.words[code]` is its English form, `facts` fill its braces.

    Facts named `suit`, `rank`, `card`, `seat` or `side` hold engine values (``"H"``, ``"K"``, ``"HJ"``, ``0``); the
    screen names them (`games/engine_words.py`).
    """

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()


def text(code: str, **facts: Fact) -> Text:
    """Build a `Text`; the facts keep the order in which they are written."""
    return Text(code, tuple(facts.items()))
