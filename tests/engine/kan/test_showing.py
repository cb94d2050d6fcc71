"""The usual showing of Kan: the two highest cards of the best suit."""

from __future__ import annotations

import pytest

from games.engine.kan.opening import possible_showings
from games.engine.kan.options import Options
from games.engine.kan.windows import usual_showing
from games.engine.options import read_options


@pytest.mark.parametrize(
    ("hand", "together"),
    [
        ("SA SK S4 S2 H9 H8 D9 D8 C9 C8", "SK SA"),
        ("S9 S8 S7 S6 S5 S4 HA DA CA XX", "S8 S9"),  # six small cards are worth more than an ace alone
        ("S4 S3 HA HK H7 DQ D5 CJ C4 XX", "HK HA"),
        ("XX SA H4 D3 C3 H3 D4 C4 H5 S3", "S3 SA"),
    ],
)
def test_the_two_highest_cards_of_the_best_suit_are_shown_together(hand: str, together: str) -> None:
    assert usual_showing(hand.split(), Options()) == (tuple(together.split()),)


@pytest.mark.parametrize(
    ("hand", "apart"),
    [
        ("SA SK S4 S2 H9 H8 D9 D8 C9 C8", (("SA",), ("SK",))),
        ("SA HA DA CA XX", None),
    ],
)
def test_where_two_showings_are_required_they_are_shown_one_after_the_other(
    hand: str, apart: tuple[tuple[str, ...], ...] | None
) -> None:
    rules = read_options(Options, {"show_rule": "two_required"})
    found = usual_showing(hand.split(), rules)
    assert len(found) == 2
    assert apart in (found, None)
    assert found in possible_showings(tuple(hand.split()), rules)
