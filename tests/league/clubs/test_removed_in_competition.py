"""Who is removed from the club, or leaves it, is asked about in the competitions that run."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Club, Player
from games.league import services
from games.league.models import Competition, Correction, Entrant
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import enter_all, plan_and_draw
from tests.league.shown import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(pairs: Competition, members: list[Player]) -> Entrant:
    (entrant,) = enter_all(pairs, [members[:2]])
    return entrant


def leave(club: Club, player: Player, reader: Player, *withdraw: Entrant) -> str:
    address = reverse("league:club_leave", args=[club.slug, player.pk])
    sending = {"withdraw": [f"{entrant.pk}" for entrant in withdraw]}
    answer = client_of(reader).post(address, sending, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def count_entrants(competition: Competition) -> int:
    return competition.entrants.filter(withdrawn_at=None).count()


def test_the_page_says_where_a_member_plays_and_removal_withdraws_them_there(
    league_club: Club,
    competition: Competition,
    entrants: list[Entrant],
    pair: Entrant,
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    plan_and_draw(competition, entrants[:4], secretary, clock.now)
    html = page(client_of(secretary), "league:club_member", league_club.slug, members[0].pk)
    assert f'name="withdraw" value="{entrants[0].pk}"' in html
    assert f'name="withdraw" value="{pair.pk}"' in html
    assert "<bdi>M01</bdi> – <bdi>M02</bdi>" in html
    told = leave(league_club, members[0], secretary, entrants[0])
    assert "M01 still takes part in: Pairs." in told
    assert not league_club.memberships.filter(player=members[0]).exists()
    entrants[0].refresh_from_db()
    assert entrants[0].withdrawn_at is not None
    assert count_entrants(competition) == 16
    assert count_entrants(pair.competition) == 1
    assert Correction.objects.filter(entrant=entrants[0], what="entrant_withdrawn").count() == 1


def test_nothing_is_withdrawn_that_was_not_ticked_or_is_of_another(
    league_club: Club,
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
) -> None:
    leave(league_club, members[0], secretary, entrants[5])
    assert count_entrants(competition) == 17


def test_an_archived_season_is_not_asked_about(
    league_club: Club,
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Clock,
) -> None:
    services.archive_season(season=competition.season, actor=secretary, now=clock.now)
    html = page(client_of(secretary), "league:club_member", league_club.slug, members[0].pk)
    assert 'name="withdraw"' not in html


def test_who_leaves_withdraws_themselves_but_no_partner(
    league_club: Club, competition: Competition, entrants: list[Entrant], pair: Entrant, members: list[Player]
) -> None:
    html = page(client_of(members[0]), "league:club_members", league_club.slug)
    assert f'name="withdraw" value="{entrants[0].pk}"' in html
    assert f'name="withdraw" value="{pair.pk}"' not in html
    leave(league_club, members[0], members[0], entrants[0], pair)
    assert count_entrants(competition) == 16
    assert count_entrants(pair.competition) == 1
