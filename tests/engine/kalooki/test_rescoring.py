"""A closed deal of Kalooki scored again from corrected facts; what is not corrected stays."""

from __future__ import annotations

import pytest

from games.engine.errors import MalformedAction
from games.engine.kalooki.errors import KalookiRefusal
from games.engine.kalooki.scoring import sheet_values
from games.engine.view import CorrectedFacts, NewScore, RoundResult
from tests.engine.kalooki.table import KALOOKI, options

TYPED = {"out": "2", "end": "bent", "left_0": "66", "left_1": "19", "called_1": "3"}


def deal_on_paper(**typed: str) -> RoundResult:
    return KALOOKI.on_paper(options(), typed or TYPED, number=1, players=3)


def again(one: RoundResult, **facts: str) -> NewScore:
    found = KALOOKI.rescore(options(), one, CorrectedFacts(facts=facts))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "typed", [TYPED, {"end": "void"}, {"out": "0", "end": "out", "left_1": "1", "left_2": "9"}]
)
def test_the_facts_of_a_deal_are_those_typed_and_scored_again_change_nothing(typed: dict[str, str]) -> None:
    one = deal_on_paper(**typed)
    assert sheet_values(one.facts) == typed
    assert again(one, **typed) == NewScore(one.score, one.tallies, one.lines)
    assert KALOOKI.rescore(options(), one, CorrectedFacts()) == NewScore(one.score, one.tallies)


def test_a_call_and_a_hand_are_corrected() -> None:
    one = deal_on_paper()
    right = again(one, **{**TYPED, "left_0": "16", "called_1": "2", "called_0": "1"})
    assert right.score == (32, 38, 0)
    assert right.tallies == {"out": (0, 0, 1), "bent": (0, 0, 1), "calls": (1, 2, 0)}


def test_what_cannot_have_been_is_refused() -> None:
    with pytest.raises(MalformedAction) as refused:
        again(deal_on_paper(), **{**TYPED, "called_1": "4"})
    assert refused.value.code == KalookiRefusal.CALLS_OUT_OF_RANGE
