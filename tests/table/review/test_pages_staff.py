"""The admin: everything that is over, nothing hidden of what runs, and nothing to change."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from games.table.log import seeds
from games.table.log.models import Action, Match
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db
LISTS = ("match", "round", "action", "talkline")


@pytest.fixture
def running_match(players: list[Player], clock: Clock) -> Match:
    """A match in its second round."""
    return in_second_round(players, clock.now)


@pytest.fixture
def keeper(staff: Player) -> Client:
    """The browser of a member of staff."""
    return client_of(staff)


def test_staff_finds_the_match(keeper: Client, running_match: Match):
    assert running_match.code in keeper.get("/admin/games/match/").content.decode()
    assert keeper.get(f"/admin/games/match/{running_match.pk}/change/").status_code == 200


def test_the_log_of_the_running_round_is_not_there(keeper: Client, running_match: Match):
    begun = running_match.rounds.get(number=2).started_at
    hidden = Action.objects.filter(match=running_match, at__gte=begun)
    shown = Action.objects.filter(match=running_match, at__lt=begun, kind="game")
    listed = keeper.get("/admin/games/action/?all=").content.decode()

    for entry in hidden:
        assert f"/admin/games/action/{entry.pk}/change/" not in listed
        assert keeper.get(f"/admin/games/action/{entry.pk}/change/").status_code == 302
    assert hidden.exists()
    for entry in shown:
        assert f"/admin/games/action/{entry.pk}/change/" in listed


def test_neither_seed_nor_deal_of_the_running_round_is_shown(keeper: Client, running_match: Match):
    row, secret = running_match.rounds.get(number=2), running_match.deals.get(number=2)
    deck = next(
        entry.data["deck"]
        for entry in Action.objects.filter(match=running_match, data__do="deal").order_by("-seq")
    )
    pages = [f"/admin/games/{name}/" for name in LISTS]
    pages += [f"/admin/games/match/{running_match.pk}/change/", f"/admin/games/round/{row.pk}/change/"]
    for page in pages:
        content = keeper.get(page).content.decode()
        assert secret.sealed not in content
        assert seeds.open_seed(secret.sealed).hex() not in content
        assert deck not in content


@pytest.mark.parametrize("name", LISTS)
def test_staff_changes_nothing_here(keeper: Client, running_match: Match, name: str):
    assert keeper.get(f"/admin/games/{name}/add/").status_code == 403
    row = {
        "match": running_match,
        "round": running_match.rounds.first(),
        "action": running_match.actions.first(),
        "talkline": running_match.talk.first(),
    }[name]
    if row is not None:
        assert keeper.post(f"/admin/games/{name}/{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert keeper.post(f"/admin/games/{name}/{row.pk}/change/", {"status": "stopped"}).status_code == 403


def test_players_do_not_get_in(running_match: Match, players: list[Player]):
    client = client_of(players[0])

    for name in LISTS:
        assert client.get(f"/admin/games/{name}/").status_code == 302
