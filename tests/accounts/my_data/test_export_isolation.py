"""Data that is not Anna's does not change her export: two databases give the same bytes.

What changes: cards she does not see, the seed of the running round, and everything private of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models import Model
from django.test import Client

from accounts import services
from accounts.invitations import ask_to_join
from accounts.members import correct_names
from accounts.models import Club, Membership, Notice, Player, Role
from accounts.models.clubs import JoinRequest, MemberChange
from accounts.personal_data import data_of
from games.disputes import services as dispute_services
from games.disputes.models import Answer, CaseKind, Complaint
from games.league.models import Rating
from games.table.log import seeds
from games.table.log.models import Match, Round
from games.table.models import Mute, TalkLine
from tests.clients import client_of
from tests.conftest import Clock, with_second_step
from tests.house.addresses import empty_caches
from tests.table.hidden.other_worlds import CHANGING, other_worlds
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db
PRIVATE: list[tuple[type[Model], str, dict[str, object]]] = [
    (
        Player,
        "pk",
        {"first_name": "Else", "last_name": "Where", "email": "else@example.org", "theme": "dark"},
    ),
    (Player, "pk", {"password": "!another", "quiet_from": "22:00", "quiet_until": "08:00", "language": "nl"}),
    (EmailAddress, "user", {"verified": False}),
    (UserSession, "user", {"ip": "203.0.113.9", "user_agent": "another phone"}),
    (Notice, "player", {"subject": "Another subject", "text": "another text"}),
    (TalkLine, "player", {"text": "Said otherwise."}),
    (Complaint, "player", {"text": "Another complaint."}),
    (Answer, "player", {"text": "Another answer."}),
    (JoinRequest, "player", {"text": "Somebody else."}),
    (MemberChange, "player", {"before": "Else", "after": "Where"}),
    (Membership, "player", {"role": Role.ARBITER}),
    (Rating, "player", {"mean": 99.0, "matches": 7}),
]


@pytest.fixture
def match(
    players: list[Player], club: Club, make_player: Callable[..., Player], clock: Clock
) -> Iterator[Match]:
    """A match in its second round, with a private row of each of the four players in every table that has any."""
    empty_caches()
    match = in_second_round(players, clock.now)
    for player in players:
        with_second_step(player)
        client_of(player)
        EmailAddress.objects.create(user=player, email=f"{player.username}@example.org", verified=True)
        UserSession.objects.create(
            user=player, ip="192.0.2.1", session_key=player.username, user_agent="phone"
        )
        TalkLine.objects.create(match=match, player=player, seat=0, text=f"Said {player}.", at=clock.now)
        Rating.objects.create(player=player, kind="casual", game="kraken", mean=25, deviation=8)
        Notice.objects.create(player=player, subject="News", text="of the day", url="/", at=clock.now)
    other = services.create_club(name="Slagzin", slug="slagzin", owner=make_player("Else"), at=clock.now)
    for player in players[1:]:
        services.add_member(club=club, player=player, at=clock.now)
    for player in players:
        ask_to_join(club=other, player=player, text=f"I am {player}.", now=clock.now, url="/")
        names = {"nickname": player.nickname, "listed_name": f"First {player.nickname}"}
        correct_names(club=club, player=player, actor=players[0], now=clock.now, url="/", **names)
    closed = match.rounds.get(number=1)
    about = {"kind": CaseKind.BONUS, "now": clock.now}
    case = dispute_services.file_case(round_id=closed.pk, player=players[1], text="Bram asks.", **about)
    dispute_services.file_case(round_id=closed.pk, player=players[0], text="Anna asks.", **about)
    for player in players[1:]:
        Answer.objects.create(case=case, player=player, text=f"{player} saw it.", at=clock.now)
    Mute.objects.create(match=match, player=players[0], muted=players[3])
    Mute.objects.create(match=match, player=players[2], muted=players[0])
    yield match
    empty_caches()


def file_of(client: Client) -> str:
    """The downloaded file without the time of the download."""
    answer = client.get("/me/data.json")
    assert answer.status_code == 200
    return CHANGING.sub("", answer.content.decode())


@pytest.mark.slow
def test_data_of_others_changes_nothing_in_a_players_file(match: Match, players: list[Player]) -> None:
    anna, others = client_of(players[0]), [player.pk for player in players[1:]]
    here = file_of(anna)
    for model, owner, changes in PRIVATE:
        theirs = model._base_manager.filter(**{f"{owner}__in": others})
        assert theirs.count() >= 1, model
        before = transaction.savepoint()
        theirs.update(**changes)
        assert file_of(anna) == here, model
        transaction.savepoint_rollback(before)
    Mute.objects.filter(player=players[2]).delete()
    running = match.deals.filter(round__status=Round.Status.RUNNING)
    running.update(sealed=seeds.seal(b"f" * 32), commitment="e" * 64)
    assert file_of(anna) == here


def test_each_change_shows_in_the_file_of_its_owner(match: Match, players: list[Player]) -> None:
    """Guards the test above against an empty export."""
    bram, silent = players[1].pk, []

    def export() -> dict[str, object]:
        return data_of(Player.objects.get(pk=bram), now=match.created_at)

    here = export()
    for model, owner, changes in PRIVATE:
        before = transaction.savepoint()
        assert model._base_manager.filter(**{owner: bram}).update(**changes)
        if export() == here:
            silent.append(model)
        transaction.savepoint_rollback(before)
    assert silent == []


@pytest.mark.slow
def test_other_cards_in_the_running_round_change_no_file(match: Match, players: list[Player]) -> None:
    compared = 0
    for seat, player in enumerate(players):
        client = client_of(player)
        here = file_of(client)
        for _ in other_worlds(match, seat, most=2):
            assert file_of(client) == here
            compared += 1
    assert compared == 8
