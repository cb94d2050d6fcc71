"""A round scored again from what it left behind: the same where nothing is corrected, else by the same rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engine.errors import MalformedAction
from games.engine.kraken.errors import KrakenRefusal
from games.engine.view import CorrectedFacts
from tests.engine.kraken.table import KRAKEN, rules
from tests.table.play import imagine_table

HOUSES: list[dict[str, Any]] = [
    {},
    {"double_spades": "trump_cards", "trump_mode": "utrecht"},
    {"double_spades": "all", "multiplier_scope": "cards_only"},
    {"challenged_settlement": "own_points", "pit_for": "either"},
]


@pytest.mark.parametrize("options", HOUSES)
def test_played_rounds_score_as_they_did(options: dict[str, Any]) -> None:
    table = imagine_table(
        ("bot",) * 4,
        lambda table: len(table.game.results(table.state.game_state)) == 8,
        rng=Random(8),
        options=options,
    )
    for played in table.game.results(table.state.game_state):
        again = KRAKEN.rescore(table.options, played, CorrectedFacts())
        assert again[:2] == (played.score, played.tallies)
        assert tuple(map(sum, zip(*(line.points for line in again.lines), strict=True))) == played.score


def paper(**typed: str) -> Any:
    made = {"declarers": "0", "trump": "H", "level": "0", "side": "0", **typed}
    return KRAKEN.on_paper(rules(), made, number=1, players=4)


def test_a_pit_on_paper_stays_one() -> None:
    assert paper(points="162", pit="yes").score == (262, 0, 262, 0)
    pit = paper(points="162", pit="yes")
    assert KRAKEN.rescore(rules(), pit, CorrectedFacts(bonus=(20, 0))).score == (282, 0, 282, 0)


@pytest.mark.parametrize(
    ("cards", "score", "pits"),
    [((150, 12), (150, 12), 0), ((162, 0), (262, 0), 1), ((12, 150), (0, 162), 0)],
)
def test_cards_counted_again_keep_no_pit_that_cannot_be(
    cards: tuple[int, int], score: tuple[int, int], pits: int
) -> None:
    """162-0 with a pit, corrected to 150-12, is 150-12: a side with points has won a trick."""
    again = KRAKEN.rescore(rules(), paper(points="162", pit="yes"), CorrectedFacts(cards=cards))
    assert again.score == score * 2
    assert again.tallies["pits"] == (pits, 0, pits, 0)


def test_tallies_follow_what_is_corrected() -> None:
    """Made 100-62: counted again as 70-92 the makers are nat; under a kraken the others lost one."""
    nat = KRAKEN.rescore(rules(), paper(points="100"), CorrectedFacts(cards=(70, 92))).tallies
    assert (nat["nat"], nat["krakens_lost"]) == ((1, 0, 1, 0), (0, 0, 0, 0))
    kraken = KRAKEN.rescore(rules(), paper(points="100"), CorrectedFacts(level=1)).tallies
    assert (kraken["nat"], kraken["krakens_lost"]) == ((0, 0, 0, 0), (0, 1, 0, 1))
    roem = KRAKEN.rescore(rules(), paper(points="100", roem_1="20"), CorrectedFacts(revoked=(1,))).tallies
    assert roem["roem"] == (20, 0, 20, 0)


def test_a_revoke_gives_everything_to_the_other_side() -> None:
    round_ = paper(points="100", roem_0="20", roem_1="50", level="1")
    assert KRAKEN.rescore(rules(), round_, CorrectedFacts(revoked=(0,))).score == (0, 664, 0, 664)
    assert KRAKEN.rescore(rules(revoke_bonus=0), round_, CorrectedFacts(revoked=(1,))).score == (
        464,
        0,
        464,
        0,
    )


def test_cards_counted_again_are_those_of_the_pack() -> None:
    round_ = paper(points="100")
    assert KRAKEN.rescore(rules(), round_, CorrectedFacts(cards=(82, 80))).score == (82, 80, 82, 80)
    for cards in [(82, 81), (163, -1)]:
        with pytest.raises(MalformedAction) as refused:
            KRAKEN.rescore(rules(), round_, CorrectedFacts(cards=cards))
        assert refused.value.code == KrakenRefusal.POINTS_DO_NOT_ADD_UP
