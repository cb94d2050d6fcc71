"""One season, played at one table and typed at another, with nine cases of different kinds; sheet, tallies, evening
list and table end as worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

import pytest

from accounts.models import Club, Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.models import Case, State
from games.disputes.ruling_kinds import RulingKind, Wanted
from games.league import services as league_services
from games.league.models import Competition, Entrant, LeagueTable
from games.league.queries import evening_lines, season_table
from games.table.log.models import Match, Round
from games.table.services import verify_log
from tests.conftest import Clock
from tests.disputes.conftest import MADE
from tests.league.conftest import (  # noqa: F401  fixtures
    closed,
    drawn,
    league_club,
    members,
    opened,
    planned,
    secretary,
    sign_up,
)
from tests.league.playing import given_deals, play

pytestmark = pytest.mark.django_db
Value = TypeVar("Value")
TYPED = ("100", "81", "162", "90", "95")
"""Card points of seats 0 and 2 by round, of 162; they made hearts trumps every time. 162 is a pit."""


@pytest.fixture
def season_of_nine(league_club: Club, clock: Clock) -> Competition:  # noqa: F811
    """Five rounds a table, one table an evening; a substitute's points are the substitute's own."""
    season = league_services.found_season(club=league_club, name="Winter", now=clock.now)
    return league_services.add_competition(
        season=season,
        name="Thursdays",
        game="kraken",
        options={"rounds": 5},
        rules={"substitute": "substitute", "attendance": "free"},
        rounds=1,
    )


def type_sheet(table: LeagueTable, points: tuple[str, ...], now: datetime) -> None:
    """Type the sheet of a table on paper; the other side finds it right."""
    sitting = [seat.player for seat in table.seats.select_related("player").order_by("number")]
    for number, typed in enumerate(points, 1):
        values = {**MADE, "points": typed, **({"pit": "on"} if typed == "162" else {})}
        league_services.type_round(
            table_id=table.pk, number=number, values=values, player=sitting[0], now=now
        )
    league_services.confirm_sheet(table_id=table.pk, player=sitting[3], seen=len(points), now=now)


class Desk:
    """Files and decides cases about the rounds of one table."""

    def __init__(self, table: LeagueTable, arbiters: list[Player], clock: Clock) -> None:
        self.match = Match.objects.get(pk=table.match_id)
        self.arbiters, self.clock = arbiters, clock
        self.asker = self.match.seats.select_related("player").get(number=3).player

    def file(self, number: int, kind: str) -> Case:
        row = self.match.rounds.get(number=number)
        return services.file_case(
            round_id=row.pk, player=self.asker, kind=kind, text="It was wrong.", now=self.clock.now
        )

    def rule(self, case: Case, kind: RulingKind, *, confirmed: bool = False, **wanted: object) -> None:
        """The first arbiter rules, the second on appeal."""
        arbiter = self.arbiters[case.state == State.APPEALED]
        services.take_case(case_id=case.pk, arbiter=arbiter, now=self.clock.now)
        services.rule(
            case_id=case.pk,
            arbiter=arbiter,
            wanted=Wanted(kind, **wanted),  # type: ignore[arg-type]
            reason="So.",
            rule="5",
            now=self.clock.now,
            confirmed_finished=confirmed,
        )
        case.refresh_from_db()

    def sheet(self) -> list[tuple[int, int]]:
        """The points of both sides by round that count."""
        assert verify_log(Match.objects.get(pk=self.match.pk)) == ()
        return [tuple(row.points[:2]) for row in self.match.rounds.order_by("number")]  # type: ignore[misc]


def test_nine_cases_of_a_season_end_as_worked_out_by_hand(
    season_of_nine: Competition,
    members: list[Player],  # noqa: F811
    secretary: Player,  # noqa: F811
    make_player: Callable[..., Player],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two tables of five rounds. Points are those of seats 0 and 2, then of seats 1 and 3.

    Table A plays given cards, always with spades trumps, so that cards count double and roem once; from round 3 on a
    substitute plays seat 1. Played: 248-76 (twice 124-38), 176-188 (68-94, roem 40-0), 236-138 (93-69, roem 50-0),
    344-0 (100-62, roem 20-0; seats 1 and 3 made trumps and are nat), 238-176 (94-68, roem 50-40).

    1. Round 1: seats 1 and 3 held roem of 20 that nobody claimed: 248-76 becomes 248-96.
    2. Conduct in round 2: seat 1 loses 70, the member who sat there then, not the substitute.
    3. Collusion in round 3: rejected, 236-138 stays.
    4. The connection in round 5: it is void.

    Seats 0, 2: 248 + 176 + 236 + 344 + 0 = 1004, roem 40 + 50 + 20 = 110.
    Seat 3: 96 + 188 + 138 + 0 + 0 = 422, roem 20, nat once.
    Seat 1: the member 96 + 188 - 70 = 214, roem 20; the substitute 138 + 0 + 0 = 138, nat once.

    Table B is kept on paper: 100-62, 0-162 (81-81 is nat), 262-0 (all 162 and the pit), 90-72, 95-67.

    5. Round 1: 100-62 is counted again as 70-92 (0-162, nat); the appeal restores 100-62, nobody nat.
    6. Round 2: a kraken was forgotten: equal points go to the makers, 324-0, and the kraken is lost.
    7. Round 3: cards counted again as 150-12, so there is no pit: 150-12.
    8. Round 4: seats 0 and 2 revoked: 0-262, and they are nat.
    9. Round 5, ruled when the season is archived: 81-81.

    Seats 0, 2: 100 + 324 + 150 + 0 + 81 = 655, nat once. Seats 1, 3: 62 + 0 + 12 + 262 + 81 = 417, a kraken lost.
    """
    given_deals(monkeypatch, 1)
    entrants = [league_services.enter(competition=season_of_nine, players=[each]) for each in members[:9]]
    arbiters = [make_player(name) for name in ("Wise Wil", "Just Jo")]
    for arbiter in arbiters:
        add_member(club=season_of_nine.season.club, player=arbiter, role=Role.ARBITER, at=clock.now)
    evening = planned(season_of_nine, clock.now)
    sign_up(evening, entrants[:8], secretary, clock.now)
    evening = drawn(evening)
    league_services.put_on_paper(table_id=evening.tables.get(number=2).pk, version=evening.version)
    table_a, table_b = sorted(opened(evening, secretary, clock.now), key=lambda table: table.number)

    play(table_a, clock.now, rounds=2)
    evening.refresh_from_db()
    league_services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=table_a.seats.get(number=1).player,
        instead=members[8],
        actor=secretary,
        now=clock.now,
    )
    play(table_a, clock.now)
    type_sheet(table_b, TYPED, clock.now)
    a, b = Desk(table_a, arbiters, clock), Desk(table_b, arbiters, clock)
    assert [a.match.on_paper, b.match.on_paper] == [False, True]
    assert a.sheet() == [(248, 76), (176, 188), (236, 138), (344, 0), (238, 176)]
    assert b.sheet() == [(100, 62), (0, 162), (262, 0), (90, 72), (95, 67)]

    a.rule(a.file(1, "bonus"), RulingKind.BONUS, points=(0, 20))
    a.rule(a.file(2, "conduct"), RulingKind.PENALTY, seat=1, amount=-70)
    third = a.file(3, "collusion")
    services.take_case(case_id=third.pk, arbiter=arbiters[0], now=clock.now)
    services.reject(case_id=third.pk, arbiter=arbiters[0], reason="No question.", now=clock.now)
    a.rule(a.file(5, "time"), RulingKind.VOID)
    fifth = b.file(1, "typed")
    b.rule(fifth, RulingKind.COUNT, points=(70, 92))
    assert b.sheet()[0] == (0, 162)
    loser = b.match.seats.select_related("player").get(number=0).player
    fifth = services.appeal(case_id=fifth.pk, player=loser, text="Count them once more.", now=clock.now)
    b.rule(fifth, RulingKind.STANDS)
    b.rule(b.file(2, "other"), RulingKind.MULTIPLIER, level=1)
    b.rule(b.file(3, "typed"), RulingKind.COUNT, points=(150, 12))
    b.rule(b.file(4, "revoke"), RulingKind.REVOKE, side=0)
    ninth = b.file(5, "typed")
    closed(evening, secretary, clock.now + timedelta(hours=30))
    league_services.archive_season(season=season_of_nine.season, actor=secretary, now=clock.now)
    b.rule(ninth, RulingKind.ASSIGNED, confirmed=True, points=(81, 81))

    assert a.sheet() == [(248, 96), (176, 188), (236, 138), (344, 0), (0, 0)]
    assert a.match.rounds.get(number=5).status == Round.Status.VOID
    assert b.sheet() == [(100, 62), (324, 0), (150, 12), (0, 262), (81, 81)]
    assert Case.objects.count() == 9
    (instead,) = Entrant.objects.filter(members__player=members[8]).values_list("pk", flat=True)
    by_hand = by_seat(table_a, 1004, 214, 1004, 422) | by_seat(table_b, 655, 417, 655, 417) | {instead: 138}
    table = season_table(season_of_nine)
    assert {row.entrant: row.total for row in table.rows} == by_hand
    assert [row.total for row in table.rows] == sorted(by_hand.values(), reverse=True)
    assert not any(row.provisional for row in table.rows)
    assert {line.entrant: line.result.points for line in evening_lines(evening, table)} == by_hand
    roem, nat, lost = {"roem": 110}, {"nat": 1}, {"krakens_lost": 1}
    tallies_a = by_seat(table_a, roem, {"roem": 20}, roem, {"roem": 20, **nat})
    tallies_b = by_seat(table_b, nat, lost, nat, lost)
    assert {row.entrant: dict(row.credit.tallies) for row in table.rows} == {
        **tallies_a,
        **tallies_b,
        instead: nat,
    }


def by_seat(table: LeagueTable, *values: Value) -> dict[int, Value]:
    """The values by entrant, given by seat."""
    seats = table.seats.order_by("number").values_list("entrant", flat=True)
    return dict(zip(seats, values, strict=True))
