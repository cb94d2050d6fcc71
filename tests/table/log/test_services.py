"""Promises of the services: a move is two statements, acts once, and a refusal changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields

import pytest

from accounts.models import Player
from games.append_only import IsAppendOnly
from games.engine.errors import Refusal
from games.engine.kraken.errors import KrakenRefusal
from games.engine.shuffle import commitment
from games.table import services
from games.table.log import loading, seeds
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Action, Deal, Match, Round
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import good_answer, log_of, never, next_to_act, play_until, table_of, window_of
from tests.table.statements import statements_executed

pytestmark = pytest.mark.django_db
WRITES = ["UPDATE", "INSERT"]
"""Statements of a move, on both databases."""


def test_a_match_begins_with_its_start_and_a_sealed_deal(match: Match) -> None:
    assert [(seat, kind, data["do"]) for _, seat, kind, data in log_of(match)] == [
        (0, "table", "start"),
        (None, "game", "deal"),
    ]
    assert match.rounds.get().status == Round.Status.RUNNING
    row = match.deals.get()
    seed = seeds.open_seed(row.sealed)
    assert (row.seed, len(seed)) == ("", 32)
    assert row.context == f"{match.code}/1"
    assert table_of(match).commitment == row.commitment == commitment(seed=seed, context=row.context)


@pytest.mark.django_db(transaction=True)
def test_a_move_is_two_statements_and_no_read(match: Match, players: list[Player], clock: Clock) -> None:
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    with statements_executed() as words:
        services.submit_action(
            match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now
        )
    assert words == WRITES


@pytest.mark.django_db(transaction=True)
def test_a_ready_is_two_statements(start: Callable[..., Match], players: list[Player], clock: Clock) -> None:
    match = start(players, rounds=4)
    play_until(match, players, clock.now, lambda table: bool(table.game.results(table.state.game_state)))
    with statements_executed() as words:
        services.submit_action(
            match_id=match.pk, player=players[2], window="2.deal", data={"do": "ready"}, now=clock.now
        )
    assert words == WRITES


def test_a_move_changes_fields_there_are_and_adds_no_others(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    """`replace_fields` takes any name for a field: one written wrongly would otherwise be lost without an error."""
    match = start(players, rounds=1)
    play_until(match, players, clock.now, lambda table: table.status == Match.Status.FINISHED)
    for kept in (table_of(match), table_of(match).state):
        assert vars(kept).keys() == {field.name for field in fields(kept)}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, Refusal.MISSING_FIELD),
        ({"do": "fly"}, Refusal.UNKNOWN_WORD),
        ({"do": "trump"}, Refusal.MISSING_FIELD),
        ({"do": "trump", "suit": "X"}, Refusal.UNKNOWN_SUIT),
        ({"do": "trump", "suit": "H", "card": "HJ"}, Refusal.UNKNOWN_FIELD),
        ({"do": "pass"}, KrakenRefusal.MUST_NAME_TRUMP),
        ({"do": "play", "card": "HJ"}, Refusal.NOT_NOW),
        ({"do": "play", "card": "11"}, Refusal.UNKNOWN_CARD),
        ({"do": "deal", "dealer": "0", "deck": "S7"}, Refusal.HOUSE_ONLY),
        ({"do": "close"}, Refusal.HOUSE_ONLY),
        ({"do": "ready"}, TableRefusal.STALE_WINDOW),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_code_and_changes_nothing(
    match: Match, players: list[Player], clock: Clock, data: dict[str, str], code: str
) -> None:
    seat = next_to_act(match)
    before = log_of(match)
    window = window_of(match, seat)
    assert (
        refusal(
            lambda: services.submit_action(
                match_id=match.pk, player=players[seat], window=window, data=data, now=clock.now
            )
        )
        == code
    )
    assert log_of(match) == before


def test_who_has_no_seat_or_no_turn_is_refused(
    match: Match, players: list[Player], guest: Player, clock: Clock
) -> None:
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    other = players[(seat + 1) % 4]
    answer = {"match_id": match.pk, "window": window, "data": data, "now": clock.now}
    before = log_of(match)
    assert refusal(lambda: services.submit_action(**answer, player=guest)) == "not_seated"
    assert refusal(lambda: services.submit_action(**answer, player=other)) == "stale_window"
    assert (
        refusal(lambda: services.submit_action(**(answer | {"match_id": 0}), player=other)) == "no_such_table"
    )
    assert log_of(match) == before


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (TableRefusal.STALE_WINDOW, 409),
        (TableRefusal.NOT_SEATED, 403),
        (TableRefusal.NO_SUCH_TABLE, 404),
        (TableRefusal.TOO_FAST, 429),
        (TableRefusal.MUTED, 422),
    ],
)
def test_refusals_have_the_status_of_their_kind(code: TableRefusal, status: int) -> None:
    assert TableRefused(code).status == status


def test_a_whole_match_fills_its_rounds_and_ends(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:1], rounds=4)
    play_until(match, players[:1], clock.now, never)
    assert match.status == Match.Status.FINISHED
    assert match.wake_at is None
    assert match.finished_at is not None
    rows = list(match.rounds.all())
    assert [row.status for row in rows] == [Round.Status.CLOSED] * 4
    assert len({deal.seed for deal in match.deals.all()}) == 4
    table = table_of(match)
    totals = [sum(row.points[seat] for row in rows) for seat in range(4)]
    assert totals == list(table.game.progress(table.state.game_state).totals)
    for row in rows:
        assert row.points == [sum(line["points"][seat] for line in row.lines) for seat in range(4)]


@pytest.mark.slow
def test_the_state_kept_is_the_state_read_afresh(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:2], rounds=4)

    def kept_is_true(table: loading.Table) -> bool:
        kept = loading.known_table(match.pk)
        loading.forget_all()
        assert kept == loading.newest_table(match.pk)
        return False

    play_until(match, players[:2], clock.now, kept_is_true)


def test_answers_after_the_end_are_refused(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:1], rounds=4)
    now = play_until(match, players[:1], clock.now, never)
    answer = {"match_id": match.pk, "player": players[0], "window": "4.close", "now": now}
    assert refusal(lambda: services.submit_action(**answer, data={"do": "bonus"})) == "not_running"
    assert refusal(lambda: services.submit_action(**answer, data={"do": "ready"})) == "not_running"


def test_a_log_entry_cannot_be_changed_or_removed(match: Match) -> None:
    entry = match.actions.first()
    entry.data = {"do": "play", "card": "HJ"}
    with pytest.raises(IsAppendOnly):
        entry.save()
    with pytest.raises(IsAppendOnly):
        entry.delete()
    with pytest.raises(IsAppendOnly):
        match.actions.update(seq=9)
    with pytest.raises(IsAppendOnly):
        Action.objects.filter(match=match).delete()


def test_verification_finds_what_does_not_follow_from_the_log(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    match = start(players[:1], rounds=4)
    play_until(match, players[:1], clock.now, never)
    assert services.verify_log(match) == ()
    played, dealt = match.rounds.get(number=2), match.deals.get(number=2)
    for model, row, field, value in (
        (Round, played, "points", [1, 2, 1, 2]),
        (Round, played, "status", Round.Status.RUNNING),
        (Deal, dealt, "commitment", "0" * 64),
        (Deal, dealt, "seed", "00" * 32),
        (Deal, dealt, "sealed", dealt.seed),
        (Deal, dealt, "context", "other/2"),
        (Deal, dealt, "void", True),
        (Deal, dealt, "round", match.rounds.get(number=3)),
        (Deal, dealt, "number", 7),
    ):
        good = getattr(row, field)
        model.objects.filter(pk=row.pk).update(**{field: value})
        assert len(services.verify_log(match)) >= 1, field
        assert all(re.search("round 2|deal [27]|it has deals", one) for one in services.verify_log(match)), (
            field
        )
        model.objects.filter(pk=row.pk).update(**{field: good})
    rows = Match.objects.filter(pk=match.pk)
    written = rows.get().seq
    rows.update(seq=written + 1)
    assert services.verify_log(match) == (f"the match says {written + 1} entries, the log has {written}",)
    rows.update(seq=written)
