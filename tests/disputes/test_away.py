"""Absences from the table: stored once, not for a few seconds, and shown to arbiters only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.disputes import services
from games.disputes.models import CaseKind
from games.table import services as table_services
from games.table.lobby.personal_data import export_data
from games.table.log.models import Disconnection, Match
from games.table.log.models import Seat as SeatRow
from games.table.review import closed_round, evidence
from games.table.review.evidence import round_evidence
from tests.clients import client_of
from tests.conftest import Clock, with_second_step
from tests.table.play import next_to_act, play_until, start_match, step, table_of
from tests.table.tables import play_table

pytestmark = pytest.mark.django_db
ALL = range(4)


@pytest.fixture
def clock() -> Clock:
    """The real time, as pages use it."""
    return Clock(timezone.now() - timedelta(minutes=30))


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    """A match of one round with a clock, just dealt, with all screens open."""
    made = start_match(players=players, now=clock.now, options={"rounds": 1}, pace="fast")
    look(made, clock)
    return made


def look(match: Match, clock: Clock, *, away: tuple[int, ...] = (), left: tuple[int, ...] = ()) -> None:
    """Run the attendance check of a process with these seats absent."""
    here = {(match.pk, seat) for seat in ALL if seat not in away}
    gone = {(match.pk, seat) for seat in left}
    table_services.note_attendance(here=here, left=gone, matches=[match.pk], now=clock.now)


def stored_absences(match: Match) -> list[tuple[int, float]]:
    """The stored absences: seat and seconds."""
    rows = Disconnection.objects.filter(match=match).order_by("gone_at", "seat")
    return [(row.seat, (row.back_at - row.gone_at).total_seconds()) for row in rows]


def stay_away(match: Match, clock: Clock, seconds: float, seat: int = 1) -> None:
    look(match, clock, away=(seat,), left=(seat,))
    clock.advance(seconds)
    look(match, clock)


@pytest.mark.parametrize(("seconds", "rows"), [(1, []), (4.9, []), (5, [(1, 5)]), (52, [(1, 52)])])
def test_an_absence_is_stored_when_it_ends_and_a_short_one_never(
    match: Match, clock: Clock, seconds: float, rows: list[tuple[int, float]]
) -> None:
    log = match.actions.count()
    stay_away(match, clock, seconds)
    assert stored_absences(match) == rows
    assert not match.seats.exclude(away_since=None).exists()
    assert match.actions.count() == log
    assert table_services.verify_log(match) == ()


def test_a_check_without_a_return_makes_one_query(match: Match, clock: Clock) -> None:
    with CaptureQueriesContext(connection) as queries:
        look(match, clock)
        look(match, clock, away=(2,))
    assert len(queries) == 2


def test_two_processes_store_one_absence(match: Match, clock: Clock) -> None:
    look(match, clock, away=(1,), left=(1,))
    clock.advance(60)
    seats = SeatRow.objects.filter(match=match, number=1)
    table_services.matches.keep_absences(seats, now=clock.now)
    clock.advance(1)
    look(match, clock)
    look(match, clock)
    assert stored_absences(match) == [(1, 60)]


def test_moving_to_another_process_is_no_absence(match: Match, clock: Clock) -> None:
    """Its screen closes here after opening there; the next check there corrects it two seconds later."""
    look(match, clock, left=(1,))
    here = {(match.pk, seat) for seat in ALL if seat != 1}
    table_services.note_attendance(here=here, left={(match.pk, 1)}, matches=[match.pk], now=clock.now)
    clock.advance(2)
    look(match, clock)
    assert stored_absences(match) == []


def test_an_absence_goes_on_over_the_death_of_a_server(match: Match, clock: Clock) -> None:
    began = clock.now
    look(match, clock, away=(1,), left=(1,))
    clock.advance(40)
    table_services.note_everybody_away(now=clock.now)
    clock.advance(2)
    look(match, clock, away=(1,))
    assert stored_absences(match) == [(1, 40)], "the others are back within a blink"
    back = clock.advance(20)
    look(match, clock)
    assert stored_absences(match) == [(1, 40), (1, 22)]
    clock.now = play_until(match, people(match), clock.now, lambda table: False)
    (absence,) = evidence.absences_of(match, evidence_of(match))
    assert (absence.seat, absence.gone_at, absence.back_at) == (1, began, back)


def test_a_replaced_player_keeps_the_absence(
    match: Match, clock: Clock, make_player: Callable[..., Player], players: list[Player]
) -> None:
    look(match, clock, away=(1,), left=(1,))
    clock.advance(300)
    table_services.replace_player(
        match_id=match.pk, seat=1, player=make_player("Eva"), by=players[0], now=clock.now
    )
    assert stored_absences(match) == [(1, 300)]


def test_the_export_contains_only_the_players_own_absences(
    match: Match, clock: Clock, make_player: Callable[..., Player], players: list[Player]
) -> None:
    sitting = people(match)
    stay_away(match, clock, 40)
    eva = make_player("Eva")
    table_services.replace_player(match_id=match.pk, seat=1, player=eva, by=players[0], now=clock.now)
    clock.advance(5)
    look(match, clock)
    clock.advance(60)
    stay_away(match, clock, 90)
    stay_away(match, clock, 20, seat=2)

    def exported_for(player: Player) -> list[tuple[str, float]]:
        absences = export_data(player=player)["absences"]
        return [(one["match"], (one["back_at"] - one["gone_at"]).total_seconds()) for one in absences]

    assert (match.code, 40) not in exported_for(eva)
    assert (match.code, 90) in exported_for(eva)
    assert exported_for(sitting[2]) == [(match.code, 20)]
    assert exported_for(sitting[0]) == []


def test_finished_matches_have_no_absences(players: list[Player], clock: Clock) -> None:
    match = play_table(players, clock.now)
    assert match.finished_at is not None
    clock.now = match.finished_at + timedelta(seconds=9)
    look(match, clock)
    before = stored_absences(match)
    stay_away(match, clock, 600)
    assert stored_absences(match) == before


def people(match: Match) -> list[Player]:
    return [seat.player for seat in match.seats.select_related("player").order_by("number")]


def evidence_of(match: Match):
    found = round_evidence(match, 1)
    assert found is not None
    return found


def test_the_arbiter_sees_absences_and_automatic_play_between_the_cards(
    match: Match, clock: Clock, players: list[Player], make_player: Callable[..., Player]
) -> None:
    """Seat 1 leaves after the first card, the clock plays for it, and it returns; seat 3 is away at the end."""

    def first_card(table) -> bool:
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and len(trick.cards) == 1

    clock.now = play_until(match, players, clock.now, first_card)
    look(match, clock, away=(1,), left=(1,))
    clock.advance(1)
    others = {seat: players[seat] for seat in ALL if seat != 1}
    while not match.actions.filter(seat=1, automatic=True).exists():
        clock.now = step(match, others, clock.now, Random(1))
    clock.advance(1)
    look(match, clock)
    look(match, clock, away=(3,), left=(3,))
    clock.now = play_until(match, players, clock.advance(1), lambda table: False)

    shown = closed_round.round_review(match, number=1, with_absences=True)
    [(position, bram)] = [
        (position.card, line.words)
        for position in shown.positions
        for line in position.happened
        if line.words.startswith("Bram was away")
    ]
    assert position == 1
    assert bram.endswith("Meanwhile the clock played for Bram.")
    assert shown.absences[0].words == bram
    assert "not back when the round was closed" in shown.absences[1].words
    assert shown.absences[1].words.startswith("Daan")

    judge = with_second_step(make_player("Wise Wil", is_staff=True))
    case = services.file_case(
        round_id=match.rounds.get().pk, player=players[1], kind=CaseKind.CLOCK, text="It hung.", now=clock.now
    )
    assert f"<li>\n{bram}" in client_of(judge).get(f"/desk/{case.pk}/").content.decode()
    for player in players:
        own = client_of(player).get(f"/t/{match.code}/rounds/1/").content.decode()
        assert "was away" not in own


def test_many_absences_of_one_player_are_one_line_with_each_behind_it(
    match: Match, clock: Clock, players: list[Player], make_player: Callable[..., Player]
) -> None:
    """Seat 1 leaves three times before the first card, for 40, 50 and 40 seconds; seat 2 once."""
    for seconds in (40, 50, 40):
        stay_away(match, clock, seconds)
        clock.advance(6)
    stay_away(match, clock, 30, seat=2)
    clock.now = play_until(match, players, clock.advance(1), lambda table: False)
    shown = closed_round.round_review(match, number=1, with_absences=True)
    together = [line for line in shown.absences if line.each]
    assert [line.words.partition(" Meanwhile")[0] for line in together] == [
        "Bram was away 3 times, 2 min 10 s together."
    ]
    assert len(together[0].each) == 3
    of_start = [line.words for line in shown.positions[0].happened if "was away" in line.words]
    assert sum(words.startswith("Bram") for words in of_start) == 1
    judge = with_second_step(make_player("Wise Wil", is_staff=True))
    case = services.file_case(
        round_id=match.rounds.get().pk, player=players[1], kind=CaseKind.CLOCK, text="It hung.", now=clock.now
    )
    html = client_of(judge).get(f"/desk/{case.pk}/").content.decode()
    assert f"<summary>{together[0].words}</summary>" in html
    assert all(f"<li>{once}</li>" in html for once in together[0].each)


def test_who_were_away_for_the_same_time_share_a_line() -> None:
    at = datetime(2026, 3, 14, 20, tzinfo=UTC)
    gone = [evidence.Absence(seat, at, at + timedelta(seconds=135), 0, 0) for seat in (0, 2)]
    alone = evidence.Absence(1, at, at + timedelta(seconds=135), 1, 0)
    lines = evidence.absences_by_player([*gone, alone], ["Anna", "Bram", "Cleo"], closed=at)
    assert [line.words for line in lines] == [
        "Anna, Cleo were away 21:00:00 – 21:02:15 (2 min 15 s).",
        "Bram was away 21:00:00 – 21:02:15 (2 min 15 s). Meanwhile the clock played for Bram.",
    ]


def test_an_absence_belongs_to_the_rounds_it_touches(players: list[Player], clock: Clock) -> None:
    """Seat 0 is away before the first move, seat 2 after the first round; round one shows only seat 0."""
    match = start_match(players=players, now=clock.now, options={"rounds": 2})
    clock.advance(9)
    look(match, clock, away=(0,))
    clock.advance(9)
    look(match, clock)
    clock.now = play_until(
        match, players, clock.advance(5), lambda table: len(table.game.results(table.state.game_state)) > 0
    )
    clock.advance(3)
    stay_away(match, clock, 30, seat=2)
    clock.now = play_until(match, players, clock.now, lambda table: False)
    first = {absence.seat for absence in evidence.absences_of(match, evidence_of(match))}
    assert first == {0, 1, 2, 3}, "at the start nobody had opened the table yet"
    assert stored_absences(match)[-1] == (2, 30)
    assert not any(
        absence.gone_at > evidence_of(match).steps[-1].at
        for absence in evidence.absences_of(match, evidence_of(match))
    )


def test_presence_is_the_same_for_all_hands(match: Match, clock: Clock) -> None:
    """Presence depends on screens only, not on the cards."""
    seat = next_to_act(match)
    stay_away(match, clock, 10, seat=seat)
    stay_away(match, clock, 10, seat=(seat + 1) % 4)
    assert [seconds for _seat, seconds in stored_absences(match)] == [10, 10]
    assert table_of(match).state.seq == match.seq
