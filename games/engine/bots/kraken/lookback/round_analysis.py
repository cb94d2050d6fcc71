"""The analysis of one closed round of Kraken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.bots.analysis import CostlyCard, JudgedCard, Move, RoundAnalysis
from games.engine.bots.kraken.lookback import cards, words
from games.engine.bots.kraken.lookback.par import OpenHands
from games.engine.bots.kraken.lookback.playing import same_cards
from games.engine.bots.kraken.lookback.sentences import Remark, why_better
from games.engine.bots.kraken.strong.belief import belief
from games.engine.words import text

LEAST_UNKNOWABLE: Final = 20
MISTAKES: Final = 3
UNKNOWABLE: Final = 2
"""The most costly cards of each kind that are told."""


def analyse(moves: Sequence[Move], final: Any) -> RoundAnalysis:
    """The analysis of a round from its standing entries in order, the deal first, and the state that closed it."""
    played = [move for move in moves if "card" in move.data]
    open_hands = OpenHands(final)
    par = open_hands.par(played)
    judged = tuple(
        cards.judged(move, number, lost)
        for number, (move, lost) in enumerate(zip(played, par.lost, strict=True), start=1)
    )
    wrong = sorted((one for one in judged if one.costly), key=lambda one: -one.seen_loss)
    unlucky = sorted(
        (one for one in judged if not one.costly and unknowable(one) >= LEAST_UNKNOWABLE),
        key=lambda one: -unknowable(one),
    )
    return RoundAnalysis(
        par=par.line,
        cards=judged,
        mistakes=tuple(_mistake(one, played[one.number - 1]) for one in wrong[:MISTAKES]),
        unknowable=tuple(_unlucky(one, played[one.number - 1], open_hands) for one in unlucky[:UNKNOWABLE]),
        words=words.judged(moves),
        strong=same_cards(moves),
    )


def unknowable(card: JudgedCard) -> float:
    """The points lost with all hands open beyond those that could have been known."""
    return card.open_loss - max(card.seen_loss, 0.0)


def _mistake(card: JudgedCard, move: Move) -> CostlyCard:
    known = belief(cards.GAME.view(move.state, card.seat))
    code = why_better(known, move.state.round.maker, card.card, card.best)
    points = round(card.seen_loss)
    told = text(code, card=card.best, suit=card.best[0], points=points)
    return CostlyCard(card.number, card.seat, card.best, points, round(card.error), told)


def _unlucky(card: JudgedCard, move: Move, open_hands: OpenHands) -> CostlyCard:
    best = open_hands.best(move.state.round)
    told = text(Remark.NOBODY_COULD_KNOW, card=best, points=card.open_loss)
    return CostlyCard(card.number, card.seat, best, card.open_loss, 0, told)
