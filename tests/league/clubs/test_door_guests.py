"""New names at the door are guests of the club, and a guest is shown how to become a member."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.invitations import invitation_to
from accounts.members import set_role
from accounts.models import Club, Player, Role
from accounts.services import create_guest
from games.league import services
from games.league.models import Competition, Entrant
from games.league.seasons.club_season_views import dues_of
from tests.conftest import Clock
from tests.league.conftest import plan_evening
from tests.league.shown import client_of, page

pytestmark = pytest.mark.django_db


def test_a_new_name_at_the_door_is_a_guest_whom_a_secretary_can_make_a_member(
    competition: Competition, entrants: list[Entrant], members: list[Player], secretary: Player, clock: Clock
) -> None:
    club = competition.season.club
    evening = plan_evening(competition, clock())
    entrant = services.walk_in(
        evening_id=evening.pk, competition=competition, text="Kobus", actor=secretary, now=clock()
    )
    kobus = entrant.members.get().player
    membership = club.memberships.get(player=kobus)
    assert membership.role == Role.GUEST
    assert kobus.pk not in {each.player for each in dues_of(competition.season)}
    set_role(club=club, player=members[0], role=Role.SECRETARY, actor=secretary, now=clock())
    desk, address = client_of(members[0]), reverse("league:club_members", args=[club.slug])
    assert "Make a member" in page(desk, "league:club_member", club.slug, kobus.pk)
    assert desk.post(address, {"player": kobus.pk, "role": Role.ARBITER}).status_code == 403
    assert desk.post(address, {"player": members[1].pk, "role": Role.MEMBER}).status_code == 403
    assert client_of(members[1]).post(address, {"player": kobus.pk, "role": "member"}).status_code == 403
    assert desk.post(address, {"player": kobus.pk, "role": Role.MEMBER}).status_code == 302
    membership.refresh_from_db()
    assert membership.role == Role.MEMBER


def test_a_guest_who_joins_is_asked_whether_to_be_a_member(league_club: Club) -> None:
    guest = create_guest(nickname="Kees")
    phone, link = (
        client_of(guest),
        reverse("league:club_join", args=[league_club.slug, invitation_to(league_club)]),
    )
    shown = phone.get(link).content.decode()
    assert "Become a member: make an account" in shown
    assert "Join the club" not in shown
    registering = reverse("accounts:register")
    phone.post(registering, {"username": "kees", "password": "achttien klaveren", "next": link})
    assert "Join the club" in phone.get(link).content.decode()
    phone.post(link)
    assert league_club.memberships.get(player=guest).role == Role.MEMBER


def test_who_stays_a_guest_reads_it_on_the_page_of_the_club(league_club: Club) -> None:
    guest = create_guest(nickname="Kees")
    phone = client_of(guest)
    phone.post(reverse("league:club_join", args=[league_club.slug, invitation_to(league_club)]))
    assert "You are a guest of this club" in page(phone, "league:club", league_club.slug)


@pytest.mark.parametrize(("onward", "word"), [("/t/ABCDEF/", "Sit down"), ("/c/troefboer/", "Go on")])
def test_the_button_below_a_name_says_what_comes_next(client: Client, onward: str, word: str) -> None:
    shown = client.get(reverse("accounts:guest"), {"next": onward}).content.decode()
    assert f">{word}</button>" in shown
