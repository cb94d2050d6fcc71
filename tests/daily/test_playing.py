"""One try a day, the same cards and the same bots for everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from time import monotonic

import pytest
from django.test import Client

from accounts.models import Player, PlayerKind
from games.bots.bot import Level
from games.daily import days, services
from games.daily.errors import DailyRefusal, DailyRefused
from games.daily.models import DailyDeal, DailyPlay
from games.table import maintenance, think_worker
from games.table import services as table_services
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Match
from games.table.services import deal_statistics
from games.table.steward import _same_everywhere
from games.table.think_worker import BUSY_SECONDS, Question
from games.table.think_worker import answer as search
from tests.clients import client_of
from tests.conftest import Clock
from tests.daily.conftest import ROUNDS, at, in_round
from tests.refused import refusal
from tests.table.play import first_answer, log_of, never, play_until, step, table_of
from tests.table.thinking.conftest import HeldWorker

Begin = Callable[[Player], DailyPlay]
PlayOut = Callable[..., DailyPlay]


def game_log(match: Match) -> list[tuple[int | None, dict[str, str]]]:
    """The entries of the game, each with its seat."""
    return [(seat, data) for _seq, seat, kind, data in log_of(match) if kind == "game"]


def test_everybody_sits_at_the_same_seat_with_the_same_cards_against_strong_bots(
    players: list[Player], begin: Begin
) -> None:
    matches = [begin(player).match for player in players]
    decks = {match.actions.get(data__do="deal").data["deck"] for match in matches}
    assert len(decks) == 1
    for match, player in zip(matches, players, strict=True):
        own, *others = match.seats.order_by("number").select_related("player")
        assert (own.number, own.player) == (0, player)
        assert {(seat.player.kind, seat.level) for seat in others} == {(PlayerKind.BOT, Level.STRONG)}
        assert not match.undo_allowed
        assert table_of(match).state.clocks is None


def test_the_same_choices_meet_the_same_play(players: list[Player], begin: Begin, clock: Clock) -> None:
    """Two matches in which the player always takes the first choice have the same log; a third one parts."""
    logs = []
    for player in players[:2]:
        match, now = begin(player).match, clock.now
        for rng in [None] * 400:
            if not table_of(match).running:
                break
            now = step(match, {0: player}, now, rng, answer=first_answer)
        assert not table_of(match).running
        logs.append(game_log(match))
    assert logs[0] == logs[1]
    assert len([data for _seat, data in logs[0] if data["do"] == "deal"]) == ROUNDS


def test_rounds_of_a_day_have_deals_of_their_own(players: list[Player], play_out: PlayOut) -> None:
    match = play_out(players[0]).match
    decks = [data["deck"] for _seat, data in game_log(match) if data["do"] == "deal"]
    assert len(set(decks)) == ROUNDS


def test_another_day_has_other_deals(players: list[Player], begin: Begin, clock: Clock) -> None:
    first = begin(players[0]).match
    clock.advance(86400)
    second = begin(players[0]).match
    assert first != second
    assert game_log(first)[0] != game_log(second)[0]


def test_a_begun_match_is_the_try_of_the_day(players: list[Player], begin: Begin, clock: Clock) -> None:
    """From another device, after leaving, and after the last round."""
    play = begin(players[0])
    assert begin(players[0]) == play
    table_services.leave_match(match_id=play.match_id, player=players[0], now=clock.now)
    assert begin(players[0]) == play
    assert table_of(play.match).status == Match.Status.STOPPED
    table_services.submit_action(
        match_id=play.match_id, player=players[0], window="", data={"do": "go_on"}, now=clock.now
    )
    play_until(play.match, players[:1], clock.now, never)
    assert begin(players[0]) == play
    assert Match.objects.count() == DailyPlay.objects.count() == 1


def test_two_devices_that_post_get_one_match(players: list[Player]) -> None:
    devices = [client_of(players[0]), client_of(players[0])]
    answers = [device.post("/daily/begin/") for device in devices]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"] == f"/t/{Match.objects.get().code}/"


def test_the_later_of_two_devices_that_begin_at_once_gets_the_match_of_the_first(
    players: list[Player], begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The later one has looked for a match before the first one was written."""
    first = begin(players[0])
    found = DailyPlay.objects.filter(pk=first.pk)
    answers = iter([DailyPlay.objects.none(), found])

    class TooEarly:
        def filter(self, **_wanted: object) -> object:
            return self

        def first(self) -> DailyPlay | None:
            return next(answers).first()

        def create(self, **fields: object) -> DailyPlay:
            return DailyPlay._base_manager.create(**fields)

    monkeypatch.setattr(services.DailyPlay, "objects", TooEarly())
    assert begin(players[0]) == first
    assert Match.objects.count() == 1


def test_a_guest_is_told_to_register_and_nothing_is_made(guest: Player, begin: Begin) -> None:
    with pytest.raises(DailyRefused) as told:
        begin(guest)
    assert told.value.code == DailyRefusal.NEEDS_ACCOUNT
    assert not DailyDeal.objects.exists()
    page = client_of(guest).post("/daily/begin/")
    assert (page.status_code, page["Refusal-Code"]) == (422, "needs_account")


