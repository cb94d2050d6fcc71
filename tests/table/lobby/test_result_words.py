"""The lobby says how a match came out: two sides win, draw or lose, of more there is a place."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from games.engine.game import Progress
from games.table.lobby.results import result_in_words

PARTNERS = ((0, 2), (1, 3))
EACH = ((0,), (1,), (2,), (3,))


def over(columns: tuple[tuple[int, ...], ...], places: tuple[int, ...]) -> Progress:
    seats = tuple(range(len(places)))
    return Progress(6, 6, 6, (0,) * len(places), seats, columns, seats, over=True, places=places)


@pytest.mark.parametrize(
    ("columns", "places", "told"),
    [
        (PARTNERS, (1, 2, 1, 2), ["won", "lost", "won", "lost"]),
        (PARTNERS, (1, 1, 1, 1), ["a draw"] * 4),
        (EACH, (2, 1, 4, 3), ["second of four", "first of four", "fourth of four", "third of four"]),
        (
            EACH,
            (1, 1, 3, 4),
            ["shared first of four", "shared first of four", "third of four", "fourth of four"],
        ),
        (EACH, (1, 1, 1, 1), ["a draw"] * 4),
        ((*EACH, (4,), (5,), (6,)), (7, 1, 2, 3, 4, 5, 6), ["7 of 7"]),
    ],
)
def test_a_result_is_told_as_players_say_it(
    columns: tuple[tuple[int, ...], ...], places: tuple[int, ...], told: list[str]
) -> None:
    with override("en"):
        assert [result_in_words(over(columns, places), seat) for seat in range(len(told))] == told


def test_a_match_not_played_out_has_no_result_and_neither_has_who_only_looks() -> None:
    assert result_in_words(over(EACH, ()), 0) == ""
    assert result_in_words(over(EACH, (1, 2, 3, 4)), None) == ""


def test_in_dutch() -> None:
    with override("nl"):
        assert result_in_words(over(EACH, (2, 1, 4, 3)), 0) == "tweede van de vier"
        assert result_in_words(over(EACH, (1, 1, 3, 4)), 0) == "gedeeld eerste van de vier"
