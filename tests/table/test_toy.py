"""The toy game at a table of five: through the services, by post, over sockets, and read anew after every step."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.engine.log import advance
from games.engine.record import check_record
from games.engine.registry import game
from games.engine.seats import HOUSE
from games.table import services
from games.table.log import loading
from games.table.log.loading import Table
from games.table.log.models import Deal, Match
from games.table.log.states import after_moves
from games.table.screen import rendering
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import (
    good_answer,
    imagine_table,
    never,
    next_to_act,
    play_until,
    start_match,
    step,
    table_of,
)
from tests.table.sockets.screens import HAND_CARD, connect_screen, quiet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
SHORT = {"rounds": 2, "turns": 1}


@pytest.fixture
def five(players: list[Player], make_player: Callable[..., Player]) -> list[Player]:
    """Anna, Bram, Cleo, Daan and Esra."""
    return [*players, make_player("Esra")]


@pytest.fixture
def toy_match(five: list[Player], clock: Clock) -> Match:
    """A match of five people that has just been dealt."""
    return start_match(players=five, now=clock.now, options=SHORT, game="toy")


def throw_deal(match: Match, five: list[Player], clock: Clock) -> None:
    """Everybody throws the first deal."""
    for player in five:
        services.submit_action(
            match_id=match.pk, player=player, window="1.word", data={"do": "throw"}, now=clock.now
        )


def test_a_match_with_a_void_deal_is_written_deal_by_deal(
    toy_match: Match, five: list[Player], clock: Clock
) -> None:
    throw_deal(toy_match, five, clock)
    play_until(toy_match, five, clock.now, never)
    assert toy_match.status == Match.Status.FINISHED
    progress = table_of(toy_match).game.progress(table_of(toy_match).state.game_state)
    deals = list(Deal.objects.filter(match=toy_match).order_by("number"))
    assert [deal.number for deal in deals] == list(range(1, progress.deal + 1))
    assert [deal.number for deal in deals if deal.void] == list(progress.void_deals)
    assert deals[0].void
    assert [deal.round.number for deal in deals][:3] == [1, 1, 1]
    assert len({deal.commitment for deal in deals}) == len(deals)
    assert [deal.context for deal in deals] == [f"{toy_match.code}/{deal.number}" for deal in deals]
    rounds = list(toy_match.rounds.order_by("number"))
    assert [len(round_.points) for round_ in rounds] == [5, 5]
    assert [sum(points) for points in zip(*(round_.points for round_ in rounds), strict=True)] == list(
        progress.totals
    )


def test_the_record_of_a_match_with_a_void_deal_proves_every_deal(
    toy_match: Match, five: list[Player], clock: Clock
) -> None:
    throw_deal(toy_match, five, clock)
    play_until(toy_match, five, clock.now, never)
    written = client_of(five[4]).get(f"/t/{toy_match.code}/record.json")
    record = json.loads(b"".join(written) if written.streaming else written.content)
    report = check_record(record, game, with_choices=True)
    assert report["ok"] is True, report
    assert [proof["deal"] for proof in record["proof"]] == list(
        range(1, Deal.objects.filter(match=toy_match).count() + 1)
    )
    assert len(record["players"]) == 5


def test_bots_play_to_the_end_and_every_screen_names_each_id_once(five: list[Player], clock: Clock) -> None:
    match = start_match(players=five[:1], now=clock.now, options=SHORT, game="toy")

    def drawn(table: Table) -> bool:
        for viewer in (*range(5), None):
            html = rendering.whole_table(table, seat=viewer, talk=(), language="en")
            ids = Counter(re.findall(r' id="([^"]+)"', html))
            assert [name for name, count in ids.items() if count > 1] == []
        return False

    play_until(match, five[:1], clock.now, drawn)
    assert match.status == Match.Status.FINISHED


def test_a_process_that_reads_the_log_anew_after_every_step_goes_on(
    toy_match: Match, five: list[Player], clock: Clock
) -> None:
    now, rng = clock.now, Random(4)
    while table_of(toy_match).running:
        loading.forget_all()
        now = step(toy_match, dict(enumerate(five)), now, rng)
    assert toy_match.rounds.count() == 2


def test_a_whole_match_is_played_by_post(toy_match: Match, five: list[Player], clock: Clock) -> None:
    browsers, now, rng = [client_of(player) for player in five], clock.now, Random(9)
    posted = 0
    while table_of(toy_match).running:
        table = table_of(toy_match)
        waiting = table.game.pending(table.state.game_state)
        if set(waiting) == {HOUSE}:
            now = step(toy_match, dict(enumerate(five)), now, rng)
            continue
        seat = next_to_act(toy_match)
        window, data = good_answer(toy_match, seat, rng)
        answer = browsers[seat].post(f"/t/{toy_match.code}/act/", {**data, "window": window})
        assert "Refusal-Code" not in answer.headers
        posted += 1
    assert posted > 2 * 2 * 5
    toy_match.refresh_from_db()
    assert services.verify_log(toy_match) == ()


@pytest.mark.django_db(transaction=True)
async def test_five_screens_see_their_own_hands_and_every_move(toy_match: Match, five: list[Player]) -> None:
    screens, firsts = [], []
    for player in five:
        opened, first = await connect_screen(toy_match, player)
        screens.append(opened)
        firsts.append(first)
    table = await sync_to_async(loading.newest_table)(toy_match.pk)
    for seat, first in enumerate(firsts):
        hand = table.game.view(table.state.game_state, seat).hand
        assert HAND_CARD.findall(first) == [held.card for held in hand]
    await quiet(*screens)
    rng = Random(2)
    for _ in range(25):
        table = await sync_to_async(loading.newest_table)(toy_match.pk)
        if set(table.game.pending(table.state.game_state)) == {HOUSE}:
            break
        seat = await sync_to_async(next_to_act)(toy_match)
        window, data = await sync_to_async(good_answer)(toy_match, seat, rng)
        await screens[seat].send_to(text_data=json.dumps({**data, "window": window}))
        for number, opened in enumerate(screens):
            pushes = await quiet(opened)
            assert any(f'id="seq" data-seq="{table.state.seq + 1}"' in push for push in pushes), (
                number,
                pushes,
            )
    for opened in screens:
        await opened.disconnect()


@pytest.mark.parametrize("viewer", [1, 2, 3, 4, None])
def test_a_sealed_word_changes_no_other_screen(viewer: int | None, clock: Clock) -> None:
    """The same table after seat 0 said `keep` and after it said `throw`."""
    dealt = imagine_table(("person",) * 5, lambda table: table.state.game_state.deal is not None, key="toy")

    def drawn(word: str) -> str:
        done = advance(dealt.game, dealt.state.game_state, actor=0, data={"do": word}, randomness=None)
        state = after_moves(
            dealt.game,
            dealt.state,
            game_state=done.state,
            entries=done.entries,
            window="1.word",
            at=clock.now,
        )
        return rendering.whole_table(replace(dealt, state=state), seat=viewer, talk=(), language="en")

    assert drawn("keep") == drawn("throw")
