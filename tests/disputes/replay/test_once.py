"""A replay is played by the same people and counts once, only while its ruling is in force."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest

from accounts.models import Notice, Player, Role
from accounts.services import add_member, create_club
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.errors import DisputeRefusal
from games.disputes.models import Case, State
from games.engine import registry
from games.league.models import RatedMatch, Rating
from games.league.services.ratings import rate_matches
from games.table import services as table_services
from games.table.log.errors import TableRefusal
from games.table.log.models import Action, Match, Round
from games.table.steward import PeriodicWork
from games.trail import AuditEntry
from kraken_site.management.commands.demo import play
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import file_case, rule_case
from tests.disputes.replay.conftest import play_replay, row_of
from tests.refused import refusal
from tests.table.play import start_match
from tests.table.tables import play_table

pytestmark = pytest.mark.django_db


def test_a_replay_leaves_the_round_out_and_opens_a_table_for_the_same_people(
    friendly_match: Match, replay: Match, case: Case, players: list[Player]
) -> None:
    assert (row_of(friendly_match).status, row_of(friendly_match).points) == (Round.Status.VOID, [0, 0, 0, 0])
    assert [seat.player for seat in replay.seats.order_by("number")] == players
    assert (replay.status, replay.options) == (Match.Status.OPEN, {"rounds": 1})
    notified = Notice.objects.filter(url=f"/t/{replay.code}/")
    assert {notice.player for notice in notified} == set(players)
    page = client_of(players[1]).get(f"/cases/{case.pk}/").content.decode()
    assert f"To table {replay.code}, for this round only" in page
    waiting = client_of(players[1]).get(f"/t/{replay.code}/").content.decode()
    assert "Everybody keeps the seat they had" in waiting
    assert "Draw seats" not in waiting


def test_seats_cannot_be_changed_at_a_replay(replay: Match, players: list[Player], clock: Clock) -> None:
    for doing in (
        lambda: table_services.leave_seat(match_id=replay.pk, player=players[0]),
        lambda: table_services.draw_seats(match_id=replay.pk, player=players[0], rng=Random(1)),
        lambda: table_services.sit(match_id=replay.pk, player=players[0], seat=1),
    ):
        assert refusal(doing) == TableRefusal.SEATS_KEPT


def test_the_points_of_a_replay_enter_the_sheet_once(
    friendly_match: Match, replay: Match, case: Case, clock: Clock, players: list[Player]
) -> None:
    assert services.enter_replays(now=clock.now) == 0
    points = play_replay(replay, clock)
    assert row_of(friendly_match).status == Round.Status.VOID

    assert PeriodicWork().do_due(clock.now) >= 1

    assert (row_of(friendly_match).status, row_of(friendly_match).points) == (Round.Status.CLOSED, points)
    entry = Action.objects.filter(match=friendly_match).latest("seq")
    assert entry.data["do"] == "ruled"
    assert (entry.player, entry.data["void"]) == (None, "no")
    assert AuditEntry.objects.filter(what="replayed", case=case.pk, actor=None).count() == 1
    assert Notice.objects.filter(subject__startswith="It was played again: ").count() == 4
    length = Action.objects.filter(match=friendly_match).count()
    assert services.enter_replays(now=clock.now) == 0
    assert Action.objects.filter(match=friendly_match).count() == length
    friendly_match.refresh_from_db()
    assert table_services.verify_log(friendly_match) == ()


def test_a_round_is_replayed_once(
    case: Case, arbiters: list[Player], players: list[Player], clock: Clock, friendly_match: Match
) -> None:
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    assert (
        refusal(lambda: rule_case(case, arbiters[1], clock, RulingKind.REPLAY))
        == DisputeRefusal.REPLAYED_ALREADY
    )
    assert case.round.replayed_in.count() == 1


def test_the_desk_offers_a_replay_once_with_its_effect(
    friendly_match: Match, players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    club = create_club(name="Roem", slug="roem", owner=players[0], at=clock.now)
    Match.objects.filter(pk=friendly_match.pk).update(club=club)
    arbiters = [make_player(name) for name in ("Arbiter One", "Arbiter Two")]
    for arbiter in arbiters:
        add_member(club=club, player=arbiter, role=Role.ARBITER, at=clock.now)
    found = file_case(friendly_match, players[0], clock)
    services.take_case(case_id=found.pk, arbiter=arbiters[0], now=clock.now)
    desk = client_of(arbiters[0])
    assert "kind=replay" in desk.get(f"/desk/{found.pk}/").content.decode()
    fields = {"kind": "replay", "reason": "It hung.", "rule": "4.2"}
    shown = desk.post(f"/desk/{found.pk}/preview/", fields).content.decode()
    assert "play it once more at a table of its own" in shown
    assert not found.round.replayed_in.exists()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    assert seen is not None
    assert desk.post(f"/desk/{found.pk}/rule/", {**fields, "seen": seen[1]}).status_code == 302
    assert found.round.replayed_in.count() == 1
    services.appeal(case_id=found.pk, player=players[1], text="No.", now=clock.now)
    services.take_case(case_id=found.pk, arbiter=arbiters[1], now=clock.now)
    again = client_of(arbiters[1]).get(f"/desk/{found.pk}/").content.decode()
    assert "kind=void" in again
    assert "kind=replay" not in again


def test_a_replay_cannot_be_disputed_and_is_not_rated(
    replay: Match, players: list[Player], clock: Clock
) -> None:
    play_replay(replay, clock)
    assert refusal(lambda: file_case(replay, players[0], clock)) == DisputeRefusal.IS_A_REPLAY
    rate_matches(now=clock())
    assert RatedMatch.objects.filter(match=replay).exists()
    assert not Rating.objects.exists()


def test_bots_sit_where_bots_sat(players: list[Player], arbiters: list[Player], clock: Clock) -> None:
    match = start_match(players=players[:2], now=clock.now, options={"rounds": 1, "match_tie": "extra_round"})
    play(match, until=None, now=clock.now, rng=Random(5))
    found = file_case(match, players[0], clock)
    rule_case(found, arbiters[0], clock, RulingKind.REPLAY)
    replay = found.round.replayed_in.get()
    assert list(replay.seats.values_list("number", "player")) == list(
        match.seats.values_list("number", "player")
    )
    assert play_replay(replay, clock)
    assert services.enter_replays(now=clock.now) == 1


def test_a_game_of_connected_rounds_has_no_replays(
    players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    match = play_table(players, clock.now, game="rosbiratschka")
    found = file_case(match, players[0], clock)
    assert (
        refusal(lambda: rule_case(found, arbiters[0], clock, RulingKind.REPLAY))
        == DisputeRefusal.NOT_FOR_THIS_GAME
    )
    found.refresh_from_db()
    assert found.state == State.UNDER_REVIEW


def test_a_replay_keeps_the_house_rules_except_the_length() -> None:
    kraken = registry.game("kraken")
    usual = kraken.Options(
        match_length="points", match_tie="extra_round", first_round_clubs=True, bonus_mode="automatic"
    )
    first, third = kraken.alone(usual, number=1), kraken.alone(usual, number=3)
    assert first == kraken.Options(rounds=1, first_round_clubs=True, bonus_mode="automatic")
    assert third == kraken.Options(rounds=1, bonus_mode="automatic")
