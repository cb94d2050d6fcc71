"""Before the start and after the end: opening, sitting, drawing, filling with bots, the rematch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from accounts import services as accounts
from accounts.models import Player
from games.engine.errors import Refusal
from games.table import services
from games.table.log.errors import TableRefused
from games.table.log.models import Match
from games.table.screen import rendering
from tests.at_once import at_once
from tests.conftest import Clock
from tests.refused import refusal
from tests.table.play import never, play_until, start_match, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(players: list[Player], clock: Clock) -> Match:
    """An open table of Anna's; nobody sits yet."""
    return services.open_table(created_by=players[0], game="kraken", options={}, now=clock.now)


def seats_of(match: Match) -> dict[int, str]:
    return dict(match.seats.values_list("number", "player__nickname"))


def test_a_table_keeps_only_the_options_that_differ(players: list[Player], clock: Clock) -> None:
    match = services.open_table(
        created_by=players[0],
        game="kraken",
        options={"rounds": 16, "play_rules": "rotterdam"},
        now=clock.now,
    )
    assert match.options == {"play_rules": "rotterdam"}
    assert match.game_version == 1
    assert len(match.code) == 6
    assert not set(match.code) & set("AEIOULY01")


@pytest.mark.parametrize(
    ("game", "options", "code"),
    [
        ("chess", {}, Refusal.UNKNOWN_GAME),
        ("kraken", {"colour": "red"}, Refusal.UNKNOWN_OPTION),
        ("kraken", {"rounds": 5000}, Refusal.UNKNOWN_VALUE),
        ("kraken", {"play_rules": "paris"}, Refusal.UNKNOWN_VALUE),
    ],
)
def test_what_is_no_game_or_option_is_refused(
    players: list[Player], clock: Clock, game: str, options: dict[str, object], code: str
) -> None:
    assert (
        refusal(lambda: services.open_table(created_by=players[0], game=game, options=options, now=clock.now))
        == code
    )
    assert not Match.objects.exists()


def test_people_sit_where_it_is_free_and_may_move(table: Match, players: list[Player], guest: Player) -> None:
    assert services.sit(match_id=table.pk, player=players[0]) == 0
    assert services.sit(match_id=table.pk, player=players[1], seat=2) == 2
    assert services.sit(match_id=table.pk, player=players[0]) == 0
    assert services.sit(match_id=table.pk, player=players[0], seat=3) == 3
    assert seats_of(table) == {2: "Bram", 3: "Anna"}
    assert refusal(lambda: services.sit(match_id=table.pk, player=players[2], seat=2)) == "seat_taken"
    assert refusal(lambda: services.sit(match_id=table.pk, player=players[2], seat=4)) == "no_such_seat"
    assert refusal(lambda: services.sit(match_id=0, player=players[2])) == "no_such_table"
    for player in players[2:]:
        services.sit(match_id=table.pk, player=player)
    assert refusal(lambda: services.sit(match_id=table.pk, player=guest)) == "table_full"


def test_who_gets_up_leaves_a_free_seat(table: Match, players: list[Player]) -> None:
    services.sit(match_id=table.pk, player=players[0])
    services.leave_seat(match_id=table.pk, player=players[0])
    assert seats_of(table) == {}
    assert refusal(lambda: services.leave_seat(match_id=table.pk, player=players[0])) == "not_seated"


def test_bots_take_what_is_free(table: Match, players: list[Player]) -> None:
    services.sit(match_id=table.pk, player=players[0], seat=1)
    services.fill_with_bots(match_id=table.pk, player=players[0])
    assert set(seats_of(table)) == {0, 1, 2, 3}
    assert seats_of(table)[1] == "Anna"
    assert table.seats.filter(player__kind="bot").count() == 3
    assert refusal(lambda: services.fill_with_bots(match_id=table.pk, player=players[1])) == "not_seated"


def test_seats_are_drawn_among_all(table: Match, players: list[Player]) -> None:
    for player in players:
        services.sit(match_id=table.pk, player=player)
    drawn = set()
    for seed in range(40):
        services.draw_seats(match_id=table.pk, player=players[0], rng=Random(seed))
        drawn.add(tuple(name for _, name in sorted(seats_of(table).items())))
        assert sorted(seats_of(table).values()) == ["Anna", "Bram", "Cleo", "Daan"]
    assert len(drawn) > 10


def test_a_bot_keeps_its_level_where_seats_are_drawn(table: Match, players: list[Player]) -> None:
    services.sit(match_id=table.pk, player=players[0])
    services.fill_with_bots(match_id=table.pk, player=players[0], level="easy")
    services.draw_seats(match_id=table.pk, player=players[0], rng=Random(1))
    assert sorted(table.seats.values_list("level", flat=True)) == ["", "easy", "easy", "easy"]


