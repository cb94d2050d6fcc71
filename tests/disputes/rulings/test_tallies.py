"""Rulings change what a game tallies beside points, as they change points: by differences that an appeal takes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from accounts.models import Notice, Player
from games.disputes import services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.models import Case, Ruling
from games.league.models import LeagueTable, TableSeat
from games.league.queries import season_table
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conftest import round_of

pytestmark = pytest.mark.django_db
NONE: Mapping[str, int] = {}


def season_tallies(table: LeagueTable) -> dict[int, Mapping[str, int]]:
    """The tallies of the season, by seat of this table, those of nothing left out."""
    rows = {row.entrant: row.credit.tallies for row in season_table(table.evening.competition).rows}
    seats = TableSeat.objects.filter(table=table).order_by("number")
    return {seat.number: rows[seat.entrant_id] for seat in seats}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "wanted", "own", "theirs"),
    [
        (RulingKind.COUNT, {"points": (70, 92)}, {"nat": 1}, NONE),
        (RulingKind.MULTIPLIER, {"level": 1}, NONE, {"krakens_lost": 1}),
        (RulingKind.BONUS, {"points": (40, 0)}, {"roem": 40}, NONE),
        (RulingKind.REVOKE, {"revoked": (0,)}, {"nat": 1}, NONE),
        (RulingKind.ASSIGNED, {"points": (81, 81)}, NONE, NONE),
        (RulingKind.VOID, {}, NONE, NONE),
    ],
)
def test_a_ruling_and_its_appeal_change_the_tallies_that_break_ties(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    league_table: LeagueTable,
    match: Match,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
    kind: RulingKind,
    wanted: dict[str, object],
    own: Mapping[str, int],
    theirs: Mapping[str, int],
) -> None:
    """Rounds of 100, 82, 120 and 90 points, all made: nothing is tallied before the ruling and after the appeal."""
    assert season_tallies(league_table) == dict.fromkeys(range(4), NONE)
    case = rule(file(), arbiters[0], kind, **wanted)
    assert season_tallies(league_table) == {0: own, 1: theirs, 2: own, 3: theirs}
    assert round_of(match).result["tallies"]["nat"] == [0, 0, 0, 0], "what was played stays"
    assert verify_log(Match.objects.get(pk=match.pk)) == ()
    services.appeal(case_id=case.pk, player=seated_players[1], text="No.", now=clock.now)
    rule(case, arbiters[1], RulingKind.STANDS)
    assert season_tallies(league_table) == dict.fromkeys(range(4), NONE)
    assert round_of(match).tallies is None
    assert verify_log(Match.objects.get(pk=match.pk)) == ()


def test_two_rulings_about_one_round_add_their_tallies_up(
    file: Callable[..., Case], rule: Callable[..., Case], league_table: LeagueTable, arbiters: list[Player]
) -> None:
    rule(file(kind="bonus"), arbiters[0], RulingKind.BONUS, points=(40, 0))
    rule(file(kind="typed"), arbiters[1], RulingKind.BONUS, points=(20, 50))
    assert season_tallies(league_table)[0] == {"roem": 60}
    assert season_tallies(league_table)[1] == {"roem": 50}


def test_the_preview_says_what_happens_to_the_tallies(
    file: Callable[..., Case], league_table: LeagueTable, arbiters: list[Player], clock: Clock
) -> None:
    case = file()
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    wanted = RulingRequest(RulingKind.COUNT, points=(70, 92))
    seen = services.preview(case_id=case.pk, arbiter=arbiters[0], wanted=wanted)
    assert seen.effect.tallies == {"nat": (1, 0, 1, 0)}
    names = [seat.player.nickname for seat in league_table.seats.select_related("player").order_by("number")]
    fields = {"kind": "count", "points_0": "70", "points_1": "92", "reason": "Counted.", "rule": "1"}
    page = client_of(arbiters[0]).post(f"/desk/{case.pk}/preview/", fields).content.decode()
    assert f"In the list “Rounds nat” too: {names[0]} and {names[2]} +1" in page


@pytest.mark.parametrize(("kind", "shows"), [("count", True), ("stands", False)])
def test_standings_in_which_nothing_changes_are_not_shown_twice(
    file: Callable[..., Case], arbiters: list[Player], clock: Clock, kind: str, shows: bool
) -> None:
    case = file()
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    fields = {"kind": kind, "points_0": "70", "points_1": "92", "reason": "Counted.", "rule": "1"}
    page = client_of(arbiters[0]).post(f"/desk/{case.pk}/preview/", fields).content.decode()
    assert ('id="standings-title"' in page) == shows
    assert ("nothing changes." in page) == (not shows)
    assert 'id="sheet-title"' in page


def test_a_penalty_is_told_with_its_points_and_not_as_an_unchanged_result(
    file: Callable[..., Case], rule: Callable[..., Case], arbiters: list[Player], seated_players: list[Player]
) -> None:
    rule(file(), arbiters[0], RulingKind.PENALTY, seat=2, amount=-50)
    notice = Notice.objects.get(
        player=seated_players[1], subject__startswith="Ruling: Evening 1, round 1, table 1: game 1"
    )
    assert "Before:" not in notice.text
    assert "The round still counts 100 : 62." in notice.text.replace("\u00a0", " ")
    assert notice.text.endswith(": −50.")


def test_an_appeal_that_restores_says_so_beside_its_points(
    file: Callable[..., Case],
    rule: Callable[..., Case],
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    """The first ruling made 100-62 a failed round; the appeal brings both results back, and is not called unchanged."""
    case = rule(file(), arbiters[0], RulingKind.COUNT, points=(70, 92))
    services.appeal(case_id=case.pk, player=seated_players[0], text="No.", now=clock.now)
    services.take_case(case_id=case.pk, arbiter=arbiters[1], now=clock.now)
    desk = client_of(arbiters[1])
    fields = {"kind": "stands", "reason": "Counted right.", "rule": "1"}
    page = desk.post(f"/desk/{case.pk}/preview/", fields).content.decode()
    assert "The result before the first ruling is restored" in page
    assert "Nothing changes." not in page
    services.give_ruling(
        case_id=case.pk,
        arbiter=arbiters[1],
        wanted=RulingRequest(RulingKind.STANDS),
        reason="Counted right.",
        rule="1",
        now=clock.now,
    )
    assert Ruling.objects.count() == 2
    page = client_of(seated_players[2]).get(f"/cases/{case.pk}/").content.decode()
    assert "The result before the first ruling is restored" in page
    assert "The result stands" not in page
