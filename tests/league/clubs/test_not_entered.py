"""Promises to members who are not entered: they are told who enters them, and then of the evenings planned before."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notice, NoticeKind, Player
from games.league import services
from games.league.models import Competition
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import owner_of, plan_evening
from tests.league.shown import page

pytestmark = pytest.mark.django_db


def test_a_member_who_is_not_entered_reads_who_enters_them(
    competition: Competition, members: list[Player], clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    told = "You can once you are entered by Secretary Siem."
    assert told in page(client_of(members[0]), "league:evening", evening.pk)
    services.enter_players(
        competition=competition, groups=[[members[0]]], actor=owner_of(competition), now=clock()
    )
    assert told not in page(client_of(members[0]), "league:evening", evening.pk)
    assert told in page(client_of(members[1]), "league:evening", evening.pk)


def test_the_secretary_reads_how_many_members_are_not_entered(
    competition: Competition, members: list[Player], desk: Client, clock: Clock
) -> None:
    evening = plan_evening(competition, clock())
    actor = owner_of(competition)
    services.enter_players(
        competition=competition, groups=[[one] for one in members], actor=actor, now=clock()
    )
    link = reverse("league:league_manage", args=[competition.pk]) + "#enter-players"
    for name in ("league:evening", "league:cockpit"):
        html = page(desk, name, evening.pk)
        assert "1 member of the club is not entered" in html
        assert link in html
    services.enter_players(competition=competition, groups=[[actor]], actor=actor, now=clock())
    for name in ("league:evening", "league:cockpit"):
        assert link not in page(desk, name, evening.pk)


@pytest.mark.parametrize("by_name", [False, True])
def test_players_entered_after_an_evening_was_planned_are_told_of_it(
    competition: Competition, members: list[Player], clock: Clock, by_name: bool
) -> None:
    evening = plan_evening(competition, clock())
    about = {"competition": competition, "actor": owner_of(competition), "now": clock()}
    if by_name:
        services.enter_by_name(text="M01\nM02", new_members=False, **about)
    else:
        services.enter_players(groups=[[one] for one in members[:2]], **about)
    told = Notice.objects.filter(kind=NoticeKind.PLANNED)
    assert {one.player_id for one in told} == {one.pk for one in members[:2]}
    assert {one.url for one in told} == {reverse("league:evening", args=[evening.pk])}
