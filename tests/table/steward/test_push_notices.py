"""A player whose turn it is and who does not look is told once, on the devices that want it."""

from __future__ import annotations

import pytest
from django.db.models import F

from accounts.models import NoticeKind, Player, PushDevice
from accounts.models.messages import PushMessage
from games.table import services
from games.table.log.models import Match
from games.table.log.models import Seat as SeatRow
from games.table.services.push_notices import AWAY_FOR
from tests.conftest import Clock
from tests.table.play import next_to_act, start_match
from tests.table.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def devices(players: list[Player], clock: Clock) -> None:
    """Each player has a device; messages wait in the outbox and are not sent here."""
    PushDevice.objects.bulk_create(
        PushDevice(player=player, endpoint=f"https://push.example/{player.pk}", created_at=clock())
        for player in players
    )


@pytest.fixture
def match(request: pytest.FixtureRequest, players: list[Player], clock: Clock) -> Match:
    """A match just dealt, in which all four have closed their screens."""
    started = start_match(players=players, now=clock(), options={"rounds": 2})
    request.getfixturevalue("devices")  # after the start, so that nobody is told that the table is ready
    return started


def queued_messages() -> list[tuple[int, str, str, str]]:
    """The queued messages in order: player, kind, title, text."""
    rows = PushMessage.objects.order_by("pk")
    return list(rows.values_list("device__player", "kind", "title", "text"))


def test_the_player_to_act_is_told_once_for_each_absence(match: Match, clock: Clock) -> None:
    seat = SeatRow.objects.get(match=match, number=next_to_act(match))
    assert services.push_turns(now=clock()) == 0
    assert services.push_turns(now=clock.advance(AWAY_FOR.total_seconds())) == 1
    assert queued_messages() == [(seat.player_id, NoticeKind.TURN, "It is your turn", "")]
    assert PushMessage.objects.get().url == f"/t/{match.code}/"
    assert services.push_turns(now=clock.advance(600)) == 0
    SeatRow.objects.filter(pk=seat.pk).update(away_since=clock())  # looked, and closed the screen again
    assert services.push_turns(now=clock.advance(AWAY_FOR.total_seconds())) == 1


def test_somebody_who_looks_is_not_told(match: Match, clock: Clock) -> None:
    SeatRow.objects.filter(match=match, number=next_to_act(match)).update(away_since=None)
    assert services.push_turns(now=clock.advance(60)) == 0


def test_of_two_stewards_one_tells(match: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other has read the same seat before it was marked."""
    from games.table.services import push_notices

    clock.advance(60)
    waits_for = push_notices.awaited.waits_for

    def meanwhile(table: object, seat: int) -> bool:
        SeatRow.objects.update(turn_told_for=F("away_since"))
        return waits_for(table, seat)

    monkeypatch.setattr(push_notices.awaited, "waits_for", meanwhile)
    assert services.push_turns(now=clock()) == 0
    assert queued_messages() == []


def test_the_score_is_told_only_to_devices_that_want_details(match: Match, clock: Clock) -> None:
    PushDevice.objects.update(with_details=True)
    services.push_turns(now=clock.advance(60))
    assert queued_messages()[0][3] == f"Table {match.code}, round 1: 0\u00a0:\u00a00"


def test_without_a_device_the_table_is_not_read(
    match: Match, clock: Clock, django_assert_num_queries
) -> None:
    PushDevice.objects.all().delete()
    clock.advance(60)
    with django_assert_num_queries(1):
        assert services.push_turns(now=clock()) == 0


def test_the_others_are_told_when_the_last_seat_is_taken(
    devices: None, players: list[Player], clock: Clock
) -> None:
    match = open_table(players, clock(), seated=3)
    assert queued_messages() == []
    services.sit(match_id=match.pk, player=players[3])
    assert {row[0] for row in queued_messages()} == {player.pk for player in players[:3]}
    assert {row[1:3] for row in queued_messages()} == {(NoticeKind.TABLE, "Everybody is at your table")}
    services.sit(match_id=match.pk, player=players[3])
    assert len(queued_messages()) == 3