def test_a_match_starts_when_all_seats_are_taken_and_once(
    table: Match, players: list[Player], guest: Player, clock: Clock
) -> None:
    services.sit(match_id=table.pk, player=players[0])
    start = {"match_id": table.pk, "now": clock.now}
    assert refusal(lambda: services.start_match(**start, player=players[0])) == "seats_empty"
    assert refusal(lambda: services.start_match(**start, player=guest)) == "not_seated"
    services.fill_with_bots(match_id=table.pk, player=players[0])
    first = services.start_match(**start, player=players[0])
    again = services.start_match(**start, player=players[0])
    assert (first.done_before, again.done_before) == (False, True)
    assert table.actions.count() == first.seq == again.seq


def test_seats_are_fixed_after_the_start(match: Match, players: list[Player], guest: Player) -> None:
    for call in (
        lambda: services.sit(match_id=match.pk, player=guest),
        lambda: services.leave_seat(match_id=match.pk, player=players[0]),
        lambda: services.draw_seats(match_id=match.pk, player=players[0], rng=Random(1)),
        lambda: services.fill_with_bots(match_id=match.pk, player=players[0]),
    ):
        assert refusal(call) == "not_open"


def test_a_rematch_starts_at_once_against_bots(
    start: Callable[..., Match], players: list[Player], clock: Clock
) -> None:
    old = start(players[:1], rounds=4)
    assert (
        refusal(lambda: services.rematch(match_id=old.pk, player=players[0], now=clock.now)) == "not_finished"
    )
    now = play_until(old, players[:1], clock.now, never)
    new = services.rematch(match_id=old.pk, player=players[0], now=now)
    assert new.status == Match.Status.RUNNING
    assert new.rematch_of == old
    assert new.options == old.options
    assert seats_of(new) == seats_of(old)
    assert services.rematch(match_id=old.pk, player=players[0], now=now) == new


def test_a_rematch_waits_for_the_people_of_the_match(
    start: Callable[..., Match], players: list[Player], guest: Player, clock: Clock
) -> None:
    old = start(players[:2], rounds=4)
    now = play_until(old, players[:2], clock.now, never)
    new = services.rematch(match_id=old.pk, player=players[1], now=now)
    assert new.status == Match.Status.OPEN
    assert refusal(lambda: services.rematch(match_id=old.pk, player=guest, now=now)) == "not_seated"
    calls = [
        "Come along" in rendering.zones_of(table_of(old), seat=seat, talk=(), language="en")["agreements"]
        for seat in (0, 1, None)
    ]
    assert calls == [True, False, False]
    old.refresh_from_db()
    assert services.verify_log(old) == ()
    assert services.rematch(match_id=old.pk, player=players[0], now=now).status == Match.Status.RUNNING
    assert seats_of(new) == seats_of(old)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_one_seat_one_gets_it(table: Match, clock: Clock) -> None:
    people = [
        accounts.create_guest(nickname=f"Visitor {name}") for name in ("Ann", "Ben", "Cas", "Dot", "Eva")
    ]

    def sit(player: Player) -> str:
        try:
            return str(services.sit(match_id=table.pk, player=player, seat=1))
        except TableRefused as no:
            return no.code

    answers = at_once(*(partial(sit, player) for player in people))
    assert sorted(answers) == ["1", *["seat_taken"] * 4]


@pytest.mark.django_db(transaction=True)
def test_newcomers_who_are_offered_one_seat_at_once_all_sit(table: Match) -> None:
    people = [accounts.create_guest(nickname=f"Visitor {name}") for name in ("Ann", "Ben", "Cas")]
    had = at_once(
        *(
            partial(services.sit, match_id=table.pk, player=player, seat=1, or_another=True)
            for player in people
        )
    )
    assert len({*had}) == len(people)
    assert 1 in had


def test_alone_with_bots_no_clock_runs(players: list[Player], clock: Clock) -> None:
    alone = start_match(players=players[:1], now=clock.now, pace=Match.Pace.FAST)
    two = start_match(players=players[:2], now=clock.now, pace=Match.Pace.FAST)
    assert [match.pace for match in (alone, two)] == [Match.Pace.NONE, Match.Pace.FAST]
    assert [table_of(match).state.clocks is None for match in (alone, two)] == [True, False]
    assert [services.verify_log(match) for match in (alone, two)] == [(), ()]
