"""Stake and prizes of an evening: paid at the door with one tap, and divided to the cent."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import example, given
from hypothesis import strategies as st

from accounts.merging import merge_members
from accounts.models import Player
from accounts.personal_data import data_of
from accounts.services import add_member
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Entrant, Evening, StakePaid
from games.league.standings.places import Prize, divide, pay_prizes, read_prizes
from games.trail import AuditEntry
from tests.at_once import at_once
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import plan_evening
from tests.refused import refusal


@pytest.fixture
def evening(competition: Competition, entrants: list[Entrant], clock: Clock) -> Evening:
    found = plan_evening(competition, clock())
    for entrant in entrants[:8]:
        player = entrant.members.get().player
        services.sign(evening_id=found.pk, entrant=entrant, comes=True, player=player, now=clock())
    return found


@pytest.mark.parametrize(
    ("rule", "prizes"),
    [
        ("", {}),
        ("1-3, 8", dict.fromkeys((1, 2, 3, 8), Prize(shares=1))),
        ("1: 3x, 2: 2x; 3", {1: Prize(shares=3), 2: Prize(shares=2), 3: Prize(shares=1)}),
        ("1–2: 5,00, 8: €2", {1: Prize(500), 2: Prize(500), 8: Prize(200)}),
        ("0", None),
        ("3-1", None),
        ("1-4, 4", None),
        ("1: 2.5", None),
        ("first", None),
    ],
)
def test_a_rule_is_read_or_refused(rule: str, prizes: dict[int, Prize] | None) -> None:
    assert read_prizes(rule) == prizes


def test_shares_divide_what_the_amounts_leave() -> None:
    places = [(11, 1), (12, 2), (13, 3), (14, 4)]
    paid = pay_prizes(read_prizes("1: 2x, 2, 4: 2.50, 9: 8.00"), 2000, places)
    assert (paid.prizes, paid.left) == ({11: 1167, 12: 583, 14: 250}, 0)


def test_equals_share_the_prizes_of_the_places_they_take() -> None:
    paid = pay_prizes(read_prizes("1-3"), 1000, [(1, 1), (2, 2), (3, 2), (4, 4)])
    assert (paid.prizes, paid.left) == ({1: 334, 2: 333, 3: 333}, 0)
    assert pay_prizes(read_prizes("3: 5.00"), 100, [(1, 1), (2, 1), (3, 3)]).left == -400
    assert pay_prizes(read_prizes("2: 5.01"), 501, [(1, 1), (2, 1)]).prizes == {1: 251, 2: 250}


@given(st.integers(0, 10**6), st.lists(st.integers(0, 50), max_size=20))
@example(2750, [3, 2, 1])
def test_no_cent_is_lost_or_made_and_amounts_are_rounded_as_usual(cents: int, shares: list[int]) -> None:
    """Usual rounding wherever that adds up; else each part is still less than a cent from what it should be."""
    parts, total = divide(cents, shares), sum(shares)
    assert sum(parts) == (cents if total else 0)
    if total:
        exact = [Fraction(cents * share, total) for share in shares]
        assert all(abs(part - one) < 1 for part, one in zip(parts, exact, strict=True))
        rounded = [math.floor(one + Fraction(1, 2)) for one in exact]
        assert parts == rounded or sum(rounded) != cents
        assert all(one >= other for one, other in pairwise(parts)) or shares != sorted(shares, reverse=True)


def test_what_does_not_add_up_goes_by_the_largest_remainder() -> None:
    assert divide(2750, [3, 2, 1]) == [1375, 917, 458]
    assert divide(100, [1, 1, 1]) == [34, 33, 33]
    assert divide(1000, [3, 3, 1, 1]) == [375, 375, 125, 125]
    assert divide(101, [5, 3, 3]) == [46, 28, 27]


@pytest.mark.django_db
def test_one_tap_at_the_door_fills_the_pot_and_the_trail_tells_it(
    evening: Evening, members: list[Player], secretary: Player, desk: Client, clock: Clock
) -> None:
    door = reverse("league:evening_cash", args=[evening.pk])
    assert door in desk.get(reverse("league:cockpit", args=[evening.pk])).content.decode()
    assert desk.post(door, {"do": "stake", "stake": "2,50", "prizes": "1-4, 8, 12"}).status_code == 302
    payer = services.payers_of(evening)[0]
    assert "0 of 8 have paid" in desk.get(door).content.decode()
    for _twice in range(2):
        assert desk.post(door, {"paid": payer.pk}).status_code == 302
    html = desk.get(door).content.decode()
    assert "1 of 8 have paid" in html
    assert html.count("noted by Secretary Siem") == 1
    assert html.count("not paid: €\N{NO-BREAK SPACE}2.50") == 7
    assert "in the pot: €\N{NO-BREAK SPACE}2.50" in html
    assert data_of(payer, now=clock())["stakes"][0]["cents"] == 250
    assert client_of(members[0]).get(door).status_code == 403
    desk.post(door, {"open": payer.pk})
    assert not StakePaid.objects.exists()
    told = AuditEntry.objects.filter(what__startswith="stake").values_list("what", "actor")
    assert list(told) == [(what, secretary.pk) for what in ("stake_open", "stake_paid", "stake_changed")]


@pytest.mark.django_db
def test_another_stake_leaves_what_was_paid_and_earlier_evenings_alone(
    evening: Evening, competition: Competition, secretary: Player, clock: Clock
) -> None:
    about = {"actor": secretary, "now": clock()}
    services.set_stake(evening_id=evening.pk, stake=250, prizes="1", **about)
    payer, other = services.payers_of(evening)[:2]
    services.tick_stakes(evening_id=evening.pk, players=[payer], paid=True, **about)
    later = Evening.objects.get(pk=plan_evening(competition, clock() + timedelta(days=7)).pk)
    assert services.stake_of(later) == (250, "1")
    services.set_stake(evening_id=later.pk, stake=300, prizes="1-2", **about)
    evening.refresh_from_db()
    assert services.stake_of(evening) == (250, "1")
    services.tick_stakes(evening_id=evening.pk, players=[other], paid=True, **about)
    assert sum(StakePaid.objects.values_list("cents", flat=True)) == 500


@pytest.mark.django_db
def test_another_stake_leaves_a_later_evening_that_is_closed_alone(
    evening: Evening, competition: Competition, secretary: Player, clock: Clock
) -> None:
    """Nobody had paid there when it was closed."""
    about = {"actor": secretary, "now": clock()}
    services.set_stake(evening_id=evening.pk, stake=250, prizes="1: 5.00", **about)
    closed, coming = (plan_evening(competition, clock() + timedelta(days=days)) for days in (7, 14))
    Evening.objects.filter(pk=closed.pk).update(status="closed", closed_at=clock())
    services.set_stake(evening_id=evening.pk, stake=300, prizes="1-2", **about)
    told = [services.stake_of(Evening.objects.get(pk=each.pk)) for each in (evening, closed, coming)]
    assert told == [(300, "1-2"), (250, "1: 5.00"), (300, "1-2")]


@pytest.mark.django_db
def test_a_stake_locks_the_competition_alone_and_then_the_evening(
    evening: Evening, secretary: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second stake set at once then reads nothing before the first is written, and neither waits for the other. A
    database file locks the whole and says no word of it: it is asked as PostgreSQL would be, without the word."""
    locked: list[str] = []

    def note(execute: Callable[..., object], sql: str, *more: object) -> object:
        if found := re.search(r' FOR (NO KEY )?UPDATE( OF "(\w+)")?$', sql):
            locked.append(found[3])
            sql = sql if connection.vendor == "postgresql" else sql[: found.start()]
        return execute(sql, *more)

    for what in ("", "_of"):
        monkeypatch.setattr(connection.features, f"has_select_for_update{what}", True)
    monkeypatch.setattr(connection.features, "has_select_for_no_key_update", True)
    with connection.execute_wrapper(note):
        services.set_stake(evening_id=evening.pk, stake=200, prizes="", actor=secretary, now=clock())
    assert locked[:2] == [Competition._meta.db_table, Evening._meta.db_table]


