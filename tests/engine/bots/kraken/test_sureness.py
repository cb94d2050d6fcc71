"""How sure the strong player is: words by its lead and the error of that."""

from __future__ import annotations

import pytest

from games.bots.estimates import SENTENCES, Sure, sureness


@pytest.mark.parametrize(
    ("leads", "degree"),
    [
        ([], None),
        ([(30.0, 4.0)], Sure.CLEARLY),
        ([(30.0, 4.0), (9.0, 4.0)], Sure.PROBABLY),
        ([(30.0, 4.0), (9.0, 4.0), (3.0, 4.0)], None),
        ([(4.0, 0.0)], Sure.PROBABLY),
        ([(7.0, 0.0)], Sure.PROBABLY),
        ([(1.0, 0.0)], None),
        ([(0.0, 0.0), (40.0, 1.0)], None),
    ],
)
def test_the_degree_is_that_of_the_nearest_rival(
    leads: list[tuple[float, float]], degree: Sure | None
) -> None:
    """A lead must be beyond three standard errors and eight points to be clear, beyond one and two to count at all.
    Where it does not count, or there is no rival, nothing is said."""
    sure = sureness(leads)
    assert (sure and sure.code) == degree


def test_every_degree_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Sure)
