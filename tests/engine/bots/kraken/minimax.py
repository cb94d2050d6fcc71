"""A minimax without any cleverness, the judge of exact values, and its long form with bounds for more cards."""

from __future__ import annotations

from math import inf

from games.bots.compact_forms import bits
from games.bots.kraken.compact.positions import Position, Rules, Score, after, legal_cards


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


def bounded_minimax(
    position: Position,
    rules: Rules,
    score: Score,
    known: dict[tuple[object, ...], tuple[float, float]],
    low: float = -inf,
    high: float = inf,
) -> float:
    """The same value as `minimax` where it lies between `low` and `high`, else a bound of it on that side: what cannot
    change the result is not tried. Cards and scores are those of `minimax`; `known` keeps bounds of starts of tricks.
    """
    hands, seat, table, taken = position
    if not any(hands) and not table.lying:
        return score(*taken)
    key = (hands, seat, taken)
    if not table.lying:
        least, most = known.get(key, (-inf, inf))
        low, high = max(low, least), min(high, most)
        if low >= high:
            return least if least >= high else most
    sign = 1 if seat % 2 == 0 else -1
    best, alpha, beta = -inf, *((low, high) if sign > 0 else (-high, -low))
    for card in reversed(bits(legal_cards(position, rules))):
        bounds = (alpha, beta) if sign > 0 else (-beta, -alpha)
        best = max(best, sign * bounded_minimax(after(position, card, rules), rules, score, known, *bounds))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    value = sign * best
    if not table.lying:
        least, most = known.get(key, (-inf, inf))
        known[key] = (least if value <= low else value, most if value >= high else value)
    return value
