"""A club is founded with an address from its name, and its name and visibility can be changed afterwards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, Player, Role
from accounts.services import create_club
from games.league import services
from games.league.models import Competition, Entrant, Evening
from games.trail import AuditEntry
from tests.clients import client_of
from tests.league.conftest import open_round, plan_and_draw, plan_evening
from tests.league.shown import part_of

pytestmark = pytest.mark.django_db


def found(client: Client, **said: str) -> str:
    """The address of the club that the form founds with these fields."""
    answer = client.post(reverse("league:clubs"), said)
    assert answer.status_code == 302
    return answer["Location"]


def test_an_address_left_empty_is_made_from_the_name(secretary: Player) -> None:
    client = client_of(secretary)
    assert found(client, name="Café De Roem!") == "/c/cafe-de-roem/"
    assert found(client, name="café  de roem") == "/c/cafe-de-roem-2/"
    assert found(client, name="Cafe de Roem", slug="") == "/c/cafe-de-roem-3/"
    assert found(client, name="♥♥♥") == "/c/club/"
    assert found(client, name="Typed", slug="My-own") == "/c/My-own/"


def test_an_address_from_a_long_name_fits(secretary: Player) -> None:
    longest = Club._meta.get_field("slug").max_length
    slugs = [create_club(name="x" * longest, owner=secretary).slug for _time in range(3)]
    assert len(set(slugs)) == len(slugs)
    assert all(len(slug) <= longest for slug in slugs)


@pytest.mark.parametrize("typed", ["de roem", "de_roem", "café", "roem/"])
def test_an_address_that_is_none_is_refused_in_plain_words(secretary: Player, typed: str) -> None:
    answer = client_of(secretary).post(reverse("league:clubs"), {"name": "De Roem", "slug": typed})
    assert answer.status_code == 422
    assert answer.context["form"].errors["slug"] == ["Only letters, digits and hyphens, no spaces."]


def test_a_taken_address_is_refused_in_plain_words(secretary: Player, league_club: Club) -> None:
    said = {"name": "Another", "slug": league_club.slug}
    answer = client_of(secretary).post(reverse("league:clubs"), said)
    assert answer.status_code == 422
    assert answer.context["form"].errors["slug"] == ["Another club has that address already. Choose another."]


@pytest.mark.parametrize("role", [Role.OWNER, Role.SECRETARY])
def test_owner_and_secretary_change_name_and_visibility(
    league_club: Club, members: list[Player], make_player, role: Role
) -> None:
    league_club.memberships.filter(player=members[0]).update(role=role)
    client, stranger = client_of(members[0]), client_of(make_player("Stranger"))
    club_page = reverse("league:club", args=[league_club.slug])
    door = reverse("league:club_change", args=[league_club.slug])
    assert door in client.get(club_page).content.decode()
    assert stranger.get(club_page).status_code == 404
    assert client.post(door, {"name": ""}).status_code == 422
    assert client.post(door, {"name": "De  Heerenboer", "is_public": "on"}).status_code == 302
    assert "De Heerenboer" in stranger.get(club_page).content.decode()
    assert client.post(door, {"name": "De Heerenboer"}).status_code == 302
    assert stranger.get(club_page).status_code == 404
    written = AuditEntry.objects.order_by("pk").values_list("what", "before", "after", "actor")
    assert list(written) == [
        ("club_renamed", "De Troefboer", "De Heerenboer", members[0].pk),
        ("club_opened", "", "", members[0].pk),
        ("club_hidden", "", "", members[0].pk),
    ]


@pytest.mark.parametrize(
    "name",
    ["\N{ZERO WIDTH SPACE}\N{ZERO WIDTH SPACE}", "\N{HEBREW LETTER SHIN WITH DAGESH AND SHIN DOT}" * 60],
)
def test_a_name_of_nothing_or_that_grows_is_refused(league_club: Club, desk: Client, name: str) -> None:
    door = reverse("league:club_change", args=[league_club.slug])
    assert desk.post(door, {"name": name}).status_code == 422
    league_club.refresh_from_db()
    assert league_club.name == "De Troefboer"


def test_members_cannot_change_the_club(league_club: Club, members: list[Player]) -> None:
    door = reverse("league:club_change", args=[league_club.slug])
    client = client_of(members[0])
    assert client.post(door, {"name": "Mine", "is_public": "on"}).status_code == 403
    league_club.refresh_from_db()
    assert (league_club.name, league_club.is_public) == ("De Troefboer", False)


def test_a_new_club_shows_its_first_steps_until_its_first_evening_is_planned(
    secretary: Player, league_club: Club, clock: Callable[[], datetime]
) -> None:
    """Each step that is open has its link; the season is named once."""
    desk = client_of(secretary)
    address = reverse("league:club", args=[league_club.slug])
    new = desk.get(address).content.decode()
    assert 'id="first-steps"' in new
    assert "New season" not in new
    assert 'name="copied"' not in new
    sent = {"name": "Winter"}
    assert desk.post(reverse("league:season_new", args=[league_club.slug]), sent).status_code == 302
    held = desk.get(address).content.decode()
    steps = part_of(held, "first-steps")
    season = league_club.seasons.get()
    assert reverse("league:competition_new", args=[league_club.slug, season.pk]) in steps
    assert "Begin it" not in steps
    made = services.add_competition(season=season, name="Tuesdays", game="kraken", options={"rounds": 4})
    steps = part_of(desk.get(address).content.decode(), "first-steps")
    assert steps.count(reverse("league:league_manage", args=[made.pk])) == 2
    plan_evening(made, clock())
    assert "First steps" not in desk.get(address).content.decode()
    assert held.index("New season") < held.index("Audit trail")
    assert 'name="copied"' in held


def test_evenings_to_come_are_not_hidden_by_those_whose_day_is_over(
    competition: Competition, members: list[Player], desk: Client
) -> None:
    """Who leads is reminded of evenings nobody closed; a member sees of them the one with open tables."""
    now = timezone.now()
    bygone = [plan_evening(competition, now - timedelta(days=9 + number)) for number in range(22)]
    Evening.objects.filter(pk__in=[each.pk for each in bygone[12:]]).update(status=Evening.Status.CANCELLED)
    Evening.objects.filter(pk=bygone[0].pk).update(status=Evening.Status.DRAWN, round=1)
    running = plan_evening(competition, now - timedelta(days=1, hours=3))
    coming, off = (plan_evening(competition, now + timedelta(days=days)) for days in (1, 2))
    Evening.objects.filter(pk=off.pk).update(status=Evening.Status.CANCELLED)
    address = reverse("league:club", args=[competition.season.club.slug])
    member, leader = client_of(members[0]).get(address), desk.get(address)
    for answer in (member, leader):
        assert list(answer.context["evenings"]) == [running, coming, off]
    assert list(member.context["unclosed"]) == [bygone[0]]
    assert list(leader.context["unclosed"]) == bygone[:10]
    assert "Not closed yet" in leader.content.decode()


def test_the_link_that_invites_is_handed_on_with_one_tap(secretary: Player, league_club: Club) -> None:
    page = client_of(secretary).get(reverse("league:club_invite", args=[league_club.slug])).content.decode()
    link = page.partition('data-share="')[2].partition('"')[0]
    assert f'<a href="{link}">' in page


def test_an_evening_whose_tables_are_open_is_under_way(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Before that it is drawn; the club's page, the competition's and the cockpit use the same words."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    assert evening.status_word == "drawn"
    open_round(evening, secretary, clock())
    desk, club = client_of(secretary), competition.season.club
    for name, about in (
        ("league:club", club.slug),
        ("league:league", competition.pk),
        ("league:cockpit", evening.pk),
    ):
        assert "under way" in desk.get(reverse(name, args=[about])).content.decode()
