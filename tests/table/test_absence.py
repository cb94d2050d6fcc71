"""A table that is never stuck: out of time, away, paused, stopped, taken back; each in the log and by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from random import Random

import pytest

from accounts.models import Player
from games.table import clock as clock_rules
from games.table import history, leaving, loading, reading, rendering, services, steward
from games.table.errors import TableRefused
from games.table.models import Match
from games.table.models import Seat as SeatRow
from games.table.states import TableState
from tests.conftest import Clock
from tests.table.play import good_answer, next_to_act, play_until, started_match, table_of, window_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def timed(players: list[Player], clock: Clock) -> Match:
    """Four people, fast."""
    return started_match(players=players, now=clock.now, pace="fast")


@pytest.fixture
def lenient(players: list[Player], clock: Clock) -> Match:
    """Four people, where cards may be taken back."""
    return started_match(players=players, now=clock.now, undo_allowed=True)


@pytest.fixture
def say(players: list[Player], clock: Clock) -> Callable[..., services.Outcome]:
    """Return a function that says a word around the game: `say(match, seat, "pause")`."""

    def said(match: Match, seat: int, word: str, **data: str) -> services.Outcome:
        return services.submit_action(
            match_id=match.pk, player=players[seat], window="", data={"do": word, **data}, now=clock.now
        )

    return said


def refused(what: Callable[[], object]) -> str:
    with pytest.raises(TableRefused) as told:
        what()
    return told.value.code


def words(match: Match) -> list[Mapping[str, str]]:
    """The entries of the table after its start."""
    return [row.data for row in match.actions.filter(kind="table") if row.data != {"do": "start"}]


def leave(match: Match, seat: int, clock: Clock) -> None:
    SeatRow.objects.filter(match=match, number=seat).update(away_since=clock.now)


def everybody_here(match: Match) -> None:
    SeatRow.objects.filter(match=match).update(away_since=None)


def fresh(match: Match) -> TableState:
    loading.forget_all()
    return table_of(match).state


def in_play(table: loading.Table) -> bool:
    """In a trick that is not its first card's or finished, with a person to play."""
    trick = table.game.view(table.state.game_state, None).trick
    return trick is not None and len(trick.cards) == 1


def test_out_of_time_the_window_is_answered_by_its_default(timed: Match, clock: Clock) -> None:
    seat = next_to_act(timed)
    table = table_of(timed)
    default = table.game.pending(table.state.game_state)[seat].default
    assert timed.wake_at == clock.now + timedelta(seconds=35) + clock_rules.UNDERWAY
    assert steward.tick(timed.wake_at, Random(1)) == 1
    entry = timed.actions.filter(kind="game", seat=seat).first()
    assert entry.automatic
    if default is not None:
        assert entry.data == default
    assert fresh(timed).by_clock == {seat}
    drawn = rendering.whole_table(table_of(timed), seat=None, heard=(), language="en")
    assert "by the clock" in drawn


def test_out_of_time_a_whole_match_goes_on_and_its_record_says_so(timed: Match, clock: Clock) -> None:
    while table_of(timed).running and timed.rounds.filter(status="closed").count() < 1:
        timed.refresh_from_db()
        steward.tick(timed.wake_at, Random(1))
    game = timed.actions.filter(kind="game", seat__isnull=False)
    assert set(game.values_list("automatic", flat=True)) == {True}
    log = history.record_of(timed)["log"]
    assert all(entry.get("automatic") for entry in log if entry["by"] != "house")


def test_a_person_who_answers_in_time_is_not_answered_for(
    timed: Match, players: list[Player], clock: Clock
) -> None:
    seat = next_to_act(timed)
    window, data = good_answer(timed, seat)
    clock.now = timed.wake_at
    services.submit_action(match_id=timed.pk, player=players[seat], window=window, data=data, now=clock.now)
    before = timed.actions.count()
    assert steward.tick(clock.now, Random(1)) == 0
    assert timed.actions.count() == before
    code = refused(
        lambda: services.play_for_bot(
            match_id=timed.pk, seat=next_to_act(timed), window="x", data=data, now=clock.now
        )
    )
    assert code == "stale_window"


