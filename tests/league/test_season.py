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
from tests.league.conftest import closed, drawn, opened, planned, sign_up, write_rounds

pytestmark = pytest.mark.django_db

Brought = dict[int, list[int]]
BY_HAND = [
    *(2600, 2530, 2472, 2540, 2520, 2550, 2480, 2472, 2520),
    *(2652, 2382, 2380, 2480, 2530, 2400, 2222, 1890),
]
"""The totals of M01 to M17 after the season below."""
MADE = {"declarers": "0", "trump": "H", "level": "0", "side": "0"}


def play_round(
    evening: Evening, secretary: Player, now: datetime, brought: Brought, base: int
) -> list[LeagueTable]:
    """A round in which table t brings `base + 10 t` and `base - 10 t` in four rounds of cards."""
    tables = opened(evening, secretary, now)
    for table in tables:
        if table.on_paper:
            continue
        ours, theirs = base + 10 * table.number, base - 10 * table.number
        write_rounds(
            table, [(ours // 4, theirs // 4)] * 3 + [(ours - ours // 4 * 3, theirs - theirs // 4 * 3)], now
        )
        for seat in table.seats.all():
            brought[seat.entrant_id].append(ours if seat.number % 2 == 0 else theirs)
    return tables


def add_waiting(brought: Brought, evening: Evening) -> None:
    """Who waited a round of two gets the one table they played once more: their own average."""
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

    Where nothing else is said table t brings `base + 10 t` to seats 0 and 2 and `base - 10 t` to seats 1 and 3; the
    bases are 400, then (440 and 360 at every table); 410 and 420; 390 and 380; 430 and 440. Who waits for a round has
    the other table twice. By hand:

    * broken off after 100 : 80 twice, two rounds unplayed: 200 + 2 x 81 = 362 and 160 + 2 x 81 = 322;
    * on paper 100 : 62 twice, 162 + 20 roem + 100 pit : 0, and 60 : 102 nat, so 0 : 162. Together 482 : 286;
    * signed off is worth 500, without a word nothing; the substitute's points are the absent member's;
    * M03 on the fourth evening: (430 + 30) + (440 - 30) = 870, corrected by -40 to 830.

             14     15     16     17   best three
    M01  (810)   870    830    900    2600
    M02   830   (760)   840    860    2530
    M03   782    860   (696)   830    2472
    M04   880    800   (770)   860    2540
    M05  (732)   810    820    890    2520
    M06   820    830   (800)   900    2550
    M07   860    800   (790)   820    2480
    M08   752    870   (710)   850    2472
    M09   770    900   (710)   850    2520
    M10  (840)   860    902    890    2652
    M11   742    830   (720)   810    2382
    M12   730    780   (720)   870    2380
    M13  (720)   840    810    830    2480
    M14   750    900   (636)   880    2530
    M15  (500)   780    690    930    2400
    M16    (0)   500    852    870    2222
    M17    (0)   500    500    890    1890
    """
    now = clock()
    ledger: dict[int, list[int]] = defaultdict(list)

    # 14 players: M15 signs off in time, M16 and M17 say nothing. One table of the second round is broken off.
    first, brought = planned(competition, now), defaultdict(list)
    sign_up(first, entrants[:14], secretary, now)
    services.sign(evening_id=first.pk, entrant=entrants[14], comes=False, player=members[14], now=now)
    drawn(first)
    play_round(first, secretary, now, brought, 400)
    tables = opened(first, secretary, now)
    broken, *others = tables
    for table in others:
        write_rounds(table, [(110, 90)] * 4, now)
    write_rounds(broken, [(100, 80), (100, 80)], now, over=False)
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
            whole = (440, 360)[side]
            brought[seat.entrant_id].append((200, 160)[side] + 2 * 81 if table == broken else whole)
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
    play_round(second, secretary, now, brought, 410)
    play_round(second, secretary, now, brought, 420)
    closed(second, secretary, now)
    add_waiting(brought, second)
    for entrant in entrants[:15]:
        ledger[entrant.pk].append(sum(brought[entrant.pk]))
    ledger[entrants[15].pk].append(500)
    ledger[entrants[16].pk].append(500)

    # 16 players, one table of the first round on paper.
    third, brought = planned(competition, now), defaultdict(list)
    sign_up(third, entrants[:16], secretary, now)
    services.sign(evening_id=third.pk, entrant=entrants[16], comes=False, player=secretary, now=now)
    third = drawn(third, 2)
    paper = third.tables.get(round=1, number=1)
    services.put_on_paper(table_id=paper.pk, version=third.version)
    play_round(third, secretary, now, brought, 390)
    sitting = [seat.player for seat in paper.seats.order_by("number")]
    typed = [
        ("100", "", ""),
        ("100", "", ""),
        ("162", "on", "20"),
        ("60", "", ""),
    ]
    for number, (points, pit, roem) in enumerate(typed, 1):
        values = {**MADE, "points": points, "pit": pit, "roem_0": roem}
        services.type_round(table_id=paper.pk, number=number, values=values, player=sitting[0], now=now)
    services.confirm_sheet(table_id=paper.pk, player=sitting[1], seen=4, now=now)
    for seat in paper.seats.all():
        brought[seat.entrant_id].append((482, 286)[seat.number % 2])
    play_round(third, secretary, now, brought, 380)
    closed(third, secretary, now)
    for entrant in entrants[:16]:
        ledger[entrant.pk].append(sum(brought[entrant.pk]))
    ledger[entrants[16].pk].append(500)

    # 17 players, and one correction afterwards.
    fourth, brought = planned(competition, now), defaultdict(list)
    sign_up(fourth, entrants, secretary, now)
    drawn(fourth, 3)
    play_round(fourth, secretary, now, brought, 430)
    play_round(fourth, secretary, now, brought, 440)
    closed(fourth, secretary, now)
    add_waiting(brought, fourth)
    for entrant in entrants:
        ledger[entrant.pk].append(sum(brought[entrant.pk]))
    services.correct(
        evening=fourth, entrant=entrants[2], points=-40, actor=secretary, reason="Added up wrongly", now=now
    )
    ledger[entrants[2].pk][3] -= 40

    by_hand = {entrant: sum(sorted(points, reverse=True)[:3]) for entrant, points in ledger.items()}
    table = season_table(competition)
    assert [by_hand[entrant.pk] for entrant in entrants] == BY_HAND
    assert {row.entrant: row.total for row in table.rows} == by_hand
    assert [row.total for row in table.rows] == sorted(by_hand.values(), reverse=True)
    by_entrant = {row.entrant: row for row in table.rows}
    assert {row.entrant: [night.points for night in row.nights] for row in table.rows} == ledger
    assert all(sum(night.struck for night in row.nights) == 1 for row in table.rows)
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
    services.archive_season(season=season, now=clock())
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
        for table in opened(evening, secretary, clock()):
            write_rounds(table, [(100, 62)], clock())
    season_table(competition)
    with django_assert_num_queries(7):
        season_table(competition)
