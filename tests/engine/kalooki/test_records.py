"""Whole matches and broken ones from `vectors/kalooki_records.jsonl.gz`, through the code of `check_record`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.engine.record.records import check
from tests.engine.vectors import vectors

RECORDS = vectors("kalooki_records.jsonl.gz")


@pytest.mark.parametrize("line", RECORDS, ids=[f"{place}" for place in range(len(RECORDS))])
def test_a_record_has_the_answer_it_should_have(line: dict[str, Any]) -> None:
    expected = line["expect"]
    answer = json.loads(json.dumps(check(line["record"], with_choices=True)))
    assert answer["ok"] is expected["ok"]
    if not expected["ok"]:
        assert answer["at"] == expected["at"]
        return
    assert answer["totals"] == expected["totals"]
    assert answer["choices"] == expected["choices"]
    assert len(answer["rounds"]) == len(expected["rounds"])
    for told, right in zip(answer["rounds"], expected["rounds"], strict=True):
        assert {key: told.get(key) for key in right} == right
        assert ("void" in told) is ("void" in right)


def test_the_records_hold_complete_matches_and_refused_ones() -> None:
    assert len(RECORDS) == 40
    assert {line["expect"]["ok"] for line in RECORDS} == {True, False}
    assert {len(line["record"]["players"]) for line in RECORDS} == {3, 4, 5, 6}
