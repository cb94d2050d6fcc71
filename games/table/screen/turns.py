"""Whose turn a view tells of and what becomes of the viewer's cards, as the zone `prompt` shows it."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.seats import Seat
from games.engine.view import View
from games.engine.words import Text


class Turn(NamedTuple):
    """`to_act` are the seats everybody waits for; `plays` says that the viewer has a card to play now.

    `held_back` are the viewer's cards that may not be played now, in screen order; `reasons` say why, each with
    its cards as a list between spaces.
    """

    to_act: tuple[Seat, ...]
    plays: bool = False
    held_back: tuple[Card, ...] = ()
    reasons: tuple[tuple[Text, str], ...] = ()


def turn_of(view: View) -> Turn:
    """The turn as the viewer sees it."""
    to_act = tuple([seat.seat for seat in view.seats if seat.to_act])
    if not view.prompt.must:
        return Turn(to_act)
    held_back = [(held.card, held.why_not) for held in view.hand if held.why_not is not None]
    return Turn(
        to_act,
        plays=any(held.playable for held in view.hand),
        held_back=tuple([card for card, _why in held_back]),
        reasons=_by_code(held_back),
    )


def _by_code(held_back: list[tuple[Card, Text]]) -> tuple[tuple[Text, str], ...]:
    reasons: dict[str, tuple[Text, str]] = {}
    for card, why in held_back:
        known, cards = reasons.get(why.code, (why, ""))
        reasons[why.code] = known, f"{cards} {card}".lstrip()
    return tuple([reasons[code] for code in sorted(reasons)])
