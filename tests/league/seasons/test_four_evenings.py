"""A season as a secretary runs it: four evenings with 14 to 17 players and everything that goes wrong on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

import pytest

from accounts.mentions import with_names
from accounts.models import Player
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Correction, Entrant, Evening, LeagueTable
from games.league.queries import season_table
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
)
from tests.league.draw.written_seats import Seats, seat_as
from tests.league.playing import IN_A_ROUND, typed_fields, write_sheet

pytestmark = pytest.mark.django_db

SEATS: tuple[Seats, ...] = (
    (("01 02 03 04", "05 06 07 08", "09 10 11 12"), ("13 05 14 06", "01 07 02 08", "03 09 04 10")),
    (("15 01 14 05", "13 06 12 07", "11 08 10 09"), ("01 02 06 03", "04 05 07 08", "09 10 12 11")),
    (
        ("16 01 15 02", "03 04 05 06", "07 08 09 10", "11 12 13 14"),
        ("01 03 04 05", "02 06 07 08", "09 11 10 12", "13 15 14 16"),
    ),
    (
        ("17 16 01 02", "03 05 04 06", "07 09 08 10", "11 13 12 14"),
        ("15 17 01 03", "02 04 05 07", "06 08 09 11", "10 12 13 14"),
    ),
)
"""The seats of the four evenings, by round and table."""
WORKED_OUT = """
01   858  838 (680) 898   2594
02   838  828 (690) 888   2554
03   858  828 (788) 848   2534
04   838  888 (768) 878   2604
05  (750) 808  788  878   2474
06  (710) 828  738  888   2454
07  (788) 838  828  888   2554
08   748  788 (728) 878   2414
09  (798) 838  838  878   2554
10  (738) 838  778  888   2504
11   868  838 (788) 888   2594
12   748  888 (708) 878   2514
13  (724) 868  858  878   2604
14  (724) 848  778  798   2424
15  (500) 848  826  908   2582
16    (0) 500  826  848   2174
17    (0) 500  500  878   1878
"""
"""The points of M01 to M17 on the four evenings, in brackets what is struck, and the season's total, added up on paper
in the docstring of the test."""
END_TABLE = (
    2604,
    2604,
    2594,
    2594,
    2582,
    2554,
    2554,
    2554,
    2534,
    2514,
    2504,
    2474,
    2454,
    2424,
    2414,
    2174,
    1878,
)
"""The totals from the first place to the last."""
MADE = {"declarers": "0", "trump": "H", "level": "0", "side": "0"}


def table_by_hand() -> dict[str, tuple[list[int], list[int], int]]:
    """The table above by member: the points of the evenings, those struck, the total."""
    table = {}
    for line in WORKED_OUT.strip().splitlines():
        number, *evenings, total = line.split()
        struck = [int(points.strip("()")) for points in evenings if points.startswith("(")]
        table[f"M{number}"] = ([int(points.strip("()")) for points in evenings], struck, int(total))
    return table


def four_rounds(ours: int, theirs: int) -> list[tuple[int, int]]:
    """Four rounds of cards with these sums, all won by seats 0 and 2, who show roem in twenties."""
    roem = [20 * each for each in share_out((ours + theirs - 4 * IN_A_ROUND) // 20)]
    ahead = [2 * each for each in share_out((ours - theirs) // 2)]
    both = [IN_A_ROUND + shown for shown in roem]
    return [((whole + more) // 2, (whole - more) // 2) for whole, more in zip(both, ahead, strict=True)]


def share_out(amount: int) -> list[int]:
    """An amount in four whole numbers, the larger ones first."""
    return [amount // 4 + (place < amount % 4) for place in range(4)]


def play_round(evening: Evening, secretary: Player, now: datetime, base: int, *, but: int = 0) -> None:
    """A round in which table t brings `base + 10 t` and `base - 10 t` in four rounds of cards; table `but` is typed
    already, or by somebody else."""
    for table in open_round(evening, secretary, now, on_paper=True):
        if table.number != but:
            ours, theirs = base + 10 * table.number, base - 10 * table.number
            write_sheet(table, *four_rounds(ours, theirs), now=now)


@pytest.mark.slow
def test_a_season_of_four_evenings_comes_out_as_by_hand(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    """Four rounds of cards a table, two tables an evening, the best three of four evenings.

    A table is written "01+03 414 : 394 02+04": M01 and M03 have 414 points each, M02 and M04 have 394 each. Where
    nothing else is said, table t brings base + 10 t and base - 10 t. Waiting for a round is worth the member's other
    table of that evening, here "waits, 434".

    First evening, 14 players. Round 1, base 404:
        table 1   01+03 414 : 394 02+04
        table 2   05+07 424 : 384 06+08
        table 3   09+11 434 : 374 10+12      13 waits, 362   14 waits, 362
    Round 2. Table 1 is broken off after 100 : 82 and 100 : 82, and two rounds of cards are compensated with 81 each:
    200 + 162 = 362 and 164 + 162 = 326. The others write four times 111 : 91:
        table 1   13+14 362 : 326 05+06
        table 2   01+02 444 : 364 07+08
        table 3   03+04 444 : 364 09+10      11 waits, 434   12 waits, 374
    M15 signs off in time: 500. M16 and M17 stay away without a word: 0. Added up:
        01  414 + 444 = 858     06  384 + 326 = 710     11  434 + 434 = 868
        02  394 + 444 = 838     07  424 + 364 = 788     12  374 + 374 = 748
        03  414 + 444 = 858     08  384 + 364 = 748     13  362 + 362 = 724
        04  394 + 444 = 838     09  434 + 364 = 798     14  362 + 362 = 724
        05  424 + 326 = 750     10  374 + 364 = 738

    Second evening, 15 players. M17, who has signed off, holds the cards of M01, and the points are M01's. Round 1,
    base 414:
        table 1   15+14 424 : 404 01+05
        table 2   13+12 434 : 394 06+07
        table 3   11+10 444 : 384 08+09      02 waits, 414   03 waits, 414   04 waits, 444
    Round 2, base 424:
        table 1   01+06 434 : 414 02+03
        table 2   04+07 444 : 404 05+08
        table 3   09+12 454 : 394 10+11      13 waits, 434   14 waits, 424   15 waits, 424
    M16 and M17 signed off: 500 each. Added up:
        01  404 + 434 = 838     06  394 + 434 = 828     11  444 + 394 = 838
        02  414 + 414 = 828     07  394 + 444 = 838     12  434 + 454 = 888
        03  414 + 414 = 828     08  384 + 404 = 788     13  434 + 434 = 868
        04  444 + 444 = 888     09  384 + 454 = 838     14  424 + 424 = 848
        05  404 + 404 = 808     10  444 + 394 = 838     15  424 + 424 = 848

    Third evening, 16 players, nobody waits. The sheet of table 1 is typed line by line: 100 : 62, again 100 : 62, then
    all tricks, so 162 and 20 roem and 100 for the pit, 282 : 0, and last 60 of 162, nat, 0 : 162. Added up
    100 + 100 + 282 + 0 = 482 and 62 + 62 + 0 + 162 = 286. Round 1, base 394:
        table 1   16+15 482 : 286 01+02
        table 2   03+05 414 : 374 04+06
        table 3   07+09 424 : 364 08+10
        table 4   11+13 434 : 354 12+14
    Round 2, base 384:
        table 1   01+04 394 : 374 03+05
        table 2   02+07 404 : 364 06+08
        table 3   09+10 414 : 354 11+12
        table 4   13+14 424 : 344 15+16
    M17 signed off: 500. Added up:
        01  286 + 394 = 680     07  424 + 404 = 828     13  434 + 424 = 858
        02  286 + 404 = 690     08  364 + 364 = 728     14  354 + 424 = 778
        03  414 + 374 = 788     09  424 + 414 = 838     15  482 + 344 = 826
        04  374 + 394 = 768     10  364 + 414 = 778     16  482 + 344 = 826
        05  414 + 374 = 788     11  434 + 354 = 788
        06  374 + 364 = 738     12  354 + 354 = 708

    Fourth evening, all 17. Round 1, base 434:
        table 1   17+01 444 : 424 16+02
        table 2   03+04 454 : 414 05+06
        table 3   07+08 464 : 404 09+10
        table 4   11+12 474 : 394 13+14      15 waits, 454
    Round 2, base 444:
        table 1   15+01 454 : 434 17+03
        table 2   02+05 464 : 424 04+07
        table 3   06+09 474 : 414 08+11
        table 4   10+13 484 : 404 12+14      16 waits, 424
    M03 is corrected by -40 afterwards. Added up:
        01  444 + 454 = 898     07  464 + 424 = 888     13  394 + 484 = 878
        02  424 + 464 = 888     08  464 + 414 = 878     14  394 + 404 = 798
        03  454 + 434 = 888     09  404 + 474 = 878     15  454 + 454 = 908
              888 - 40 = 848    10  404 + 484 = 888     16  424 + 424 = 848
        04  454 + 424 = 878     11  474 + 414 = 888     17  444 + 434 = 878
        05  414 + 464 = 878     12  474 + 404 = 878
        06  414 + 474 = 888

    The best three of each member:
        01  858 + 838 + 898 = 2594     07  838 + 828 + 888 = 2554     13  868 + 858 + 878 = 2604
        02  838 + 828 + 888 = 2554     08  748 + 788 + 878 = 2414     14  848 + 778 + 798 = 2424
        03  858 + 828 + 848 = 2534     09  838 + 838 + 878 = 2554     15  848 + 826 + 908 = 2582
        04  838 + 888 + 878 = 2604     10  838 + 778 + 888 = 2504     16  500 + 826 + 848 = 2174
        05  808 + 788 + 878 = 2474     11  868 + 838 + 888 = 2594     17  500 + 500 + 878 = 1878
        06  828 + 738 + 888 = 2454     12  748 + 888 + 878 = 2514
    """
    now = clock()

    def begun(number: int, there: Sequence[Entrant]) -> Evening:
        evening = plan_and_draw(competition, there, secretary, now)
        seat_as(evening, SEATS[number - 1], entrants, secretary, now)
        return evening

    def signed_off(evening: Evening, *numbers: int) -> None:
        for number in numbers:
            services.sign(
                evening_id=evening.pk, entrant=entrants[number - 1], comes=False, player=secretary, now=now
            )

    first = begun(1, entrants[:14])
    signed_off(first, 15)
    play_round(first, secretary, now, 404)
    broken, *others = open_round(first, secretary, now, on_paper=True)
    for table in others:
        write_sheet(table, (111, 91), now=now)
    writer = broken.seats.select_related("player").get(number=0).player
    for number in (1, 2):
        services.type_round(
            table_id=broken.pk, number=number, values=typed_fields(100, 82), player=writer, now=now
        )
    with pytest.raises(LeagueRefused) as refused:
        close_evening(first, secretary, now)
    assert refused.value.code == LeagueRefusal.TABLES_RUNNING
    first.refresh_from_db()
    services.break_off(
        table_id=broken.pk, version=first.version, actor=secretary, reason="Fire alarm", now=now
    )
    close_evening(first, secretary, now)

    second = begun(2, entrants[:15])
    signed_off(second, 16, 17)
    second.refresh_from_db()
    services.substitute(
        evening_id=second.pk,
        version=second.version,
        absent=members[0],
        instead=members[16],
        actor=secretary,
        now=now,
    )
    play_round(second, secretary, now, 414)
    play_round(second, secretary, now, 424)
    close_evening(second, secretary, now)

    third = begun(3, entrants[:16])
    signed_off(third, 17)
    play_round(third, secretary, now, 394, but=1)
    type_by_hand(third.tables.get(round=1, number=1), now)
    play_round(third, secretary, now, 384)
    close_evening(third, secretary, now)

    fourth = begun(4, entrants)
    play_round(fourth, secretary, now, 434)
    play_round(fourth, secretary, now, 444)
    close_evening(fourth, secretary, now)
    services.correct(
        evening=fourth, entrant=entrants[2], points=-40, actor=secretary, reason="Added up wrongly", now=now
    )

    table = season_table(competition)
    assert {
        table.name(row.entrant): (
            [result.points for result in row.results],
            [result.points for result in row.results if result.struck],
            row.total,
        )
        for row in table.rows
    } == table_by_hand()
    assert tuple(row.total for row in table.rows) == END_TABLE
    by_entrant = {row.entrant: row for row in table.rows}
    assert by_entrant[entrants[16].pk].evenings == 1
    assert by_entrant[entrants[0].pk].evenings == 4  # the substitute's points are the absent member's here
    entries = {entry.what: entry for entry in with_names(Correction.objects.all(), "before", "after")}
    assert set(entries) == {"broken_off", "substitute", "correction"}
    assert (entries["substitute"].before, entries["substitute"].after) == ("M01", "M17")


def type_by_hand(table: LeagueTable, now: datetime) -> None:
    """Type a sheet line by line: 482 : 286. The other side finds it right."""
    sitting = [seat.player for seat in table.seats.select_related("player").order_by("number")]
    lines = [("100", "", ""), ("100", "", ""), ("162", "on", "20"), ("60", "", "")]
    for number, (points, pit, roem) in enumerate(lines, 1):
        values = {**MADE, "points": points, "pit": pit, "roem_0": roem}
        services.type_round(table_id=table.pk, number=number, values=values, player=sitting[0], now=now)
    services.confirm_sheet(table_id=table.pk, player=sitting[1], seen=4, now=now)
