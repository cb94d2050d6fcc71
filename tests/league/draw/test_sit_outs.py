"""Promises about rounds without a table: they are shared out over the season, not over the evening alone, and every
page says what they are worth where wins count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest

from accounts.models import Club, Player
from games.league import services
from games.league.draw import moving_pairs, put_least_waited_last
from games.league.models import Competition, Entrant, Evening, EveningMark
from games.league.queries import season_table
from games.league.standings.scores import MarkKind
from tests.league import shown
from tests.league.conftest import (
    NOW,
    close_evening,
    draw_evening,
    open_round,
    plan_and_draw,
    plan_evening,
    sign_up,
)
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def make_competition(
    league_club: Club, members: list[Player], clock: Callable[[], datetime]
) -> Callable[..., Competition]:
    """Return a function that makes a competition and enters so many entrants out of the members."""

    def make(*, entrants: int, size: int = 1, game: str = "kraken", **fields: object) -> Competition:
        made = services.add_competition(
            season=services.create_season(club=league_club, name="Season", now=clock()),
            name="Thursdays",
            game=game,
            options={"rounds": 4},
            size=size,
            **fields,
        )
        for number in range(entrants):
            services.enter(competition=made, players=members[size * number : size * number + size])
        return made

    return make


def rounds_waited(evening: Evening) -> Counter[int]:
    """The rounds everybody waits on an evening."""
    marks = EveningMark.objects.filter(evening=evening, kind=MarkKind.WAITED)
    return Counter(dict(marks.values_list("entrant", "points")))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seating", "entrants", "size", "game"),
    [
        ("rotating", 9, 1, "kraken"),
        ("strength", 9, 1, "kraken"),
        ("rotating", 6, 1, "kan"),
        ("strength", 6, 1, "kan"),
        ("pairs", 5, 2, "kraken"),
        ("swiss", 5, 2, "kraken"),
    ],
)
def test_nobody_waits_a_second_evening_before_everybody_has_waited_on_one(
    make_competition: Callable[..., Competition],
    secretary: Player,
    clock: Callable[[], datetime],
    seating: str,
    entrants: int,
    size: int,
    game: str,
) -> None:
    """One waits each evening; after as many evenings as entrants everybody has, and twice after twice as many."""
    competition = make_competition(entrants=entrants, size=size, game=game, seating=seating, rounds=1)
    everybody = list(competition.entrants.all())
    waits: Counter[int] = Counter()
    for number in range(2 * entrants):
        evening = plan_evening(competition, clock() + timedelta(days=7 * number))
        sign_up(evening, everybody, secretary, clock())
        waits += rounds_waited(draw_evening(evening, seed=number))
        assert max(waits.values()) == number // entrants + 1
    assert waits == Counter({entrant.pk: 2 for entrant in everybody})


def test_on_one_evening_nobody_waits_twice_whatever_they_waited_before(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """M05 waited on no evening yet, the others on every one they came to."""
    competition = make_competition(entrants=5, rounds=1)
    newcomer = competition.entrants.last()
    others = list(competition.entrants.exclude(pk=newcomer.pk))
    for number in range(3):
        evening = plan_evening(competition, clock() + timedelta(days=7 * number))
        EveningMark.objects.bulk_create(
            EveningMark(evening=evening, entrant=entrant, kind=MarkKind.WAITED, points=2)
            for entrant in others
        )
    Competition.objects.update(rounds=5)
    last = plan_evening(competition, clock() + timedelta(days=30))
    sign_up(last, [*others, newcomer], secretary, clock())
    draw_evening(last)
    assert rounds_waited(last) == Counter({entrant.pk: 1 for entrant in (*others, newcomer)})
    seated = last.tables.filter(round=1).values_list("seats__entrant", flat=True)
    assert newcomer.pk not in seated, "the first round is waited through by those who waited least"


def test_what_was_drawn_and_drawn_again_was_not_waited(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    competition = make_competition(entrants=3, size=2, seating="swiss", rounds=1)
    evening = plan_and_draw(competition, list(competition.entrants.all()), secretary, clock())
    waiting = set()
    for seed in range(12):
        evening = services.draw_rest(
            evening_id=evening.pk, version=evening.version, chance=Random(seed), actor=secretary, now=NOW
        )
        waiting |= set(rounds_waited(evening))
    assert len(waiting) == 3, "lots decide every time between all three"


@pytest.mark.parametrize("pairs", [3, 5, 7, 9])
def test_pairs_that_waited_least_come_to_the_empty_chairs(pairs: int) -> None:
    names = list(range(pairs))
    Random(pairs).shuffle(names)
    before = {name: name % 3 for name in names}
    rounds = (pairs + 1) // 2
    order = put_least_waited_last(names, rounds=rounds, waited=before)
    assert sorted(order) == sorted(names)
    waiting = [name for one in moving_pairs(order, rounds=rounds) for name in one.waiting]
    assert [before[name] for name in waiting] == sorted(before.values())[:rounds]
    assert put_least_waited_last(names[1:], rounds=1, waited=before) == names[1:], "an even number stays"


@pytest.mark.slow
@pytest.mark.parametrize(("waiting", "worth"), [("draw", 1), ("win", 2), ("nothing", None)])
def test_five_pages_say_what_a_round_of_waiting_is_worth_where_wins_count(
    make_competition: Callable[..., Competition],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
    waiting: str,
    worth: int | None,
) -> None:
    """Nine come to an evening of one round: seats 0 and 2 of both tables win, and one has no table at all."""
    rules = {"counting": "wins", "waiting_place": waiting}
    competition = make_competition(entrants=9, rounds=1, rules=rules)
    entrants: list[Entrant] = list(competition.entrants.all())
    evening = plan_and_draw(competition, entrants, secretary, clock())
    by_hand: dict[int, int] = {}
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
        by_hand |= {seat.entrant_id: (2, 0)[seat.number % 2] for seat in table.seats.all()}
    (idle,) = {entrant.pk for entrant in entrants} - set(by_hand)
    close_evening(evening, secretary, clock() + timedelta(days=2))
    by_hand |= {idle: worth} if worth is not None else {}
    shown.expect_five_times(evening, members[0], by_hand, entrants)
    totals = {row.entrant: row.total for row in season_table(competition).rows}
    assert totals == {entrant.pk: by_hand.get(entrant.pk, 0) for entrant in entrants}


def test_the_free_round_of_a_round_robin_is_waited_through_by_those_who_signed_nothing(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """Three pairs, one round an evening: the fixtures say who is free, and nobody signs up. All tables are drawn, so
    everybody has two draws and one for the free round."""
    competition = make_competition(
        entrants=3, size=2, seating="round_robin", rounds=1, rules={"counting": "wins"}
    )
    for number in range(3):
        evening = draw_evening(plan_evening(competition, clock() + timedelta(days=7 * number)))
        for table in open_round(evening, secretary, clock(), on_paper=True):
            write_sheet(table, (100, 62), (62, 100), now=clock())
        close_evening(evening, secretary, clock() + timedelta(days=30))
        assert sum(rounds_waited(evening).values()) == 1
    assert not EveningMark.objects.filter(kind__in=[MarkKind.UNANNOUNCED, MarkKind.ANNOUNCED]).exists()
    assert [(row.total, row.evenings) for row in season_table(competition).rows] == [(3, 3)] * 3


def test_swiss_pairs_those_who_waited_by_what_that_is_worth(
    make_competition: Callable[..., Competition], secretary: Player, clock: Callable[[], datetime]
) -> None:
    """After the first round two have won, one waited and has a win for it, two have lost: in the second the three best
    keep apart from those who lost as far as three can: one of the two who lost waits, the other meets one of them."""
    competition = make_competition(
        entrants=5, size=2, seating="swiss", rounds=2, rules={"counting": "wins", "waiting_place": "win"}
    )
    evening = plan_and_draw(competition, list(competition.entrants.all()), secretary, clock())
    (idle,) = rounds_waited(evening)
    losers = set()
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, (100, 62), now=clock())
        losers.add(table.seats.get(number=1).entrant_id)
    evening.refresh_from_db()
    evening = services.draw_rest(
        evening_id=evening.pk, version=evening.version, chance=Random(1), actor=secretary, now=clock()
    )
    tables = [set(table.seats.values_list("entrant", flat=True)) for table in evening.tables.filter(round=2)]
    assert sum(not table & losers for table in tables) == 1
    assert set(rounds_waited(evening)) - {idle} < losers
