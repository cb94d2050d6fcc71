"""One person in the club twice: merged, the table says what the two rows said together, and nothing else moves."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.errors import AccountRefusal
from accounts.mentions import with_names
from accounts.merging import merge_members
from accounts.models import Club, Player
from games import trail
from games.league import services
from games.league.errors import LeagueRefusal
from games.league.models import Competition, Correction, Entrant, EntrantPlayer, TableSeat
from games.league.queries import season_table
from games.table.log.models import Match, Seat
from games.table.services.verification import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import plan_and_draw
from tests.league.written_evenings import hold_evening
from tests.refused import refusal
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def both_count(competition: Competition) -> Competition:
    """Every evening counts, so that sums are sums."""
    competition.rules = {"announced": "fixed", "announced_points": 500}
    competition.save()
    return competition


def totals(competition: Competition) -> dict[int, int]:
    return {row.entrant: row.total for row in season_table(competition).rows}


def merge(club: Club, pair: list[Player], actor: Player, now: datetime) -> None:
    Player.objects.filter(pk=pair[1].pk).update(password=make_password(None))
    merge_members(club=club, kept=pair[0], double=pair[1], actor=actor, now=now, url="/")


def test_the_table_is_the_sum_of_both_rows_and_the_others_stay(
    both_count: Competition,
    entrants: list[Entrant],
    members: list[Player],
    league_club: Club,
    secretary: Player,
    clock: Clock,
) -> None:
    """M01 played the first evening as M01, the second as M02, and was absent without word as the other."""
    first = hold_evening(both_count, [entrants[0], *entrants[2:5]], secretary, clock(), (100, 62))
    hold_evening(both_count, [entrants[1], *entrants[2:5]], secretary, clock(), (120, 42))
    before = totals(both_count)
    assert before[entrants[0].pk] > 0 < before[entrants[1].pk]
    services.deduct(evening=first, entrant=entrants[1], points=7, actor=secretary, reason="late", now=clock())
    merge(league_club, members[:2], secretary, clock())
    after = totals(both_count)
    assert after.pop(entrants[0].pk) == before.pop(entrants[0].pk) + before.pop(entrants[1].pk) - 7
    assert after == before
    assert not TableSeat.objects.filter(player=members[1]).exists()
    assert not Seat.objects.filter(player=members[1]).exists()
    note = Correction.objects.get(what="merged")
    assert (note.entrant, note.actor) == (entrants[0], secretary)
    (shown,) = with_names([note], "before", "after")
    assert (shown.before, shown.after) == ("M01", "M01")
    assert not Entrant.objects.filter(name__contains="M02").exists()


def test_who_is_entered_once_only_changes_hands(
    both_count: Competition,
    entrants: list[Entrant],
    members: list[Player],
    league_club: Club,
    secretary: Player,
    clock: Clock,
) -> None:
    hold_evening(both_count, entrants[1:5], secretary, clock(), (100, 62))
    EntrantPlayer.objects.filter(player=members[0]).delete()
    entrants[0].delete()
    before = totals(both_count)
    merge(league_club, members[:2], secretary, clock())
    assert totals(both_count) == before
    assert EntrantPlayer.objects.get(entrant=entrants[1]).player == members[0]


def test_two_who_sat_together_or_came_the_same_evening_are_two(
    both_count: Competition,
    entrants: list[Entrant],
    members: list[Player],
    league_club: Club,
    secretary: Player,
    clock: Clock,
) -> None:
    evening = hold_evening(both_count, entrants[:8], secretary, clock(), (100, 62))
    table = evening.tables.filter(round=1).first()
    here = list(table.seats.order_by("number").values_list("player", flat=True))
    together = [Player.objects.get(pk=pk) for pk in here[:2]]
    met = {
        seat.player_id
        for each in evening.tables.filter(seats__player=together[0])
        for seat in each.seats.all()
    }
    apart = next(player for player in members[:8] if player.pk not in met)
    for double, code in (
        (together[1], AccountRefusal.BOTH_AT_ONE_TABLE),
        (apart, AccountRefusal.BOTH_ON_ONE_EVENING),
    ):
        before = totals(both_count)
        with pytest.raises(ValidationError) as refused:
            merge(league_club, [together[0], double], secretary, clock())
        assert refused.value.code == code
        assert totals(both_count) == before
        assert Player.objects.get(pk=double.pk).is_active


def test_pairs_of_one_competition_are_not_merged_by_the_way(
    league_club: Club, members: list[Player], secretary: Player, clock: Clock
) -> None:
    season = services.create_season(club=league_club, name="Pairs", now=clock())
    pairs = services.add_competition(season=season, name="P", game="kraken", seating="pairs", size=2)
    for two in (members[:2], members[2:4]):
        services.enter(competition=pairs, players=two)
    with pytest.raises(ValidationError) as refused:
        merge(league_club, [members[0], members[2]], secretary, clock())
    assert refused.value.code == AccountRefusal.BOTH_ENTERED


def test_a_match_keeps_its_log_and_changes_hands_when_it_is_over(
    members: list[Player], league_club: Club, secretary: Player, clock: Clock
) -> None:
    match = in_second_round(members[1:5], clock())
    with pytest.raises(ValidationError) as refused:
        merge(league_club, members[:2], secretary, clock())
    assert refused.value.code == AccountRefusal.AT_A_TABLE
    Match.objects.filter(pk=match.pk).update(status=Match.Status.STOPPED)
    before = verify_log(Match.objects.get(pk=match.pk))
    merge(league_club, members[:2], secretary, clock())
    assert Seat.objects.filter(match=match, player=members[0]).exists()
    assert verify_log(Match.objects.get(pk=match.pk)) == before
    assert match.actions.filter(player=members[1]).exists()


def test_a_member_who_was_merged_keeps_the_name_in_the_trail(
    both_count: Competition,
    entrants: list[Entrant],
    members: list[Player],
    league_club: Club,
    secretary: Player,
    clock: Clock,
) -> None:
    """What the double did and what was done to it is told of the member, also after a second merge."""
    services.withdraw(entrant=entrants[1], actor=secretary, reason="Moved", now=clock())
    trail.add_entry(what="entered", actor=members[1].pk, now=clock(), after=members[1], club=league_club.pk)
    merge(league_club, members[:2], secretary, clock())
    merge(league_club, [members[5], members[0]], secretary, clock())
    for name in ("disputes:trail", "disputes:trail_csv"):
        page = client_of(secretary).get(reverse(name)).content.decode()
        assert "N.N." not in page
        assert "M06" in page


def test_seats_to_come_change_hands_with_the_lock_of_their_evening(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    league_club: Club,
    secretary: Player,
    clock: Clock,
) -> None:
    """Of two who lead, one shall not act on seats of before."""
    entrants[0].delete()
    evening = plan_and_draw(competition, entrants[1:5], secretary, clock())
    merge(league_club, members[:2], secretary, clock())
    about = {"evening_id": evening.pk, "actor": secretary, "now": clock()}
    assert (
        refusal(lambda: services.open_round(version=evening.version, **about))
        == LeagueRefusal.CHANGED_MEANWHILE
    )
    evening.refresh_from_db()
    services.open_round(version=evening.version, **about)
    assert Seat.objects.filter(player=members[0]).exists()
    assert not Seat.objects.filter(player=members[1]).exists()


def test_nobody_gets_two_seats_in_one_round_by_a_merge(
    competition: Competition,
    entrants: list[Entrant],
    members: list[Player],
    league_club: Club,
    secretary: Player,
    clock: Clock,
) -> None:
    """M01 is no entrant, and plays for somebody at the other table than M02."""
    entrants[0].delete()
    evening = plan_and_draw(competition, entrants[1:9], secretary, clock())
    table = evening.tables.filter(round=1).exclude(seats__player=members[1]).first()
    services.substitute(
        evening_id=evening.pk,
        version=evening.version,
        absent=table.seats.first().player,
        instead=members[0],
        actor=secretary,
        now=clock(),
        only_round=1,
    )
    with pytest.raises(ValidationError) as refused:
        merge(league_club, members[:2], secretary, clock())
    assert refused.value.code == AccountRefusal.BOTH_ON_ONE_EVENING
