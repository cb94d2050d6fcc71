"""The club's list without the luck of the cards: off at first, for members only, and never beyond what each shows."""

from __future__ import annotations

import pytest

from accounts.friends import choose_privacy
from accounts.models import Club, Membership, Player, Role
from accounts.models.players import Audience
from games.analysis.models import Analysis
from games.league import club_views
from games.table.log.models import Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import never, play_until, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club of four who have played two rounds, run by Anna; Cleo shows her figures to all, Daan to his clubs."""
    monkeypatch.setattr(club_views, "ENOUGH_ROUNDS", 2)
    found = Club.objects.create(name="Thursday", slug="thursday", created_at=clock.now)
    for player in players:
        role = Role.OWNER if player == players[0] else Role.MEMBER
        Membership.objects.create(club=found, player=player, role=role, since=clock.now)
    match = start_match(players=players, now=clock.now, options={"rounds": 2})
    play_until(match, players, clock.now, never)
    for each in Round.objects.filter(match=match):
        gained = [[player.pk, (seat - 1) * 10] for seat, player in enumerate(players)]
        Analysis.objects.create(round=each, version=1, data={}, gained=gained, made_at=clock.now)
    for player, figures in zip(players[2:], (Audience.EVERYBODY, Audience.CLUBS), strict=True):
        choose_privacy(player=player, figures=figures, matches=Audience.NOBODY, shows_presence=False)
    return found


def test_it_is_off_until_somebody_who_runs_the_club_wants_it(club: Club, players: list[Player]) -> None:
    runs, member = client_of(players[0]), client_of(players[1])
    address = f"/c/{club.slug}/without-luck/"
    assert member.get(address).status_code == 403
    assert address not in member.get(f"/c/{club.slug}/").content.decode()
    assert member.post(address, {"ranks_without_luck": "on"}).status_code == 403
    assert "Cleo" not in runs.get(address).content.decode()

    assert runs.post(address, {"ranks_without_luck": "on"}).status_code == 302
    assert address in member.get(f"/c/{club.slug}/").content.decode()
    page = member.get(address)
    assert page.status_code == 200
    assert 'name="ranks_without_luck"' not in page.content.decode()

    assert runs.post(address, {}).status_code == 302
    assert member.get(address).status_code == 403


def test_each_reader_sees_themselves_and_those_who_show_them_their_figures(
    club: Club, players: list[Player]
) -> None:
    anna, bram, cleo, daan = players
    (shown,) = club_views.lists_without_luck(club, bram)
    assert [listed.player for listed in shown.members] == [daan, cleo, bram]
    assert [listed.found.mean for listed in shown.members] == [20, 10, 0]
    (shown,) = club_views.lists_without_luck(club, anna)
    assert [listed.player for listed in shown.members] == [daan, cleo, anna]
    Membership.objects.filter(player=daan).delete()
    (shown,) = club_views.lists_without_luck(club, anna)
    assert [listed.player for listed in shown.members] == [cleo, anna]


def test_too_few_rounds_are_no_figure(
    club: Club, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_views, "ENOUGH_ROUNDS", 3)
    (shown,) = club_views.lists_without_luck(club, players[0])
    assert shown.members == ()


def test_the_page_says_the_figure_and_its_range(club: Club, players: list[Player]) -> None:
    Club.objects.filter(pk=club.pk).update(ranks_without_luck=True)
    page = client_of(players[1]).get(f"/c/{club.slug}/without-luck/").content.decode()
    assert "+20" in page
    assert "2 rounds, most likely between +20 and +20" in page


def test_the_figures_of_three_members_take_four_queries(
    club: Club, players: list[Player], django_assert_num_queries: pytest.FixtureRequest
) -> None:
    with django_assert_num_queries(4):
        (shown,) = club_views.lists_without_luck(club, players[0])
    assert [listed.found.mean for listed in shown.members] == [20, 10, -10]
