"""The read API: a key opens its own club, for reading, from every site, at a limited rate."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.invitations import remove_member
from accounts.models import Club, Player, Role
from accounts.services import create_club
from games.league import api, services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import ApiKey, Evening
from games.league.services.clubs import MAX_API_KEYS
from tests.conftest import Clock, make_players
from tests.league.conftest import (
    NOW,
    close_evening,
    enter_all,
    found_club,
    individual,
    members_of,
    open_round,
    owner_of,
    plan_and_draw,
)
from tests.league.playing import play_rounds

pytestmark = pytest.mark.django_db


def play_evening() -> int:
    """The key of a closed evening of one table."""
    [secretary] = make_players(["Secretary Siem"])
    club = found_club(secretary, NOW)
    competition = individual(club, NOW)
    entrants = enter_all(competition, [[player] for player in members_of(club, 17, NOW)])
    made = plan_and_draw(competition, entrants[:4], secretary, NOW)
    for _round in range(2):
        for table in open_round(made, secretary, NOW):
            play_rounds(table, 4, NOW)
    return close_evening(made, secretary, NOW).pk


@pytest.fixture
def evening(db: None, played_evening: int) -> Evening:
    return Evening.objects.get(pk=played_evening)


@pytest.fixture
def league_club(evening: Evening) -> Club:
    return evening.competition.season.club


@pytest.fixture
def secretary(evening: Evening) -> Player:
    return owner_of(evening.competition)


@pytest.fixture
def members(league_club: Club) -> list[Player]:
    return list(Player.objects.filter(memberships__club=league_club, memberships__role=Role.MEMBER))


@pytest.fixture
def key(league_club: Club, secretary: Player, clock: Clock) -> str:
    return services.make_api_key(club=league_club, name="our site", actor=secretary, now=clock())


def ask_program(path: str, key: str = "") -> Any:
    """The answer to a program with this key."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return Client().get(f"/api{path}", headers=headers)


def test_a_program_finds_the_way_from_the_club_to_the_results(evening: Evening, key: str) -> None:
    club = ask_program("/club", key).json()
    assert club["name"] == "De Troefboer"
    (competition,) = club["seasons"][0]["competitions"]
    assert (competition["name"], competition["game"]) == ("Individual", "kraken")
    (listed,) = ask_program(f"/competitions/{competition['id']}/evenings", key).json()
    assert (listed["number"], listed["status"]) == (1, "closed")
    results = ask_program(f"/evenings/{listed['id']}/results", key).json()
    present = [each for each in results["results"] if each["place"]]
    assert len(present) == 4
    assert [each["points"] for each in present] == [sum(each["tables"]) for each in present]
    standings = ask_program(f"/competitions/{competition['id']}/standings", key).json()
    by_name = {row["name"]: row["points"] for row in standings["rows"]}
    assert {each["name"]: each["points"] for each in present}.items() <= by_name.items()


def test_the_calendar_feed_takes_the_key_in_its_address(evening: Evening, key: str) -> None:
    path = f"/competitions/{evening.competition_id}/calendar.ics"
    answer = ask_program(f"{path}?key={key}")
    assert answer["Content-Type"].startswith("text/calendar")
    assert len(Calendar.from_ical(answer.content).events) == 1
    assert ask_program(f"{path}?key=club_wrong").status_code == 401
    assert ask_program(f"/club?key={key}").status_code == 401


def test_without_a_known_key_nothing_is_read(
    evening: Evening, secretary: Player, client: Client, key: str
) -> None:
    client.force_login(secretary)
    assert client.get("/api/club").status_code == 401
    for wrong in ("", "club_wrong", key[:-1], ApiKey.objects.get().digest):
        assert ask_program("/club", wrong).status_code == 401
    club, number = evening.competition.season.club, ApiKey.objects.get().pk
    services.remove_api_key(club=club, number=number, actor=secretary, now=NOW)
    assert ask_program("/club", key).status_code == 401


