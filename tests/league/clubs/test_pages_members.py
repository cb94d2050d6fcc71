"""The members' page: requests to join, corrected names, and merged duplicates."""

from __future__ import annotations

import pytest

from accounts.models import Club, Membership, Notice, Player, Role
from accounts.services import add_member
from tests.clients import client_of
from tests.conftest import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(club: Club, players: list[Player]) -> Player:
    club.is_public = True
    club.save()
    Membership.objects.filter(club=club, player=players[1]).update(role=Role.SECRETARY)
    return players[1]


def test_a_stranger_asks_and_the_secretary_lets_them_in(
    club: Club, players: list[Player], secretary: Player
) -> None:
    stranger, desk = client_of(players[2]), client_of(secretary)
    assert "Ask to join" in stranger.get("/c/de-roem/").content.decode()
    stranger.post("/c/de-roem/ask/", {"text": "Cleo of the café"})
    assert "You asked to join" in stranger.get("/c/de-roem/").content.decode()
    told = Notice.objects.filter(player=secretary).get()
    page = desk.get(told.url).content.decode()
    assert "Cleo of the café" in page
    request = club.join_requests.get()
    assert "One person asks to join" in desk.get("/c/de-roem/").content.decode()
    assert desk.post(f"/c/de-roem/requests/{request.pk}/", {"answer": "perhaps"}).status_code == 404
    desk.post(f"/c/de-roem/requests/{request.pk}/", {"answer": "yes"})
    assert stranger.get(Notice.objects.get(player=players[2]).url).status_code == 200
    assert Membership.objects.get(club=club, player=players[2]).role == Role.MEMBER
    assert "They ask to join" not in desk.get("/c/de-roem/members/").content.decode()


def test_nobody_outside_can_ask_a_club_they_cannot_see(club: Club, players: list[Player]) -> None:
    assert client_of(players[2]).post("/c/de-roem/ask/").status_code == 404
    assert not club.join_requests.exists()


def test_the_members_page_shows_real_names_and_who_manages_corrects_them(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    players[2].set_unusable_password()
    players[2].save()
    add_member(club=club, player=players[2], at=clock())
    address = f"/c/de-roem/members/{players[2].pk}/"
    member, desk = client_of(players[3]), client_of(secretary)
    add_member(club=club, player=players[3], at=clock())
    names = {"nickname": "Clea", "listed_name": "Clea de Wit"}
    assert member.post(address, names).status_code == 403
    assert desk.post(address, {**names, "nickname": "anna"}).status_code == 422
    assert desk.post(address, names).status_code == 302
    page = member.get("/c/de-roem/members/").content.decode()
    assert "Clea de Wit" in page
    assert "Cleo →" not in page
    assert "Cleo → Clea (Clea de Wit)" in desk.get("/c/de-roem/members/").content.decode()
    assert desk.get(f"/c/de-roem/members/{players[0].pk}/").status_code == 403


def test_a_double_is_merged_only_by_who_is_sure(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    for player in players[2:]:
        add_member(club=club, player=player, at=clock())
    players[3].set_unusable_password()
    players[3].save()
    desk = client_of(secretary)
    address = f"/c/de-roem/members/{players[2].pk}/merge/"
    assert desk.post(address, {"double": players[3].pk}).status_code == 422
    assert Player.objects.get(pk=players[3].pk).is_active
    assert desk.post(address, {"double": players[0].pk, "sure": "on"}).status_code == 422
    assert desk.post(address, {"double": players[3].pk, "sure": "on"}).status_code == 302
    assert not Player.objects.get(pk=players[3].pk).is_active
    assert "Daan → Cleo" in desk.get(f"/c/de-roem/members/{players[2].pk}/").content.decode()


def test_a_name_of_the_members_list_leads_to_the_player(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    """The secretary comes to the page that changes the member, and from there to the player; an owner is changed by
    owners only."""
    for player in players[2:]:
        add_member(club=club, player=player, at=clock())
    owner, desk, member = players[0], client_of(secretary), client_of(players[3])
    list_of_member = member.get("/c/de-roem/members/").content.decode()
    list_of_secretary = desk.get("/c/de-roem/members/").content.decode()
    for player in players[:3]:
        page = f"/people/{player.pk}/"
        assert f'href="{page}"' in list_of_member
        assert member.get(page).status_code == 200
    assert f'href="/people/{owner.pk}/"' in list_of_secretary
    assert f'href="/c/de-roem/members/{players[2].pk}/"' in list_of_secretary
    page_of_member = desk.get(f"/c/de-roem/members/{players[2].pk}/").content.decode()
    assert f'href="/people/{players[2].pk}/"' in page_of_member
