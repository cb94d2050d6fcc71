"""Simultaneous and repeated moves: one of them acts, whichever player or process sends it."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.table import services
from games.table.log import loading
from games.table.log.errors import TableRefused
from games.table.log.loading import Table
from games.table.log.models import Action, Match, digest_of_entry
from games.table.services.moves.writing import Outcome, Overtaken, judge_on_newest
from tests.at_once import at_once
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import good_answer, log_of, next_to_act, step, table_of, window_of

pytestmark = pytest.mark.django_db


def test_the_same_answer_to_the_same_window_is_done_once(
    match: Match, players: list[Player], clock: Clock
) -> None:
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "data": data}
    first = services.submit_action(**answer, now=clock.now)
    before = log_of(match)
    second = services.submit_action(**answer, now=clock.advance(1))
    assert (first.done_before, second.done_before) == (False, True)
    assert second.seq == first.seq
    loading.forget_all()
    assert services.submit_action(**answer, now=clock.advance(1)).done_before
    assert log_of(match) == before


def test_a_match_that_ends_while_its_table_is_read_is_over(match: Match) -> None:
    """As where another process ends it between two queries: nothing says later that the cached table is older."""
    ended = []

    def end_after_first_query(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = execute(sql, params, many, context)
        if not ended and sql.startswith("SELECT") and "games_match" in sql:
            ended.append(sql)
            Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        return found

    loading.forget_all()
    with connection.execute_wrapper(end_after_first_query):
        assert loading.newest_table(match.pk).status == Match.Status.FINISHED
    assert ended
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)  # as its log says


def test_another_answer_to_a_closed_window_is_stale(
    match: Match, players: list[Player], clock: Clock
) -> None:
    seat = next_to_act(match)
    window = window_of(match, seat)
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "now": clock.now}
    services.submit_action(**answer, data={"do": "trump", "suit": "H"})
    before = log_of(match)
    assert (
        refusal(lambda: services.submit_action(**answer, data={"do": "trump", "suit": "S"})) == "stale_window"
    )
    assert log_of(match) == before


def test_a_move_made_by_another_process_is_seen(match: Match, players: list[Player], clock: Clock) -> None:
    """A cache older than the log is refreshed before a move is accepted or refused."""
    old = table_of(match)
    step(match, dict(enumerate(players)), clock.now, Random(2))
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    loading.forget_all()
    loading.keep(old)
    outcome = services.submit_action(
        match_id=match.pk, player=players[seat], window=window, data=data, now=clock.advance(1)
    )
    assert not outcome.done_before
    assert outcome.seq == old.state.seq + 2


def test_a_move_that_was_overtaken_is_judged_again(match: Match, players: list[Player], clock: Clock) -> None:
    old = table_of(match)
    seat = next_to_act(match)
    window = window_of(match, seat)
    answer = {"match_id": match.pk, "player": players[seat], "window": window, "now": clock.now}
    services.submit_action(**answer, data={"do": "trump", "suit": "H"})
    loading.forget_all()
    loading.keep(old)
    assert (
        refusal(lambda: services.submit_action(**answer, data={"do": "trump", "suit": "S"})) == "stale_window"
    )
    assert table_of(match).state.seq == old.state.seq + 1


def test_a_move_overtaken_by_one_this_process_knows_is_judged_again_without_a_read(
    match: Match, players: list[Player], clock: Clock
) -> None:
    """As where the announcement of the other move comes in while this one waits for the database."""
    judged_on: list[int] = []
    reads: list[int] = []

    def judge(table: Table, now: datetime) -> Outcome:
        if not judged_on:
            step(match, dict(enumerate(players)), now, Random(2))
        judged_on.append(table.state.seq)
        reads.append(len(questions))
        if len(judged_on) == 1:
            raise Overtaken
        return Outcome(table.state.seq)

    with CaptureQueriesContext(connection) as questions:
        judge_on_newest(match.pk, judge, now=clock.now)
    assert judged_on == [judged_on[0], judged_on[0] + 1]
    assert reads[0] == reads[1]


@pytest.mark.django_db(transaction=True)
def test_a_move_whose_entry_cannot_be_written_changes_nothing_else(
    match: Match, players: list[Player], clock: Clock
) -> None:
    """The log has that entry already, and the match does not count it: as if its server had died in between."""
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    seq = table_of(match).state.seq
    entry = {"seq": seq + 1, "seat": seat, "kind": "game", "data": data, "automatic": False, "at": clock.now}
    digest = digest_of_entry(match.actions.get(seq=seq).digest, player=players[seat].pk, **entry)
    Action.objects.create(match=match, player=players[seat], digest=digest, **entry)
    outcome = services.submit_action(
        match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now
    )
    assert (outcome.seq, outcome.done_before) == (seq + 1, True)
    match.refresh_from_db()
    assert (match.seq, match.actions.count()) == (seq, seq + 1)
    Match.objects.filter(pk=match.pk).update(seq=seq + 1)  # whole again, as every test must leave its matches


@pytest.mark.django_db(transaction=True)
def test_fifty_identical_posts_act_once(match: Match, players: list[Player], clock: Clock) -> None:
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    before = match.actions.count()

    def post() -> bool:
        return services.submit_action(
            match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now
        ).done_before

    answers = at_once(*[post] * 50)
    assert Counter(answers) == {False: 1, True: 49}
    assert match.actions.count() == before + 1


@pytest.mark.django_db(transaction=True)
def test_of_fifty_different_posts_one_acts(match: Match, players: list[Player], clock: Clock) -> None:
    """Each thread has a cache that knows nothing of the others, as so many processes would."""
    seat = next_to_act(match)
    window = window_of(match, seat)
    before = match.actions.count()

    def post(number: int) -> str:
        loading.forget_all()
        try:
            outcome = services.submit_action(
                match_id=match.pk,
                player=players[seat],
                window=window,
                data={"do": "trump", "suit": "SHDC"[number % 4]},
                now=clock.now,
            )
        except TableRefused as no:
            return no.code
        return "again" if outcome.done_before else "done"

    answers = Counter(at_once(*(partial(post, number) for number in range(50))))
    assert answers["done"] == 1
    assert answers["done"] + answers["again"] + answers["stale_window"] == 50
    assert answers["stale_window"] >= 50 - 13, "at most 13 posts name the suit that was made trumps"
    assert match.actions.count() == before + 1
