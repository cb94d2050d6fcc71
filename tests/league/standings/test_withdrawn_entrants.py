"""Promises of the standings about an entrant who has withdrawn: the points stay on every list, without a place."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest

from accounts.models import Club, Player
from accounts.personal_data import erase_account
from games.league import services
from games.league.models import Competition, Entrant, Evening
from games.league.queries import season_table
from tests.conftest import Clock
from tests.league import shown
from tests.league.written_evenings import hold_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition(league_club: Club, clock: Clock) -> Competition:
    """The first goes up, the last goes down; an evening is one round of four deals."""
    return services.add_competition(
        season=services.create_season(club=league_club, name="Autumn", now=clock()),
        name="Leavers",
        game="kraken",
        options={"rounds": 4},
        rules={"promotion": 1, "relegation": 1},
        rounds=1,
    )


@pytest.fixture
def evenings(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Clock
) -> list[Evening]:
    """Two evenings of one table, four deals each: M01 and M03 have 400, M02 and M04 248; then M01 and M02 320, M03 and
    M04 328. M05 to M17 never come."""
    return [
        hold_evening(competition, entrants[:4], secretary, clock() + timedelta(days=7 * week), points)
        for week, points in enumerate(((100, 62), (80, 82)))
    ]


def places(competition: Competition) -> dict[str, tuple[int | None, int, str]]:
    table = season_table(competition)
    return {table.name(row.entrant): (row.place, int(row.total), row.zone) for row in table.rows if row.total}


def test_who_deleted_the_account_is_not_offered_to_take_part_again(
    competition: Competition, entrants: list[Entrant], secretary: Player, members: list[Player], clock: Clock
) -> None:
    for entrant in entrants[:2]:
        services.withdraw(entrant=entrant, actor=secretary, reason="Moved", now=clock())
    erase_account(player=members[0], now=clock())
    desk = shown.client_of(secretary)
    page = desk.get(f"/l/{competition.pk}/manage/").content.decode()
    assert f"/entrant/{entrants[1].pk}/withdraw/" in page
    assert f"/entrant/{entrants[0].pk}/withdraw/" not in page
    assert "account deleted" in page


def test_what_was_played_stays_in_every_list_without_a_place(
    competition: Competition,
    entrants: list[Entrant],
    evenings: list[Evening],
    secretary: Player,
    members: list[Player],
    clock: Clock,
) -> None:
    """M03, who stood first and would go up, leaves after the second evening; so does M05, who never played. The others
    stand one place higher, and the next one goes up."""
    assert {name: (place, zone) for name, (place, _total, zone) in places(competition).items()} == {
        "M03": (1, "promotion"),
        "M01": (2, ""),
        "M04": (3, ""),
        "M02": (4, ""),
    }
    later = clock() + timedelta(days=8)
    for entrant in (entrants[2], entrants[4]):
        services.withdraw(entrant=entrant, actor=secretary, reason="Moved", now=later)

    assert places(competition) == {
        "M01": (1, 720, "promotion"),
        "M04": (2, 576, ""),
        "M02": (3, 568, ""),
        "M03": (None, 728, ""),
    }
    table = season_table(competition)
    assert table.name(table.rows[-1].entrant) == "M03"
    assert "M05" not in {table.name(row.entrant) for row in table.rows}

    reader = shown.client_of(members[1])
    last = shown.standings_of(shown.page(reader, "league:league", competition.pk))[-1]
    assert last["#"] == "–"
    assert last["Name"].startswith("M03")
    assert "withdrawn" in last["Name"]
    assert last["Points"] == "728"
    printed = shown.rows_of(shown.page(reader, "league:league_print", competition.pk))
    assert next(cells for cells in printed if cells[1].startswith("M03"))[-1].startswith("728")
    in_file = csv.DictReader(
        io.StringIO(reader.get(f"/l/{competition.pk}/file/table.csv").content.decode().removeprefix("\ufeff"))
    )
    assert {row["Name"]: (row["Place"], row["Points"]) for row in in_file}["M03"] == ("", "728")
    rows = reader.get(f"/l/{competition.pk}/file/table.json").json()["rows"]
    assert {row["name"]: (row["place"], row["points"]) for row in rows}["M03"] == (None, 728)
    own = shown.page(reader, "league:entrant", competition.pk, entrants[2].pk)
    assert "728" in own

    services.enter_again(entrant=entrants[2], actor=secretary, now=later)
    assert places(competition)["M03"] == (1, 728, "promotion")
