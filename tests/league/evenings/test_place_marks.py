"""Marks of where players sat: what is stored, what the arbiters read of it, and that no address is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, Player, Role
from accounts.personal_data import data_of, erase_account
from accounts.services import add_member
from accounts.sign_in import remember_device
from games.analysis.services import analyse_next
from games.bots.analysis import Analyser, JudgedCard, Move, RoundAnalysis
from games.bots.registry import ANALYSERS
from games.club_file.exporting import write_club
from games.league import services as league
from games.league.models import Competition, Entrant, Evening, PlaceMark
from games.league.services.evenings.same_place import RETENTION, SharedPlace, shared_places
from games.table import services, signals
from games.table.log.models import Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import open_round, plan_and_draw
from tests.league.playing import play

pytestmark = pytest.mark.django_db

HOME = "203.0.113.77"
ELSEWHERE = ("198.51.100.1", "198.51.100.2", "198.51.100.3")


def open_tables(evening: Evening, addresses: dict[Player, str]) -> None:
    """Each of these players opens the page of their table from their address."""
    for seat in evening.tables.get(round=evening.round).seats.select_related("player", "table__match"):
        if address := addresses.get(seat.player):
            page = reverse("table:table", args=[seat.table.match.code])
            assert client_of(seat.player).get(page, REMOTE_ADDR=address).status_code == 200


def break_off(evening: Evening, secretary: Player, clock: Clock) -> None:
    evening.refresh_from_db()
    league.break_off(
        table_id=evening.tables.get(round=1).pk,
        version=evening.version,
        actor=secretary,
        reason="The light went out.",
        now=clock.now,
    )


@pytest.fixture
def hold(
    competition: Competition, entrants: Sequence[Entrant], secretary: Player, clock: Clock
) -> Callable[[dict[Player, str]], Evening]:
    """Hold an evening of the first four members at one table, whose players open it from these addresses."""

    def held(addresses: dict[Player, str]) -> Evening:
        evening = plan_and_draw(competition, entrants[:4], secretary, clock.now)
        open_round(evening, secretary, clock.now)
        open_tables(evening, addresses)
        return evening

    return held


@pytest.fixture
def apart(members: list[Player]) -> dict[Player, str]:
    """Four in four places."""
    return dict(zip(members[:4], (HOME, *ELSEWHERE), strict=True))


@pytest.fixture
def beside(members: list[Player], apart: dict[Player, str]) -> dict[Player, str]:
    """The first two in one house, the others elsewhere."""
    return apart | {members[1]: HOME}


def pairs(club: Club, clock: Clock) -> tuple[SharedPlace, ...]:
    return shared_places(club, now=clock.now).pairs


def test_two_in_one_house_are_listed_from_the_third_evening_on(
    hold: Callable[[dict[Player, str]], Evening],
    beside: dict[Player, str],
    apart: dict[Player, str],
    league_club: Club,
    clock: Clock,
) -> None:
    for _ in range(2):
        hold(beside)
    hold(apart)
    assert pairs(league_club, clock) == ()
    hold(beside)
    assert pairs(league_club, clock) == (SharedPlace(("M01", "M02"), 4, 4, 3, 0),)


def test_a_device_that_goes_round_is_counted_apart_from_the_address(
    hold: Callable[[dict[Player, str]], Evening],
    members: list[Player],
    apart: dict[Player, str],
    league_club: Club,
    clock: Clock,
) -> None:
    """Two players on one tablet that is taken from house to house."""
    tablet, phone = members[2:4], dict(list(apart.items())[:2])
    cookies = sign_in_on_one_device(*tablet)
    for _ in range(3):
        evening = hold(phone)
        page = reverse("table:table", args=[evening.tables.get(round=1).match.code])
        for player in tablet:
            client = client_of(player)
            client.cookies["device"] = cookies
            client.get(page, REMOTE_ADDR=apart[player])
    assert pairs(league_club, clock) == (SharedPlace(("M03", "M04"), 3, 3, 0, 3),)


def sign_in_on_one_device(*players: Player) -> str:
    """The cookie of a device on which these players have signed in."""
    cookie = ""
    for player in players:
        request, response = RequestFactory().get("/"), HttpResponse()
        request.COOKIES["device"] = cookie
        remember_device(request, response, player)
        cookie = response.cookies["device"].value
    return cookie


def test_an_evening_in_the_clubhouse_is_left_out_and_said_so(
    hold: Callable[[dict[Player, str]], Evening],
    members: list[Player],
    beside: dict[Player, str],
    league_club: Club,
    desk: Client,
    clock: Clock,
) -> None:
    for _ in range(3):
        hold(beside)
    for _ in range(2):
        hold(beside | {members[2]: HOME})
    shared = shared_places(league_club, now=clock.now)
    assert (shared.evenings, shared.left_out) == (3, 2)
    assert shared.pairs == (SharedPlace(("M01", "M02"), 3, 3, 3, 0),)
    shown = desk.get(reverse("disputes:club_same_place", args=[league_club.slug])).content.decode()
    assert "M01 – M02" in shown
    assert "At one table in 3 of 3 evenings." in shown
    assert "The same address in 3 of these, the same device in 0." in shown
    assert "2 evenings are left out" in shown


def test_the_address_stands_nowhere_in_the_database(
    hold: Callable[[dict[Player, str]], Evening], members: list[Player], clock: Clock
) -> None:
    """But in the player's own list of sessions, from which it goes with the session. IPv6 is stored as its network."""
    hold({members[0]: HOME, members[1]: "2001:db8:77:1::5", members[2]: "2001:db8:77:1::6"})
    assert PlaceMark.objects.count() == 3
    assert PlaceMark.objects.values("network").distinct().count() == 2
    for model in apps.get_models():
        if model is not UserSession:
            stored = repr(list(model._base_manager.values_list()))
            assert HOME not in stored, model
            assert "2001:db8" not in stored, model


