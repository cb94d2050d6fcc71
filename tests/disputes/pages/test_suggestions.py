"""The desk suggests what was claimed, and names what else the review found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from accounts.models import Player
from games.disputes import desk_views, services
from games.disputes.models import CaseKind
from games.disputes.ruling_form import suggestions_of
from games.table.log.models import Match
from games.table.review.closed_round import RoundReview, round_review
from games.table.review.positions import FoundThere
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import file_case

pytestmark = pytest.mark.django_db
OWN = FoundThere(4, "20 roem lay in trick 1.", 0, 20, missed=True, grants="bonus", rule="roem")
RIVALS = FoundThere(8, "50 roem lay in trick 2.", 1, 50, missed=True, grants="bonus")
LATER = FoundThere(12, "40 roem lay in trick 3.", 0, 40, missed=True, grants="bonus", rule="roem")
RUN = FoundThere(0, "Anna held a run.", 0, 20, missed=True, grants="declaration")


@pytest.fixture
def review(friendly_match: Match) -> RoundReview:
    """A round in which these four findings lie, and no others."""
    real = round_review(friendly_match, number=1)
    lying = [OWN, RIVALS, LATER, RUN]
    positions = tuple(
        replace(position, found=tuple(one for one in lying if one.card == position.card))
        for position in real.positions
    )
    return replace(real, positions=positions)


@pytest.fixture
def review_at_desk(review: RoundReview, monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk shows that review, from the card it is asked for."""
    monkeypatch.setattr(
        desk_views, "round_review", lambda _match, *, card, **_how: replace(review, card=card)
    )


@pytest.mark.usefixtures("review_at_desk")
@pytest.mark.parametrize(("moment", "card"), [(None, 4), (9, 9)])
def test_the_desk_begins_at_the_moment_named_or_at_the_first_finding(
    moment: int | None,
    card: int,
    friendly_match: Match,
    players: list[Player],
    staff: Player,
    clock: Clock,
    review: RoundReview,
) -> None:
    """A finding names its rule to the form; whoever reads without having played is nobody at the table."""
    case = services.take_case(
        case_id=file_case(friendly_match, players[0], clock, CaseKind.BONUS, moment=moment).pk,
        arbiter=staff,
        now=clock.now,
    )
    page = client_of(staff).get(f"/desk/{case.pk}/").content.decode()
    assert f'data-card="{card}" data-last' in page
    assert page.count("of-4 you-none") == len(review.positions)
    assert "rule_chosen=roem&amp;card=" in page
    later = client_of(staff).get(f"/desk/{case.pk}/?card=2").content.decode()
    assert 'data-card="2" data-last' in later


@pytest.mark.parametrize(
    ("kind", "moment", "claimed"),
    [
        (CaseKind.BONUS, 2, [OWN]),
        (CaseKind.BONUS, 9, [LATER]),
        (CaseKind.BONUS, 7, []),
        (CaseKind.BONUS, None, [OWN, LATER]),
        (CaseKind.DECLARATION, None, [RUN]),
        (CaseKind.DECLARATION, 30, [RUN]),
        (CaseKind.CONDUCT, None, []),
    ],
)
def test_what_was_claimed_is_suggested_and_the_rest_is_named(
    friendly_match: Match,
    players: list[Player],
    clock: Clock,
    review: RoundReview,
    kind: CaseKind,
    moment: int | None,
    claimed: list[FoundThere],
) -> None:
    found = suggestions_of(file_case(friendly_match, players[0], clock, kind, moment=moment), review)
    assert list(found.claimed) == claimed
    assert set(found.unclaimed) == {OWN, RIVALS, LATER, RUN} - set(claimed)
    assert found.is_unfounded == (kind != CaseKind.CONDUCT and not claimed)
    assert [sum_.in_words for sum_ in found.together] == (["20 + 40 = 60"] if len(claimed) == 2 else [])


@pytest.mark.usefixtures("review_at_desk")
@pytest.mark.parametrize(
    ("kind", "moment"), [(CaseKind.BONUS, 7), (CaseKind.BONUS, 2), (CaseKind.OTHER, None)]
)
def test_the_panel_of_the_engine_is_never_empty(
    friendly_match: Match,
    players: list[Player],
    staff: Player,
    clock: Clock,
    review: RoundReview,
    kind: CaseKind,
    moment: int | None,
) -> None:
    """Where nothing is wrong it says that, and where nothing lay of what is asked for that too; not in the fold."""
    page = (
        client_of(staff)
        .get(f"/desk/{file_case(friendly_match, players[0], clock, kind, moment=moment).pk}/")
        .content.decode()
    )
    panel = page.partition('id="engine"')[2].partition("</section>")[0].partition('id="unclaimed"')[0]
    assert all(check.words in panel for check in review.checks)
    assert ('id="unfounded"' in panel) == (moment == 7)
    assert (OWN.words in panel) == (moment == 2)


def test_both_sides_may_claim_in_one_case(
    friendly_match: Match, players: list[Player], clock: Clock, review: RoundReview
) -> None:
    file_case(friendly_match, players[0], clock, CaseKind.BONUS, moment=4)
    found = suggestions_of(file_case(friendly_match, players[1], clock, CaseKind.BONUS, moment=8), review)
    assert list(found.claimed) == [OWN, RIVALS]


@pytest.mark.usefixtures("review_at_desk")
def test_the_form_lies_below_what_was_chosen_and_only_that_looks_chosen(
    friendly_match: Match,
    players: list[Player],
    staff: Player,
    clock: Clock,
) -> None:
    """Of 20, 40 and both together as of the kinds; links lead to the form, with scripts and without."""
    case = services.take_case(
        case_id=file_case(friendly_match, players[0], clock, CaseKind.BONUS).pk, arbiter=staff, now=clock.now
    )
    desk = client_of(staff)
    page = desk.get(f"/desk/{case.pk}/").content.decode()
    choices = [choice for choice in page.split("<li") if 'hx-get="' in choice]
    links = [choice.partition('hx-get="')[2].partition('"')[0].replace("&amp;", "&") for choice in choices]
    assert "is-chosen" not in page
    assert page.count("#ruling-form") == page.count("show:#ruling-form:top") * 2 == len(links) * 2
    for place, link in enumerate(links):
        part = desk.get(link).content.decode()
        chosen = [choice for choice in part.split("<li") if 'hx-get="' in choice]
        assert [at for at, choice in enumerate(chosen) if "is-chosen" in choice] == [place]
        assert [at for at, choice in enumerate(chosen) if 'name="reason"' in choice] == [place]
    refused = desk.post(f"/desk/{case.pk}/preview/", {"kind": "bonus", "points_0": 30}).content.decode()
    assert refused.count("is-chosen") == 1
    assert "Grant" not in refused.partition("is-chosen")[2]
