"""Two accounts are merged only after the player agreed in both."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.errors import AccountRefusal
from accounts.members import set_role
from accounts.merging import VALID_FOR, answer_merge, request_merge
from accounts.models import Club, Notice, Player, Role
from accounts.models.clubs import MemberChange, MergeRequest
from accounts.services import add_member
from tests.clients import client_of
from tests.conftest import PASSWORD, Clock

pytestmark = pytest.mark.django_db
YES = {"answer": "yes", "password": PASSWORD, "sure": "on"}


@pytest.fixture
def secretary(club: Club, players: list[Player], clock: Clock) -> Player:
    """Bram keeps the members' list; Cleo and Daan are members who sign in."""
    set_role(club=club, player=players[1], role=Role.SECRETARY, actor=players[0], now=clock.now)
    for player in players[2:]:
        add_member(club=club, player=player, at=clock())
    return players[1]


def request_by_page(club: Club, players: list[Player], secretary: Player) -> tuple[Client, Client]:
    address = f"/c/de-roem/members/{players[2].pk}/merge/"
    assert client_of(secretary).post(address, {"double": players[3].pk, "sure": "on"}).status_code == 302
    return client_of(players[2]), client_of(players[3])


def test_accounts_are_merged_when_both_players_agreed(
    club: Club, players: list[Player], secretary: Player
) -> None:
    kept, double = request_by_page(club, players, secretary)
    assert set(Notice.objects.values_list("player", "url")) == {
        (players[2].pk, "/me/merge/"),
        (players[3].pk, "/me/merge/"),
    }
    assert "This account ends" in double.get("/me/merge/").content.decode()
    assert double.post("/me/merge/", YES).status_code == 302
    assert Player.objects.get(pk=players[3].pk).check_password(PASSWORD)
    assert double.get("/me/merge/").status_code == 404
    assert kept.post("/me/merge/", {**YES, "password": "guessed"}).status_code == 422
    assert Player.objects.get(pk=players[3].pk).is_active
    assert kept.post("/me/merge/", YES).status_code == 302
    assert not Player.objects.get(pk=players[3].pk).is_active
    assert Player.objects.get(pk=players[2].pk).check_password(PASSWORD)
    assert not MergeRequest.objects.exists()
    changes = MemberChange.objects.filter(club=club).exclude(what=MemberChange.What.ROLE).order_by("pk")
    assert [each.what for each in changes] == ["asked", "agreed", "agreed", "merged"]


def test_one_refusal_ends_the_request(club: Club, players: list[Player], secretary: Player) -> None:
    kept, double = request_by_page(club, players, secretary)
    kept.post("/me/merge/", YES)
    assert double.post("/me/merge/", {"answer": "no"}).status_code == 302
    assert not MergeRequest.objects.exists()
    assert Player.objects.filter(pk__in=(players[2].pk, players[3].pk), is_active=True).count() == 2


def test_other_players_cannot_answer(club: Club, players: list[Player], secretary: Player) -> None:
    request_by_page(club, players, secretary)
    for other in players[:2]:
        assert client_of(other).get("/me/merge/").status_code == 404
        assert client_of(other).post("/me/merge/", YES).status_code == 404


@pytest.mark.parametrize("over", ["late", "not a secretary any more"])
def test_a_request_ends_after_a_week_or_without_the_right_to_manage_members(
    club: Club, players: list[Player], secretary: Player, clock: Clock, over: str
) -> None:
    pair = {"kept": players[2], "double": players[3]}
    request = request_merge(club=club, **pair, actor=secretary, now=clock(), url="/me/merge/")
    assert request_merge(club=club, **pair, actor=secretary, now=clock(), url="/me/merge/") == request
    assert Notice.objects.count() == 2
    if over == "late":
        clock.now += VALID_FOR
    else:
        set_role(club=club, player=secretary, role=Role.MEMBER, actor=players[0], now=clock.now)
    with pytest.raises(ValidationError) as refused:
        answer_merge(request_id=request.pk, player=players[3], agrees=True, now=clock(), url="/")
    assert refused.value.code == AccountRefusal.MERGE_OVER
    assert not MergeRequest.objects.get().double_agreed


def test_the_page_shows_no_expired_request(club: Club, players: list[Player], secretary: Player) -> None:
    _kept, double = request_by_page(club, players, secretary)
    MergeRequest.objects.update(at=timezone.now() - VALID_FOR - timedelta(minutes=1))
    assert double.get("/me/merge/").status_code == 404


def test_two_accounts_have_one_open_request_whichever_is_kept(
    club: Club, players: list[Player], secretary: Player, clock: Clock
) -> None:
    one, other = players[2:4]
    asked = {"club": club, "actor": secretary, "now": clock(), "url": "/me/merge/"}
    request = request_merge(kept=one, double=other, **asked)
    assert request_merge(kept=other, double=one, **asked) == request
    assert MergeRequest.objects.get().kept == one
    assert Notice.objects.count() == 2
