"""Promises about the words of the audit trail: one closed list, no code that means two things."""

from __future__ import annotations

from games.disputes.labels import REMINDED, trail_value
from games.kit.trail import AuditEntry
from games.kit.trail_words import WORDS, trail_word


def test_every_code_fits_its_column() -> None:
    longest = AuditEntry._meta.get_field("what").max_length
    assert [code for code in WORDS if len(code) > longest] == []


def test_a_player_who_withdraws_is_not_called_a_case() -> None:
    assert trail_word("entrant_withdrawn") == "withdrawn"
    assert trail_word("withdrawn") == "case withdrawn"


def test_a_reminder_says_after_how_many_days_it_was() -> None:
    assert [trail_value(days, REMINDED) for days in ("1", "7")] == ["after 1 day", "after 7 days"]
    assert trail_value("7") == "7"
