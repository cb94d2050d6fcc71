"""Values of corrections and of the trail, which are stored in no language, as the reader writes them."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.trail_values import change_in_words, value_in_words


@pytest.mark.parametrize(
    ("value", "what", "english", "dutch"),
    [
        ("2026-12-06 20:00", "cancelled", "6 Dec 2026, 20:00", "6 dec 2026, 20:00"),
        ("²", "replay_reminded", "²", "²"),
        ("2026-12-06 20:00", "planned_again", "6 Dec 2026, 20:00", "6 dec 2026, 20:00"),
        ("2026-12-06 20:00 De Zwaan", "moved", "6 Dec 2026, 20:00 De Zwaan", "6 dec 2026, 20:00 De Zwaan"),
        (
            "2: 2/1 2026-12-06 20:00",
            "postponed",
            "2: round 2, table 1 6 Dec 2026, 20:00",
            "2: ronde 2, tafel 1 6 dec 2026, 20:00",
        ),
        ("A: 2: 2026-12-06 20:00", "cancelled", "A: evening 2: 6 Dec 2026, 20:00", "A: avond 2: 6 dec 2026, 20:00"),
        ("2026-13-06 20:00", "moved", "2026-13-06 20:00", "2026-13-06 20:00"),
        ("4", "imported", "4 results", "4 uitslagen"),
        ("4", "import_back", "4 results", "4 uitslagen"),
        ("1", "import_back", "1 result", "1 uitslag"),
        ("A: 2: Anna", "absence_no", "A: evening 2: Anna", "A: avond 2: Anna"),
        (
            "A: 2: 1/5/2 60 : 40 %",
            "average_given",
            "A: evening 2: round 1, table 5, deal 2: 60 : 40 %",
            "A: avond 2: ronde 1, tafel 5, spel 2: 60 : 40 %",
        ),
    ],
)  # fmt: skip
def test_moments_and_counts_are_in_words(value: str, what: str, english: str, dutch: str) -> None:
    for language, said in (("en", english), ("nl", dutch)):
        with override(language):
            assert value_in_words(value, what) == said


@pytest.mark.parametrize(
    ("what", "before", "after", "english"),
    [
        ("average_given", "", "1/5/2 60 : 40 %", "round 1, table 5, deal 2: 60 : 40 %"),
        ("average_given", "60 : 40 %", "1/5/2 50 %", "round 1, table 5, deal 2: 60 : 40 % → 50 %"),
        ("average_taken_back", "60 : 40 %", "1/5/2", "round 1, table 5, deal 2: 60 : 40 %"),
    ],
)
def test_an_average_says_where_it_was_given(what: str, before: str, after: str, english: str) -> None:
    with override("en"):
        assert change_in_words(value_in_words(before, what), value_in_words(after, what), what) == english
