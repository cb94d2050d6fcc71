"""Records written by the program as it was before a round could have several deals: 3,000 rounds of 700 matches.

    .venv/bin/python -m tests.engine.record.old_records

plays all of them through the rules and prints how many there were. The matches, 600 of Kraken and 100 of
Rosbiratschka, are random play under random house rules. `rounds` and `totals` are what that program counted, `answer`
is a digest of all it reported, line by line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

from games.engine import registry
from games.engine.record import check_record
from tests.engine.vectors import vectors

FILE: Final = "old_records.jsonl.xz"
REPORTED: Final = ("rounds", "totals", "next")
"""The parts of an answer that program gave too."""


def old_records() -> list[dict[str, Any]]:
    """All of them, in the order they were played."""
    return vectors(FILE)


def differences(records: Iterable[Mapping[str, Any]]) -> list[str]:
    """Each record that is answered otherwise than by the program that wrote it, in words."""
    return [
        f"{FILE}, line {number}: {answer.get('message') or answer['totals']}"
        for number, old in enumerate(records, start=1)
        if not _is_as_before(old, answer := check_record(old["record"], registry.game))
    ]


def rounds_of(records: Iterable[Mapping[str, Any]]) -> int:
    """How many rounds the matches have."""
    return sum(old["rounds"] for old in records)


def _is_as_before(old: Mapping[str, Any], answer: Mapping[str, Any]) -> bool:
    if not answer["ok"] or answer["totals"] != old["totals"] or len(answer["rounds"]) != old["rounds"]:
        return False
    reported = json.dumps({part: answer[part] for part in REPORTED}, sort_keys=True)
    return sha256(reported.encode()).hexdigest().startswith(old["answer"])


def main() -> int:
    """Read them all; 1 where one is answered otherwise."""
    records = old_records()
    wrong = differences(records)
    for line in wrong:
        print(line)
    print(
        f"{rounds_of(records):,} rounds of {len(records)} old records read, {len(wrong)} answered otherwise"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