def test_a_mark_is_stored_once_for_an_evening_and_says_nothing_about_another(
    hold: Callable[[dict[Player, str]], Evening], members: list[Player], apart: dict[Player, str]
) -> None:
    first, second = hold(apart), hold(apart)
    here = dict(PlaceMark.objects.filter(evening=first).values_list("player", "network"))
    open_tables(first, {members[0]: ELSEWHERE[0]})
    assert dict(PlaceMark.objects.filter(evening=first).values_list("player", "network")) == here
    there = set(PlaceMark.objects.filter(evening=second).values_list("network", flat=True))
    assert len(here) == len(there) == 4
    assert not there & set(here.values())


def test_nothing_is_stored_of_those_who_look_on_and_of_tables_beside_evenings(
    hold: Callable[[dict[Player, str]], Evening],
    members: list[Player],
    secretary: Player,
    league_club: Club,
    clock: Clock,
) -> None:
    evening = hold({})
    page = reverse("table:table", args=[evening.tables.get(round=1).match.code])
    for looker in (members[9], secretary, None):
        client_of(looker).get(page)
    casual = services.open_table(
        created_by=members[0], game="kraken", options={}, club=league_club, now=clock.now
    )
    client_of(members[0]).get(reverse("table:table", args=[casual.code]))
    assert not PlaceMark.objects.exists()


def test_marks_go_after_ninety_days(
    hold: Callable[[dict[Player, str]], Evening], beside: dict[Player, str]
) -> None:
    hold(beside)
    stored = sorted(PlaceMark.objects.values_list("at", flat=True))
    signals.minute_passed.send(None, now=stored[0] + RETENTION)
    assert PlaceMark.objects.count() == 4
    signals.minute_passed.send(None, now=stored[-1] + RETENTION + timedelta(seconds=1))
    assert not PlaceMark.objects.exists()


