"""One season of two evenings, played at one table and typed at seven, with nine cases of different kinds; sheets,
tallies, evening lists and table end as worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

import pytest

from accounts.models import Club, Player, Role
from accounts.services import add_member
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case
from games.league import services as league_services
from games.league.models import Competition, Entrant, Evening, LeagueTable
from games.league.queries import evening_lines, season_table
from games.table.log.models import Round
from tests.conftest import Clock
from tests.disputes.season_desk import Desk, type_sheet
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, put_on_paper, sign_up
from tests.league.draw.written_seats import Seats, seat_as
from tests.league.playing import fix_deals, play

pytestmark = pytest.mark.django_db
TYPED: Final = ("100", "81", "162", "90", "95")
"""Card points of seats 0 and 2 by hand, of 162; they made hearts trumps every time. 162 is a pit."""
SEATS: Final[tuple[Seats, ...]] = (
    (("01 02 03 04", "05 06 07 08"), ("01 05 02 06", "03 07 04 08")),
    (("01 02 04 03", "05 06 08 07"), ("09 05 02 03", "04 07 06 08")),
)
"""The seats of both evenings, by round and table."""
FIRST: Final = {
    "M01": 1474, "M02": 684, "M03": 1454, "M04": 872, "M05": 1069, "M06": 803, "M07": 1089, "M08": 823, "M09": 138,
}  # fmt: skip
SECOND: Final = {
    "M01": 1000, "M02": 810, "M03": 820, "M04": 980, "M05": 900, "M06": 890, "M07": 800, "M08": 850, "M09": 860,
}  # fmt: skip
END_TABLE: Final = [
    ("M01", 2474),
    ("M03", 2274),
    ("M05", 1969),
    ("M07", 1889),
    ("M04", 1852),
    ("M06", 1693),
    ("M08", 1673),
    ("M02", 1494),
    ("M09", 998),
]
TALLIES: Final = {
    "M01": {"roem": 110},
    "M02": {"roem": 20},
    "M03": {"roem": 110},
    "M04": {"roem": 20, "nat": 1},
    "M05": {"nat": 1},
    "M06": {"krakens_lost": 1},
    "M07": {"nat": 1},
    "M08": {"krakens_lost": 1},
    "M09": {"nat": 1},
}
"""Added up on paper, in the docstring of the test."""


@pytest.fixture
def season_of_nine(league_club: Club, clock: Clock) -> Competition:
    """Five hands a table, two rounds an evening; a substitute's points are the substitute's own."""
    season = league_services.create_season(club=league_club, name="Winter", now=clock.now)
    return league_services.add_competition(
        season=season,
        name="Thursdays",
        game="kraken",
        options={"rounds": 5},
        rules={"substitute": "substitute", "attendance": "free"},
        rounds=2,
    )


class Leader:
    """The secretary, who leads the evenings of the season."""

    def __init__(
        self, competition: Competition, entrants: Sequence[Entrant], player: Player, clock: Clock
    ) -> None:
        self.competition, self.entrants = competition, entrants
        self.secretary, self.clock = player, clock

    def begin(self, number: int, there: int) -> Evening:
        """The evening of that number, drawn for the first members, seated as written."""
        evening = plan_evening(self.competition, self.clock.now + timedelta(days=7 * number))
        sign_up(evening, self.entrants[:there], self.secretary, self.clock.now)
        evening = draw_evening(evening)
        seat_as(evening, SEATS[number - 1], self.entrants, self.secretary, self.clock.now)
        return evening

    def type_round(self, evening: Evening, *points: tuple[int, int]) -> list[LeagueTable]:
        """Open the next round on paper and type the totals of its tables."""
        tables = open_round(evening, self.secretary, self.clock.now, on_paper=True)
        about = {"player": self.secretary, "now": self.clock.now, "for_club": True}
        for table, (ours, theirs) in zip(tables, points, strict=True):
            values = {"points_0": f"{ours}", "points_1": f"{theirs}"}
            league_services.type_totals(table_id=table.pk, values=values, **about)
            league_services.confirm_sheet(table_id=table.pk, seen=table.planned, **about)
        return tables


@pytest.mark.slow
def test_nine_cases_of_a_season_end_as_worked_out_by_hand(
    season_of_nine: Competition,
    members: list[Player],
    secretary: Player,
    make_player: Callable[..., Player],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five hands a table. "01+03 248 : 76 02+04" are the points of M01 and M03, then those of M02 and M04.

    First evening, eight players. Round 1, table 1, 01+03 against 02+04, plays given cards, always with spades trumps,
    so that cards count double and roem once; from hand 3 on M09 holds the cards of M02. Played and then ruled:
        hand 1    248 :  76   twice 124-38                       case 1   248 :  96
        hand 2    176 : 188   twice 68-94, roem 40-0             case 2   176 : 188, M02 loses 70
        hand 3    236 : 138   twice 93-69, roem 50-0             case 3   236 : 138
        hand 4    344 :   0   twice 162 and roem 20; 02+04 made trumps and are nat
        hand 5    238 : 176   twice 94-68, roem 50-40            case 4     0 :   0
    1. 02+04 held roem of 20 that nobody claimed. 2. Conduct: a penalty for M02, who sat there then, not for M09.
    3. Collusion: rejected. 4. The connection: the hand is void.
        01, 03  248 + 176 + 236 + 344 + 0 = 1004, roem 40 + 50 + 20 = 110
        04      96 + 188 + 138 + 0 + 0 = 422, roem 20, nat once
        02      96 + 188 - 70 = 214, roem 20
        09      138 + 0 + 0 = 138, nat once

    Round 1, table 2, 05+07 against 06+08, is kept on paper hand by hand. Typed and then ruled:
        hand 1    100 :  62                                      case 5   100 :  62
        hand 2      0 : 162   81-81 is nat                       case 6   324 :   0
        hand 3    262 :   0   all 162 and the pit                case 7   150 :  12
        hand 4     90 :  72                                      case 8     0 : 262
        hand 5     95 :  67
    5. Counted again as 70-92, so 0 : 162, nat; the appeal restores 100 : 62, nobody nat. 6. A kraken was forgotten:
    equal points go to the makers, who have all of it twice, and the kraken is lost. 7. Cards counted again as 150-12,
    so there is no pit. 8. 05+07 revoked: all of it and the pit go to the others, and they are nat.
        05, 07  100 + 324 + 150 + 0 + 95 = 669, nat once
        06, 08  62 + 0 + 12 + 262 + 67 = 403, a kraken lost

    Round 2, totals only:
        table 1   01+02 470 : 400 05+06
        table 2   03+04 450 : 420 07+08
    The evening:
        01  1004 + 470 = 1474     04  422 + 450 =  872     07  669 + 420 = 1089
        02   214 + 470 =  684     05  669 + 400 = 1069     08  403 + 420 =  823
        03  1004 + 450 = 1454     06  403 + 400 =  803     09  138

    Second evening, nine players, totals only. Round 1:
        table 1   01+04 500 : 400 02+03                          case 9   500 : 380
        table 2   05+08 460 : 410 06+07      09 waits
    Round 2:
        table 1   09+02 430 : 440 05+03
        table 2   04+06 480 : 390 07+08      01 waits
    9. The paper says 380. It is ruled when the season is archived. Waiting is worth the other table of the evening: 500
    for M01, 430 for M09.
        01  500 + 500 = 1000      04  500 + 480 =  980     07  410 + 390 =  800
        02  380 + 430 =  810      05  460 + 440 =  900     08  460 + 390 =  850
        03  380 + 440 =  820      06  410 + 480 =  890     09  430 + 430 =  860

    The season:
        01  1474 + 1000 = 2474    04   872 + 980 = 1852    07  1089 + 800 = 1889
        02   684 +  810 = 1494    05  1069 + 900 = 1969    08   823 + 850 = 1673
        03  1454 +  820 = 2274    06   803 + 890 = 1693    09   138 + 860 =  998
    """
    fix_deals(monkeypatch, 1)
    entrants = [league_services.enter(competition=season_of_nine, players=[each]) for each in members[:9]]
    arbiters = [make_player(name) for name in ("Wise Wil", "Just Jo")]
    for arbiter in arbiters:
        add_member(club=season_of_nine.season.club, player=arbiter, role=Role.ARBITER, at=clock.now)
    leader = Leader(season_of_nine, entrants, secretary, clock)
    first = leader.begin(1, there=8)
    first.refresh_from_db()
    put_on_paper(table_id=first.tables.get(round=1, number=2).pk, version=first.version)
    table_a, table_b = sorted(open_round(first, secretary, clock.now), key=lambda table: table.number)
    play(table_a, clock.now, rounds=2)
    first.refresh_from_db()
    league_services.substitute(
        evening_id=first.pk,
        version=first.version,
        absent=members[1],
        instead=members[8],
        actor=secretary,
        now=clock.now,
        only_round=1,
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
    a.rule(a.file(5, "clock"), RulingKind.VOID)
    fifth = b.file(1, "typed")
    b.rule(fifth, RulingKind.COUNT, points=(70, 92))
    assert b.sheet()[0] == (0, 162)
    loser = b.match.seats.select_related("player").get(number=0).player
    fifth = services.appeal(case_id=fifth.pk, player=loser, text="Count them once more.", now=clock.now)
    b.rule(fifth, RulingKind.STANDS)
    b.rule(b.file(2, "other"), RulingKind.MULTIPLIER, level=1)
    b.rule(b.file(3, "typed"), RulingKind.COUNT, points=(150, 12))
    b.rule(b.file(4, "revoke"), RulingKind.REVOKE, revoked=(0,))
    leader.type_round(first, (470, 400), (450, 420))
    close_evening(first, secretary, clock.now + timedelta(hours=30))

    second = leader.begin(2, there=9)
    table_c, _other = leader.type_round(second, (500, 400), (460, 410))
    leader.type_round(second, (430, 440), (480, 390))
    c = Desk(table_c, arbiters, clock)
    ninth = c.file(5, "typed")  # totals stand as the last hand
    close_evening(second, secretary, clock.now + timedelta(hours=30))
    league_services.archive_season(
        season=season_of_nine.season, actor=secretary, now=clock.now, despite_reviews=True
    )
    c.rule(ninth, RulingKind.ASSIGNED, confirmed=True, points=(500, 380))

    assert a.sheet() == [(248, 96), (176, 188), (236, 138), (344, 0), (0, 0)]
    assert a.match.rounds.get(number=5).status == Round.Status.VOID
    assert b.sheet() == [(100, 62), (324, 0), (150, 12), (0, 262), (95, 67)]
    assert c.sheet() == [(500, 380)]
    assert Case.objects.count() == 9
    table = season_table(season_of_nine)
    for evening, worked_out in ((first, FIRST), (second, SECOND)):
        lines = evening_lines(evening, table)
        assert {table.name(line.entrant): line.result.points for line in lines} == worked_out
    assert [(table.name(row.entrant), row.total) for row in table.rows] == END_TABLE
    assert not any(row.provisional for row in table.rows)
    assert {table.name(row.entrant): dict(row.credit.tallies) for row in table.rows} == TALLIES
