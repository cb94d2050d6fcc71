"""The words of the audit trail: one closed list, each code with one meaning."""

from __future__ import annotations

from django.utils.translation import override

from games.disputes.labels import REMINDED, trail_value
from games.kit.trail import AuditEntry
from games.kit.trail_words import WORDS, trail_word


def test_every_code_fits_its_column() -> None:
    longest = AuditEntry._meta.get_field("what").max_length
    assert [code for code in WORDS if len(code) > longest] == []


def test_a_withdrawn_player_and_a_withdrawn_case_have_different_words() -> None:
    assert trail_word("entrant_withdrawn") == "withdrawn"
    assert trail_word("withdrawn") == "case withdrawn"


def test_a_reminder_in_the_trail_shows_its_days() -> None:
    assert [trail_value(days, REMINDED) for days in ("1", "7")] == ["after 1 day", "after 7 days"]
    assert trail_value("7") == "7"


def test_no_word_of_another_language_stands_in_a_dutch_line() -> None:
    with override("nl"):
        assert trail_value("1 : -1 (void); seat 2: -50") == "1 : −1 (telt niet mee); plaats 2: −50"
        assert trail_value("Bram: member", "role_given") == "Bram: lid"
        assert trail_value("secretary", "role_given") == "secretaris"
