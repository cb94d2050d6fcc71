"""Cards that lie open on the table, each with the direction it came from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.seats import Seat
from games.table.screen.translations import Face
from games.table.screen.zones.scene import Scene


class LaidCard(NamedTuple):
    """A card on the table: `at` and `who` are its player, `wins` marks the one that takes the trick."""

    at: int
    who: str
    card: Face
    wins: bool = False


def laid(
    scene: Scene, cards: Iterable[tuple[Seat, Card]], winning: Seat | None = None
) -> tuple[LaidCard, ...]:
    """Cards in order of play."""
    names, face, at = scene.speech.names, scene.speech.face, scene.at
    return tuple([LaidCard(at[seat], names[seat], face(card), seat == winning) for seat, card in cards])
