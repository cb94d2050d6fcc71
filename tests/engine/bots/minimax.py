"""A minimax without any cleverness: the judge of exact values."""

from __future__ import annotations

from games.engine.bots.bits import bits
from games.engine.bots.kraken.compact.positions import Position, Rules, after, legal_cards
from games.engine.bots.kraken.compact.settling import Score


def minimax(position: Position, rules: Rules, score: Score, known: dict[tuple[object, ...], int]) -> int:
    """The score of side 0 less side 1 when both play their best: every card of every position is tried. Positions
    met before at the start of a trick are looked up in `known`."""
    hands, seat, table, taken = position
    if not table.lying:
        if not any(hands):
            return score(*taken)
        key = (hands, seat, taken)
        if key not in known:
            known[key] = _best(position, rules, score, known)
        return known[key]
    return _best(position, rules, score, known)


def _best(position: Position, rules: Rules, score: Score, known: dict[tuple[object, ...], int]) -> int:
    values = [
        minimax(after(position, card, rules), rules, score, known)
        for card in bits(legal_cards(position, rules))
    ]
    return max(values) if position.seat % 2 == 0 else min(values)
