"""A double click, a retry, a replayed request acts once, over real posts to a real server."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from games.refusals import CODE_HEADER
from games.table.log.models import Match
from tests.pressure.phones import Phone, posts_at_once
from tests.served.processes import serving
from tests.table.play import good_answer, next_to_act, table_of


@pytest.mark.slow
async def test_fifty_identical_posts_are_one_action(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    before = match.seq
    seat = await sync_to_async(next_to_act)(match)
    window, data = await sync_to_async(good_answer)(match, seat)
    with serving(environment, "--no-steward") as server:
        answers = await posts_at_once([(server.port, phones[seat], {**data, "window": window})] * 50)
    assert [answer.status for answer in answers] == [200] * 50
    assert all('id="prompt"' in answer.text for answer in answers)
    by_seat = [action async for action in match.actions.filter(seq__gt=before, seat=seat)]
    assert [action.data for action in by_seat] == [data]


@pytest.mark.slow
async def test_of_fifty_different_posts_for_a_turn_one_is_applied(
    match: Match, phones: list[Phone], environment: dict[str, str]
) -> None:
    before = match.seq
    seat = await sync_to_async(next_to_act)(match)
    table = await sync_to_async(table_of)(match)
    window = table.game.pending(table.state.game_state)[seat].window
    choices = [dict(choice.data) for choice in table.game.choices(table.state.game_state, seat)]
    assert len(choices) > 3
    said = [choices[number % len(choices)] for number in range(50)]
    with serving(environment, "--no-steward") as server:
        answers = await posts_at_once(
            [(server.port, phones[seat], {**data, "window": window}) for data in said]
        )
    [applied] = [action async for action in match.actions.filter(seq__gt=before, seat=seat)]
    for data, answer in zip(said, answers, strict=True):
        if data == applied.data:
            assert answer.status == 200
        else:
            assert answer.status == 409
            assert answer.headers[CODE_HEADER.lower()] == "stale_window"
            assert 'id="prompt"' in answer.text
