"""Promises about a round played again by ruling: by the same people, once, and only while that is the ruling."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from random import Random

import pytest

from accounts.models import Notice, Player, Role
from accounts.services import add_member, found_club
from games.disputes import reading, services
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import Case, CaseKind, State
from games.disputes.rulings import RulingKind, Wanted
from games.engine import registry
from games.league.models import RatedMatch, Rating
from games.league.services.ratings import rate_matches
from games.management.commands.demo import play
from games.table import services as table_services
from games.table.chores import Rota
from games.table.errors import TableRefusal, TableRefused
from games.table.models import Action, Match, Round
from games.table.trail import AuditEntry
from tests.conftest import Clock, with_second_step
from tests.house.test_permissions import client_of
from tests.table.play import started_match
from tests.table.tables import finished, in_second_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    """Four people in the second round of a friendly match."""
    return in_second_round(players, clock.now)


@pytest.fixture
def judges(make_player: Callable[..., Player]) -> list[Player]:
    """Two of the staff who sat nowhere."""
    return [make_player(name, is_staff=True) for name in ("Wise Wil", "Just Jo")]


def asked(match: Match, player: Player, clock: Clock, kind: CaseKind = CaseKind.CLOCK) -> Case:
    return services.file_case(
        round_id=match.rounds.get(number=1).pk, player=player, kind=kind, text="It hung.", now=clock.now
    )


def ruled(case: Case, judge: Player, clock: Clock, kind: RulingKind, **wanted: object) -> None:
    services.take_case(case_id=case.pk, arbiter=judge, now=clock.now)
    services.rule(
        case_id=case.pk,
        arbiter=judge,
        wanted=Wanted(kind, **wanted),  # type: ignore[arg-type]
        reason="The line was down.",
        rule="4.2",
        now=clock.now,
    )


def played(replay: Match, clock: Clock) -> list[int]:
    """Play the other table to its end; the points of its round."""
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    play(replay, until=None, now=clock.now, rng=Random(11))
    return replay.rounds.get().points


def row_of(match: Match) -> Round:
    return match.rounds.get(number=1)


@pytest.fixture
def case(match: Match, players: list[Player], judges: list[Player], clock: Clock) -> Case:
    """Round 1 is to be played again."""
    found = asked(match, players[0], clock)
    ruled(found, judges[0], clock, RulingKind.REPLAY)
    return found


@pytest.fixture
def replay(case: Case) -> Match:
    """The table for it."""
    return case.round.replayed_in.get()


def refusal(doing: Callable[[], object]) -> str:
    with pytest.raises((DisputeRefused, TableRefused)) as refused:
        doing()
    assert refused.value.sentence
    return str(refused.value.code)


def test_the_round_is_left_out_and_a_table_of_one_round_waits_for_the_same_people(
    match: Match, replay: Match, case: Case, players: list[Player]
) -> None:
    assert (row_of(match).status, row_of(match).points) == (Round.Status.VOID, [0, 0])
    assert [seat.player for seat in replay.seats.order_by("number")] == players
    assert (replay.status, replay.options) == (Match.Status.OPEN, {"rounds": 1})
    told = Notice.objects.filter(url=f"/t/{replay.code}/")
    assert {notice.player for notice in told} == set(players)
    page = client_of(players[1]).get(f"/cases/{case.pk}/").content.decode()
    assert f"To table {replay.code}, for this round only" in page
    waiting = client_of(players[1]).get(f"/t/{replay.code}/").content.decode()
    assert "Everybody keeps the seat they had" in waiting
    assert "Draw seats" not in waiting


def test_nobody_changes_places_there(replay: Match, players: list[Player], clock: Clock) -> None:
    for doing in (
        lambda: table_services.leave_seat(match_id=replay.pk, player=players[0]),
        lambda: table_services.draw_seats(match_id=replay.pk, player=players[0], rng=Random(1)),
        lambda: table_services.sit(match_id=replay.pk, player=players[0], seat=1),
    ):
        assert refusal(doing) == TableRefusal.SEATS_KEPT


def test_its_points_enter_the_sheet_once(
    match: Match, replay: Match, case: Case, clock: Clock, players: list[Player]
) -> None:
    assert services.enter_replays(now=clock.now) == 0
    points = played(replay, clock)
    assert row_of(match).status == Round.Status.VOID

    assert Rota().do_due(clock.now) >= 1

    assert (row_of(match).status, row_of(match).points) == (Round.Status.CLOSED, points)
    entry = Action.objects.filter(match=match).latest("seq")
    assert entry.data["do"] == "ruled"
    assert (entry.player, entry.data["void"]) == (None, "no")
    assert AuditEntry.objects.filter(what="replayed", case=case.pk, actor=None).count() == 1
    assert Notice.objects.filter(subject__contains="was played again").count() == 4
    length = Action.objects.filter(match=match).count()
    assert services.enter_replays(now=clock.now) == 0
    assert Action.objects.filter(match=match).count() == length
    match.refresh_from_db()
    assert table_services.verify_log(match) == ()


def test_it_enters_after_the_ruling_has_become_final(
    match: Match, replay: Match, case: Case, clock: Clock
) -> None:
    clock.advance(timedelta(days=30).total_seconds())
    assert services.lapse(now=clock.now) == 1
    points = played(replay, clock)
    assert services.enter_replays(now=clock.now) == 1
    assert row_of(match).points == points


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [(RulingKind.ASSIGNED, {"points": (81, 81)}), (RulingKind.VOID, {}), (RulingKind.STANDS, {})],
)
def test_an_appeal_that_rules_otherwise_takes_its_place(
    match: Match,
    replay: Match,
    case: Case,
    judges: list[Player],
    players: list[Player],
    clock: Clock,
    kind: RulingKind,
    wanted: dict[str, object],
) -> None:
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    ruled(case, judges[1], clock, kind, **wanted)
    assert not Match.objects.filter(pk=replay.pk).exists(), "nobody plays what counts for nothing"
    assert services.enter_replays(now=clock.now) == 0


def test_an_appeal_that_rules_otherwise_ends_what_is_being_played_again(
    match: Match,
    replay: Match,
    case: Case,
    judges: list[Player],
    players: list[Player],
    clock: Clock,
) -> None:
    table_services.start_match(match_id=replay.pk, player=players[0], now=clock.now)
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    ruled(case, judges[1], clock, RulingKind.ASSIGNED, points=(81, 81))
    replay.refresh_from_db()
    assert replay.status == Match.Status.STOPPED
    again = {"match_id": replay.pk, "player": players[0], "window": "", "now": clock.now}
    assert (
        refusal(lambda: table_services.submit_action(data={"do": "go_on"}, **again))
        == TableRefusal.BROKEN_OFF
    )
    assert (row_of(match).status, row_of(match).points) == (Round.Status.CLOSED, [81, 81])
    assert services.remind_of_replays(now=clock.now + timedelta(days=2)) == 0


def test_while_an_appeal_is_open_it_waits_and_enters_when_the_ruling_is_upheld(
    match: Match, replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    points = played(replay, clock)
    assert services.enter_replays(now=clock.now) == 0
    ruled(case, judges[1], clock, RulingKind.UPHELD)
    assert services.enter_replays(now=clock.now) == 1
    assert row_of(match).points == points


def test_an_appeal_after_it_has_entered_adds_what_lies_between(
    match: Match, replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    was = match.rounds.get(number=1).result
    played(replay, clock)
    services.enter_replays(now=clock.now)
    services.appeal(case_id=case.pk, player=players[1], text="The first deal was good.", now=clock.now)
    ruled(case, judges[1], clock, RulingKind.STANDS)
    row = row_of(match)
    as_played = [sum(line["points"][side] for line in row.lines) for side in (0, 1)]
    assert (row.status, row.result) == (Round.Status.CLOSED, was)
    assert row.points == as_played
    assert services.enter_replays(now=clock.now) == 0


def test_it_waits_while_another_case_about_the_round_is_open(
    match: Match, replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    other = asked(match, players[2], clock, CaseKind.CONDUCT)
    points = played(replay, clock)
    assert services.enter_replays(now=clock.now) == 0
    ruled(other, judges[1], clock, RulingKind.PENALTY, seat=3, amount=-50)
    assert services.enter_replays(now=clock.now) == 1
    assert (row_of(match).points, row_of(match).seat_points) == (points, [0, 0, 0, -50])


def test_a_penalty_in_another_case_leaves_the_waiting_table_alone(
    match: Match, replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    other = asked(match, players[2], clock, CaseKind.CONDUCT)
    ruled(other, judges[1], clock, RulingKind.PENALTY, seat=3, amount=-50)
    points = played(replay, clock)
    assert services.enter_replays(now=clock.now) == 1
    assert (row_of(match).points, row_of(match).seat_points) == (points, [0, 0, 0, -50])


def test_it_is_played_again_once(
    case: Case, judges: list[Player], players: list[Player], clock: Clock, match: Match
) -> None:
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    assert (
        refusal(lambda: ruled(case, judges[1], clock, RulingKind.REPLAY)) == DisputeRefusal.REPLAYED_ALREADY
    )
    assert case.round.replayed_in.count() == 1


def test_the_desk_offers_it_once_and_says_what_it_does(
    match: Match, players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    club = found_club(name="Roem", slug="roem", owner=players[0], at=clock.now)
    Match.objects.filter(pk=match.pk).update(club=club)
    arbiters = [make_player(name) for name in ("Arbiter One", "Arbiter Two")]
    for arbiter in arbiters:
        add_member(club=club, player=arbiter, role=Role.ARBITER, at=clock.now)
    found = asked(match, players[0], clock)
    services.take_case(case_id=found.pk, arbiter=arbiters[0], now=clock.now)
    desk = client_of(arbiters[0])
    assert "kind=replay" in desk.get(f"/desk/{found.pk}/").content.decode()
    said = {"kind": "replay", "reason": "It hung.", "rule": "4.2"}
    shown = desk.post(f"/desk/{found.pk}/preview/", said).content.decode()
    assert "play it once more at a table of its own" in shown
    assert not found.round.replayed_in.exists()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    assert seen is not None
    assert desk.post(f"/desk/{found.pk}/rule/", {**said, "seen": seen[1]}).status_code == 302
    assert found.round.replayed_in.count() == 1
    services.appeal(case_id=found.pk, player=players[1], text="No.", now=clock.now)
    services.take_case(case_id=found.pk, arbiter=arbiters[1], now=clock.now)
    again = client_of(arbiters[1]).get(f"/desk/{found.pk}/").content.decode()
    assert "kind=void" in again
    assert "kind=replay" not in again


def test_what_was_played_again_cannot_be_questioned_and_is_not_rated(
    replay: Match, players: list[Player], clock: Clock
) -> None:
    played(replay, clock)
    assert refusal(lambda: asked(replay, players[0], clock)) == DisputeRefusal.IS_A_REPLAY
    rate_matches()
    assert RatedMatch.objects.filter(match=replay).exists()
    assert not Rating.objects.exists()


def test_bots_sit_where_bots_sat(players: list[Player], judges: list[Player], clock: Clock) -> None:
    match = started_match(
        players=players[:2], now=clock.now, options={"rounds": 1, "match_tie": "extra_round"}
    )
    play(match, until=None, now=clock.now, rng=Random(5))
    found = asked(match, players[0], clock)
    ruled(found, judges[0], clock, RulingKind.REPLAY)
    replay = found.round.replayed_in.get()
    assert list(replay.seats.values_list("number", "player")) == list(
        match.seats.values_list("number", "player")
    )
    assert played(replay, clock)
    assert services.enter_replays(now=clock.now) == 1


def test_a_game_whose_rounds_belong_together_has_none(
    players: list[Player], judges: list[Player], clock: Clock
) -> None:
    match = finished(players, clock.now, game="rosbiratschka")
    found = asked(match, players[0], clock)
    assert (
        refusal(lambda: ruled(found, judges[0], clock, RulingKind.REPLAY)) == DisputeRefusal.NOT_FOR_THIS_GAME
    )
    found.refresh_from_db()
    assert found.state == State.UNDER_REVIEW


def test_the_one_round_keeps_the_house_rules_but_for_its_length() -> None:
    kraken = registry.game("kraken")
    usual = kraken.Options(
        match_length="points", match_tie="extra_round", first_round_clubs=True, bonus_mode="automatic"
    )
    first, third = kraken.alone(usual, number=1), kraken.alone(usual, number=3)
    assert first == kraken.Options(rounds=1, first_round_clubs=True, bonus_mode="automatic")
    assert third == kraken.Options(rounds=1, bonus_mode="automatic")


def reminders() -> list[tuple[str, str]]:
    found = Notice.objects.filter(subject__endswith="is still to be played again")
    return sorted((str(notice.player), notice.url) for notice in found)


def test_a_round_nobody_plays_again_is_called_to_mind_after_a_day_and_after_a_week_by_two_stewards(
    replay: Match, case: Case, players: list[Player], clock: Clock
) -> None:
    """Once each, however often and by how many stewards it is looked at; a steward that slept says the last only."""
    one, other = Rota(), Rota()
    told = []
    for hours in (0, 23, 25, 26, 47, 7 * 24 - 1, 7 * 24 + 1, 30 * 24):
        now = clock.now + timedelta(hours=hours)
        one.do_due(now)
        other.do_due(now)
        told.append(len(reminders()))
    assert told == [0, 0, 4, 4, 4, 4, 8, 8]
    assert set(reminders()) == {(str(player), f"/t/{replay.code}/") for player in players}
    assert AuditEntry.objects.filter(what="replay_reminded", case=case.pk).count() == 2


def test_a_steward_that_slept_a_month_reminds_once(replay: Match, clock: Clock) -> None:
    now = clock.now + timedelta(days=30)
    assert (services.remind_of_replays(now=now), services.remind_of_replays(now=now)) == (1, 0)
    assert len(reminders()) == 4


def test_nobody_is_reminded_of_what_is_being_played_or_was(replay: Match, clock: Clock) -> None:
    later = clock.now + timedelta(days=2)
    table_services.start_match(match_id=replay.pk, player=replay.seats.get(number=0).player, now=clock.now)
    assert services.remind_of_replays(now=later) == 0
    play(replay, until=None, now=clock.now, rng=Random(11))
    assert services.remind_of_replays(now=later) == 0
    services.enter_replays(now=clock.now)
    assert services.remind_of_replays(now=later) == 0


def test_the_desk_shows_since_when_a_round_waits_to_be_played_again(
    replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    (row,) = reading.waiting_replays(arbiter=judges[1])
    assert (row.case, row.since, row.table, row.stopped) == (case, clock.now, replay.code, False)
    assert row.names == tuple(map(str, players))
    assert reading.waiting_replays(arbiter=players[0]) == ()
    desk = client_of(with_second_step(judges[1])).get("/desk/").content.decode()
    assert "not begun" in desk
    played(replay, clock)
    assert reading.waiting_replays(arbiter=judges[1]) == ()


def test_an_arbiter_rules_otherwise_where_nobody_plays_again(
    match: Match, replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    """Also when the first ruling is long final; from then on everything is as after any ruling, the appeal too."""
    clock.advance(timedelta(days=30).total_seconds())
    services.lapse(now=clock.now)
    services.give_up_replay(case_id=case.pk, arbiter=judges[1], now=clock.now)
    assert (row_of(match).status, row_of(match).points) == (Round.Status.REVIEW, [0, 0])
    assert not Match.objects.filter(pk=replay.pk).exists()
    assert services.remind_of_replays(now=clock.now) == 0
    for doing in (
        lambda: services.withdraw(case_id=case.pk, player=players[0], now=clock.now),
        lambda: services.agree_to_settle(case_id=case.pk, player=players[0], now=clock.now),
        lambda: services.reject(case_id=case.pk, arbiter=judges[1], reason="No.", now=clock.now),
    ):
        assert refusal(doing) == DisputeRefusal.DECIDED_ALREADY

    ruled(case, judges[1], clock, RulingKind.ASSIGNED, points=(81, 81))

    assert (row_of(match).status, row_of(match).points) == (Round.Status.CLOSED, [81, 81])
    case.refresh_from_db()
    assert case.state == State.RULED
    assert list(case.rulings.values_list("instance", "kind")) == [("first", "replay"), ("afresh", "assigned")]
    page = client_of(players[2]).get(f"/cases/{case.pk}/").content.decode()
    assert replay.code not in page, "there is no such table any more"
    services.appeal(case_id=case.pk, player=players[1], text="No.", now=clock.now)
    assert "No." in client_of(players[2]).get(f"/cases/{case.pk}/").content.decode()
    ruled(case, judges[0], clock, RulingKind.UPHELD)
    case.refresh_from_db()
    assert (case.state, row_of(match).points) == (State.FINAL, [81, 81])
    match.refresh_from_db()
    assert table_services.verify_log(match) == ()


def test_what_an_appeal_sent_to_be_played_again_is_final_when_ruled_otherwise(
    match: Match, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    found = asked(match, players[0], clock)
    ruled(found, judges[0], clock, RulingKind.ASSIGNED, points=(10, 152))
    services.appeal(case_id=found.pk, player=players[1], text="No.", now=clock.now)
    ruled(found, judges[1], clock, RulingKind.REPLAY)
    services.give_up_replay(case_id=found.pk, arbiter=judges[1], now=clock.now)
    ruled(found, judges[1], clock, RulingKind.STANDS)
    found.refresh_from_db()
    row = row_of(match)
    assert (found.state, found.rulings.count()) == (State.FINAL, 3)
    assert row.points == [sum(line["points"][side] for line in row.lines) for side in (0, 1)]


def test_nobody_takes_it_away_while_it_is_played_or_after(
    replay: Match, case: Case, judges: list[Player], players: list[Player], clock: Clock
) -> None:
    def given_up(by: Player) -> str:
        return refusal(lambda: services.give_up_replay(case_id=case.pk, arbiter=by, now=clock.now))

    assert given_up(players[0]) == DisputeRefusal.NOT_ALLOWED
    table_services.start_match(match_id=replay.pk, player=players[0], now=clock.now)
    assert given_up(judges[1]) == DisputeRefusal.NOT_NOW
    play(replay, until=None, now=clock.now, rng=Random(11))
    assert given_up(judges[1]) == DisputeRefusal.NOT_NOW
    services.enter_replays(now=clock.now)
    assert given_up(judges[1]) == DisputeRefusal.NOT_NOW


def test_the_desk_lets_an_arbiter_rule_otherwise(
    replay: Match, case: Case, judges: list[Player], clock: Clock
) -> None:
    desk = client_of(with_second_step(judges[1]))
    shown = desk.get(f"/desk/{case.pk}/").content.decode()
    assert f'action="/desk/{case.pk}/rule-otherwise/"' in shown
    answer = desk.post(f"/desk/{case.pk}/rule-otherwise/")
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{case.pk}/#ruling")
    again = desk.get(f"/desk/{case.pk}/").content.decode()
    assert "Your ruling" in again
    assert "kind=replay" not in again
    assert "rule-otherwise" not in again
