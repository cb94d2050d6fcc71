"""Records of version 1 are read for ever, and say what they said."""

from __future__ import annotations

import copy
from typing import Final

from tests.engine.record.old_records import differences, old_records, rounds_of
from tests.long_counts import repetitions

ROUNDS: Final = 3_000


def test_old_records_are_answered_as_by_the_program_that_wrote_them() -> None:
    """3,000 rounds in `make attack`; in `make test` every fifth record, of both games."""
    records = old_records()
    read = records[:: ROUNDS // repetitions(ROUNDS)]
    assert rounds_of(records) == ROUNDS
    assert rounds_of(read) == repetitions(ROUNDS)
    assert {old["record"]["game"] for old in read} == {"kraken", "rosbiratschka"}
    assert differences(read) == []


def test_a_record_that_is_answered_otherwise_is_told() -> None:
    first = copy.deepcopy(old_records()[0])
    first["totals"][0] += 1
    second = copy.deepcopy(old_records()[1])
    second["answer"] = "0" * 16
    third = copy.deepcopy(old_records()[2])
    del third["record"]["log"][1]
    told = differences([first, second, third])
    assert [line.split(":")[0][-1] for line in told] == ["1", "2", "3"]
