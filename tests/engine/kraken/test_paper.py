"""Promises of the paper sheet: the engine's own settlement, and no sum that cannot have happened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.errors import MalformedAction, Refusal, RefusalCode
from games.engine.kraken.errors import KrakenRefusal
from games.engine.kraken.options import Options
from games.engine.kraken.scoring.paper import TypedRound, settle_round, typed_round
from games.engine.kraken.words import WORDS
from games.engine.options import read_options

EXAMPLES = Path(__file__).parents[1] / "vectors" / "kraken_examples.jsonl"
SCORED = [each for line in EXAMPLES.read_text().splitlines() if (each := json.loads(line))["kind"] == "score"]


@pytest.mark.parametrize("example", SCORED, ids=lambda example: str(example["id"]))
@pytest.mark.parametrize("side", [0, 1])
def test_the_worked_examples_typed_from_paper_come_out_right(example: dict[str, Any], side: int) -> None:
    options = read_options(Options, example["options"])
    pit = 8 in example["won"] and example["won"].index(8) == example["declarers"]
    typed = TypedRound(
        declarers=example["declarers"],
        trump=example["trump"],
        level=example["level"],
        side=side,
        points=example["cards"][side],
        roem=tuple(example["bonus"]),
        pit=pit,
    )
    result = settle_round(typed, options, number=1)
    assert list(result.score) == example["expect"] * 2
    lines = [line.points for line in result.lines]
    assert [sum(each) for each in zip(*lines, strict=True)] == example["expect"] * 2


def form(**changes: str) -> dict[str, str]:
    fields = {"declarers": "0", "trump": "H", "level": "0", "side": "0", "points": "100"}
    return fields | changes


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"against": "70"}, KrakenRefusal.POINTS_DO_NOT_ADD_UP),
        ({"points": "163"}, KrakenRefusal.POINTS_OUT_OF_RANGE),
        ({"points": "1"}, KrakenRefusal.NO_SUCH_POINTS),
        ({"points": "161"}, KrakenRefusal.NO_SUCH_POINTS),
        ({"points": "-5"}, Refusal.NOT_A_NUMBER),
        ({"points": ""}, Refusal.NOT_A_NUMBER),
        ({"points": "²"}, Refusal.NOT_A_NUMBER),
        ({"points": "1" * 300}, Refusal.NOT_A_NUMBER),
        ({"roem_0": "25"}, KrakenRefusal.NO_SUCH_ROEM),
        ({"roem_1": "10"}, KrakenRefusal.NO_SUCH_ROEM),
        ({"roem_1": "2000"}, KrakenRefusal.NO_SUCH_ROEM),
        ({"pit": "on"}, KrakenRefusal.PIT_WITHOUT_ALL),
        ({"pit": "on", "points": "0"}, KrakenRefusal.PIT_NOT_PLAYED),
        ({"trump": "X"}, KrakenRefusal.UNKNOWN_TRUMP),
        ({"level": "4"}, KrakenRefusal.UNKNOWN_LEVEL),
        ({"side": ""}, KrakenRefusal.UNKNOWN_SIDE),
        ({"declarers": "2"}, KrakenRefusal.UNKNOWN_SIDE),
    ],
)
def test_what_cannot_have_happened_is_refused(changes: dict[str, str], code: RefusalCode) -> None:
    with pytest.raises(MalformedAction) as refused:
        settle_round(typed_round(form(**changes)), Options(), number=1)
    assert refused.value.code == code
    assert refused.value.sentence


def test_house_rules_decide_what_is_impossible() -> None:
    plain = read_options(Options, {"declarations": "off"})
    with pytest.raises(MalformedAction) as refused:
        settle_round(typed_round(form(points="162", pit="on", roem_1="20")), plain, number=1)
    assert refused.value.code == KrakenRefusal.ROEM_WITHOUT_TRICK
    costly = read_options(Options, {"declarations": "off", "false_claim": "twenty_to_opponents"})
    assert settle_round(typed_round(form(points="162", pit="on", roem_1="20")), costly, number=1).score == (
        (262, 20) * 2
    ), "the makers claimed roem where there was none"
    trumps = read_options(Options, {"double_spades": "trump_cards"})
    with pytest.raises(MalformedAction) as refused:
        settle_round(typed_round(form(trump="S")), trumps, number=1)
    assert refused.value.code == KrakenRefusal.TRUMP_POINTS_MISSING
    assert settle_round(typed_round(form(trump="S", trump_points="40")), trumps, number=1).score == (
        140,
        84,
        140,
        84,
    )


@pytest.mark.parametrize(
    ("last_trick", "points", "possible"),
    [
        (1, 1, True),
        (1, 152, True),
        (10, 1, False),
        (10, 161, False),
        (0, 1, False),
        (0, 151, False),
        (2, 1, False),
    ],
)
def test_one_point_is_possible_where_the_last_trick_is_worth_one(
    last_trick: int, points: int, *, possible: bool
) -> None:
    """No cards are worth 1 point, but a last trick of four plain sevens to nines may be."""
    options = read_options(Options, {"last_trick_points": last_trick})
    typed = typed_round(form(points=str(points)))
    if possible:
        assert settle_round(typed, options, number=1).facts["cards"] == [points, 152 + last_trick - points]
        return
    with pytest.raises(MalformedAction) as refused:
        settle_round(typed, options, number=1)
    assert refused.value.code == KrakenRefusal.NO_SUCH_POINTS


def test_every_line_has_a_word() -> None:
    result = settle_round(typed_round(form(roem_0="20", level="1")), Options(), number=1)
    assert all(line.text.code in WORDS for line in result.lines)


@given(
    points=st.integers(2, 160),
    declarers=st.sampled_from("01"),
    level=st.sampled_from("0123"),
    trump=st.sampled_from("SHDC"),
)
def test_whichever_side_types_the_round_is_the_same(
    points: int, declarers: str, level: str, trump: str
) -> None:
    told = {"declarers": declarers, "level": level, "trump": trump}
    ours = typed_round(form(points=str(points), side="0", **told))
    theirs = typed_round(form(points=str(162 - points), side="1", **told))
    assert settle_round(ours, Options(), number=3) == settle_round(theirs, Options(), number=3)
