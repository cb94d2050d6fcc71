"""A disputed round of the toy game with sides of two and three players, from complaint to ruling."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.disputes.models import CaseKind
from games.league.models import LeagueTable
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.games.other_games import file_and_take, preview_and_rule, table_of_a_club, totals_of
from tests.disputes.pages.conftest import preview_ruling
from tests.league.playing import play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy", "real_time")]


def play_table() -> int:
    """The key of a table of five, two rounds of two deals each, played to the end."""
    return table_of_a_club(
        people=5, now=timezone.now(), game="toy", options={"rounds": 2, "turns": 2}, play=play
    )


def points_of(match: Match) -> list[list[int]]:
    return [list(round_.points) for round_ in match.rounds.order_by("number")]


def test_sides_of_two_and_three_are_assigned_points_and_one_player_is_fined(
    league_table: LeagueTable,
    arbiter: Player,
    clock: Clock,
) -> None:
    """Round 1 is made 10 for the captain's side (seats 0 and 2) and 4 for the others; seat 4 loses 3 beside that."""
    match = Match.objects.get(pk=league_table.match_id)
    names = dict(match.seats.values_list("number", "player__nickname"))
    asker = match.seats.get(number=3).player
    first, second = points_of(match)
    asking = client_of(asker)
    page = asking.get(f"/t/{match.code}/round/1/wrong/").content.decode()
    assert 'value="misclick"' in page
    assert "A slip of the finger" in page, "the club's own word"
    assert "A word out of place" in page, "the word of the game"
    assert 'value="declaration"' not in page
    why = "That was not the card I touched."
    case = file_and_take(match, 1, arbiter, clock.now, seat=3, kind=CaseKind.MISCLICK, text=why)
    body = preview_and_rule(case, arbiter, "assigned", points_0=10, points_1=4, seat=4, amount=-3)
    assert all(name in body for name in names.values())
    case.refresh_from_db()
    assert case.rulings.count() == 1
    assert points_of(match) == [[10, 4, 10, 4, 4], second]
    assert match.rounds.get(number=1).seat_points == [0, 0, 0, 0, -3]
    match.refresh_from_db()
    assert verify_log(match) == ()
    expected = {names[seat]: points + second[seat] for seat, points in enumerate((10, 4, 10, 4, 4 - 3))}
    assert first != [10, 4, 10, 4, 4]
    assert totals_of(league_table) == expected
    for address in (f"/t/{match.code}/round/1/", f"/t/{match.code}/", f"/cases/{case.pk}/"):
        shown: Client = asking
        assert shown.get(address).status_code == 200, address


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["void", "average", "forfeit", "split", "stands"])
def test_every_other_ruling_can_be_previewed_for_five(
    league_table: LeagueTable,
    arbiter: Player,
    clock: Clock,
    kind: str,
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    why = "Something was wrong."
    case = file_and_take(match, 2, arbiter, clock.now, seat=4, kind=CaseKind.OTHER, text=why)
    fields = {
        "forfeit": {"side": 0, "points_0": 0, "points_1": 9},
        "split": {"part_0": "stands", "part_1": "average"},
    }.get(kind, {})
    status, confirming, _body = preview_ruling(client_of(arbiter), case, kind, **fields)
    assert (status, confirming["kind"]) == (200, kind)
