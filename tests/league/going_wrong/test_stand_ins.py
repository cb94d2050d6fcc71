"""The rule about bots holds for those that the players vote in at the table, and the club's habits for its tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.test import Client

from accounts.models import Player
from games.league.models import Competition, Evening, LeagueTable, TableScore
from games.league.queries import season_table
from games.table import services as table_services
from games.table.log.errors import TableRefused
from games.table.log.loading import Table
from games.table.log.models import Match, Round
from games.table.log.models import Seat as SeatRow
from games.table.screen import rendering
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import open_round
from tests.league.going_wrong.conftest import say, with_rules
from tests.league.playing import play_rounds
from tests.table.play import play_until, table_of

pytestmark = pytest.mark.django_db
SEAT = 3


def vote_for_bot(match: Match, now: Clock) -> None:
    """Seat 3 is away for two minutes; the others wish a bot."""
    SeatRow.objects.filter(match=match).update(away_since=None)
    SeatRow.objects.filter(match=match, number=SEAT).update(away_since=now() - timedelta(minutes=2))
    for seat in (0, 1):
        say(match, seat, now, do="absent", choose=f"{SEAT}:bot")


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "share"), [("full", 1.0), ("half", 0.5), ("nothing", 0.0)])
def test_what_a_voted_stand_in_plays_counts_as_the_rule_about_bots_says(
    competition: Competition,
    evening: Evening,
    secretary: Player,
    clock: Clock,
    bots: str,
    share: float,
) -> None:
    """The bot closes rounds 2 and 3; the member takes the seat back for round 4. Only those two are cut."""
    with_rules(competition, bots=bots)
    (table,) = open_round(evening, secretary, clock())
    match = Match.objects.get(pk=table.match_id)
    play_rounds(table, 1, clock())
    vote_for_bot(match, clock)
    present = [seat.player for seat in match.seats.select_related("player").order_by("number")][:SEAT]
    closed = Round.objects.filter(match=match, status=Round.Status.CLOSED)
    play_until(match, present, clock(), lambda _table: closed.count() == 3, Random(3))
    SeatRow.objects.filter(match=match).update(away_since=None)
    say(match, SEAT, clock, do="return")
    points = [row[SEAT] for row in play_rounds(table, 4, clock())]

    credit = {row.entrant: row.credit.points for row in season_table(competition).rows}
    entrant = table.seats.get(number=SEAT).entrant_id
    assert credit[entrant] == points[0] + ((points[1] + points[2]) * share) + points[3]
    partner = table.seats.get(number=1).entrant_id
    assert credit[partner] == sum(points), "nobody else is cut"
    parts = TableScore.objects.filter(entrant=entrant).order_by("part")
    assert list(parts.values_list("played_by", "rounds")) == [("self", 1), ("bot", 2), ("self", 1)]
    assert table_services.verify_log(Match.objects.get(pk=match.pk)) == ()


def test_where_the_club_wants_no_bots_the_table_can_vote_for_none(
    competition: Competition, evening: Evening, secretary: Player, clock: Clock
) -> None:
    with_rules(competition, bots="none")
    (table,) = open_round(evening, secretary, clock())
    match = Match.objects.get(pk=table.match_id)
    with pytest.raises(TableRefused) as refused:
        vote_for_bot(match, clock)
    assert refused.value.code == "no_stand_in"
    assert table_of(match).state.stand_ins == ()


@pytest.fixture
def quiet(competition: Competition, evening: Evening, secretary: Player, clock: Clock) -> LeagueTable:
    """A table of a club that wants no talk, no look back and nobody who looks on."""
    with_rules(competition, talk="off", undo=True, look_back=False, spectators=False)
    (table,) = open_round(evening, secretary, clock())
    return table


def test_the_tables_of_a_competition_have_its_habits(
    quiet: LeagueTable, secretary: Player, clock: Clock
) -> None:
    match = Match.objects.get(pk=quiet.match_id)
    assert (match.phrases_on, match.chat_on, match.undo_allowed) == (False, False, True)
    drawn = rendering.whole_table(table_of(match), seat=0, talk=(), language="en")
    assert ("Table talk" in drawn, "Take my last card back" in drawn) == (False, True)
    players = [seat.player for seat in match.seats.select_related("player").order_by("number")]

    def second_trick_begun(table: Table) -> bool:
        view = table.game.view(table.state.game_state, None)
        return bool(view.last_trick and view.trick and not view.trick.complete)

    play_until(match, players, clock(), second_trick_begun)
    now = table_of(match)
    drawn = rendering.whole_table(now, seat=0, talk=(), language="en")
    usual = rendering.whole_table(replace(now, look_back=True), seat=0, talk=(), language="en")
    assert ('class="last-trick"' in drawn, 'class="last-trick"' in usual) == (False, True)


def test_nobody_looks_on_where_the_club_wants_none(
    quiet: LeagueTable, members: list[Player], secretary: Player
) -> None:
    """Those who sit there and those who lead the evening see the table, other members and visitors do not."""
    match = Match.objects.get(pk=quiet.match_id)
    seated = match.seats.get(number=0).player
    assert client_of(seated).get(f"/t/{match.code}/").status_code == 200
    assert client_of(secretary).get(f"/t/{match.code}/").status_code == 200
    for client in (client_of(members[9]), Client()):
        refused = client.get(f"/t/{match.code}/")
        assert (refused.status_code, refused["Refusal-Code"]) == (403, "no_spectators")
        assert client.post(f"/t/{match.code}/act/", {"do": "pause"}).status_code == 403
