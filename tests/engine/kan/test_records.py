"""Sixty records of Kan from outside, checked as `check_record --choices` does: no difference in any answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import registry
from games.engine.record import check_record
from tests.engine.vectors import vectors

RECORDS = vectors("kan_records.jsonl.gz")


def checked(record: object) -> dict[str, Any]:
    answer = check_record(record, registry.game, with_choices=True)
    return json.loads(json.dumps(answer))


@pytest.mark.parametrize("sample", [one for one in RECORDS if one["expect"]["ok"]])
def test_scores_deals_and_choices_are_those_expected(sample: dict[str, Any]) -> None:
    answer, expect = checked(sample["record"]), sample["expect"]
    assert answer["ok"] is True, answer
    assert (answer["totals"], answer["choices"]) == (expect["totals"], expect["choices"])
    assert len(answer["rounds"]) == len(expect["rounds"])
    for told, wanted in zip(answer["rounds"], expect["rounds"], strict=True):
        assert {key: told[key] for key in wanted} == wanted


@pytest.mark.parametrize("sample", [one for one in RECORDS if not one["expect"]["ok"]])
def test_what_the_rules_forbid_is_refused_at_its_entry(sample: dict[str, Any]) -> None:
    answer = checked(sample["record"])
    assert (answer["ok"], answer["at"]) == (False, sample["expect"]["at"]), sample["about"]
