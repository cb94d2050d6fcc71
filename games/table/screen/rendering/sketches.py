"""What is kept of a table between two drawings: a language each, the newest drawing and what it was drawn from."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from games.engine.seats import Seat
from games.engine.view import View
from games.table.log.loading import Table
from games.table.screen.facts import MatchFacts
from games.table.screen.rendering import pieces
from games.table.screen.rendering.pieces import LaidCards, partial_of
from games.table.screen.translations import Speech

KEPT: Final = 500
"""Tables whose newest drawing is kept, a language each."""
ALIKE: Final = 6
"""Drawings kept of a zone: those who only wait for one of four share theirs, and it comes back with every trick."""


@dataclass(slots=True)
class Sketch:
    """What is kept of one table in one language: its words, the cards that lay on it, and by zone its newest drawings
    with their bases."""

    speech: Speech
    laid: LaidCards
    zones: dict[str, list[tuple[Any, str]]] = field(default_factory=dict)
    newest: Drawing | None = None

    def reused(self, name: str, basis: Any, template: str, variables: Mapping[str, Any], **more: Any) -> str:
        """The zone as it was drawn lately for the same basis, else drawn now."""
        lately = self.zones.get(name, [])
        for place, (known, html) in enumerate(lately):
            if known == basis:
                if place:
                    self.zones[name] = [lately[place], *lately[:place], *lately[place + 1 :]]
                return html
        html = partial_of(template).render(variables, **more)
        self.zones[name] = [(basis, html), *lately[: ALIKE - 1]]
        return html


@dataclass(slots=True)
class Drawing:
    """One table at one moment in one language: the zones of everybody, and those of each seat as they are asked for."""

    table: Table
    present: frozenset[Seat]
    away: Mapping[Seat, datetime]
    facts: MatchFacts
    view: View
    zones: Mapping[str, str]
    private: dict[Seat | None, Mapping[str, str]] = field(default_factory=dict)


_kept: OrderedDict[tuple[int, str], Sketch] = OrderedDict()
_lock = threading.Lock()


def sketch_of(table: Table, language: str) -> Sketch:
    """What is kept of the table in that language; the least asked for gives way to a new one."""
    key = (table.match_id, language)
    with _lock:
        sketch = _kept.get(key)
        if sketch is None:
            sketch = _kept[key] = Sketch(speech := speech_of(table, language), LaidCards(speech))
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
        return sketch


def speech_of(table: Table, language: str) -> Speech:
    """The words and names of the table in that language, as they are now."""
    return Speech(
        language=language,
        names=[sitter.name for sitter in table.sitters],
        sides=table.game.progress(table.state.game_state).sides,
        words=table.game.words,
    )


def forget_all() -> None:
    """Keep no drawing."""
    with _lock:
        _kept.clear()
        pieces.forget_all()
