"""Due times: a pure function of the table that never depends on covered cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from games.engine.seats import HOUSE
from games.table.log import awaited, due_times
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.log.states import after_ready
from games.table.screen import rendering
from tests.table.play import imagine_table

PEOPLE = ("person",) * 4
BOTS = ("bot",) * 4


def in_phase(phase: str) -> Callable[[Table], bool]:
    return lambda table: table.game.view(table.state.game_state, None).phase == phase


def after_tricks(tricks: int) -> Callable[[Table], bool]:
    def reached(table: Table) -> bool:
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and trick.complete and trick.number == tricks

    return reached


def seconds(table: Table, due: due_times.Due) -> float:
    assert table.state.moved_at is not None
    return (due.at - table.state.moved_at).total_seconds()


def house_due(table: Table) -> float:
    (due,) = [due for due in due_times.dues(table) if due.why == "house"]
    return seconds(table, due)


def bots_dues(table: Table) -> list[due_times.Due]:
    return [due for due in due_times.dues(table) if due.why == "bot"]


def test_without_a_clock_people_have_a_day() -> None:
    for phase in ("trump", "challenge", "declare"):
        table = imagine_table(PEOPLE, in_phase(phase))
        (due,) = due_times.dues(table)
        assert (due.why, due.seat, seconds(table, due)) == ("idle", None, 24 * 60 * 60)


def test_bots_take_between_six_tenths_and_one_and_a_half_seconds() -> None:
    for phase in ("trump", "challenge", "declare"):
        table = imagine_table(BOTS, in_phase(phase))
        assert bots_dues(table)
        assert all(0.6 <= seconds(table, due) <= 1.5 for due in bots_dues(table))


def test_bots_do_not_speak_all_at_once() -> None:
    table = imagine_table(BOTS, in_phase("declare"))
    times = [seconds(table, due) for due in bots_dues(table)]
    assert len(times) == 4
    assert max(times) - min(times) > 0.1


@pytest.mark.parametrize("mode", ["manual", "automatic"])
def test_a_bot_leaves_a_finished_trick_on_the_table_before_it_leads(mode: str) -> None:
    for seed in range(5):
        table = imagine_table(BOTS, after_tricks(3), rng=Random(seed), options={"bonus_mode": mode})
        waiting = table.game.pending(table.state.game_state)
        leader = next(seat for seat, pending in waiting.items() if pending.kind == "play")
        (lead,) = [due for due in due_times.dues(table) if due.seat == leader]
        assert 1.6 <= seconds(table, lead) <= 2.5


def test_a_bot_leaves_a_trick_longer_to_a_person_who_may_claim() -> None:
    """Whether or not there is roem in it: the wait tells nothing."""
    waits: dict[bool, set[bool]] = {True: set(), False: set()}
    options = {"stuk_mode": "automatic"}
    for seed in range(40):
        table = imagine_table(
            ("person", "bot", "bot", "bot"), after_tricks(3), rng=Random(seed), options=options
        )
        table = replace(table, state=replace(table.state, seq=1000))
        tricks = table.state.game_state.round.tricks
        if tricks[-1].winner == 0:
            continue
        (lead,) = [due for due in bots_dues(table) if due.seat == tricks[-1].winner]
        ours = tricks[-1].winner == 2
        waits[ours].add(tricks[-1].bonus > 0)
        wait = seconds(table, lead)
        assert wait == due_times.CLAIM_WINDOW_SECONDS if ours else 1.6 <= wait <= 2.5
    assert waits == {True: {True, False}, False: {True, False}}


def test_a_table_that_points_at_roem_stops_only_where_some_lies() -> None:
    waits: set[tuple[bool, bool]] = set()
    options = {"stuk_mode": "automatic", "bonus_mode": "assisted"}
    for seed in range(40):
        table = imagine_table(
            ("person", "bot", "bot", "bot"), after_tricks(3), rng=Random(seed), options=options
        )
        table = replace(table, state=replace(table.state, seq=1000))
        trick = table.state.game_state.round.tricks[-1]
        if trick.winner == 2:
            waits.add((trick.bonus > 0, lead_of(table) == due_times.CLAIM_WINDOW_SECONDS))
            assert bool(due_times.claims_to_end(table, 0)) == (trick.bonus > 0)
    assert waits == {(True, True), (False, False)}


def table_where_claim(claimants: set[int], kinds: tuple[str, ...], **options: str) -> Table:
    """A table with a finished trick in which exactly these people may claim, before a bot leads."""
    for seed in range(60):
        table = imagine_table(kinds, after_tricks(3), rng=Random(seed), options=options)
        table = replace(table, state=replace(table.state, seq=1000))
        if {seat for seat in range(4) if due_times.claims_to_end(table, seat)} == claimants:
            return table
    raise AssertionError("no such trick")


def lead_of(table: Table) -> float:
    waiting = table.game.pending(table.state.game_state)
    return next(seconds(table, due) for due in bots_dues(table) if waiting[due.seat or 0].kind == "play")


def go_on(table: Table, seat: int) -> Table:
    return replace(table, state=after_ready(table.game, table.state, seat))


def test_a_bot_leads_as_ever_once_the_person_who_may_claim_goes_on() -> None:
    table = table_where_claim({0}, ("person", "bot", "bot", "bot"))
    assert lead_of(table) == due_times.CLAIM_WINDOW_SECONDS
    assert due_times.claims_to_end(table, None) == ""
    gone_on = go_on(table, 0)
    assert 1.6 <= lead_of(gone_on) <= 2.5
    assert gone_on.state.ready == frozenset(), "that is said to the house"
    assert due_times.claims_to_end(gone_on, 0) == ""
    assert due_times.claims_until(gone_on) is None
    assert 0 in gone_on.game.pending(gone_on.state.game_state), "a claim is heard until the lead"


def test_nobody_ends_the_time_in_which_another_may_claim() -> None:
    table = table_where_claim({0, 2}, ("person", "bot", "person", "bot"), bonus_claim_by="anyone")
    one = go_on(table, 2)
    assert lead_of(one) == due_times.CLAIM_WINDOW_SECONDS
    assert due_times.claims_until(one) == due_times.claims_until(table)
    assert [bool(due_times.claims_to_end(one, seat)) for seat in range(4)] == [True, False, False, False]
    assert 1.6 <= lead_of(go_on(one, 0)) <= 2.5


def test_nothing_is_ended_where_a_person_leads_or_the_table_stands_still() -> None:
    kinds = ("person", "bot", "bot", "bot")
    table = table_where_claim({0}, kinds)
    paused = replace(table, state=replace(table.state, paused_at=table.state.moved_at))
    assert due_times.claims_to_end(paused, 0) == ""
    for seed in range(20):
        own = imagine_table(kinds, after_tricks(3), rng=Random(seed))
        if own.state.game_state.round.tricks[-1].winner == 0:
            assert due_times.claims_to_end(own, 0) == ""
            return
    raise AssertionError("no trick was won")


def test_the_answer_to_a_claim_can_be_read_before_a_bot_leads() -> None:
    def answered(table: Table) -> bool:
        view = table.game.view(table.state.game_state, None)
        return view.claim_answer is not None and view.phase == "play"

    table = imagine_table(BOTS, answered, options={"stuk_mode": "automatic"})
    assert bots_dues(table)
    assert all(seconds(table, due) >= due_times.ANSWER_SECONDS for due in bots_dues(table))


def test_the_contract_of_a_deal_can_be_read_before_a_bot_leads() -> None:
    def poster_lies(table: Table) -> bool:
        return table.game.view(table.state.game_state, None).poster is not None

    table = imagine_table(BOTS, poster_lies, key="rosbiratschka")
    (lead,) = bots_dues(table)
    assert due_times.CONTRACT_SECONDS <= seconds(table, lead) <= due_times.CONTRACT_SECONDS + 1


def test_who_follows_to_the_first_trick_of_a_contract_waits_for_no_poster() -> None:
    def lead_lies(table: Table) -> bool:
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and len(trick.cards) == 1

    table = imagine_table(BOTS, lead_lies, key="rosbiratschka")
    (follows,) = bots_dues(table)
    assert seconds(table, follows) <= due_times.MAX_BOT_SECONDS


def test_a_finished_trick_lies_as_long_every_time() -> None:
    waits = {
        seconds(table, due)
        for tricks in range(1, 8)
        for table in [imagine_table(BOTS, after_tricks(tricks))]
        for due in bots_dues(table)
        if due.seat is not None and table.game.pending(table.state.game_state)[due.seat].kind == "play"
    }
    assert waits == {due_times.TRICK_SECONDS}


def test_who_cannot_claim_in_the_last_trick_is_shown_no_button_that_goes_away_by_itself() -> None:
    table = imagine_table(PEOPLE, in_phase("claim"))
    asked = table.game.pending(table.state.game_state).keys() - {HOUSE}
    for seat in range(4):
        prompt = rendering.zones_of(table, seat=seat, talk=(), language="en")["prompt"]
        assert ('id="answer-ready"' in prompt) is (seat in asked)


def test_a_counted_round_waits_for_all_who_read_its_sheet() -> None:
    """Where revokes may be claimed the sheet lies there before the round is written down."""
    alone = ("person", "bot", "bot", "bot")
    for seed in range(3):
        table = imagine_table(
            alone, in_phase("counted"), rng=Random(seed), options={"revoke_policy": "claimable"}
        )
        assert awaited.people_waited_for(table) == {0}
        assert not [due for due in due_times.dues(table) if due.why == "house"]


def test_a_bots_partner_may_claim_before_a_person_leads() -> None:
    for seed in range(20):
        table = imagine_table(("person", "bot", "person", "bot"), after_tricks(2), rng=Random(seed))
        for due in bots_dues(table):
            if table.game.pending(table.state.game_state)[due.seat].kind == "claim":
                assert 0.3 <= seconds(table, due) <= 0.9


def test_a_bot_leaves_a_claim_to_the_person_of_its_side_for_a_while() -> None:
    """Whatever lies there; not once that person has said that they go on, and before a bot leads."""
    kinds = ("person", "bot", "bot", "bot")
    waits: set[tuple[bool, bool]] = set()
    for seed in range(60):
        options = {"stuk_mode": "automatic"}
        table = imagine_table(kinds, after_tricks(3), rng=Random(seed), options=options)
        waiting, trick = table.game.pending(table.state.game_state), table.state.game_state.round.tricks[-1]
        for due in bots_dues(table):
            if waiting[due.seat].kind == "claim":
                left = trick.winner == 0 and due.seat == 2
                waits.add((left, trick.bonus > 0))
                assert (seconds(table, due) == due_times.CLAIM_LEFT_SECONDS) == left
    done = imagine_table(kinds, in_phase("claim"))
    (claim,) = [due for due in bots_dues(done) if due.seat == 2]
    assert seconds(done, claim) == due_times.CLAIM_LEFT_SECONDS
    (claim,) = [due for due in bots_dues(go_on(done, 0)) if due.seat == 2]
    assert seconds(done, claim) < 1
    assert waits >= {(True, True), (True, False)}
    assert due_times.CLAIM_LEFT_SECONDS < due_times.CLAIM_WINDOW_SECONDS


def test_the_last_claim_stays_open_for_its_time() -> None:
    table = imagine_table(PEOPLE, in_phase("claim"))
    assert house_due(table) == 20
    assert house_due(imagine_table(PEOPLE, in_phase("claim"), options={"last_claim_seconds": 5})) == 5


def test_the_last_claim_closes_when_everybody_who_could_claim_pressed_on() -> None:
    table = imagine_table(PEOPLE, in_phase("claim"))
    claimers = sorted(table.game.pending(table.state.game_state).keys() - {HOUSE})
    assert awaited.people_waited_for(table) == set(claimers)
    for seat in claimers:
        assert house_due(table) == 20
        table = replace(table, state=after_ready(table.game, table.state, seat))
    assert awaited.people_waited_for(table) == frozenset()
    assert house_due(table) == due_times.LAST_TRICK_SECONDS
    for seat in awaited.people_not_ready(table):
        table = replace(table, state=after_ready(table.game, table.state, seat))
    assert house_due(table) == 0


def test_the_last_claim_waits_for_no_bot_but_lets_it_speak() -> None:
    table = imagine_table(BOTS, in_phase("claim"))
    spoken = bots_dues(table)
    assert spoken
    assert house_due(table) > max(seconds(table, due) for due in spoken)
    assert house_due(table) < 3


def test_the_sheet_stays_until_everybody_pressed_on() -> None:
    table = imagine_table(PEOPLE, in_phase("closed"))
    assert house_due(table) == 60
    for seat in range(4):
        assert house_due(table) == 60
        table = replace(table, state=after_ready(table.game, table.state, seat))
    assert house_due(table) == 0


def test_the_sheet_waits_for_people_only() -> None:
    assert house_due(imagine_table(BOTS, in_phase("closed"))) == due_times.SHEET_SECONDS
    alone = imagine_table(("person", "bot", "bot", "bot"), in_phase("closed"))
    assert awaited.people_waited_for(alone) == {0}
    assert house_due(alone) == 1800


def test_nothing_is_due_when_the_match_is_over() -> None:
    table = imagine_table(
        BOTS, lambda table: table.game.progress(table.state.game_state).over, options={"rounds": 4}
    )
    assert due_times.dues(replace(table, status=Match.Status.FINISHED)) == ()
    assert due_times.wake_at(replace(table, status=Match.Status.STOPPED)) is None


def test_due_times_follow_from_the_table_alone() -> None:
    table = imagine_table(BOTS, in_phase("declare"))
    assert due_times.dues(table) == due_times.dues(replace(table))
    later = replace(table, state=replace(table.state, moved_at=table.state.moved_at + timedelta(hours=1)))
    assert [seconds(later, due) for due in due_times.dues(later)] == [
        seconds(table, due) for due in due_times.dues(table)
    ]


@pytest.mark.parametrize("tricks", [1, 4, 7])
def test_due_times_do_not_depend_on_the_cards(tricks: int) -> None:
    """The same seats in the same kind of decision: other cards, other tricks, the same times."""
    seen: dict[tuple[object, ...], list[float]] = {}
    for seed in range(30):
        table = imagine_table(BOTS, after_tricks(tricks), rng=Random(seed))
        table = replace(table, state=replace(table.state, seq=1000))
        waiting = table.game.pending(table.state.game_state)
        kind = tuple(sorted((str(seat), pending.kind) for seat, pending in waiting.items()))
        times = [seconds(table, due) for due in due_times.dues(table)]
        assert seen.setdefault(kind, times) == times
    assert len(seen) > 1