def test_ones_own_marks_stand_in_the_export_and_go_with_the_account(
    hold: Callable[[dict[Player, str]], Evening],
    members: list[Player],
    beside: dict[Player, str],
    secretary: Player,
    clock: Clock,
) -> None:
    break_off(hold(beside), secretary, clock)
    mark = PlaceMark.objects.get(player=members[0])
    (told,) = data_of(members[0], now=clock.now)["marks_of_places"]
    assert (told["network"], told["at"]) == (mark.network, mark.at)
    erase_account(player=members[0], now=clock.now)
    assert not PlaceMark.objects.filter(player=members[0]).exists()
    assert PlaceMark.objects.count() == 3


def test_the_file_of_a_club_has_no_marks(
    hold: Callable[[dict[Player, str]], Evening],
    beside: dict[Player, str],
    secretary: Player,
    league_club: Club,
    clock: Clock,
) -> None:
    break_off(hold(beside), secretary, clock)
    exported = BytesIO()
    write_club(club=league_club, actor=secretary, file=exported, now=clock.now)
    archive = ZipFile(exported)
    written = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert "The light went out." in written
    for mark in PlaceMark.objects.all():
        assert mark.network not in written


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Where you sit at a club evening", "in 3 evenings or more", "deleted after 90 days"]),
        ("nl", ["Waar je zit op een clubavond", "op 3 avonden of meer", "Na 90 dagen"]),
    ],
)
def test_everybody_is_told_what_is_stored_and_for_how_long(
    members: list[Player], language: str, told: list[str]
) -> None:
    """Beside what others may see of a player."""
    Player.objects.filter(pk=members[0].pk).update(language=language)
    page = client_of(members[0]).get(reverse("people:privacy")).content.decode()
    assert all(sentence in page for sentence in told)


def test_the_way_to_the_page_stands_at_the_club_and_at_the_desk(
    league_club: Club, members: list[Player], desk: Client, clock: Clock, make_player: Callable[..., Player]
) -> None:
    page = reverse("disputes:club_same_place", args=[league_club.slug])
    arbiter = make_player("Arbiter Arie")
    add_member(club=league_club, player=arbiter, role=Role.ARBITER, at=clock.now)
    assert page in desk.get(reverse("league:club", args=[league_club.slug])).content.decode()
    assert page in client_of(arbiter).get(reverse("disputes:desk")).content.decode()
    assert (
        page
        not in client_of(members[0]).get(reverse("league:club", args=[league_club.slug])).content.decode()
    )


def seen_with_open_hands(moves: Sequence[Move], final: Any) -> RoundAnalysis:
    """An analysis in which every card was costly, and the cards of one side were right all the same; those of the other
    are in one of four cases."""
    played = [move for move in moves if "card" in move.data]
    cards = tuple(
        JudgedCard(
            number, move.by, move.data["card"], "HA", 10 * (move.by % 2 and number % 4 > 0), 20.0, 1.0, True
        )
        for number, move in enumerate(played, start=1)
    )
    return RoundAnalysis((), cards, (), (), (), final.results[-1].score)


def test_partners_who_guess_right_more_often_than_others_are_listed(
    hold: Callable[[dict[Player, str]], Evening],
    league_club: Club,
    desk: Client,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kraken = ANALYSERS["kraken"]
    monkeypatch.setitem(ANALYSERS, "kraken", Analyser(7, kraken.covers, seen_with_open_hands, kraken.finish))
    page = reverse("disputes:club_same_place", args=[league_club.slug])
    table = hold({}).tables.select_related("match").get(round=1)
    assert "0 pairs are compared." in desk.get(page).content.decode()
    play(table, clock.now, rounds=2)
    while analyse_next(now=clock.now):
        pass
    Round.objects.filter(match=table.match, closed_at__isnull=False).update(closed_at=timezone.now())
    shown = desk.get(page).content.decode()
    listed = shown.partition('id="partners"')[2].partition("</ul>")[0]
    names = [seat.player.nickname for seat in table.seats.select_related("player").order_by("number")]
    first, second = (sorted(names[side::2]) for side in (0, 1))
    assert " – ".join(first) in listed
    assert second[0] not in listed
    assert "32 of their 32 costly cards were right all the same." in listed
    assert "2 pairs are compared." in shown
