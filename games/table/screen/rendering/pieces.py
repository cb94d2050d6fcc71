"""Cards drawn once and placed in zones again and again: those of a hand, and those that lie on the table.

Partials are `templates/table/_<name>.html`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from django.template import engines
from django.utils.safestring import SafeString
from jinja2 import Template

from games.engine.cards import Card, Suit
from games.engine.seats import Seat
from games.engine.view import TrickZone
from games.table.screen.translations import Speech

LAID: Final = 32
"""Cards kept as they lay on a table: those of this trick and of the last are asked for."""


@cache
def partial_of(name: str) -> Template:
    """The partial of that name."""
    template: Template = engines["jinja2"].env.get_template(f"table/_{name}.html")
    # Copied for every drawing, and the chain of dictionaries it is at first is slow to copy.
    template.globals = dict(template.globals)
    return template


def hand(cards: Sequence[Card], trump: Suit | None, language: str) -> SafeString:
    """The cards of a hand. A suit that follows trumps lies apart from them."""
    drawn, before = [], ""
    for card in cards:
        suit = card[0]
        drawn.append(_held(card, before == trump != suit, language))
        before = suit
    return SafeString("".join(drawn))


@lru_cache(maxsize=1000)
def _held(card: Card, apart: bool, language: str) -> str:
    speech = Speech(language=language, names=(), sides=(), words={})
    return partial_of("card").render(card=card, apart=apart, card_name=speech.card_name) + "\n"


class LaidCards:
    """The cards of tricks at one table in one language, each with the name of who played it."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech
        self._drawn: dict[tuple[Seat, Card, bool], str] = {}

    def of(self, trick: TrickZone | None) -> SafeString:
        """The cards of a trick in order of play; "" for none."""
        if trick is None:
            return SafeString("")
        drawn = [self._laid(seat, card, seat == trick.winning) for seat, card in trick.cards]
        return SafeString("".join(drawn))

    def _laid(self, seat: Seat, card: Card, wins: bool) -> str:
        html = self._drawn.get((seat, card, wins))
        if html is None:
            if len(self._drawn) >= LAID:
                self._drawn.clear()
            name, card_name = self._speech.names[seat], self._speech.card_name
            html = partial_of("laid").render(seat=seat, card=card, wins=wins, name=name, card_name=card_name)
            self._drawn[seat, card, wins] = html
        return html


def forget_all() -> None:
    """Keep no card."""
    _held.cache_clear()