@pytest.mark.django_db(transaction=True)
def test_two_stakes_set_at_once_leave_the_evenings_before_as_they_were(
    competition: Competition, secretary: Player, clock: Clock
) -> None:
    """The second writes down what the first made of the competition. Either may come first."""
    evenings = [plan_evening(competition, clock() + timedelta(days=7 * number)) for number in range(4)]
    Evening.objects.filter(pk=evenings[3].pk).update(status="closed", closed_at=clock())
    Competition.objects.filter(pk=competition.pk).update(stake=100)

    def set_stake(evening: Evening, stake: int) -> None:
        services.set_stake(evening_id=evening.pk, stake=stake, prizes="", actor=secretary, now=clock())

    at_once(lambda: set_stake(evenings[1], 200), lambda: set_stake(evenings[2], 300))
    told = [services.stake_of(Evening.objects.get(pk=each.pk))[0] for each in evenings]
    assert told == [100, 200, 300, 100]


@pytest.mark.django_db
def test_refusals(evening: Evening, secretary: Player, clock: Clock, desk: Client) -> None:
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    payer = services.payers_of(evening)[0]
    assert (
        refusal(lambda: services.tick_stakes(players=[payer], paid=True, **about)) == LeagueRefusal.UNREADABLE
    )
    services.set_stake(stake=250, prizes="", **about)
    (stranger,) = make_players(["Stranger"])
    assert (
        refusal(lambda: services.tick_stakes(players=[stranger], paid=True, **about))
        == LeagueRefusal.NOT_ENTERED
    )
    door = reverse("league:evening_cash", args=[evening.pk])
    wrong = desk.post(door, {"do": "stake", "stake": "two", "prizes": "1, 1"})
    assert wrong.status_code == 422
    assert set(wrong.context["form"].errors) == {"stake", "prizes"}