def test_the_ring_stands_at_the_seat_that_thinks(timed: Match) -> None:
    seat = next_to_act(timed)
    zones = rendering.zones_of(table_of(timed), seat=None, heard=(), language="en")
    assert [f"seat-{one}" for one in range(4) if "data-due" in zones[f"seat-{one}"]] == [f"seat-{seat}"]
    assert 'data-bank="30"' in zones[f"seat-{seat}"]


def test_a_bot_takes_the_seat_when_most_of_those_left_wish_it(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    leave(match, 3, clock)
    clock.advance(59)
    assert refused(lambda: say(match, 0, "absent", choose="3:bot")) == "too_soon"
    clock.advance(1)
    say(match, 0, "absent", choose="3:bot")
    assert fresh(match).stand_ins == ()
    say(match, 1, "absent", choose="3:wait")
    say(match, 1, "absent", choose="3:bot")
    (stand_in,) = fresh(match).stand_ins
    assert stand_in.seat == 3
    assert words(match)[-1] == {"do": "stand_in", "seat": "3"}
    assert refused(lambda: say(match, 2, "absent", choose="3:bot")) == "not_away"
    play_until(
        match, players[:3], clock.now, lambda table: in_play(table) and table.state.stand_ins[0].times > 1
    )
    assert set(match.actions.filter(kind="game", seat=3).values_list("automatic", flat=True)) == {True}
    assert "bot plays" in rendering.whole_table(table_of(match), seat=0, heard=(), language="en")
    back = rendering.whole_table(table_of(match), seat=3, heard=(), language="en")
    assert "Take your seat back" in back
    assert "Since round 1 it has acted" in back


def test_the_seat_stays_its_persons(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    others = [one for one in range(4) if one != seat]
    leave(match, seat, clock)
    clock.advance(60)
    for one in others[:2]:
        say(match, one, "absent", choose=f"{seat}:bot")
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "data": data, "now": clock.now}
    assert refused(lambda: services.submit_action(**answer)) == "stood_in"
    say(match, seat, "return")
    assert refused(lambda: say(match, seat, "return")) == "not_stood_in"
    assert not services.submit_action(**answer).done_before
    assert not match.actions.get(seq=fresh(match).seq).automatic


def test_who_plays_alone_with_bots_and_one_other_chooses_with_one_tap(
    players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    match = started_match(players=players[:2], now=clock.now)
    everybody_here(match)
    leave(match, 1, clock)
    clock.advance(60)
    say(match, 0, "absent", choose="1:bot")
    assert [one.seat for one in fresh(match).stand_ins] == [1]


def test_an_absence_that_ended_takes_its_votes_along(
    match: Match, clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    leave(match, 3, clock)
    clock.advance(60)
    say(match, 0, "absent", choose="3:stop")
    everybody_here(match)
    assert refused(lambda: say(match, 1, "absent", choose="3:stop")) == "not_away"
    leave(match, 3, clock)
    clock.advance(60)
    say(match, 1, "absent", choose="3:stop")
    assert table_of(match).running


def test_a_match_stopped_here_can_be_taken_up_again(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    everybody_here(match)
    before = fresh(match).game_state
    leave(match, 3, clock)
    clock.advance(60)
    for seat in (0, 1):
        say(match, seat, "absent", choose="3:stop")
    match.refresh_from_db()
    assert (match.status, match.wake_at) == (Match.Status.STOPPED, None)
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "data": data, "now": clock.now}
    assert refused(lambda: services.submit_action(**answer)) in ("not_running", "paused")
    assert "Go on with it" in rendering.whole_table(table_of(match), seat=2, heard=(), language="en")
    clock.advance(3 * 24 * 3600)
    started_at = match.started_at
    say(match, 2, "go_on")
    match.refresh_from_db()
    assert (match.status, match.started_at) == (Match.Status.RUNNING, started_at)
    assert fresh(match).game_state == before
    assert match.wake_at > clock.now
    assert not services.submit_action(**answer).done_before


def test_a_pause_needs_everybody_and_anybody_ends_it(
    timed: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    for seat in range(3):
        say(timed, seat, "pause")
    assert say(timed, 0, "pause").done_before
    assert fresh(timed).paused_at is None
    say(timed, 3, "pause")
    assert fresh(timed).paused_at == clock.now
    seat = next_to_act(timed)
    window, data = good_answer(timed, seat)
    answer = {"match_id": timed.pk, "player": players[seat], "window": window, "data": data, "now": clock.now}
    assert refused(lambda: services.submit_action(**answer)) == "paused"
    timed.refresh_from_db()
    assert timed.wake_at == clock.now + clock_rules.PAUSE_LONGEST
    clock.advance(240)
    say(timed, 2, "go_on")
    assert refused(lambda: say(timed, 2, "go_on")) == "not_paused"
    assert fresh(timed).paused_at is None
    assert fresh(timed).clocks.deadline(seat) > clock.now + timedelta(seconds=30)


def test_a_pause_ends_by_itself(timed: Match, clock: Clock, say: Callable[..., services.Outcome]) -> None:
    for seat in range(4):
        say(timed, seat, "pause")
    timed.refresh_from_db()
    assert steward.tick(timed.wake_at, Random(1)) == 1
    assert fresh(timed).paused_at is None
    assert words(timed)[-1] == {"do": "resume"}


def test_one_no_ends_the_asking(match: Match, say: Callable[..., services.Outcome]) -> None:
    say(match, 0, "pause")
    asked = rendering.whole_table(table_of(match), seat=1, heard=(), language="en")
    assert "Anna would like a pause." in asked
    say(match, 1, "decline", what="pause")
    assert refused(lambda: say(match, 1, "decline", what="pause")) == "not_asked"
    assert fresh(match).wishes == ()


def test_a_table_where_nothing_happens_for_a_day_is_closed(match: Match, clock: Clock) -> None:
    assert match.wake_at == clock.now + timedelta(hours=24)
    assert steward.tick(clock.now + timedelta(hours=23), Random(1)) == 0
    assert steward.tick(match.wake_at, Random(1)) == 1
    match.refresh_from_db()
    assert match.status == Match.Status.STOPPED


def just_played(match: Match, players: list[Player], clock: Clock) -> int:
    """Play until one card of a trick lies there; who played it."""
    clock.now = play_until(match, players, clock.now, in_play)
    return table_of(match).state.last.seat


def test_a_card_is_taken_back_when_everybody_agrees(
    lenient: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    owner = just_played(lenient, players, clock)
    card = lenient.actions.get(seq=table_of(lenient).state.seq)
    others = [seat for seat in range(4) if seat != owner]
    assert refused(lambda: say(lenient, others[0], "undo")) == "nothing_to_undo"
    for seat in (owner, *others):
        say(lenient, seat, "undo")
    assert words(lenient)[-1] == {"do": "undo"}
    assert next_to_act(lenient) == owner
    assert fresh(lenient).game_state == table_of(lenient).state.game_state
    again = services.submit_action(
        match_id=lenient.pk,
        player=players[owner],
        window=window_of(lenient, owner),
        data=card.data,
        now=clock.now,
    )
    assert not again.done_before
    play_until(
        lenient, players, clock.now, lambda table: len(table.game.results(table.state.game_state)) == 1
    )
    plays = [entry for entry in history.record_of(lenient)["log"] if entry["do"] == "play"]
    assert len(plays) == 32


def test_once_anybody_has_acted_the_card_lies(
    lenient: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    owner = just_played(lenient, players, clock)
    say(lenient, owner, "undo")
    seat = next_to_act(lenient)
    window, data = good_answer(lenient, seat)
    services.submit_action(match_id=lenient.pk, player=players[seat], window=window, data=data, now=clock.now)
    assert fresh(lenient).wishes == ()
    assert refused(lambda: say(lenient, owner, "undo")) == "nothing_to_undo"


def test_what_ended_a_trick_lies(
    lenient: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    def complete(table: loading.Table) -> bool:
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and trick.complete

    clock.now = play_until(lenient, players, clock.now, complete)
    owner = table_of(lenient).state.last.seat
    assert refused(lambda: say(lenient, owner, "undo")) == "nothing_to_undo"


def test_no_undo_where_the_table_does_not_allow_it(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    owner = just_played(match, players, clock)
    assert refused(lambda: say(match, owner, "undo")) == "undo_off"


def test_alone_with_bots_a_card_comes_back_at_once_and_bots_wait(
    players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    match = started_match(players=players[:2], now=clock.now, undo_allowed=True)

    def mine_lies(table: loading.Table) -> bool:
        return in_play(table) and table.state.last is not None and table.state.last.seat == 1

    clock.now = play_until(match, players[:2], clock.now, mine_lies)
    owner = table_of(match).state.last.seat
    say(match, owner, "undo")
    match.refresh_from_db()
    assert match.wake_at == clock.now + clock_rules.UNDO_CONSIDERED
    say(match, 1 - owner, "undo")
    assert next_to_act(match) == owner


def test_who_watches_agrees_to_nothing(
    match: Match, make_player: Callable[..., Player], clock: Clock
) -> None:
    stranger = make_player("Eva")
    for word in ("pause", "undo", "absent", "return", "decline", "go_on"):
        code = refused(
            lambda word=word: services.submit_action(
                match_id=match.pk, player=stranger, window="", data={"do": word}, now=clock.now
            )
        )
        assert code == "not_seated"


def test_attendance_is_written_down(match: Match, clock: Clock) -> None:
    """From the start everybody is away until a screen says otherwise; the last screen to close writes when."""
    assert match.seats.filter(away_since=clock.now).count() == 4
    here = {(match.pk, 0), (match.pk, 1)}
    away = services.note_attendance(here=here, left=set(), matches=[match.pk], now=clock.advance(5))
    assert sorted(away[match.pk]) == [2, 3]
    left = {(match.pk, 1)}
    away = services.note_attendance(here=here - left, left=left, matches=[match.pk], now=clock.advance(5))
    assert away[match.pk][1] == clock.now
    assert match.seats.get(number=0).away_since is None


def test_a_process_that_begins_knows_nobody(match: Match, clock: Clock) -> None:
    everybody_here(match)
    services.note_everybody_away(now=clock.advance(60))
    assert match.seats.filter(away_since=clock.now).count() == 4


def test_leaving_is_remembered_forgiven_and_forgotten(
    players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    def left() -> tuple[int, int]:
        return leaving.left_lately(players[3], clock.now)

    matches = [started_match(players=players, now=clock.now) for _ in range(3)]
    for match in matches:
        everybody_here(match)
        leave(match, 3, clock)
    clock.advance(60)
    seen = []
    for match in matches:
        for seat in (0, 1):
            say(match, seat, "absent", choose="3:bot")
        seen.append(left())
    assert seen == [(1, 0), (2, 0), (3, 1)]
    say(matches[0], 3, "return")
    assert left() == (2, 0)
    assert leaving.left_lately(players[0], clock.now) == (0, 0)
    clock.advance(31 * 24 * 3600)
    assert left() == (0, 0)


def test_my_tables_say_whose_turn_it_is_and_keep_what_was_stopped(
    match: Match, players: list[Player], clock: Clock, say: Callable[..., services.Outcome]
) -> None:
    seat = next_to_act(match)
    other = (seat + 1) % 4
    (row,) = reading.my_tables(players[seat])
    assert (row.your_turn, row.turn) == (True, "")
    (row,) = reading.my_tables(players[other])
    assert (row.your_turn, row.turn) == (False, players[seat].nickname)
    services.close_table(match_id=match.pk, now=clock.advance(24 * 3600))
    (row,) = reading.my_tables(players[seat])
    assert (row.status, row.your_turn, row.turn) == ("stopped", False, "")
    say(match, other, "go_on")
    (row,) = reading.my_tables(players[seat])
    assert row.your_turn
