"""Sixty records of Kan from outside, checked as `check_record --choices` does: no difference in any answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import registry
from games.engine.kan.legal import HEIGHT
from games.engine.kan.state import Phase
from games.engine.options import read_options
from games.engine.record import check_record
from games.engine.seats import HOUSE
from tests.engine.kan.positions import KAN
from tests.engine.vectors import vectors

RECORDS = vectors("kan_records.jsonl.gz")


def check_answer(record: object) -> dict[str, Any]:
    answer = check_record(record, registry.game, with_choices=True)
    return json.loads(json.dumps(answer))


@pytest.mark.parametrize("sample", [one for one in RECORDS if one["expect"]["ok"]])
def test_scores_deals_and_choices_are_those_expected(sample: dict[str, Any]) -> None:
    answer, expect = check_answer(sample["record"]), sample["expect"]
    assert answer["ok"] is True, answer
    assert (answer["totals"], answer["choices"]) == (expect["totals"], expect["choices"])
    assert len(answer["rounds"]) == len(expect["rounds"])
    for told, wanted in zip(answer["rounds"], expect["rounds"], strict=True):
        assert {key: told[key] for key in wanted} == wanted


@pytest.mark.parametrize("sample", [one for one in RECORDS if not one["expect"]["ok"]])
def test_what_the_rules_forbid_is_refused_at_its_entry(sample: dict[str, Any]) -> None:
    answer = check_answer(sample["record"])
    assert (answer["ok"], answer["at"]) == (False, sample["expect"]["at"]), sample["about"]


def of_all_aces(*words: dict[str, str]) -> dict[str, Any]:
    """A record by hand of a first deal in which the kan, 0 and 2, have the joker and all aces and take nine scoring
    cards with them before the others take one; these entries follow."""
    hands = (
        "SA SK SQ SJ ST S9 S8 H3 H4 H5",
        "S7 S4 HJ H8 DJ D8 D5 CJ C8 C5",
        "XX HA DA CA HK DK CK HQ DQ CQ",
        "S6 S3 HT H7 DT D7 D4 CT C7 C4",
        "S5 S2 H9 H6 D9 D6 D3 C9 C6 C3",
    )
    tricks = (
        ("0 SA", "1 S7", "2 CQ", "3 S6", "4 S5"),
        ("0 SK", "1 S4", "2 XX", "3 S3", "4 S2"),
        ("2 HA", "3 HT", "4 H9", "0 H5", "1 HJ"),
        ("2 DA", "3 DT", "4 D9", "0 SQ", "1 DJ"),
        ("0 SJ", "1 H8", "2 CA", "3 H7", "4 H6"),
    )
    plays = [one.split() for trick in tricks for one in trick]
    return {
        "format": "card-club-record/1",
        "game": "kan",
        "options": {"rounds": 1, "shippo_jo": "on"},
        "log": [
            {"by": "house", "do": "deal", "dealer": "4", "hands": ";".join(hands)},
            {"by": "0", "do": "iku"},
            {"by": "2", "do": "koi"},
            *({"by": seat, "do": "play", "card": card} for seat, card in plays),
            *words,
        ],
    }


CLOSED = {"by": "house", "do": "close"}
AGAIN = {
    "by": "house",
    "do": "deal",
    "dealer": "4",
    "hands": of_all_aces()["log"][0]["hands"],
}


@pytest.mark.parametrize("between", [(), (CLOSED,)])
def test_a_deal_that_could_be_cancelled_needs_no_entry_to_end(between: tuple[dict[str, str], ...]) -> None:
    """With or without the house's `close`: the next deal follows, or the record ends there."""
    ended = check_answer(of_all_aces(*between))
    assert ended["ok"] is True, ended
    assert [deal["end"] for deal in ended["rounds"][0]["deals"]] == ["sukonku"]
    gone_on = check_answer(of_all_aces(*between, AGAIN))
    assert gone_on["ok"] is True, gone_on
    assert [deal["won"] for deal in gone_on["rounds"][0]["deals"]] == [True]
    assert gone_on["next"] == {"0": ["show"]}


def record_of_three_wins(*, with_close: bool) -> dict[str, Any]:
    """A record of a match of one round, in which the kan win all three deals with those cards and stop each time."""
    options = {"rounds": 1, "shippo_jo": "on"}
    state, log = KAN.start(read_options(KAN.Options, options), 5), []
    while not state.over:
        seats = [actor for actor, waiting in KAN.pending(state).items() if actor != HOUSE and waiting.must]
        actor = seats[0] if seats else HOUSE
        closes = state.deal is not None and state.deal.phase is Phase.CANCEL
        offered = (
            [dict(choice.data) for choice in KAN.choices(state, actor)]
            if seats
            else [CLOSED if closes else AGAIN]
        )
        side = max if actor in (0, 2) else min
        data = side(offered, key=lambda one: HEIGHT.get(one.get("card", ""), 0))
        state = KAN.apply(
            state, actor, KAN.parse({name: value for name, value in data.items() if name != "by"})
        )
        if with_close or not closes:
            log.append({**data, "by": str(actor)})
    return {"format": "card-club-record/1", "game": "kan", "options": options, "log": log}


def test_the_last_deal_of_a_match_counts_without_an_entry_to_end_it() -> None:
    """The same rounds and totals as with the three entries of the house."""
    told, short = (
        check_answer(record_of_three_wins(with_close=True)),
        check_answer(record_of_three_wins(with_close=False)),
    )
    assert len(told["choices"]) == len(short["choices"]) + 3
    assert short["ok"] is True, short
    assert (short["rounds"], short["totals"]) == (told["rounds"], told["totals"])
    assert short["totals"] == [7, -7, 7, -7, -7]
    assert (told["next"], short["next"]) == (
        {},
        {"1": ["cancel"], "3": ["cancel"], "4": ["cancel"], "house": ["close"]},
    )
