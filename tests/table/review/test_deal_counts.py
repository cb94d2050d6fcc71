"""Promises of the counts of dealt hands: every closed round once, nothing of an open one, a hundred at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Sum
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.merging import reassign_rows
from accounts.models import Player
from games.engine.deals import DealtHand
from games.engine.kraken import dealt
from games.engine.kraken.game import Kraken
from games.engine.kraken.options import Options
from games.table import services
from games.table.lobby import personal_data
from games.table.lobby.personal_data import settle_tables
from games.table.log.models import Action, Deal
from games.table.models import BOTS, PEOPLE, DealCount, HandCount
from games.table.review import fairness
from games.table.services import deal_statistics
from tests.conftest import Clock
from tests.table.hidden.other_worlds import CHANGING, other_worlds
from tests.table.tables import in_second_round, play_table
from tests.unguarded import falsify

pytestmark = pytest.mark.django_db
FOUR_OF_EACH = ("jacks", "aces")
"""Of these a deal has four, whoever holds them."""


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single round is enough to be counted."""
    monkeypatch.setattr(deal_statistics, "DEALS_A_BATCH", 1)


def count_all() -> int:
    """How many rounds were counted until none was left."""
    counted = 0
    while fresh := services.count_deals():
        counted += fresh
    return counted


def forget_counts() -> None:
    DealCount.objects.all().delete()
    HandCount.objects.all().delete()
    Deal.objects.update(counted=False)


def kept_counts() -> list[tuple[object, ...]]:
    """Everything that is kept, to the last digit."""
    fields = ("game", "figure", "hands", "total", "expected", "variance")
    return sorted(
        [
            *DealCount.objects.values_list("whose", *fields),
            *HandCount.objects.values_list("player__nickname", *fields),
        ]
    )


@contextmanager
def undone_afterwards() -> Iterator[None]:
    """Roll back all changes at the end of the block."""
    before = transaction.savepoint()
    yield
    transaction.savepoint_rollback(before)


def of_seats(figure: str) -> dict[str, float]:
    """The total of a figure by place from the dealer."""
    rows = DealCount.objects.filter(figure=figure).exclude(whose__in=(BOTS, PEOPLE))
    return dict(rows.values_list("whose", "total"))


