"""Promises about the words of the audit trail: every room's, in the reader's language, none that means two things."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.disputes.labels import REMINDED, trail_value
from games.kit import trail
from games.kit.trail import AuditEntry, trail_word
from games.league.models.corrections import WORDS

OF_THE_LEAGUE = [code for code in WORDS if code != "withdrawn"]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_what_the_league_writes_is_called_as_the_league_calls_it(language: str) -> None:
    with override(language):
        assert [trail_word(code) for code in OF_THE_LEAGUE] == [str(WORDS[code]) for code in OF_THE_LEAGUE]


def test_every_code_fits_its_column() -> None:
    longest = AuditEntry._meta.get_field("what").max_length
    assert [code for code in trail._words if len(code) > longest] == []


def test_a_player_who_withdraws_is_not_called_a_case() -> None:
    assert trail_word("entrant_withdrawn") == "withdrawn"
    assert trail_word("withdrawn") == "case withdrawn"


def test_a_reminder_says_after_how_many_days_it_was() -> None:
    assert [trail_value(days, REMINDED) for days in ("1", "7")] == ["after 1 day", "after 7 days"]
    assert trail_value("7") == "7"
