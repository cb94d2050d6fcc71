"""Conclusions about hands from the cards they played: those a hand cannot hold, because the play would have been
illegal, and how likely it holds each of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from games.engine.cards import Card
from games.engine.seats import Seat

Legal: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], Sequence[Card]]
"""From a hand and the cards on the table to the cards of the hand that may be played."""

NONE_SHOWN: Final[Mapping[Card, Seat]] = {}


def excluded_cards(pack: Iterable[Card], before: Sequence[Card], card: Card, legal: Legal) -> frozenset[Card]:
    """The cards of `pack` that a hand cannot hold, nor have held, from which `card` was played on `before`.

    Asks of each card whether `card` would have been legal with that card in the hand. A hand of these two is
    asked, because a card that is legal stays legal in a smaller hand.
    """
    return frozenset([other for other in pack if other != card and card not in legal((card, other), before)])


def chances_to_hold(
    viewer: Seat,
    unseen: Iterable[Card],
    excluded: Sequence[Collection[Card]],
    sizes: Sequence[int],
    shown: Mapping[Card, Seat] = NONE_SHOWN,
) -> tuple[dict[Card, float], ...]:
    """By seat the probability (0 to 1) that it holds each card the viewer does not see.

    In proportion to the `sizes` of the hands. `excluded` are the cards each seat cannot hold, which are left
    out of its answer; `shown` names the seat of a card that was laid open.
    """
    chances: tuple[dict[Card, float], ...] = tuple({} for _ in sizes)
    others = [seat for seat in range(len(sizes)) if seat != viewer]
    for card in unseen:
        if card in shown:
            chances[shown[card]][card] = 1.0
            continue
        possible = [seat for seat in others if card not in excluded[seat]]
        total = sum([sizes[seat] for seat in possible])
        for seat in possible:
            if total:
                chances[seat][card] = sizes[seat] / total
    return chances
