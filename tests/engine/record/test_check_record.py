"""`manage.py check_record`: one line of answer per record, exit status, and a stream of thousands."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.engine.record.records import WORDS, record
from tests.long_counts import repetitions

ROOT = Path(__file__).resolve().parents[3]


def run_check(*arguments: str) -> tuple[list[dict[str, Any]], int]:
    """The answers and the exit status."""
    written, status = io.StringIO(), 0
    try:
        call_command("check_record", *arguments, stdout=written, stderr=io.StringIO())
    except SystemExit as left:
        status = int(left.code or 0)
    return [json.loads(line) for line in written.getvalue().splitlines()], status


def test_a_good_file_and_a_bad_one(tmp_path: Path) -> None:
    good, bad, none = (tmp_path / name for name in ("good.json", "bad.json", "none.json"))
    good.write_text(json.dumps(record(), indent=2), encoding="utf-8")
    bad.write_text(json.dumps(record(log=[WORDS[1]])), encoding="utf-8")
    (answer,), status = run_check(str(good))
    assert (answer["ok"], answer["next"], status) == (True, {"3": ["play"]}, 0)
    answers, status = run_check(str(good), str(bad), str(none), str(tmp_path), str(good))
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True]
    assert [answer.get("at") for answer in answers[1:4]] == [0, None, None]
    assert [answer["code"] for answer in answers[1:4]] == ["not_now", "malformed", "malformed"]
    assert status == 1


def test_choices_are_told_where_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(record()), encoding="utf-8")
    assert "choices" not in run_check(str(path))[0][0]
    assert len(run_check("--choices", str(path))[0][0]["choices"]) == len(WORDS)


class Stream(io.RawIOBase):
    """Standard input whose lines are made one by one as they are asked for."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        super().__init__()
        self.lines = lines

    def __iter__(self) -> Iterator[bytes]:
        return self.lines


class Answers(io.StringIO):
    """Counts the answers instead of keeping them."""

    count = 0

    def write(self, text: str) -> int:
        self.count += text.count("\n")
        return len(text)


@pytest.mark.slow
def test_thousands_of_records_stream_through_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """No record is read before the one before it has been answered, so memory does not grow with their number."""
    answers = Answers()
    line = json.dumps(record()).encode() + b"\n"

    def lines() -> Iterator[bytes]:
        for number in range(repetitions(10_000)):
            assert answers.count == number
            yield line
            yield b"\n"

    class StandardInput:
        buffer = Stream(lines())

    monkeypatch.setattr(sys, "stdin", StandardInput)
    call_command("check_record", "-", stdout=answers)
    assert answers.count == repetitions(10_000)


def test_from_the_outside_no_traceback_whatever_comes_in() -> None:
    """Bytes that are no text, a key that no output codec knows, an empty line; in a plain C locale."""
    lines = [
        json.dumps(record()).encode(),
        b"\xff\xfe\xfd",
        b"",
        json.dumps(record(**{"\ud800": 1})).encode(),
        b'{"format": "card-club-record/1"}',
        b"[" * 50_000,
    ]
    ran = subprocess.run(
        [sys.executable, "manage.py", "check_record", "-"],
        cwd=ROOT,
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        env={"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PATH": ""},
        timeout=60,
    )
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False, False, False]
    codes = [answer["code"] for answer in answers[1:]]
    assert codes == ["malformed", "unknown_field", "missing_field", "malformed"]
    assert ran.returncode == 1
    assert b"Traceback" not in ran.stderr
