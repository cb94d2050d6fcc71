"""Cards, seats, sides and sentences of a match in words, for reviews."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language

from games.engine.cards import Card, face
from games.engine.game import Game, progress_at_start
from games.engine.seats import Seat
from games.engine.view import View
from games.engine.words import Text
from games.engine_words import side_name, together
from games.table.log.folding import names_of, players_in_round
from games.table.log.models import Match
from games.table.screen.speech import Speech, face_of
from games.table.screen.zones.scene import Scene, scene_of


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card with the name it is read out by."""

    card: Card
    name: str

    @property
    def face(self) -> Card:
        """The suit and rank of the card, without the mark of its pack."""
        return face(self.card)


class Narrator:
    """Words for one match: its game, names by seat, the side of each seat and the columns of the sheet. `for_arbiter`:
    also what one player said to the director alone."""

    def __init__(
        self,
        game: Game[Any],
        names: tuple[str, ...],
        sides: tuple[int, ...],
        columns: tuple[tuple[Seat, ...], ...],
        *,
        for_arbiter: bool = False,
    ) -> None:
        self.game = game
        self.for_arbiter = for_arbiter
        self.names = names
        self.sides = sides
        self.columns = columns
        self.speech = Speech(language=get_language(), names=names, words=game.words)
        self._views: dict[tuple[int, Seat | None], tuple[Any, View]] = {}

    def view(self, state: Any, viewer: Seat | None) -> View:
        """The view of a state from a seat, made once: a review looks at most states from every seat, and several
        times."""
        key = (id(state), viewer)
        if key not in self._views:
            public = None if viewer is None else self.view(state, None)
            # Kept beside its view, the state keeps its id.
            self._views[key] = state, self.game.view(state, viewer, public)
        return self._views[key][1]

    def say(self, text: Text) -> str:
        """A sentence of the engine, or one of its refusals, in words."""
        return self.speech.say(text, self.sides)

    @property
    def columns_by_name(self) -> tuple[str, ...]:
        """The names above the columns of the sheet."""
        return tuple(together(column, self.names) for column in self.columns)

    def by_column(self, points: Sequence[int]) -> tuple[int, ...]:
        """Points per seat as the sheet has them."""
        return tuple(points[column[0]] for column in self.columns)

    def scene(self, view: View) -> Scene:
        """The middle of the table in a view; cards shown from a hand are left out, because a review shows all
        hands.
        """
        return scene_of(replace(view, shown=()), self.speech, self.names)


def name_cards(cards: Iterable[Card]) -> tuple[NamedCard, ...]:
    """Cards with their names."""
    language = get_language()
    return tuple(NamedCard(card, face_of(language, card).name) for card in cards)


@dataclass(frozen=True, slots=True)
class People:
    """The people of a match: `names` by seat, `seat_sides` the side of each seat, `sides` and `columns` in words.

    `column_seats` are the seats of each column of the sheet.
    """

    names: tuple[str, ...]
    seat_sides: tuple[int, ...]
    column_seats: tuple[tuple[Seat, ...], ...]

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the players of each side, joined."""
        return tuple(
            side_name(side, self.names, self.seat_sides)
            for side in range(1 + max(self.seat_sides, default=-1))
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the players of each column of the sheet, joined."""
        return tuple(together(column, self.names) for column in self.column_seats)

    def by_column(self, points: Sequence[int]) -> tuple[int, ...]:
        """Points per seat as the sheet has them."""
        return tuple(points[column[0]] for column in self.column_seats)


def people_of(match: Match, *, in_round: int | None = None, sides: Sequence[int] = ()) -> People:
    """The people of a match that has started, those of one round with its `sides` where that is given."""
    names = names_of(match)
    if in_round is not None:
        names = tuple(player.nickname for player in players_in_round(match, in_round).values())
    start = progress_at_start(match.the_game, match.house_options, len(names))
    return People(names, tuple(sides) or start.sides, start.columns)