def test_maintenance_uses_up_no_try(
    players: list[Player], begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as announced:
        announced.setattr(maintenance, "is_announced", lambda: True)
        assert refusal(lambda: begin(players[0])) == TableRefusal.MAINTENANCE
        assert not DailyPlay.objects.exists()
    assert begin(players[0]).match.status == Match.Status.RUNNING


def test_there_are_no_tips_and_nothing_is_taken_back(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    match = play_out(players[0], in_round(1)).match
    for word, code in (("undo", TableRefusal.UNDO_OFF), ("pause", None)):
        if code is not None:
            assert code == refusal(
                lambda word=word: table_services.submit_action(
                    match_id=match.pk, player=players[0], window="", data={"do": word}, now=clock.now
                )
            )
    with pytest.raises(TableRefused) as told:
        table_services.ask_advice(match_id=match.pk, player=players[0], window="", now=clock.now)
    assert told.value.code == TableRefusal.NO_ADVICE
    assert 'id="ask-advice"' not in client_of(players[0]).get(f"/t/{match.code}/?tips=on").content.decode()


def test_a_match_begun_before_midnight_counts_until_one_o_clock(
    players: list[Player], begin: Begin, clock: Clock
) -> None:
    clock.now = at("2026-03-14T23:59:00+01:00")
    saturday = [begin(player) for player in players[:2]]
    clock.now = at("2026-03-15T00:30:00+01:00")
    play_until(saturday[0].match, players[:1], clock.now, never)
    clock.now = at("2026-03-15T01:00:01+01:00")
    play_until(saturday[1].match, players[1:2], clock.now, never)
    assert services.count_finished(now=clock.now) == 1
    in_time, late = (DailyPlay.objects.get(pk=play.pk) for play in saturday)
    assert in_time.points is not None
    assert late.points is None
    assert begin(players[0]).daily_deal.date == saturday[0].daily_deal.date + days.A_DAY


def test_points_are_those_of_the_sheet_and_are_counted_once(
    players: list[Player], play_out: PlayOut, clock: Clock
) -> None:
    play = play_out(players[0])
    rows = play.match.rounds.order_by("number")
    assert play.points == sum(row.points[0] - row.points[1] for row in rows)
    assert play.decisions.exists()
    assert services.count_play(play=play) is False
    assert services.count_finished(now=clock.now) == 0


def test_a_match_that_was_left_counts_nothing(players: list[Player], play_out: PlayOut, clock: Clock) -> None:
    play = play_out(players[0], in_round(2))
    table_services.leave_match(match_id=play.match_id, player=players[0], now=clock.now)
    clock.now += timedelta(days=2)
    assert services.count_finished(now=clock.now) == 0
    assert DailyPlay.objects.get().points is None


def test_hands_of_shared_deals_are_not_counted_again_and_again(
    players: list[Player], play_out: PlayOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would make a fair shuffle look unfair: one deal stands for as many as play it."""
    monkeypatch.setattr(deal_statistics, "DEALS_A_BATCH", 1)
    play_out(players[0])
    assert table_services.count_deals() == 0


def ask_and_search(play: DailyPlay, player: Player, clock: Clock, worker: HeldWorker) -> Question:
    """The question about the first decision with several choices a bot of that match has. Other matches that are due
    ask too."""

    def of_this_match() -> list[Question]:
        return [one for one, _coming in worker.held if one.asked.match_id == play.match_id]

    play_until(play.match, [player], clock.now, lambda _table: bool(of_this_match()))
    return of_this_match()[0]


def test_a_worker_is_asked_the_same_in_every_match_and_never_answers_at_a_lower_level(
    players: list[Player],
    begin: Begin,
    clock: Clock,
    worker: HeldWorker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = (ask_and_search(begin(player), player, clock, worker) for player in players[:2])
    assert one.asked.match_id != other.asked.match_id
    assert one.asked.seed == other.asked.seed
    levels: list[Level] = []
    known = think_worker.player
    monkeypatch.setattr(
        think_worker, "player", lambda game, level, seed: levels.append(level) or known(game, level, seed)
    )
    assert search(one, monotonic()) == search(one, monotonic() - BUSY_SECONDS - 0.5)
    assert levels == [Level.STRONG, Level.STRONG]


def test_the_answer_of_a_worker_is_the_one_given_without_one(
    players: list[Player], begin: Begin, clock: Clock, worker: HeldWorker
) -> None:
    play = begin(players[0])
    question = ask_and_search(play, players[0], clock, worker)
    assert search(question, monotonic()).data == _same_everywhere(table_of(play.match), question.asked.seat)


def test_visitors_sign_in_first() -> None:
    answer = Client().post("/daily/begin/")
    assert answer.status_code == 302
    assert "/login/" in answer["Location"]
