"""How sure the strong player is: words by its lead and the error of that."""

from __future__ import annotations

import pytest

from games.bots.sureness import SENTENCES, Sure, sureness


@pytest.mark.parametrize(
    ("leads", "degree"),
    [
        ([], Sure.CLEARLY),
        ([(30.0, 4.0)], Sure.CLEARLY),
        ([(30.0, 4.0), (9.0, 4.0)], Sure.PROBABLY),
        ([(30.0, 4.0), (9.0, 4.0), (3.0, 4.0)], Sure.HARDLY),
        ([(4.0, 0.0)], Sure.PROBABLY),
        ([(1.0, 0.0)], Sure.HARDLY),
        ([(0.0, 0.0), (40.0, 1.0)], Sure.HARDLY),
    ],
)
def test_the_degree_is_that_of_the_nearest_rival(leads: list[tuple[float, float]], degree: Sure) -> None:
    """A lead must be beyond three standard errors and five points to be clear, beyond one and two to count at all."""
    assert sureness(leads).code == degree


def test_every_degree_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Sure)
