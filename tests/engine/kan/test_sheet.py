"""The sheet of a Kan round: every line explained, the cancelled ones struck, the doubling named."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.club import places
from games.engine.game import replace_fields
from games.engine.kan import Kan
from games.engine.kan.options import Options
from games.engine.kan.scoring import TABLES, close_round, result_of
from games.engine.kan.state import End
from games.engine.options import read_options
from games.engine.view import RoundResult
from tests.engine.kan.positions import second_deal
from tests.engine.playing import ONE_OF_MANY, options_for, seeds, steps

WON, LOST = (True, End.PLAYED), (False, End.PLAYED)


def result(*deals: tuple[bool, End], **options: object) -> RoundResult:
    return result_of(1, (0, 2), deals, read_options(Options, options), facts={})


def sheet_lines(one: RoundResult) -> list[tuple[str, int, int | None]]:
    """Code, points and cancelled points of each line, for a kan player."""
    return [
        (line.text.code, line.points[0], line.cancelled[0] if line.cancelled else None) for line in one.lines
    ]


def test_a_gyaku_sukonku_strikes_every_line_before_it() -> None:
    one = result((True, End.SUKONKU), (True, End.SUKONKU), (False, End.GYAKU_SUKONKU))
    assert sheet_lines(one) == [
        ("line_won", 0, 1),
        ("line_sukonku", 0, 1),
        ("line_won", 0, 1),
        ("line_sukonku", 0, 1),
        ("line_gyaku_sukonku", -3, None),
    ]
    assert one.score == (-3, 3, -3, 3, 3)
    assert one.lines[0].cancelled == (1, -1, 1, -1, -1)


def test_a_failed_gyaku_juuroku_doubles_what_stands_so_far() -> None:
    one = result((True, End.SUKONKU), (True, End.GYAKU_JUUROKU_FAILED), WON)
    assert sheet_lines(one) == [
        ("line_won", 1, None),
        ("line_sukonku", 1, None),
        ("line_won", 1, None),
        ("line_doubled", 3, None),
        ("line_gyaku_juuroku_failed", 32, None),
        ("line_won", 1, None),
        ("line_third", 1, None),
    ]
    assert one.score[0] == 40


def test_what_comes_after_a_cancelling_deal_counts_where_three_are_always_played() -> None:
    one = result((False, End.GYAKU_SUKONKU), (False, End.GYAKU_SUKONKU), WON, round_end="always_three")
    assert sheet_lines(one)[0] == ("line_gyaku_sukonku_first", 0, -10)
    assert one.score[0] == -3 + 1 + 1


def test_the_sentence_of_a_lost_round_says_how_many_points_were_missing() -> None:
    deals = [{"points": [9, 2]}, {"points": [6, 8]}]
    rules = read_options(Options, {"quota": "989"})
    lost = result_of(1, (0, 2), (WON, LOST), rules, facts={"deals": deals}).verdict
    facts = dict(lost.facts)
    assert (lost.code, facts["had"], facts["needed"]) == ("verdict_lost", 6, 8)
    assert result(WON, LOST).verdict.code == "verdict", "a sheet on paper has no points of deals"


def test_a_round_of_one_deal_or_one_point_is_said_in_the_singular() -> None:
    rules = read_options(Options, {})
    cases = [
        ([WON, WON, LOST], [{"points": [9, 2]}, {"points": [9, 2]}, {"points": [1, 8]}]),
        ([LOST], [{"points": [1, 8]}]),
        ([(False, End.GYAKU_SUKONKU)], []),
    ]
    for deals, facts in cases:
        said = result_of(1, (0, 2), deals, rules, facts={"deals": facts}).verdict
        assert not ONE_OF_MANY.search(Kan().words[said.code].format(**dict(said.facts)))


def test_each_side_has_its_tallies() -> None:
    one = result((True, End.SUKONKU), (True, End.JUUROKU_MADE), (False, End.GYAKU_JUUROKU_MADE))
    kan, mukan = ({key: row[seat] for key, row in one.tallies.items() if row[seat]} for seat in (0, 1))
    assert kan == {"kan": 1, "sukonku": 1, "juuroku_made": 1}
    assert mukan == {"gyaku_juuroku_made": 1}
    assert result(WON, LOST).tallies["kan_won"] == (0, 0, 0, 0, 0)
    assert result(WON, WON, LOST).tallies["kan_won"] == (1, 0, 1, 0, 0)


ENDS = st.sampled_from(
    [
        WON,
        LOST,
        *((end in (End.SUKONKU, End.JUUROKU_MADE, End.GYAKU_JUUROKU_FAILED), end) for end in list(End)[1:]),
    ]
)


@given(deals=st.lists(ENDS, min_size=1, max_size=3), options=options_for(Kan(), round_end="always_three"))
def test_the_lines_add_up_whatever_happened(deals: list[tuple[bool, End]], options: Options) -> None:
    one = result_of(1, (1, 4), deals, options, facts={})
    sums = tuple(sum(line.points[seat] for line in one.lines) for seat in range(5))
    assert one.score == sums
    assert one.score[1] == one.score[4]
    assert one.score[0] == one.score[2] == one.score[3]
    if options.score_table == "zero_sum":
        assert sum(one.score) == 0
    else:
        assert one.score[0] == -one.score[1]


def test_both_tables_have_the_same_lines() -> None:
    assert TABLES["aomori"].keys() == TABLES["zero_sum"].keys()
    assert all(2 * kan + 3 * mukan == 0 for kan, mukan in TABLES["zero_sum"].values())


def test_equal_totals_share_the_place() -> None:
    assert places((5, 9, 5, -2, 9), "high") == (3, 1, 3, 5, 1)


def test_the_figures_at_the_end_of_a_round_are_those_of_its_last_deal() -> None:
    """The sum of both deals decides nothing: nine and seven were won and lost, seven and nine lost and won."""
    state = second_deal()
    assert state.deal is not None
    seven, nine = (
        ("SK", "SQ", "SJ", "HK", "HQ", "HJ", "DK"),
        ("DQ", "DJ", "CK", "CQ", "CJ", "SA", "HA", "DA", "CA"),
    )
    won = replace_fields(state.done[0], captured=(nine, seven))
    lost = replace_fields(state.deal, captured=(seven, nine), won=False, end=End.PLAYED)
    ending = close_round(replace_fields(state, done=(won, lost))).results[-1].ending
    assert ending is not None
    assert [ending.cards[seat] for seat in (0, 2)] == [7, 7]
    assert [ending.cards[seat] for seat in (1, 3, 4)] == [9, 9, 9]


@given(options=options_for(Kan()), seed=seeds)
@settings(max_examples=15)
def test_what_a_round_counts_by_now_stands_while_its_next_deal_is_played(options: Options, seed: int) -> None:
    game, by_now = Kan(), None
    for state, _ in steps(game, options, seed):
        view = game.view(state, None)
        assert view.so_far is None or view.earlier is None
        if view.earlier is not None:
            assert view.earlier == by_now
        by_now = view.so_far or view.earlier
