"""A question holds what one seat sees and may choose, and reads back as it was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from accounts.models import Player
from games.engine import bots, registry
from games.engine.bots.levels import Level
from games.engine.cards import face
from games.engine.seats import HOUSE
from games.engine.words import text
from games.table.log.loading import Table
from games.table.log.models import Match
from games.table.thinking.answering import answered
from games.table.thinking.questions import (
    Answer,
    Asked,
    question_of,
    read_answer,
    read_question,
    write_answer,
    write_question,
)
from games.table.thinking.values import as_plain
from tests.conftest import Clock
from tests.table.hidden.other_worlds import other_worlds, unseen_by
from tests.table.play import imagined_table, play_until, table_of

STRONG = Level.STRONG


def asked_of(table: Table) -> Asked | None:
    """The first decision at the table that must be taken."""
    waiting = table.game.pending(table.state.game_state)
    for seat, pending in waiting.items():
        if seat != HOUSE and pending.must:
            return Asked(table.match_id, seat, pending.window)
    return None


@pytest.mark.parametrize("game", ["kraken", "rosbiratschka", "kan", "kalooki"])
def test_a_question_reads_back_as_it_was_written(game: str) -> None:
    """Also after a closed round, in every phase of a match, for options that are not the usual ones."""
    read, chance = 0, Random(3)

    def compared(table: Table) -> bool:
        nonlocal read
        asked = asked_of(table)
        if asked is not None:
            question = question_of(table, asked, STRONG)
            assert read_question(write_question(question)) == question
            read += 1
        return read >= 90 or table.game.progress(table.state.game_state).over

    options = {"play_rules": "rotterdam", "rounds": 4} if game == "kraken" else {}
    seats = registry.game(game).seats[-1]
    imagined_table(("bot",) * seats, compared, rng=chance, key=game, options=options)
    assert read >= 40


def test_the_easy_level_answers_a_question_as_the_bot_at_the_table_does() -> None:
    def compared(table: Table) -> bool:
        asked = asked_of(table)
        if asked is not None:
            line = answered(write_question(question_of(table, asked, Level.EASY)), waited=0.0)
            assert line is not None
            state = table.state.game_state
            here = bots.decision(
                table.game, table.game.view(state, asked.seat), table.game.choices(state, asked.seat)
            )
            assert read_answer(line).data == here.answers[0]
        return bool(table.game.results(table.state.game_state))

    imagined_table(("bot",) * 4, compared)


@pytest.mark.django_db
def test_two_worlds_that_look_alike_to_the_seat_give_the_same_bytes(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players)
    play_until(match, players, clock.now, in_third_trick)
    asked = asked_of(table_of(match))
    assert asked is not None
    here, worlds = write_question(question_of(table_of(match), asked, STRONG)), 0
    for _ in other_worlds(match, asked.seat, most=8):
        assert write_question(question_of(table_of(match), asked, STRONG)) == here
        worlds += 1
    assert worlds >= 4


@pytest.mark.django_db
def test_no_covered_card_of_another_seat_is_in_a_question(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    """Looked for as words of their own; a hand of another seat is never among the fields either."""
    match, looked = start(players, rounds=1), 0

    def without_covered_cards(table: Table) -> bool:
        nonlocal looked
        asked = asked_of(table)
        if asked is not None:
            said = words_of(json.loads(write_question(question_of(table, asked, STRONG))))
            assert not {face(card) for card in unseen_by(table, asked.seat)} & said
            looked += 1
        return False

    play_until(match, players, clock.now, without_covered_cards)
    assert looked >= 36


def words_of(plain: object) -> set[str]:
    """Every string in a JSON value."""
    if isinstance(plain, dict):
        return set().union(*(words_of(value) for value in plain.values()))
    if isinstance(plain, list):
        return set().union(*(words_of(value) for value in plain))
    return {plain} if isinstance(plain, str) else set()


def test_an_answer_reads_back_as_it_was_written() -> None:
    asked = Asked(7, 2, "1.play", tip=True)
    for answer in (
        Answer(asked, {"do": "play", "card": "HJ"}),
        Answer(asked, None, text("why_only_card"), text("sure_clearly")),
    ):
        assert read_answer(write_answer(answer)) == answer


def test_a_value_of_another_type_does_not_leave_the_process() -> None:
    with pytest.raises(TypeError, match="TableState does not leave the process"):
        as_plain([imagined_table(("bot",) * 4, lambda table: True).state])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{}",
        b'{"asked": [1, 2, "w"], "level": "best"}',
        b'{"asked":[1,2,"w"],"level":"easy","game":"kraken","version":1,"options":{},"view":{"Path":[]},"choices":[]}',
        b'{"asked":[1,2,"w"],"level":"easy","game":"chess","version":1,"options":{},"view":null,"choices":[]}',
        b"\xff\xfe",
    ],
)
def test_a_line_that_is_no_question_is_dropped(line: bytes) -> None:
    assert answered(line, waited=0.0) is None


def in_third_trick(table: Table) -> bool:
    trick = table.game.view(table.state.game_state, None).trick
    return trick is not None and trick.number == 3 and len(trick.cards) == 1
