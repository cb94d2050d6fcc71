"""A closed round settled again from corrected facts: roem that was not counted, another level, a revoke.

Works from what a round leaves behind, so rounds on paper can be corrected like played ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from games.engine.cards import Suit
from games.engine.errors import MalformedAction, Refusal
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.settlement import MULTIPLIERS, TRICKS, Facts, Pair, settle
from games.engine.kraken.scoring.tallying import tallied
from games.engine.kraken.state import per_seat
from games.engine.view import Corrected, Rescored, RoundResult


def rescored(options: Options, played: RoundResult, corrected: Corrected) -> Rescored:
    """Score and tallies per seat by the same house rules (rules/kraken 1.7).

    Raises MalformedAction(points_do_not_add_up) when corrected card points are not those of the pack.
    """
    facts = _facts_of(played)
    if corrected.cards:
        cards = _counted_again(corrected.cards, facts.cards)
        facts = replace(facts, cards=cards, won=_tricks_with(cards, facts.won))
    if corrected.bonus:
        facts = replace(facts, bonus=_sum(facts.bonus, corrected.bonus))
    if corrected.level is not None:
        facts = replace(facts, level=corrected.level)
    extra = (0, 0)
    if corrected.revoked is not None:
        facts = _after_revoke(facts, corrected.revoked)
        extra = _only(1 - corrected.revoked, options.revoke_bonus * MULTIPLIERS[facts.level])
    settlement = settle(facts, options)
    return Rescored(per_seat(_sum(settlement.score, extra)), tallied(facts, settlement))


def _facts_of(played: RoundResult) -> Facts:
    """The `Facts` of a closed round before settlement, from its plain results and its lines."""
    facts = cast("Mapping[str, Any]", played.facts)
    won = tuple(facts.get("tricks", ())) or _tricks_of_pit(facts["pit"])
    doubled = [line.points for line in played.lines if line.text.code == "double_spades_trump_cards"]
    return Facts(
        cards=_pair(facts["cards"]),
        bonus=_pair(facts["bonus"]),
        won=_pair(won),
        declarers=int(facts["declarers"]),
        trump=cast("Suit", facts["trump"]),
        level=int(facts["level"]),
        trump_points=_pair(doubled[0]) if doubled else (0, 0),
    )


def _tricks_of_pit(pit: Any) -> Pair:
    """Tricks per side: all eight to a side with a pit, else (7, 1), because a typed sheet says no more."""
    if any(pit):
        return (TRICKS, 0) if pit[0] else (0, TRICKS)
    return TRICKS - 1, 1


def _counted_again(cards: tuple[int, ...], before: Pair) -> Pair:
    points, against = _pair(cards)
    if points + against != sum(before) or min(points, against) < 0:
        raise MalformedAction(
            Refusal.POINTS_DO_NOT_ADD_UP,
            points=points,
            against=against,
            sum=points + against,
            most=sum(before),
        )
    return points, against


def _tricks_with(cards: Pair, won: Pair) -> Pair:
    """The tricks of both sides with these card points: a side with points has won a trick, so the other has no pit."""
    for side in (0, 1):
        if won[side] == TRICKS and cards[1 - side]:
            return (TRICKS - 1, 1) if side == 0 else (1, TRICKS - 1)
    return won


def _after_revoke(facts: Facts, side: int) -> Facts:
    """The other side gets all cards and all bonus (rules/kraken, 2)."""
    other = 1 - side
    return replace(
        facts,
        cards=_only(other, sum(facts.cards)),
        bonus=_only(other, sum(facts.bonus)),
        trump_points=_only(other, sum(facts.trump_points)),
        won=_only(other, TRICKS - 1),
    )


def _only(side: int, points: int) -> Pair:
    return (points, 0) if side == 0 else (0, points)


def _sum(points: tuple[int, ...], added: tuple[int, ...]) -> Pair:
    return points[0] + added[0], points[1] + added[1]


def _pair(values: Any) -> Pair:
    return int(values[0]), int(values[1])
