"""The tables of a duel compared deal by deal, also where an arbiter decided about a round."""

from __future__ import annotations

from fractions import Fraction

from accounts.models import Player
from games.disputes import services as dispute_services
from games.disputes.effects import RulingKind
from games.table import services
from games.table.lobby.duels import duel_sheet
from games.table.log.models import Match
from games.table.log.states import RulingEffect
from games.table.shared_deals import Duel
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import file_case, rule_case
from tests.disputes.replay.conftest import play_replay
from tests.table.lobby.duels.conftest import (
    ROUNDS,
    begin_table,
    first_round_closed,
    play,
    text_of,
)


def test_each_deal_is_compared_when_both_have_played_it(
    duel: Duel, first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    assert duel_sheet(duel, players[0]) is None
    second = begin_table(duel, others, clock)
    for reader in (players[0], others[0]):
        assert duel_sheet(duel, reader).rows == ()
    play(second, clock, first_round_closed)
    for reader in (players[0], others[1]):
        sheet = duel_sheet(duel, reader)
        assert [row.number for row in sheet.rows] == [1]
        assert not sheet.over
    play(second, clock)
    sheet = duel_sheet(duel, others[0])
    expected, total = [], 0
    both = set(first.rounds.values_list("number")) & set(second.rounds.values_list("number"))
    for (number,) in sorted(both):  # a round more after a draw counts where both tables had one
        before, now = (match.rounds.get(number=number).points for match in (first, second))
        gain = (now[1] - now[0]) - (before[1] - before[0])
        total += gain
        expected.append((number, (before[1], before[0]), (now[1], now[0]), gain, total))
    shown = [(row.number, row.first.points, row.second.points, row.gain, row.sum) for row in sheet.rows]
    assert shown == expected
    assert (sheet.total, sheet.by, sheet.over, sheet.deals) == (
        total,
        abs(total),
        True,
        max(ROUNDS, len(expected)),
    )
    assert all(row.first.trump for row in sheet.rows)
    assert duel_sheet(duel, None) is None
    assert duel_sheet(duel, players[1]) is None


def test_a_travelling_set_lists_all_tables_with_the_mean_of_the_others(
    duel: Duel, first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    second, third = begin_table(duel, others[:2], clock), begin_table(duel, others[2:], clock)
    play(second, clock, chance=2)
    play(third, clock, first_round_closed, chance=3)
    sheet = duel_sheet(duel, others[2])
    assert sheet.code == third.code
    assert [(row.code, row.deals) for row in sheet.tables] == [
        (first.code, 1),
        (second.code, 1),
        (third.code, 1),
    ]
    assert sum(row.gain for row in sheet.tables) == 0
    play(third, clock, chance=3)
    sheet = duel_sheet(duel, players[0], code=second.code)
    assert sheet.code == second.code
    ahead = [row.ahead for row in sheet.tables]
    assert sheet.tables[2].gain == ahead[2] - Fraction(ahead[0] + ahead[1], 2)
    assert [row.mine for row in sheet.tables] == [True, False, False]
    assert [row.mine for row in duel_sheet(duel, others[0]).tables] == [False, True, False]


def decide(match: Match, arbiter: Player, clock: Clock, *, number: int, **decided: object) -> None:
    """A ruling about a round."""
    about = {"match_id": match.pk, "number": number, "player": arbiter.pk, "now": clock.now}
    services.open_review(**about)
    services.rule_round(ruled=RulingEffect(ruling=number, **decided), **about)


def test_a_ruled_round_is_compared_as_it_stands_and_said_to_be(
    duel: Duel, first: Match, players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    """At the first table 100 points more for one side, at the second, by a revoke, 60 less for the other."""
    second = begin_table(duel, others, clock)
    play(second, clock)
    before = duel_sheet(duel, others[0]).rows
    assert not duel_sheet(duel, others[0]).has_rulings
    decide(first, staff, clock, number=1, points=(100, 0, 100, 0))
    decide(second, staff, clock, number=2, points=(0, -60, 0, -60))
    sheet = duel_sheet(duel, others[0])
    assert [(row.first.ruled, row.second.ruled) for row in sheet.rows[:2]] == [(True, False), (False, True)]
    assert sheet.has_rulings
    assert [row.gain for row in sheet.rows[:2]] == [before[0].gain + 100, before[1].gain - 60]
    for reader in (players[0], others[0]):
        page = text_of(client_of(reader).get(f"/duel/{duel.code}/"))
        assert "an arbiter decided these points afterwards" in page
        assert page.count('<span class="chip">arbiter</span>') == 2


def test_a_void_round_is_not_compared_and_the_page_says_why(
    duel: Duel, first: Match, others: list[Player], staff: Player, clock: Clock
) -> None:
    second = begin_table(duel, others, clock)
    decide(first, staff, clock, number=1, points=(0, 0, 0, 0), void=True)
    assert duel_sheet(duel, others[0]).left_out == ()
    play(second, clock)
    sheet = duel_sheet(duel, others[0])
    assert (sheet.left_out, 1 in [row.number for row in sheet.rows]) == ((1,), False)
    page = text_of(client_of(others[0]).get(f"/duel/{duel.code}/"))
    assert "Deal 1 is not compared: by the arbiter’s ruling it counts for nobody at one table" in page


def test_a_round_played_again_is_not_compared(
    first: Match, players: list[Player], others: list[Player], staff: Player, clock: Clock
) -> None:
    """A replay has other cards: its points say nothing about those of the duel."""
    case = file_case(first, players[0], clock)
    rule_case(case, staff, clock, RulingKind.REPLAY)
    again = case.round.replayed_in.get()
    assert play_replay(again, clock) == again.rounds.get().points
    assert dispute_services.enter_replays(now=clock.now) == 1
    duel = services.offer_duel(match_id=first.pk, player=players[0], now=clock.now)
    second = begin_table(duel, others, clock)
    play(second, clock)
    sheet = duel_sheet(duel, others[0])
    assert sheet.left_out == (1,)
    assert 1 not in [row.number for row in sheet.rows]
    assert 2 in [row.number for row in sheet.rows]