@pytest.mark.django_db
def test_a_member_merged_away_paid_once(evening: Evening, secretary: Player, clock: Clock) -> None:
    about = {"actor": secretary, "now": clock()}
    services.set_stake(evening_id=evening.pk, stake=250, prizes="", **about)
    club = evening.competition.season.club
    payer, double = services.payers_of(evening)[0], make_players(["Double"])[0]
    double.set_unusable_password()
    double.save()
    add_member(club=club, player=double, at=clock())
    for each in (payer, double):
        StakePaid.objects.create(evening=evening, player=each, cents=250, by=secretary, at=clock())
    merge_members(club=club, kept=payer, double=double, actor=secretary, now=clock(), url="/")
    assert StakePaid.objects.get().player == payer


def test_ticking_more_at_once_asks_only_for_lines_of_the_trail(
    evening: Evening, secretary: Player, clock: Clock
) -> None:
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    services.set_stake(stake=250, prizes="1", **about)
    payers = services.payers_of(evening)
    for paid in (True, False):
        asked = []
        for some in (payers[:2], payers[2:8]):
            with CaptureQueriesContext(connection) as queries:
                services.tick_stakes(players=some, paid=paid, **about)
            asked.append(len(queries) - len(some))
        assert asked[0] == asked[1]
    assert AuditEntry.objects.filter(what="stake_open", after__endswith="€ 2.50").count() == 8


def test_all_who_have_not_paid_are_ticked_at_once_and_taken_back_at_once(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    """A second tap takes back no others that were ticked together before."""
    services.set_stake(evening_id=evening.pk, stake=250, prizes="1", actor=secretary, now=clock())
    first = [entrant.members.get().player for entrant in entrants[:2]]
    services.tick_stakes(evening_id=evening.pk, players=first, paid=True, actor=secretary, now=clock())
    desk, address = client_of(secretary), reverse("league:evening_cash", args=[evening.pk])
    assert "All 6 have paid" in desk.get(address).content.decode()
    desk.post(address, {"all": "paid"})
    assert evening.stakes.count() == 8
    shown = desk.get(address).content.decode()
    assert "6 were ticked together." in shown
    assert "have paid</button>" not in shown
    undo = re.search(r'name="all" value="([^"]+)" id="all-open"', shown)
    assert undo
    for _double_tap in range(2):
        desk.post(address, {"all": undo[1]})
        assert [each.player for each in evening.stakes.all()] == first
    assert "2 were ticked together." in desk.get(address).content.decode()


def test_a_correction_after_the_evening_says_that_the_prizes_may_differ(
    evening: Evening, entrants: list[Entrant], secretary: Player, clock: Clock
) -> None:
    services.set_stake(evening_id=evening.pk, stake=250, prizes="1", actor=secretary, now=clock())
    desk, address = client_of(secretary), reverse("league:evening_cash", args=[evening.pk])
    desk.post(address, {"all": "paid"})
    Evening.objects.filter(pk=evening.pk).update(status="closed", closed_at=clock())
    services.correct(
        evening=evening,
        entrant=entrants[0],
        points=100,
        actor=secretary,
        reason="bar",
        now=clock() + timedelta(minutes=5),
    )
    assert "may differ from what was printed or paid" in desk.get(address).content.decode()
