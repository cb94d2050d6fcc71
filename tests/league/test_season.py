"""A season as a secretary runs it: four evenings with 14 to 17 players and everything that goes wrong on the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.clubs.departures import remove_member
from accounts.models import Player
from accounts.people.mentions import with_names
from games.league import services
from games.league.errors import LeagueRefusal, LeagueRefused
from games.league.models import Competition, Correction, Entrant, EntrantPlayer, Evening, LeagueTable
from games.league.queries import season_table
from games.league.standings.scores import MarkKind
from tests.league.conftest import closed, drawn, opened, owner_of, planned, sign_up
from tests.league.playing import IN_A_ROUND, typed, write_sheet

pytestmark = pytest.mark.django_db

Brought = dict[int, list[int]]
TOTALS = [
    *(2594, 2484, 2502, 2634, 2444, 2592, 2584, 2596, 2514),
    *(2604, 2424, 2464, 2494, 2494, 2316, 2266, 1948),
]
"""The totals of M01 to M17 after the season below, as the ledger that the test keeps beside it adds them up."""
MADE = {"declarers": "0", "trump": "H", "level": "0", "side": "0"}


def four_rounds(ours: int, theirs: int) -> list[tuple[int, int]]:
    """Four rounds of cards with these sums, all won by seats 0 and 2, who show roem in twenties."""
    roem = [20 * each for each in shared_out((ours + theirs - 4 * IN_A_ROUND) // 20)]
    ahead = [2 * each for each in shared_out((ours - theirs) // 2)]
    both = [IN_A_ROUND + shown for shown in roem]
    return [((whole + more) // 2, (whole - more) // 2) for whole, more in zip(both, ahead, strict=True)]


def shared_out(amount: int) -> list[int]:
    """An amount in four whole numbers, the larger ones first."""
    return [amount // 4 + (place < amount % 4) for place in range(4)]


def play_round(
    evening: Evening,
    secretary: Player,
    now: datetime,
    brought: Brought,
    base: int,
    *,
    typed_by_hand: bool = False,
) -> list[LeagueTable]:
    """A round in which table t brings `base + 10 t` and `base - 10 t` in four rounds of cards; of the third evening's
    first table somebody types another sheet."""
    tables = opened(evening, secretary, now, on_paper=True)
    for table in tables:
        if typed_by_hand and table.number == 1:
            continue
        ours, theirs = base + 10 * table.number, base - 10 * table.number
        write_sheet(table, *four_rounds(ours, theirs), now=now)
        for seat in table.seats.all():
            brought[seat.entrant_id].append(ours if seat.number % 2 == 0 else theirs)
    return tables


def add_waiting(brought: Brought, evening: Evening) -> None:
    """Count the one table twice for entrants who waited in a round of two: their own average."""
    for entrant in evening.marks.filter(kind=MarkKind.WAITED).values_list("entrant", flat=True):
        brought[entrant] *= 2


def test_a_season_of_four_evenings_comes_out_as_by_hand(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    """Four rounds of cards a table, two tables an evening, the best three of four evenings; in brackets what is struck.

    Where nothing else is said table t brings `base + 10 t` to seats 0 and 2 and `base - 10 t` to seats 1 and
    3; the bases are 404, then (444 and 364 at every table); 414 and 424; 394 and 384; 434 and 444. An entrant
    that waits for a round has the other table twice. By hand:

    * broken off after 100 : 82 twice, two rounds unplayed: 200 + 2 x 81 = 362 and 164 + 2 x 81 = 326;
    * table 1 of the third evening 100 : 62 twice, 162 + 20 roem + 100 pit : 0, and 60 : 102 nat, so 0 : 162.
      Together 482 : 286;
    * signed off is worth 500, without a word nothing; the substitute's points are the absent member's;
    * M03 on the fourth evening: (434 - 40) + (444 - 30) = 808, corrected by -40 to 768.

             14     15     16     17   best three
    M01   818    888   (768)   888    2594
    M02   838   (768)   798    848    2484
    M03   786    868    848   (768)   2502
    M04   888    868   (718)   878    2634
    M05  (740)   798    788    858    2444
    M06  (828)   848    836    908    2592
    M07   868    838   (778)   878    2584
    M08   760    878   (660)   958    2596
    M09  (778)   828    818    868    2514
    M10   848    838   (826)   918    2604
    M11  (746)   808    788    828    2424
    M12   738    828   (698)   898    2464
    M13  (728)   878    778    838    2494
    M14  (758)   828    788    878    2494
    M15  (500)   788    680    848    2316
    M16    (0)   500    838    928    2266
    M17    (0)   500    500    948    1948
    """
    now = clock()
    ledger: dict[int, list[int]] = defaultdict(list)

    # 14 players: M15 signs off in time, M16 and M17 say nothing. One table of the second round is broken off.
    first, brought = planned(competition, now), defaultdict(list)
    sign_up(first, entrants[:14], secretary, now)
    services.sign(evening_id=first.pk, entrant=entrants[14], comes=False, player=members[14], now=now)
    drawn(first)
    play_round(first, secretary, now, brought, 404)
    tables = opened(first, secretary, now, on_paper=True)
    broken, *others = tables
    for table in others:
        write_sheet(table, (111, 91), now=now)
    writer = broken.seats.select_related("player").get(number=0).player
    for number in (1, 2):
        services.type_round(table_id=broken.pk, number=number, values=typed(100, 82), player=writer, now=now)
    with pytest.raises(LeagueRefused) as refused:
        closed(first, secretary, now)
    assert refused.value.code == LeagueRefusal.TABLES_RUNNING
    first.refresh_from_db()
    services.break_off(
        table_id=broken.pk, version=first.version, actor=secretary, reason="Fire alarm", now=now
    )
    for table in tables:
        for seat in table.seats.all():
            side = seat.number % 2
            whole = (444, 364)[side]
            brought[seat.entrant_id].append((200, 164)[side] + 2 * 81 if table == broken else whole)
    closed(first, secretary, now)
    add_waiting(brought, first)
    for entrant in entrants[:14]:
        ledger[entrant.pk].append(sum(brought[entrant.pk]))
    ledger[entrants[14].pk].append(500)
    ledger[entrants[15].pk].append(0)
    ledger[entrants[16].pk].append(0)

    # 15 players: M16, M17 sign off. M17 plays after all, in the place of M01 from the start.
    second, brought = planned(competition, now), defaultdict(list)
    sign_up(second, entrants[:15], secretary, now)
    for entrant in entrants[15:]:
        services.sign(evening_id=second.pk, entrant=entrant, comes=False, player=secretary, now=now)
    second = drawn(second, 1)
    services.substitute(
        evening_id=second.pk,
        version=second.version,
        absent=members[0],
        instead=members[16],
        actor=secretary,
        now=now,
    )
    play_round(second, secretary, now, brought, 414)
    play_round(second, secretary, now, brought, 424)
    closed(second, secretary, now)
    add_waiting(brought, second)
    for entrant in entrants[:15]:
        ledger[entrant.pk].append(sum(brought[entrant.pk]))
    ledger[entrants[15].pk].append(500)
    ledger[entrants[16].pk].append(500)

    # 16 players, one sheet of the first round typed line by line.
    third, brought = planned(competition, now), defaultdict(list)
    sign_up(third, entrants[:16], secretary, now)
    services.sign(evening_id=third.pk, entrant=entrants[16], comes=False, player=secretary, now=now)
    third = drawn(third, 2)
    paper = third.tables.get(round=1, number=1)
    play_round(third, secretary, now, brought, 394, typed_by_hand=True)
    sitting = [seat.player for seat in paper.seats.order_by("number")]
    lines = [
        ("100", "", ""),
        ("100", "", ""),
        ("162", "on", "20"),
        ("60", "", ""),
    ]
    for number, (points, pit, roem) in enumerate(lines, 1):
        values = {**MADE, "points": points, "pit": pit, "roem_0": roem}
        services.type_round(table_id=paper.pk, number=number, values=values, player=sitting[0], now=now)
    services.confirm_sheet(table_id=paper.pk, player=sitting[1], seen=4, now=now)
    for seat in paper.seats.all():
        brought[seat.entrant_id].append((482, 286)[seat.number % 2])
    play_round(third, secretary, now, brought, 384)
    closed(third, secretary, now)
    for entrant in entrants[:16]:
        ledger[entrant.pk].append(sum(brought[entrant.pk]))
    ledger[entrants[16].pk].append(500)

    # 17 players, and one correction afterwards.
    fourth, brought = planned(competition, now), defaultdict(list)
    sign_up(fourth, entrants, secretary, now)
    drawn(fourth, 3)
    play_round(fourth, secretary, now, brought, 434)
    play_round(fourth, secretary, now, brought, 444)
    closed(fourth, secretary, now)
    add_waiting(brought, fourth)
    for entrant in entrants:
        ledger[entrant.pk].append(sum(brought[entrant.pk]))
    services.correct(
        evening=fourth, entrant=entrants[2], points=-40, actor=secretary, reason="Added up wrongly", now=now
    )
    ledger[entrants[2].pk][3] -= 40

    added_up = {entrant: sum(sorted(points, reverse=True)[:3]) for entrant, points in ledger.items()}
    table = season_table(competition)
    assert [added_up[entrant.pk] for entrant in entrants] == TOTALS
    assert {row.entrant: row.total for row in table.rows} == added_up
    assert [row.total for row in table.rows] == sorted(added_up.values(), reverse=True)
    by_entrant = {row.entrant: row for row in table.rows}
    assert {row.entrant: [result.points for result in row.results] for row in table.rows} == ledger
    assert all(sum(result.struck for result in row.results) == 1 for row in table.rows)
    assert by_entrant[entrants[16].pk].evenings == 1
    assert by_entrant[entrants[0].pk].evenings == 4  # the substitute's points are the absent member's here
    entries = {entry.what: entry for entry in with_names(Correction.objects.all(), "before", "after")}
    assert set(entries) == {"broken_off", "substitute", "correction"}
    assert (entries["substitute"].before, entries["substitute"].after) == ("M01", "M17")


def test_the_next_season_is_copied_from_the_last_with_who_goes_up_and_down(
    competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]
) -> None:
    season = competition.season
    services.add_competition(season=season, name="Second division", game="kraken", division=2)
    copy = services.copy_season(
        season=season, name="Spring", now=clock(), moved={entrants[0].pk: 1, entrants[1].pk: -1}
    )
    top, second = copy.competitions.order_by("division")
    assert (top.rules, top.options, top.rounds) == (
        competition.rules,
        competition.options,
        competition.rounds,
    )
    assert top.entrants.count() == 16
    assert [member.player_id for each in second.entrants.all() for member in each.members.all()] == [
        entrants[0].members.get().player_id
    ]
    assert not copy.competitions.filter(evenings__isnull=False).exists()
    services.archive_season(season=season, actor=owner_of(competition), now=clock())
    with pytest.raises(LeagueRefused) as refused:
        planned(competition, clock())
    assert refused.value.code == LeagueRefusal.SEASON_ARCHIVED


def test_who_has_left_the_club_is_not_copied_into_its_next_season(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    remove_member(club=competition.season.club, player=members[0], actor=secretary, now=clock())
    copy = services.copy_season(season=competition.season, name="Spring", now=clock())
    entered = EntrantPlayer.objects.filter(competition__season=copy)
    assert set(entered.values_list("player", flat=True)) == {player.pk for player in members[1:]}


@pytest.mark.parametrize("many", [5, 17])
def test_the_season_table_asks_the_same_number_of_queries_for_few_and_many(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
    django_assert_num_queries: Callable[..., object],
    many: int,
) -> None:
    for _number in range(1 + many // 8):
        evening = planned(competition, clock())
        sign_up(evening, entrants[:many], secretary, clock())
        drawn(evening)
        for table in opened(evening, secretary, clock(), on_paper=True):
            write_sheet(table, (100, 62), now=clock())
    season_table(competition)
    with django_assert_num_queries(7):
        season_table(competition)