def test_nothing_is_counted_before_a_hundred_rounds_wait(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert deal_statistics.DEALS_A_BATCH == 100
    monkeypatch.setattr(deal_statistics, "DEALS_A_BATCH", 3)
    play_table(players, clock.now, 2)
    assert services.count_deals() == 0
    assert kept_counts() == []
    play_table(players, clock.now, 2)
    assert services.count_deals() == 3
    assert {row.hands for row in DealCount.objects.filter(figure="jacks", whose="0")} == {3}
    assert services.count_deals() == 0, "one is left, and waits for two more"


def test_games_wait_apart(players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_statistics, "DEALS_A_BATCH", 6)
    play_table(players, clock.now, 2)
    play_table(players, clock.now, game="rosbiratschka")
    assert count_all() == 6
    assert set(DealCount.objects.values_list("game", flat=True)) == {"rosbiratschka"}
    hearts = DealCount.objects.filter(figure="hearts").exclude(whose__in=(BOTS, PEOPLE))
    assert hearts.aggregate(all=Sum("total"))["all"] == 6 * 8


@pytest.mark.usefixtures("one_by_one")
def test_the_hands_of_all_seats_are_all_the_cards(players: list[Player], clock: Clock) -> None:
    play_table(players, clock.now, 3)
    assert count_all() == 3
    for figure in FOUR_OF_EACH:
        assert sum(of_seats(figure).values()) == 3 * 4
        assert HandCount.objects.filter(figure=figure).aggregate(all=Sum("total"))["all"] == 3 * 4
    expected = DealCount.objects.filter(figure="jacks", whose__in="0123").values_list("hands", "expected")
    assert set(expected) == {(3, 3.0)}


@pytest.mark.usefixtures("one_by_one")
def test_each_seat_is_counted_from_the_dealer_as_the_log_has_the_cards(
    players: list[Player], clock: Clock
) -> None:
    match = play_table(players, clock.now, 3)
    by_place = dict.fromkeys("0123", 0)
    by_person = {player.nickname: 0 for player in players}
    for entry in match.actions.filter(data__do="deal"):
        deal = Kraken().parse(entry.data)
        for seat, hand in enumerate(dealt.hands_of(deal, Options())):
            jacks = sum(card.endswith("J") for card in hand)
            by_place[str((seat - deal.dealer) % 4)] += jacks
            by_person[players[seat].nickname] += jacks
    count_all()
    assert of_seats("jacks") == by_place
    own = HandCount.objects.filter(figure="jacks")
    assert dict(own.values_list("player__nickname", "total")) == by_person


@pytest.mark.usefixtures("one_by_one")
def test_counting_anew_gives_the_same(players: list[Player], clock: Clock) -> None:
    play_table(players[:2], clock.now, 2)
    count_all()
    before = kept_counts()
    assert count_all() == 0
    assert kept_counts() == before
    forget_counts()
    count_all()
    assert kept_counts() == before


@pytest.mark.usefixtures("one_by_one")
def test_bots_and_people_are_compared_where_both_sat(players: list[Player], clock: Clock) -> None:
    play_table(players, clock.now, 1)
    assert count_all() == 1
    assert not DealCount.objects.filter(whose__in=(BOTS, PEOPLE)).exists()
    match = play_table(players[:1], clock.now, 1)
    deal = Kraken().parse(match.actions.get(data__do="deal").data)
    jacks = [sum(card[1] == "J" for card in hand) for hand in dealt.hands_of(deal, Options())]
    assert count_all() == 1
    bots, people = (DealCount.objects.get(whose=whose, figure="jacks") for whose in (BOTS, PEOPLE))
    assert (bots.hands, people.hands) == (1, 1)
    assert (bots.total, people.total) == (pytest.approx(sum(jacks[1:]) / 3), jacks[0])
    assert bots.variance == pytest.approx((sum(jacks[1:]) / 3 - jacks[0]) ** 2)
    assert not HandCount.objects.filter(player__kind="bot").exists()


@pytest.mark.usefixtures("one_by_one")
def test_nothing_of_a_match_that_is_being_played_is_counted(players: list[Player], clock: Clock) -> None:
    match = in_second_round(players, clock.now)
    assert count_all() == 0
    services.end_match(match_id=match.pk, by=players[0], reason="late", now=clock.now)
    assert count_all() == 1, "its closed round; the open one stays secret"


@pytest.mark.usefixtures("one_by_one")
def test_another_deal_of_an_open_round_changes_no_count_and_no_page(
    players: list[Player], clock: Clock
) -> None:
    match = in_second_round(players, clock.now)
    services.end_match(match_id=match.pk, by=players[0], reason="late", now=clock.now)
    count_all()
    before = counts_and_page(kept_counts(), "/rules/kraken/deals/")
    worlds = 0
    for _world in other_worlds(match, None, most=4):
        worlds += 1
        forget_counts()
        count_all()
        assert counts_and_page(kept_counts(), "/rules/kraken/deals/") == before
    assert worlds == 4
    closed = match.actions.filter(data__do="deal").earliest("seq")
    with undone_afterwards():
        reversed_deck = " ".join(reversed(closed.data["deck"].split()))
        falsify(Action.objects.filter(pk=closed.pk), data={**closed.data, "deck": reversed_deck})
        forget_counts()
        count_all()
        assert counts_and_page(kept_counts(), "/rules/kraken/deals/") != before, "these pages could not tell"


def counts_and_page(counts: Sequence[object], path: str) -> tuple[Sequence[object], str]:
    return counts, CHANGING.sub("", Client().get(path).content.decode())


@pytest.mark.usefixtures("one_by_one")
def test_what_is_ruled_about_a_round_does_not_change_what_was_dealt(
    players: list[Player], clock: Clock
) -> None:
    match = play_table(players, clock.now, 2)
    services.open_review(match_id=match.pk, number=1, player=None, now=clock.now)
    assert count_all() == 2


@pytest.mark.usefixtures("one_by_one")
def test_two_stewards_count_a_round_once(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_table(players, clock.now, 1)
    read, others = Kraken.dealt_hands, []

    def read_while_another_counts(*deal: Any, **seats: Any) -> tuple[DealtHand, ...]:
        if not others:
            others.append(True)
            assert services.count_deals() == 1
        return read(*deal, **seats)

    monkeypatch.setattr(Kraken, "dealt_hands", read_while_another_counts)
    assert services.count_deals() == 0
    assert sum(of_seats("jacks").values()) == 4


@pytest.mark.usefixtures("one_by_one")
def test_a_seat_given_to_somebody_else_leaves_the_earlier_hands_with_whom_they_were(
    players: list[Player], clock: Clock, make_player: Callable[..., Player]
) -> None:
    match = in_second_round(players, clock.now)
    newcomer = make_player("Evert")
    services.replace_player(match_id=match.pk, seat=2, player=newcomer, by=players[0], now=clock.now)
    services.end_match(match_id=match.pk, by=players[0], reason="late", now=clock.now)
    count_all()
    held = set(HandCount.objects.values_list("player__nickname", flat=True))
    assert held == {player.nickname for player in players}


@pytest.mark.parametrize("data", [{"do": "deal", "dealer": "9", "deck": ""}, {}])
@pytest.mark.usefixtures("one_by_one")
def test_a_broken_log_keeps_no_other_round_from_being_counted(
    players: list[Player], clock: Clock, data: dict[str, str]
) -> None:
    broken = play_table(players, clock.now, 1)
    play_table(players, clock.now, 1)
    with undone_afterwards():
        deal = broken.actions.filter(data__do="deal")
        falsify(Action.objects.filter(pk__in=deal), data=data)
        assert count_all() == 2
        assert sum(of_seats("jacks").values()) == 4


@pytest.mark.usefixtures("one_by_one")
def test_whoever_is_gone_keeps_no_count(players: list[Player], clock: Clock) -> None:
    play_table(players, clock.now, 1)
    Player.objects.filter(pk=players[3].pk).update(is_active=False)
    count_all()
    assert set(HandCount.objects.values_list("player", flat=True)) == {each.pk for each in players[:3]}
    assert len(of_seats("jacks")) == 4


@pytest.mark.usefixtures("one_by_one")
def test_the_page_asks_once_however_much_was_dealt(players: list[Player], clock: Clock) -> None:
    asked = []
    for rounds in (1, 3):
        play_table(players[:2], clock.now, rounds)
        count_all()
        with CaptureQueriesContext(connection) as queries:
            assert Client().get("/rules/kraken/deals/").status_code == 200
        asked.append(len(queries))
    assert asked == [1, 1]
    with CaptureQueriesContext(connection) as queries:
        assert fairness.own_hands(players[0])
    assert len(queries) == 1


def own(player: Player, figure: str, hands: int, total: float) -> None:
    HandCount.objects.create(
        player=player, game="kraken", figure=figure, hands=hands, total=total, expected=hands, variance=1.0
    )


def test_the_hands_of_two_rows_of_one_person_are_added(players: list[Player]) -> None:
    kept_row, double = players[:2]
    own(kept_row, "jacks", 100, 104)
    own(double, "jacks", 16, 11)
    own(double, "aces", 16, 15)
    settle_tables(kept=kept_row, double=double)
    reassign_rows(double, kept_row)
    sums = HandCount.objects.values_list("player", "figure", "hands", "total", "variance")
    assert set(sums) == {(kept_row.pk, "jacks", 116, 115.0, 2.0), (kept_row.pk, "aces", 16, 15.0, 1.0)}


def test_ones_data_tell_ones_hands_and_go_with_the_account(players: list[Player], clock: Clock) -> None:
    own(players[0], "jacks", 100, 104)
    own(players[1], "jacks", 100, 96)
    told_to = personal_data.export_data(player=players[0])
    assert told_to["hands"] == [{"game": "kraken", "figure": "jacks", "hands": 100, "total": 104.0}]
    personal_data.erase_data(player=players[0], now=clock.now)
    assert set(HandCount.objects.values_list("player", flat=True)) == {players[1].pk}
