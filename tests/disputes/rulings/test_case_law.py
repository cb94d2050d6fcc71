"""Final rulings of a club can be searched by its members, without a name; and they are counted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Club, Player
from games.disputes import services
from games.disputes.case_law import decided_cases, statistics
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, State
from games.league.models import LeagueTable
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(league_table: LeagueTable) -> Club:
    return league_table.evening.competition.season.club


@pytest.fixture
def three_cases(
    file: Callable[..., Case], club: Club, arbiters: list[Player], seated_players: list[Player], clock: Clock
) -> list[Case]:
    """Three cases: a bonus that is final, a result counted again and restored on appeal, and one still in its time."""

    def ruled(case: Case, arbiter: Player, kind: RulingKind, reason: str, **wanted: object) -> Case:
        services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
        about = {"case_id": case.pk, "arbiter": arbiter, "reason": reason, "rule": "5", "now": clock.now}
        services.give_ruling(wanted=RulingRequest(kind, **wanted), **about)
        case.refresh_from_db()
        return case

    name, third = seated_players[0].nickname, file(number=3)
    first = ruled(file(), arbiters[0], RulingKind.BONUS, f"{name} showed the run in time.", points=(40, 0))
    second = ruled(
        file(number=2, kind="typed"), arbiters[0], RulingKind.COUNT, "Counted again.", points=(70, 92)
    )
    services.appeal(case_id=second.pk, player=seated_players[0], text="No.", now=clock.now)
    clock.now += timedelta(days=2)
    ruled(second, arbiters[1], RulingKind.STANDS, "The first count was right.")
    clock.now += timedelta(days=club.appeal_days, seconds=1)
    services.make_rulings_final(now=clock.now)
    third = ruled(third, arbiters[0], RulingKind.VOID, "Cards were seen.")
    first.refresh_from_db()
    second.refresh_from_db()
    assert [first.state, second.state, third.state] == [State.FINAL, State.FINAL, State.RULED]
    return [first, second, third]


def test_only_the_last_ruling_of_final_cases_is_told_and_nobody_is_named(
    three_cases: list[Case], club: Club, seated_players: list[Player]
) -> None:
    told = {(each.reason, each.rule, each.on_appeal) for each in decided_cases(club)}
    assert told == {
        ("a player showed the run in time.", "5", False),
        ("The first count was right.", "5", True),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"words": "RUN time"}, 1),
        ({"words": "first count"}, 1),
        ({"words": "seen"}, 0),
        ({"subject": "typed"}, 1),
        ({"subject": "bonus", "words": "restored"}, 0),
        ({}, 2),
    ],
)
def test_they_are_found_by_words_and_by_subject(
    three_cases: list[Case], club: Club, seated_players: list[Player], asked: dict[str, str], found: int
) -> None:
    assert len(decided_cases(club, **asked)) == found
    assert decided_cases(club, words=seated_players[0].nickname) == ()
    page = client_of(seated_players[2]).get(reverse("disputes:club_rulings", args=[club.slug]), asked)
    assert page.status_code == 200
    body = page.content.decode()
    decided_part = body[body.index('id="decided"') : body.index('id="numbers-title"')]
    assert decided_part.count('class="list-row"') == found
    assert all(player.nickname not in decided_part for player in seated_players)
    assert "<b>The result" not in decided_part, "the title says what it was about"


def test_a_ruling_that_can_be_appealed_is_announced(
    three_cases: list[Case], club: Club, seated_players: list[Player]
) -> None:
    page = (
        client_of(seated_players[2]).get(reverse("disputes:club_rulings", args=[club.slug])).content.decode()
    )
    assert "One ruling can still be appealed." in page
    assert "Cards were seen." not in page


def test_the_numbers_of_the_club(three_cases: list[Case], club: Club) -> None:
    numbers = statistics(club, with_conduct=False)
    assert dict(numbers.states) == {"final": 2}
    assert dict(numbers.kinds) == {each.ruling: 1 for each in decided_cases(club)}, "named as in the list"
    assert "The result before the first ruling is restored" in dict(numbers.kinds)
    assert sorted(many for _subject, many in numbers.subjects) == [1, 1]
    assert (numbers.appealed, numbers.changed, numbers.days) == (1, 1, 1.0)


def test_an_upheld_ruling_says_what_stands(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    club: Club,
    arbiters: list[Player],
    seated_players: list[Player],
    clock: Clock,
) -> None:
    case = rule(file(), arbiters[0], RulingKind.BONUS, points=(40, 0))
    services.appeal(case_id=case.pk, player=seated_players[1], text="No.", now=clock.now)
    services.take_case(case_id=case.pk, arbiter=arbiters[1], now=clock.now)
    services.give_ruling(
        case_id=case.pk,
        arbiter=arbiters[1],
        wanted=RulingRequest(RulingKind.UPHELD),
        reason=f"{seated_players[1].nickname} saw it too.",
        rule="5",
        now=clock.now,
    )
    (told,) = decided_cases(club)
    assert (told.ruling, told.upheld) == ("The first ruling stands", "Roem or stuk counts")
    assert (told.why_first, told.reason) == ("It lay there.", "a player saw it too.")
    page = (
        client_of(seated_players[2]).get(reverse("disputes:club_rulings", args=[club.slug])).content.decode()
    )
    assert "The first ruling stands: Roem or stuk counts" in page


def test_a_club_without_rulings_has_no_average(club: Club) -> None:
    assert decided_cases(club) == ()
    assert statistics(club, with_conduct=False).days is None


def test_more_cases_ask_no_more_queries(three_cases: list[Case], club: Club) -> None:
    with CaptureQueriesContext(connection) as two:
        decided_cases(club)
    Case.objects.filter(pk=three_cases[1].pk).update(state=State.RULED)
    with CaptureQueriesContext(connection) as one:
        decided_cases(club)
    assert len(one) == len(two)
