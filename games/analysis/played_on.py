"""A closed round played on by good players from another card, within a request: a fifth of a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.analysis.queries import before_card, closed_round, moves_of
from games.bots.registry import ANALYSERS
from games.engine.errors import Refused
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.folding import UNREADABLE
from games.table.log.models import Match, Round
from games.table.screen.narration import NamedCard, People, name_cards, people_of


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick of a round played on: each card with the name of its player, the one that was changed marked."""

    number: int
    cards: tuple[tuple[str, NamedCard, bool], ...]


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A round played on from one card. `written` is what was really written, `finished` what good players made of
    it, for each column of the sheet."""

    number: int
    card: int
    name: str
    instead: NamedCard
    tricks: tuple[PlayedTrick, ...]
    columns: tuple[str, ...]
    written: tuple[int, ...]
    finished: tuple[int, ...]


def round_played_on(match: Match, *, number: int, card: int, instead: str) -> PlayedOn:
    """A closed round finished by good players from that card on, with another card in its place.

    Raises TableRefused(no_such_round) where there is no look back, (no_such_card) for a card that was not possible.
    """
    row = match.rounds.exclude(status=Round.Status.RUNNING).filter(number=number).first()
    if row is None or match.game not in ANALYSERS:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    try:
        game, closed = closed_round(row)
    except UNREADABLE:
        raise TableRefused(TableRefusal.NO_SUCH_ROUND) from None
    analyser = ANALYSERS[match.game]
    if analyser.finish is None or not analyser.covers(closed.after.options):
        raise TableRefused(TableRefusal.NO_SUCH_ROUND)
    before = before_card(moves_of(game, closed), card)
    if before is None:
        raise TableRefused(TableRefusal.NO_SUCH_CARD)
    state, seat = before
    try:
        finish = analyser.finish(state, seat, instead)
    except Refused:
        raise TableRefused(TableRefusal.NO_SUCH_CARD) from None
    people = people_of(match, in_round=number)
    [shown] = name_cards([instead])
    return PlayedOn(
        number=number,
        card=card,
        name=people.names[seat],
        instead=shown,
        tricks=_tricks(people, finish.tricks, card),
        columns=people.columns,
        written=people.by_column(game.results(closed.after)[-1].score),
        finished=people.by_column(finish.score),
    )


def _tricks(people: People, tricks: Sequence[Any], card: int) -> tuple[PlayedTrick, ...]:
    """The tricks from that of the changed card on."""
    shown, number = [], 0
    for place, trick in enumerate(tricks, start=1):
        cards = []
        for seat, played in trick:
            number += 1
            cards.append((people.names[seat], name_cards([played])[0], number == card))
        if number >= card:
            shown.append(PlayedTrick(place, tuple(cards)))
    return tuple(shown)
