"""Patterns that find a card in what is sent, by its code or its name."""

from __future__ import annotations

import re
from collections.abc import Collection

from games import engine_words

NOTHING = re.compile(r"(?!)")


def marks_of(cards: Collection[str]) -> re.Pattern[str]:
    """A pattern that matches any of the cards: its code standing by itself, or its name."""
    if not cards:
        return NOTHING
    codes = "|".join(map(re.escape, sorted(cards)))
    names = "|".join(re.escape(engine_words.card_name(card)) for card in sorted(cards))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{codes})(?![A-Za-z0-9])|{names}")