def test_the_key_of_a_blocked_member_opens_nothing(key: str, secretary: Player) -> None:
    for active, status in ((True, 200), (False, 401), (True, 200)):
        Player.objects.filter(pk=secretary.pk).update(is_active=active)
        assert ask_program("/club", key).status_code == status


def test_a_key_opens_its_own_club_only(
    evening: Evening, members: list[Player], clock: Clock, key: str
) -> None:
    other = create_club(name="Other", slug="other", owner=members[0], at=clock())
    foreign = services.make_api_key(club=other, name="x", actor=members[0], now=clock())
    number = evening.competition_id
    for path in (
        f"/competitions/{number}/standings",
        f"/competitions/{number}/evenings",
        f"/competitions/{number}/calendar.ics",
        f"/evenings/{evening.pk}/results",
    ):
        assert ask_program(path, key).status_code == 200
        assert ask_program(path, foreign).status_code == 404
        assert ask_program(path.replace(f"/{number}/", "/999999/"), foreign).status_code == 404


@pytest.mark.slow
def test_too_many_requests_of_one_key_are_refused(
    evening: Evening, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "monotonic", lambda: 100.0)
    answers = [ask_program("/club", key).status_code for _time in range(62)]
    assert answers == [200] * 60 + [429] * 2


def test_pages_of_other_sites_may_read_and_not_write(key: str) -> None:
    asked = Client().options("/api/club", headers={"origin": "https://our.example"})
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Methods"] == "GET"
    assert ask_program("/club", key)["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in ask_program("/club", key)
    posted = Client().post("/api/club", headers={"authorization": f"Bearer {key}"})
    assert posted.status_code == 405
    assert "Access-Control-Allow-Origin" not in posted
    assert "Access-Control-Allow-Origin" not in Client().get("/")


def test_the_description_names_every_address_and_the_page_shows_each(client: Client) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.")
    page = client.get("/api/").content.decode()
    shown = [path.replace("{competition}", "7").replace("{evening}", "31") for path in document["paths"]]
    assert len(shown) == 5
    assert [path for path in shown if f"GET {path}" not in page] == []


def test_the_secretary_makes_a_key_that_is_shown_once_and_removes_it(
    league_club: Club, secretary: Player, client: Client
) -> None:
    client.force_login(secretary)
    page = client.post("/c/troefboer/keys/", {"name": "our site"}, follow=True).content.decode()
    stored = ApiKey.objects.get()
    shown = page.partition('class="proof-value">')[2].partition("<")[0]
    assert ask_program("/club", shown).status_code == 200
    assert shown not in client.get("/c/troefboer/keys/").content.decode()
    assert shown not in (stored.digest, stored.start)
    client.post(f"/c/troefboer/keys/{stored.pk}/off/")
    assert not ApiKey.objects.exists()


def test_a_club_has_at_most_ten_keys(league_club: Club, secretary: Player, clock: Clock) -> None:
    for number in range(MAX_API_KEYS):
        services.make_api_key(club=league_club, name=str(number), actor=secretary, now=clock())
    with pytest.raises(LeagueRefused) as refused:
        services.make_api_key(club=league_club, name="one more", actor=secretary, now=clock())
    assert refused.value.code == LeagueRefusal.KEYS_ENOUGH


def test_a_key_ends_with_the_membership_of_its_maker(
    league_club: Club, secretary: Player, members: list[Player], clock: Clock
) -> None:
    leaves, stays = (
        services.make_api_key(club=league_club, name="site", actor=maker, now=clock())
        for maker in (members[3], secretary)
    )
    assert ask_program("/club", leaves).status_code == 200
    remove_member(club=league_club, player=members[3], actor=secretary, now=clock())
    assert [ask_program("/club", each).status_code for each in (leaves, stays)] == [401, 200]


def test_wrong_keys_are_slowed_down_by_household_and_right_ones_are_not(key: str) -> None:
    answers = [ask_program("/club", f"club_{number}").status_code for number in range(61)]
    assert answers == [401] * 60 + [429]
    assert ask_program("/club", key).status_code == 200
