"""Lists of old results come in whole or not at all, and count once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Club, Player
from accounts.raw_lists import read_text
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant
from games.league.queries import names_for_lists, season_table
from games.league.result_lists import Answers, read_results
from tests.league.conftest import plan_evening
from tests.refused import refusal

pytestmark = pytest.mark.django_db
SURE = {"sure": "on", "confirm": "on"}


def test_old_results_come_in_from_a_list_whole_or_not_at_all(
    desk: Client, competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]
) -> None:
    plan_evening(competition, clock())
    address = reverse("league:results_import", args=[competition.pk])
    wrong = "Evening,Name,Points\n1,M01,4500\n2,M02,4000\n1,Nobody,1\n1,M03,many\n"
    answer = desk.post(address, {"pasted": wrong, "sure": "on"})
    assert answer.status_code == 422
    assert [fault.line for fault in answer.context["faults"]] == [3, 4, 5]
    assert {row.total for row in season_table(competition).rows} == {0}
    assert desk.post(address, {"pasted": "1,M01,4500\n1,M02,4000\n", **SURE}).status_code == 302
    rows = season_table(competition).rows
    assert [(row.total, row.evenings) for row in rows[:3]] == [(4500, 1), (4000, 1), (0, 0)]
    assert competition.corrections.get().what == "imported"


def test_points_in_brackets_are_answered_with_how_to_write_them(
    desk: Client, competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]
) -> None:
    plan_evening(competition, clock())
    address = reverse("league:results_import", args=[competition.pk])
    pasted = "Evening,Name,Points\n1,M01,(120)\n1,M02,[45]\n"
    answer = desk.post(address, {"pasted": pasted, "sure": "on"})
    told = [fault.sentence for fault in answer.context["faults"]]
    assert len(told) == 2
    assert all("stands in brackets. Write the points without them" in each for each in told)


def test_the_same_list_sent_twice_counts_once(
    desk: Client, competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]
) -> None:
    plan_evening(competition, clock())
    address = reverse("league:results_import", args=[competition.pk])
    listed = {"pasted": "1,M01,4500\n1,M02,4000\n", **SURE}
    twice_in_it = desk.post(address, {"pasted": "1,M01,4500\n1,M01,4500\n", "sure": "on"})
    assert [fault.line for fault in twice_in_it.context["faults"]] == [2]
    assert desk.post(address, listed).status_code == 302
    again = desk.post(address, listed)
    assert [fault.line for fault in again.context["faults"]] == [1, 2]
    assert desk.post(address, {"pasted": "1,M03,3900\n", **SURE}).status_code == 302, (
        "who was forgotten comes after"
    )
    assert [row.total for row in season_table(competition).rows[:4]] == [4500, 4000, 3900, 0]


def test_who_has_points_by_hand_is_not_signed_off_for_not_being_in_the_list(
    desk: Client,
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    """An absence that was signed off is worth 500 here. M01 has 900 by hand, so the row of the list is refused and
    goes; M03 has a deduction and nothing else."""
    evening = plan_evening(competition, clock())
    about = {"evening": evening, "actor": secretary, "reason": "a sum", "now": clock()}
    services.correct(entrant=entrants[0], points=900, **about)
    services.deduct(entrant=entrants[2], points=20, **about)
    address = reverse("league:results_import", args=[competition.pk])
    assert desk.post(address, {"pasted": "1,M01,900\n1,M02,700\n", "sure": "on"}).status_code == 422
    listed = {"pasted": "1,M02,700\n", "sure": "on"}
    (plan,) = desk.post(address, listed).context["plans"]
    assert plan.missing == tuple(f"M{place:02}" for place in range(3, 18))
    assert desk.post(address, listed | {"confirm": "on", "missing": "announced"}).status_code == 302
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    assert [totals[each.pk] for each in entrants[:4]] == [900, 700, 480, 500]


def test_a_list_counts_only_as_it_was_checked(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Between the check and the writing M01 gets points by hand, an evening goes, the season is archived."""
    evenings = [plan_evening(competition, clock()) for _three in range(3)]
    about = {"actor": secretary, "now": clock()}

    def write(number: int) -> Callable[[], int]:
        read = read_results(
            competition=competition,
            raw=read_text(f"{number},M01,900"),
            names=names_for_lists(competition),
            now=clock(),
            answers=Answers(sure=True),
        )
        return partial(services.import_results, competition=competition, read=read, **about)

    lists = [write(number) for number in (1, 2, 3)]
    services.correct(evening=evenings[0], entrant=entrants[0], points=900, reason="by hand", **about)
    services.delete_evening(
        evening_id=evenings[1].pk, version=evenings[1].version, actor=secretary, now=clock()
    )
    assert [refusal(each) for each in lists[:2]] == [LeagueRefusal.CHANGED_MEANWHILE] * 2
    services.archive_season(season=competition.season, **about)
    assert refusal(lists[2]) == LeagueRefusal.SEASON_ARCHIVED
    assert not competition.imports.exists()


@pytest.mark.parametrize("typed", ["M02 - M01", '"m01, M02"', "M01 en M02", "M01 – M02"])
def test_a_pair_in_a_list_of_results_may_be_typed_in_any_way(
    league_club: Club, members: list[Player], secretary: Player, clock: Callable[[], datetime], typed: str
) -> None:
    season = services.create_season(club=league_club, name="Pairs", now=clock())
    competition = services.add_competition(
        season=season, name="Pairs", game="kraken", options={}, rules={}, rounds=1, seating="pairs", size=2
    )
    pair = services.enter(competition=competition, players=members[:2])
    plan_evening(competition, clock())
    names = names_for_lists(competition)
    assert names[0] == ("M01 – M02", pair.pk)
    raw = read_text(f"1,{typed},5000")
    read = read_results(
        competition=competition, raw=raw, names=names, now=clock(), answers=Answers(sure=True)
    )
    assert read.faults == ()
    assert services.import_results(competition=competition, read=read, actor=secretary, now=clock()) == 1
    assert pair.marks.get().points == 5000
