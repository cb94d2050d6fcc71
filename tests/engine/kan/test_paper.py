"""A round of Kan typed from paper: deals won and announcements are typed, the arithmetic is done."""

from __future__ import annotations

import pytest

from games.engine.errors import MalformedAction, Refusal, RefusalCode
from games.engine.kan import Kan
from games.engine.kan.errors import KanRefusal
from games.engine.kan.options import Options
from games.engine.options import read_options
from games.engine.view import RoundResult

GAME = Kan()


def type_round(
    *deals: str, joker: str = "2", ace: str = "4", number: int = 1, **options: object
) -> RoundResult:
    fields = {f"deal_{place}": word for place, word in enumerate(deals, start=1)}
    rules = read_options(Options, options)
    return GAME.on_paper(rules, {"joker": joker, "ace": ace, **fields}, number=number, players=5)


@pytest.mark.parametrize(
    ("deals", "points"),
    [
        (("lost",), -1),
        (("gyaku_sukonku",), -10),
        (("won", "sukonku", "won"), 5),
        (("won", "juuroku_made", "lost"), 9),
        (("sukonku", "gyaku_juuroku_failed", "won"), 40),
        (("sukonku", "sukonku", "gyaku_sukonku"), -3),
        (("won", "juuroku_failed"), -16),
        (("won", "gyaku_juuroku_failed", "gyaku_juuroku_failed"), 107),
    ],
)
def test_the_arithmetic_of_the_examples_is_done(deals: tuple[str, ...], points: int) -> None:
    """K4 to K18 of the rules, typed."""
    assert type_round(*deals).score == (-points, -points, points, -points, points)


def test_the_line_of_the_sheet_names_trumps_the_pair_and_what_was_announced() -> None:
    one = type_round("won", "juuroku_made", "lost", number=2)
    assert (one.trump, one.facts["kan"]) == ("D", [2, 4])
    assert [mark.code for mark in one.marks] == ["mark_juuroku_made"]
    assert one.tallies["juuroku_made"] == (0, 0, 1, 0, 1)
    assert type_round("lost", number=10).trump == "S"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"joker": "4"}, KanRefusal.UNKNOWN_KAN),
        ({"joker": "5"}, KanRefusal.UNKNOWN_KAN),
        ({"joker": ""}, KanRefusal.UNKNOWN_KAN),
        ({"deal_1": "juuroku_made"}, Refusal.UNKNOWN_END),
        ({"deal_1": ""}, Refusal.UNKNOWN_END),
        ({"deal_3": "won twice"}, Refusal.UNKNOWN_END),
        ({"deal_2": ""}, KanRefusal.DEALS_DO_NOT_FOLLOW),
        ({"deal_3": ""}, KanRefusal.DEALS_DO_NOT_FOLLOW),
        ({"deal_1": "lost"}, KanRefusal.DEALS_DO_NOT_FOLLOW),
        ({"deal_2": "juuroku_failed"}, KanRefusal.DEALS_DO_NOT_FOLLOW),
    ],
)
def test_a_round_that_cannot_have_been_is_refused(fields: dict[str, str], code: RefusalCode) -> None:
    round_ = {"joker": "2", "ace": "4", "deal_1": "won", "deal_2": "won", "deal_3": "won"}
    GAME.on_paper(Options(), round_, number=1, players=5)
    with pytest.raises(MalformedAction) as refused:
        GAME.on_paper(Options(), {**round_, **fields}, number=1, players=5)
    assert refused.value.code == code
    assert refused.value.sentence


def test_three_deals_are_typed_where_three_are_always_played() -> None:
    assert type_round("lost", "won", "won", round_end="always_three").score[2] == 2
    with pytest.raises(MalformedAction):
        type_round("lost", round_end="always_three")
