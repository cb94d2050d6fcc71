"""A disputed round of Kan, two players against three, from the question to the ruling."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.models import Player
from games.disputes import services
from games.disputes.models import Case, CaseKind
from games.engine import registry
from games.engine.kan.state import first_trump
from games.league.models import LeagueTable
from games.table.log.models import Match
from games.table.services import verify_log
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.games.other_games import (
    file_and_take,
    play_again,
    preview_and_rule,
    table_of_a_club,
    totals_of,
)
from tests.disputes.pages.conftest import preview_ruling
from tests.league.playing import play
from tests.table.play import table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


def play_table() -> int:
    """The key of a table of five, two rounds, played to the end."""
    return table_of_a_club(people=5, now=timezone.now(), game="kan", options={"rounds": 2}, play=play)


def file_round_case(match: Match, number: int, arbiter: Player, clock: Clock) -> Case:
    """A case about a round, taken by the arbiter."""
    why = "The cards shown were told aloud."
    return file_and_take(match, number, arbiter, clock.now, seat=4, kind=CaseKind.COLLUSION, text=why)


def test_the_subjects_of_the_game_are_asked_and_assigned_points_count_in_the_season(
    league_table: LeagueTable, arbiter: Player, clock: Clock
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    names = dict(match.seats.values_list("number", "player__nickname"))
    second = match.rounds.get(number=2).points
    table = table_of(match)
    sides = table.game.results(table.state.game_state)[0].sides
    page = client_of(match.seats.get(number=4).player).get(f"/t/{match.code}/round/1/wrong/").content.decode()
    assert 'value="collusion"' in page
    assert 'value="bonus"' not in page
    case = file_round_case(match, 1, arbiter, clock)
    body = preview_and_rule(case, arbiter, "assigned", points_0=-1, points_1=1)
    assert all(name in body for name in names.values())
    match.refresh_from_db()
    assigned = list(match.rounds.get(number=1).points)
    assert assigned == [-1 if sides.count(side) == 2 else 1 for side in sides]
    assert verify_log(match) == ()
    assert totals_of(league_table) == {names[seat]: assigned[seat] + second[seat] for seat in range(5)}


@pytest.mark.slow
def test_the_arbiter_corrects_how_the_deals_ended_and_the_season_follows(
    league_table: LeagueTable, arbiter: Player, clock: Clock
) -> None:
    """Won, juuroku made, lost: 1 + (1 + 8) - 1 = 9 points for each kan player (rules/kan K5), whatever was played."""
    match = Match.objects.get(pk=league_table.match_id)
    first, second = match.rounds.get(number=1), match.rounds.get(number=2).points
    kan, deals = first.result["facts"]["kan"], first.result["facts"]["deals"]
    case, desk = file_round_case(match, 1, arbiter, clock), client_of(arbiter)
    page = desk.get(f"/desk/{case.pk}/?kind=facts")
    assert "How the deals ended" in page.content.decode()
    form = page.context["form"]
    asked = [name for name in form.fields if name.startswith("fact_")]
    assert asked == ["fact_deal_1", "fact_deal_2", "fact_deal_3"], "the cards name the pair"
    assert [bool(form[name].value()) for name in asked] == [place < len(deals) for place in range(3)]
    corrected = {"fact_deal_1": "won", "fact_deal_2": "juuroku_made", "fact_deal_3": "lost"}
    _status, confirming, _body = preview_ruling(desk, case, "facts", **corrected)
    assert desk.post(f"/desk/{case.pk}/rule/", confirming).status_code == 302
    corrected_round = match.rounds.get(number=1)
    assert corrected_round.points == [9 if seat in kan else -9 for seat in range(5)]
    assert (corrected_round.tallies or first.result["tallies"])["juuroku_made"] == [
        int(seat in kan) for seat in range(5)
    ]
    match.refresh_from_db()
    assert verify_log(match) == ()
    totals = totals_of(league_table)
    names = dict(match.seats.values_list("number", "player__nickname"))
    assert totals == {names[seat]: corrected_round.points[seat] + second[seat] for seat in range(5)}


def test_a_round_played_again_after_a_ruling_enters_the_sheet_with_its_tallies(
    league_table: LeagueTable, arbiter: Player, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One round of the same five, one to three deals, with spades as its first trumps; it replaces round 1."""
    match = Match.objects.get(pk=league_table.match_id)
    second = list(match.rounds.get(number=2).points)
    case = file_round_case(match, 1, arbiter, clock)
    played = play_again(match, case, arbiter, clock, monkeypatch, seed=3).rounds.get()
    assert played.result["facts"]["trump"] == "S"

    assert services.enter_replays(now=clock.now) == 1

    entered = match.rounds.get(number=1)
    assert entered.points == played.points
    assert entered.tallies == played.result["tallies"]
    match.refresh_from_db()
    assert verify_log(match) == ()
    names = dict(match.seats.values_list("number", "player__nickname"))
    assert totals_of(league_table) == {names[seat]: played.points[seat] + second[seat] for seat in range(5)}


def test_a_round_alone_keeps_the_house_rules_and_is_a_match_of_one_round() -> None:
    """A match of one round is played in spades, whatever number the round has (rules/kan K3)."""
    kan = registry.game("kan")
    rules = kan.Options(rounds=10, quota="989", show_rule="two_required")
    for number in (1, 3, 10):
        assert kan.alone(rules, number=number) == replace(rules, rounds=1)
    assert [first_trump(1, rounds) for rounds in (1, 10)] == ["S", "C"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["void", "average", "forfeit", "replay", "stands"])
def test_every_other_ruling_can_be_previewed(
    league_table: LeagueTable, arbiter: Player, clock: Clock, kind: str
) -> None:
    match = Match.objects.get(pk=league_table.match_id)
    case = file_round_case(match, 2, arbiter, clock)
    fields = {"side": 0, "points_0": -5, "points_1": 5} if kind == "forfeit" else {}
    status, confirming, _body = preview_ruling(client_of(arbiter), case, kind, **fields)
    assert (status, confirming["kind"]) == (200, kind)
