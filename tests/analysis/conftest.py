"""An analyser that takes no time, for tests about the rows and pages and not about what is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.bots.analysis import Analyser, CostlyCard, JudgedCard, JudgedWord, Move, RoundAnalysis
from games.bots.kraken.lookback import Remark
from games.bots.registry import ANALYSERS
from games.engine.words import text

STRONG = (100, 62, 100, 62)
MISTAKE, UNLUCKY = 5, 9
"""The numbers of the cards it finds fault with."""


def judge(number: int, move: Move) -> JudgedCard:
    """The judgement of a card: one mistake that harmed nobody, all others as good as the best."""
    wrong = number == MISTAKE
    card = move.data["card"]
    return JudgedCard(
        number, move.by, card, "HA" if wrong else card, 0, 24.0 * wrong, 3.0 * wrong, costly=wrong
    )


def quickly(moves: Sequence[Move], final: Any) -> RoundAnalysis:
    """An analysis with one costly card of each kind, whatever was played."""
    played = [move for move in moves if "card" in move.data]
    cards = tuple(judge(number, move) for number, move in enumerate(played, start=1))
    score = final.results[-1].score
    wrong, unlucky = cards[MISTAKE - 1], cards[UNLUCKY - 1]
    held = played[MISTAKE - 1].state.round.hands[wrong.seat]
    instead = next((card for card in held if card != wrong.card), wrong.card)
    return RoundAnalysis(
        par=(*range(len(cards)), score[0] - score[1]),
        cards=cards,
        mistakes=(
            CostlyCard(
                MISTAKE, wrong.seat, instead, 24, 3, text(Remark.DRAW_TRUMPS, card=instead, points=24)
            ),
        ),
        unknowable=(
            CostlyCard(
                UNLUCKY, unlucky.seat, "HA", 31, 0, text(Remark.NOBODY_COULD_KNOW, card="HA", points=31)
            ),
        ),
        words=(JudgedWord(1, "pass", -40, 9, text(Remark.KRAKEN_UNSAID, points=40)),),
        strong=STRONG,
    )


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Analyser:
    """The quick analyser in the place of Kraken's; playing on is Kraken's own."""
    analyser = Analyser(7, ANALYSERS["kraken"].covers, quickly, ANALYSERS["kraken"].finish)
    monkeypatch.setitem(ANALYSERS, "kraken", analyser)
    return analyser
