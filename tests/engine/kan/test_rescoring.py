"""A round of Kan scored again from how its deals ended, as an arbiter corrects them."""

from __future__ import annotations

import pytest

from games.engine.errors import MalformedAction, Refusal, RefusalCode
from games.engine.kan import Kan
from games.engine.kan.errors import KanRefusal
from games.engine.kan.options import Options
from games.engine.kan.scoring import sheet_values
from games.engine.options import read_options
from games.engine.view import CorrectedFacts, RoundResult

GAME = Kan()


def facts(*deals: str) -> dict[str, str]:
    return {f"deal_{place}": word for place, word in enumerate(deals, start=1)}


def round_on_paper(*deals: str, **options: object) -> tuple[Options, RoundResult]:
    """A round of the pair 2 and 4 whose deals ended so."""
    rules = read_options(Options, options)
    return rules, GAME.on_paper(rules, {"joker": "2", "ace": "4", **facts(*deals)}, number=1, players=5)


def test_a_round_of_which_nothing_is_corrected_keeps_score_and_tallies() -> None:
    rules, result = round_on_paper("won", "juuroku_made", "lost")
    for corrected in (CorrectedFacts(), CorrectedFacts(facts=sheet_values(result.facts))):
        rescored = GAME.rescore(rules, result, corrected)
        assert (rescored.score, rescored.tallies) == (result.score, result.tallies)


@pytest.mark.parametrize(
    ("before", "after", "points"),
    [
        (("won", "lost"), ("won", "won"), 2),  # a ninth scoring card was the kan's; no third deal was played
        (("won", "juuroku_failed"), ("won", "sukonku"), 3),  # stopped, not gone on
        (("won", "juuroku_failed"), ("won", "juuroku_made"), 10),
        (("won", "won", "won"), ("won", "lost"), 0),  # the third deal falls away
        (("won", "won", "gyaku_juuroku_made"), ("won", "won", "gyaku_sukonku"), -3),
        (("won", "won", "gyaku_sukonku"), ("won", "won", "lost"), 1),
        (("gyaku_sukonku",), ("lost",), -1),
        (("sukonku", "won", "won"), ("won", "gyaku_juuroku_failed", "won"), 38),
    ],
)
def test_the_score_follows_from_the_corrected_ends(
    before: tuple[str, ...], after: tuple[str, ...], points: int
) -> None:
    rules, result = round_on_paper(*before)
    again = GAME.rescore(rules, result, CorrectedFacts(facts=facts(*after)))
    assert again.score == (-points, -points, points, -points, points)


def test_the_tallies_follow_from_the_corrected_ends() -> None:
    rules, result = round_on_paper("won", "juuroku_failed")
    again = GAME.rescore(rules, result, CorrectedFacts(facts=facts("won", "juuroku_made")))
    assert again.tallies["juuroku_failed"] == (0, 0, 0, 0, 0)
    assert again.tallies["juuroku_made"] == (0, 0, 1, 0, 1)
    assert again.tallies["kan_won"] == (0, 0, 1, 0, 1)


def test_the_house_rules_of_the_match_are_those_of_the_correction() -> None:
    rules, result = round_on_paper("won", "won", "lost", score_table="zero_sum")
    again = GAME.rescore(rules, result, CorrectedFacts(facts=facts("won", "won", "won")))
    assert again.score == (-8, -8, 12, -8, 12)
    rules, result = round_on_paper("lost", "won", "won", round_end="always_three")
    assert GAME.rescore(rules, result, CorrectedFacts(facts=facts("lost", "lost", "won"))).score[2] == 0


@pytest.mark.parametrize(
    ("deals", "code"),
    [
        (("lost", "won"), KanRefusal.DEALS_DO_NOT_FOLLOW),
        (("won", "", "won"), KanRefusal.DEALS_DO_NOT_FOLLOW),
        (("", "won"), Refusal.UNKNOWN_END),
        (("juuroku_made",), Refusal.UNKNOWN_END),
        (("won", "nine cards"), Refusal.UNKNOWN_END),
    ],
)
def test_deals_that_cannot_be_one_round_are_refused(deals: tuple[str, ...], code: RefusalCode) -> None:
    rules, result = round_on_paper("won", "won", "won")
    with pytest.raises(MalformedAction) as refused:
        GAME.rescore(rules, result, CorrectedFacts(facts=facts(*deals)))
    assert refused.value.code == code
