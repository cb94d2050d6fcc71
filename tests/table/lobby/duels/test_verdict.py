"""The verdict of a duel in one sentence: people first, the reader as "you", and bots without the names they have at
every table."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from games.table.lobby.duels import Pair, Sides, duel_sheet, verdict_of
from games.table.log.models import Match
from games.table.shared_deals import Duel
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.lobby.duels.conftest import begin_table, first_round_closed, play, text_of

ANNA, BRAM, CLEO, EMMA, FINN = (
    (number, name) for number, name in enumerate(("Anna", "Bram", "Cleo", "Emma", "Finn"))
)
BOTS = Pair((), 2)
ALONE = Sides(newcomers=BOTS, hosts=Pair((ANNA,), 1))
"""A first table of Anna with three bots."""
AGAINST_BRAM = Sides(newcomers=Pair((BRAM,), 1), hosts=Pair((ANNA, CLEO)))
EMMA_WITH_A_BOT = Sides(newcomers=Pair((EMMA,), 1), hosts=BOTS)


@pytest.mark.parametrize(
    ("first", "second", "total", "reader", "better", "winners", "worse"),
    [
        (AGAINST_BRAM, EMMA_WITH_A_BOT, 20, None, "Emma", 1, "Bram"),
        (AGAINST_BRAM, EMMA_WITH_A_BOT, -20, BRAM, "You", 1, "Emma"),
        (AGAINST_BRAM, EMMA_WITH_A_BOT, 20, BRAM, "Emma", 1, "you"),
        (AGAINST_BRAM, Sides(Pair((EMMA,), 1), Pair((FINN,), 1)), 20, CLEO, "You and Anna", 2, "Finn"),
        (AGAINST_BRAM, Sides(Pair((EMMA,), 1), Pair((FINN,), 1)), -20, EMMA, "Bram", 1, "you"),
        (ALONE, EMMA_WITH_A_BOT, 20, ANNA, "You and Emma", 2, "the bots"),
        (ALONE, EMMA_WITH_A_BOT, -20, EMMA, "The bots", 2, "you and Anna"),
        (ALONE, Sides(Pair((EMMA,), 1), Pair((FINN,), 1)), 20, EMMA, "Anna", 1, "Finn"),
    ],
)
def test_people_are_told_who_did_better_with_their_cards(
    first: Sides,
    second: Sides,
    total: int,
    reader: tuple[int, str] | None,
    better: str,
    winners: int,
    worse: str,
) -> None:
    said = verdict_of(first, second, total=total, reader=reader and reader[0])
    assert (said.better, said.winners, said.worse) == (better, winners, worse)


def test_people_at_two_tables_who_met_only_bots_are_not_compared_with_each_other() -> None:
    said = verdict_of(ALONE, EMMA_WITH_A_BOT, total=20, reader=EMMA[0])
    assert said.unequal == ("you", "Anna")
    assert verdict_of(AGAINST_BRAM, EMMA_WITH_A_BOT, total=20, reader=EMMA[0]).unequal is None


def test_the_pairs_stand_below_the_better_ones_first() -> None:
    def pairs(total: int) -> list[tuple[str, str]]:
        said = verdict_of(ALONE, EMMA_WITH_A_BOT, total=total, reader=None)
        return [(str(better), str(worse)) for better, worse in said.pairs]

    assert pairs(20) == [("Emma & a bot", "two bots"), ("Anna & a bot", "two bots")]
    assert pairs(-20) == [("two bots", "Emma & a bot"), ("two bots", "Anna & a bot")]
    assert pairs(0) == []


def test_each_reads_the_verdict_about_themselves(
    duel: Duel, players: list[Player], others: list[Player], clock: Clock
) -> None:
    second = begin_table(duel, others, clock)
    play(second, clock, first_round_closed)
    anna, emma = (client_of(reader) for reader in (players[0], others[0]))
    link = f"/duel/{duel.code}/"
    assert any(words in text_of(emma.get(link)) for words in ("ahead so far", "a draw"))
    play(second, clock, chance=2)
    for client, you, other in (
        (anna, "ou, Cleo, Emma and Finn", "you and Cleo or Emma and Finn"),
        (emma, "ou, Finn, Anna and Cleo", "you and Finn or Anna and Cleo"),
    ):
        page = text_of(client.get(link))
        verdict = page.partition('id="verdict"><b>')[2].partition("</p>")[0]
        assert you in verdict
        assert "he bots" in verdict
        assert other in page.partition('id="unequal">')[2].partition("</p>")[0]
        assert "(bot)" not in page


def test_a_third_table_does_not_take_the_place_of_the_second(
    duel: Duel, first: Match, players: list[Player], others: list[Player], clock: Clock
) -> None:
    """The first table reads about the second until it chooses, by whom it is; all of them are in the list."""
    second = begin_table(duel, others[:2], clock)
    play(second, clock)
    third = begin_table(duel, others[2:], Clock(clock.now + timedelta(hours=1)))
    play(third, clock, first_round_closed, chance=3)
    assert duel_sheet(duel, players[0]).code == second.code
    assert duel_sheet(duel, players[0], code=third.code).code == third.code
    assert duel_sheet(duel, others[2]).code == third.code
    anna, link = client_of(players[0]), f"/duel/{duel.code}/"
    for address, shown in ((link, "Emma & Finn"), (f"{link}?table={third.code}", "Gijs & Hans")):
        page = text_of(anna.get(address))
        assert f'<th scope="col">{shown}</th>' in page
        assert "Second table" not in page
        listed = page.partition('id="all-tables"')[2]
        assert all(names in listed for names in ("against Anna & Cleo", "Emma & Finn", "Gijs & Hans"))
        assert f'aria-current="true">{shown}' in listed
