"""The grants that the desk offers for what lay there and was lost."""

from __future__ import annotations

from types import SimpleNamespace

from django.template.loader import render_to_string

from games.disputes.ruling_form import Suggestions, grant_choices, grants_together
from games.table.review.positions import FoundThere

LATE = "After the next lead it is lost. (4.2 In a trick)"
ROEM = FoundThere(4, "20 roem lay in trick 1.", 0, 20, missed=True, grants="bonus", lost_by=LATE)
STUK = FoundThere(8, "Ann had stuk.", 0, 20, missed=True, grants="bonus", lost_by=LATE)
OTHER = FoundThere(12, "50 roem lay in trick 3.", 1, 50, missed=True, grants="bonus", lost_by=LATE)
RUN = FoundThere(0, "Ben held a run.", 1, 20, missed=True, grants="declaration")
COUNTED = FoundThere(16, "20 roem in trick 4, claimed.", 1, 20, missed=False)


def test_grants_of_one_kind_are_offered_as_a_sum_by_side() -> None:
    (together,) = grants_together([RUN, ROEM, STUK, OTHER, COUNTED])
    assert (together.points, together.query) == (90, "kind=bonus&points_0=40&points_1=50")
    assert together.in_words == "20 + 20 + 50 = 90"
    assert grants_together([RUN, ROEM]) == ()


def test_beside_a_grant_stands_the_rule_of_the_table_that_denies_it() -> None:
    claimed = (ROEM, STUK)
    suggested = Suggestions(claimed, grants_together(claimed))
    page = {
        "suggested": suggested,
        "grants": grant_choices(suggested, None),
        "case": SimpleNamespace(pk=7),
    }
    drawn = render_to_string("disputes/desk/_ruling.html", page)
    assert drawn.count(LATE) == 2
    assert "<b>Grant 40</b>" in drawn
    assert "?kind=bonus&amp;points_0=40#ruling-form" in drawn
