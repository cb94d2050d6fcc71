"""Rulings about a sheet typed as totals: the points can be assigned, but not scored again from facts nobody typed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case
from games.league import services as league_services
from games.league.models import Competition, Entrant, LeagueTable
from tests.conftest import Clock
from tests.disputes.conftest import round_of
from tests.disputes.pages.conftest import WHY, preview_ruling
from tests.league.conftest import open_round, plan_and_draw, put_on_paper

pytestmark = pytest.mark.django_db

FIELDS: dict[str, dict[str, object]] = {
    "bonus": {"points_0": 40},
    "declaration": {"points_1": 50},
    "multiplier": {"level": 1},
    "count": {"points_0": 390, "points_1": 278},
    "revoke": {"side": 0},
}


@pytest.fixture
def league_table(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> LeagueTable:
    """A table on paper of which only the totals were typed, 400 : 268, and confirmed."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock.now)
    put_on_paper(table_id=evening.tables.get(round=1).pk, version=evening.version)
    (table,) = open_round(evening, secretary, clock.now)
    about = {"table_id": table.pk, "player": secretary, "now": clock.now, "for_club": True}
    league_services.type_totals(values={"points_0": "400", "points_1": "268"}, **about)
    league_services.confirm_sheet(seen=4, **about)
    table.refresh_from_db()
    return table


@pytest.fixture
def number(league_table: LeagueTable) -> int:
    """The number of the only line of the sheet, which stands for all four rounds."""
    return league_table.match.rounds.get().number


@pytest.fixture
def case_of_totals(file: Callable[..., Case], arbiters: list[Player], number: int, clock: Clock) -> Case:
    case = file(number=number)
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    return case


@pytest.mark.slow
@pytest.mark.parametrize("kind", FIELDS)
def test_a_round_of_totals_is_not_scored_again(
    case_of_totals: Case, desk: Client, number: int, kind: str
) -> None:
    answer = desk.post(f"/desk/{case_of_totals.pk}/preview/", {"kind": kind, **WHY, **FIELDS[kind]})
    assert (answer.status_code, answer["Refusal-Code"]) == (422, "totals_only")
    assert "only the totals" in answer.content.decode()
    answer = desk.post(f"/desk/{case_of_totals.pk}/rule/", {"kind": kind, **WHY, **FIELDS[kind]})
    assert (answer.status_code, answer["Refusal-Code"]) == (422, "totals_only")
    assert round_of(case_of_totals.round.match, number).points == [400, 268, 400, 268]


def test_the_service_refuses_with_the_same_code(
    case_of_totals: Case, arbiters: list[Player], clock: Clock
) -> None:
    with pytest.raises(DisputeRefused) as refused:
        services.preview(
            case_id=case_of_totals.pk,
            arbiter=arbiters[0],
            wanted=RulingRequest(RulingKind.COUNT, points=(390, 278)),
        )
    assert refused.value.code == DisputeRefusal.TOTALS_ONLY


@pytest.mark.parametrize("address", ["", "fields/"])
def test_the_desk_offers_no_kind_that_needs_the_facts_of_a_round(
    case_of_totals: Case, desk: Client, address: str
) -> None:
    answer = desk.get(f"/desk/{case_of_totals.pk}/{address}?kind=count")
    assert answer.status_code == 200
    offered = {kind.kind for kind in answer.context["kinds"]}
    assert not offered & set(FIELDS)
    assert {"stands", "assigned", "void", "penalty"} <= offered


def test_the_desk_shows_no_suit_where_many_rounds_are_one_line(case_of_totals: Case, desk: Client) -> None:
    page = desk.get(f"/desk/{case_of_totals.pk}/").content.decode()
    assert "Played with real cards" in page
    assert 'class="suit ' not in page.partition("Played with real cards")[2].partition("</h2>")[0]


def test_the_points_of_totals_can_be_assigned(case_of_totals: Case, desk: Client, number: int) -> None:
    """The present result stands in the form; the preview counts the rounds of the one line, and numbers none."""
    page = desk.get(f"/desk/{case_of_totals.pk}/?kind=assigned").content.decode()
    assert re.findall(r'name="points_\d" value="(\d+)"', page) == ["400", "268"]
    status, form, preview = preview_ruling(desk, case_of_totals, "assigned", points_0=390, points_1=278)
    assert status == 200
    assert preview.count('<th scope="col">Number of rounds</th>') == 2
    assert '<th scope="col">Round</th>' not in preview
    assert desk.post(f"/desk/{case_of_totals.pk}/rule/", form).status_code == 302
    assert round_of(case_of_totals.round.match, number).points == [390, 278, 390, 278]


def test_no_average_is_offered_where_no_other_round_counts(case_of_totals: Case, desk: Client) -> None:
    """Neither to both sides nor to one of two."""
    page = desk.get(f"/desk/{case_of_totals.pk}/").content.decode()
    assert "?kind=assigned" in page
    assert "?kind=average" not in page
    split = desk.get(f"/desk/{case_of_totals.pk}/?kind=split").content.decode()
    assert '<option value="assigned"' in split
    assert '<option value="average"' not in split
