"""The evidence of a round besides its cards: movers, seconds, alternatives, findings."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest

from accounts.models import Player
from games.engine.seats import HOUSE
from games.table import services, steward
from games.table.log import due_times
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.review import closed_round
from games.table.review.evidence import RoundEvidence, round_evidence
from games.table.review.positions import FoundThere
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.play import good_answer, next_to_act, play_until, start_match, step, table_of
from tests.table.tables import in_second_round, play_table

pytestmark = pytest.mark.django_db


def answer(match: Match, players: list[Player], clock: Clock, *, after: float) -> int:
    """The seat that must act does so after so many seconds; gives the number of its entry."""
    seat = next_to_act(match)
    window, data = good_answer(match, seat)
    services.submit_action(
        match_id=match.pk, player=players[seat], window=window, data=data, now=clock.advance(after)
    )
    return table_of(match).state.seq


def to_the_end(match: Match, players: list[Player], clock: Clock) -> RoundEvidence:
    """The first round played on to its end, and what can be told of it."""
    clock.now = play_until(
        match, players, clock.now, lambda table: len(table.game.results(table.state.game_state)) > 0
    )
    evidence = round_evidence(match, 1)
    assert evidence is not None
    return evidence


def step_of(evidence: RoundEvidence, seq: int):
    return next(one for one in evidence.steps if one.seq == seq)


def test_the_time_taken_is_that_of_the_seat_without_pauses(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now, options={"rounds": 1})
    quick = answer(match, players, clock, after=7)
    for seat in range(4):
        services.submit_action(
            match_id=match.pk, player=players[seat], window="", data={"do": "pause"}, now=clock.advance(1)
        )
    services.submit_action(
        match_id=match.pk, player=players[0], window="", data={"do": "go_on"}, now=clock.advance(300)
    )
    paused = answer(match, players, clock, after=5)

    evidence = to_the_end(match, players, clock)

    assert step_of(evidence, quick).seconds == 7
    assert step_of(evidence, paused).seconds == 9  # four seconds passed while they agreed
    shown = closed_round.round_review(match, number=1)
    told = [one.words for one in shown.positions[0].happened if not one.is_statement]
    assert told[-2:] == ["The table made a pause.", "The pause was over."]


def test_who_decides_reads_that_a_bot_need_not_wait_for_a_claim(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players[:1], now=clock.now, options={"rounds": 1, "bonus_claim_by": "anyone"})
    clock.now = play_until(
        match, players[:1], clock.now, lambda table: bool(due_times.claims_to_end(table, 0))
    )
    window = due_times.claims_to_end(table_of(match), 0)
    services.submit_action(
        match_id=match.pk, player=players[0], window=window, data={"do": "ready"}, now=clock.now
    )
    to_the_end(match, players[:1], clock)
    sentence = f"{players[0].nickname} had nothing to claim: a bot need not wait."
    for for_arbiter in (True, False):
        shown = closed_round.round_review(match, number=1, with_absences=for_arbiter)
        told = [one.words for position in shown.positions for one in position.happened]
        assert told.count(sentence) == for_arbiter


def test_who_moved_a_seat_is_told_apart(players: list[Player], clock: Clock) -> None:
    """A person, a bot of the table, a bot for a person out of time, a stand-in."""
    match = start_match(players=players[:3], now=clock.now, options={"rounds": 1}, pace="fast")
    SeatRow.objects.filter(match=match).update(away_since=None)
    SeatRow.objects.filter(match=match, number=2).update(away_since=clock.now)
    clock.advance(60)
    for seat in (0, 1):
        services.submit_action(
            match_id=match.pk,
            player=players[seat],
            window="",
            data={"do": "absent", "choose": "2:bot"},
            now=clock.now,
        )
    present, chance = {1: players[1]}, Random(3)
    while table_of(match).running:
        clock.now = step(match, present, clock.now, chance)

    evidence = round_evidence(match, 1)
    assert evidence is not None
    moved = {(one.seat, one.by) for one in evidence.steps if one.of_game and one.seat is not None}
    assert moved == {(0, "clock"), (1, "person"), (2, "stand_in"), (3, "bot")}
    shown = closed_round.round_review(match, number=1)
    assert {one.how for one in shown.positions} == {
        "",
        "time was up: the bot played",
        "by a bot, Cleo was away",
    }
    told = [one.words for position in shown.positions for one in position.happened if not one.is_statement]
    assert "A bot took the cards of Cleo." in told
    assert any(one.startswith("Cleo was away since ") for one in told)


def test_who_held_a_seat_before_the_club_gave_it_to_another_moved_it(
    players: list[Player], clock: Clock, make_player: Callable[..., Player]
) -> None:
    """A bot came for a person and a person for a bot: what is told of the rounds before stays as it was."""
    match = start_match(players=players[:3], now=clock.now, options={"rounds": 2})
    before = to_the_end(match, players[:3], clock)
    told = [position.why for position in closed_round.round_review(match, number=1).positions]
    bot = match.seats.get(number=3).player
    about = {"match_id": match.pk, "by": players[0], "now": clock.now}
    services.replace_player(seat=3, player=make_player("Eva"), **about)
    services.replace_player(seat=1, player=bot, **about)

    evidence = round_evidence(match, 1)

    assert evidence is not None
    assert [one.by for one in evidence.steps] == [one.by for one in before.steps]
    assert [(one.name, one.is_bot) for one in evidence.sitters] == [
        (one.name, one.is_bot) for one in before.sitters
    ]
    assert [position.why for position in closed_round.round_review(match, number=1).positions] == told


def test_what_could_be_played_and_what_not_is_the_whole_hand(players: list[Player], clock: Clock) -> None:
    match = play_table(players, clock.now)
    positions = closed_round.round_review(match, number=1).positions
    for before, position in pairwise(positions):
        name = position.label.partition(":")[0]
        [hand] = [seat.hand for seat in before.seats if seat.name == name]
        [left] = [seat.hand for seat in position.seats if seat.name == name]
        [played] = set(hand) - set(left)
        barred = [card.card for group in position.barred for card in group.cards]
        allowed = [card.card for card in position.could]
        assert sorted([*barred, *allowed, played.card]) == sorted(card.card for card in hand)
        assert all(group.why for group in position.barred)


def test_a_card_taken_back_is_told_and_lies_nowhere(players: list[Player], clock: Clock) -> None:
    match = start_match(players=players, now=clock.now, options={"rounds": 1}, undo_allowed=True)

    def lead(table) -> bool:
        trick = table.game.view(table.state.game_state, None).trick
        return trick is not None and len(trick.cards) == 1

    clock.now = play_until(match, players, clock.now, lead)
    leader = table_of(match).game.view(table_of(match).state.game_state, None).trick.cards[0][0]
    for seat in (leader, *(other for other in range(4) if other != leader)):
        services.submit_action(
            match_id=match.pk, player=players[seat], window="", data={"do": "undo"}, now=clock.advance(1)
        )

    to_the_end(match, players, clock)
    shown = closed_round.round_review(match, number=1)
    taken_back = [one.words for position in shown.positions for one in position.happened]

    assert any("which was taken back" in one for one in taken_back)
    assert "The last card was taken back; everybody had agreed." in taken_back
    assert shown.last == 32


@pytest.mark.slow
def test_roem_that_nobody_claimed_is_pointed_at_where_it_lay(players: list[Player], clock: Clock) -> None:
    """Only the seat asked for a card claims, so in one of these rounds some roem is missed."""
    lost: list[FoundThere] = []
    chance = 0
    while not lost:
        chance += 1
        match = start_match(players=players, now=clock.now, options={"rounds": 1})
        while (table := table_of(match)).running:
            waiting = table.game.pending(table.state.game_state)
            if any(seat != HOUSE and waiting[seat].must for seat in waiting):
                clock.now = step(match, dict(enumerate(players)), clock.now, Random(chance))
            else:
                services.submit_for_house(match_id=match.pk, window=waiting[HOUSE].window, now=clock.now)
        shown = closed_round.round_review(match, number=1)
        roem = [one for one in shown.found if "roem" in one.words]
        facts = Round.objects.get(match=match).result["facts"]
        assert bool(roem) == bool(sum(facts["bonus_lying"]))
        lost = [one for one in roem if one.missed]
    assert all(one.card % 4 == 0 and shown.positions[one.card].missed for one in lost)
    assert all("nobody claimed it" in one.words for one in lost)


def test_the_engine_says_when_what_is_written_is_not_what_was_played(
    players: list[Player], clock: Clock
) -> None:
    match = play_table(players, clock.now)
    assert [check.right for check in closed_round.round_review(match, number=1).checks] == [True, True, True]
    row = Round.objects.get(match=match)
    deal = match.deals.get()
    kept = (row.lines, deal.seed)
    row.lines = [{**row.lines[0], "points": [1, 1, 1, 1]}, *row.lines[1:]]
    row.save()
    match.deals.update(seed="00" * 32)
    assert [check.right for check in closed_round.round_review(match, number=1).checks] == [
        True,
        False,
        False,
    ]
    row.lines, deal.seed = kept
    row.save()
    deal.save()


def test_the_talk_of_a_round_ends_with_the_next_deal(players: list[Player], clock: Clock) -> None:
    match = in_second_round(players, clock.now)
    first, second = Round.objects.filter(match=match).order_by("number")
    services.say_phrase(
        match_id=match.pk, player=players[0], phrase="sorry", now=second.started_at - timedelta(seconds=1)
    )
    services.say_phrase(match_id=match.pk, player=players[1], phrase="thanks", now=second.started_at)

    assert [(one.name, one.words) for one in closed_round.talk_of_round(match, first.number)] == [
        ("Anna", "Sorry!")
    ]
    assert list(closed_round.talk_of_round(match, second.number)) == []


def test_one_page_holds_every_position_and_one_of_them_is_shown(players: list[Player], clock: Clock) -> None:
    match = play_table(players, clock.now)
    client = client_of(players[0])

    page = client.get(f"/t/{match.code}/round/1/?card=9").content.decode()

    positions = re.findall(r'<article id="card-(\d+)" class="position stack"( hidden)?', page)
    assert [int(card) for card, _hidden in positions] == list(range(33))
    assert [int(card) for card, hidden in positions if not hidden] == [9]
    assert re.search(r'href="\?card=8#moments"[^>]*>‹|rel="prev" href="\?card=8#moments"', page)


def test_reading_a_round_asks_the_database_the_same_whatever_the_length(
    players: list[Player], clock: Clock, django_assert_num_queries: Callable[..., object]
) -> None:
    match = play_table(players, clock.now, rounds=2)
    for number in (1, 2):
        with django_assert_num_queries(4):
            closed_round.round_review(match, number=number)


def test_of_a_running_round_there_is_no_evidence(players: list[Player], clock: Clock) -> None:
    match = in_second_round(players, clock.now)
    assert round_evidence(match, 2) is None
    match.refresh_from_db()
    steward.tick(clock.now, Random(1))
    assert round_evidence(match, 3) is None
