"""The rows of the analysis: beside the log, rebuilt from it at will, and never of a running round."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import Player, PlayerKind
from games.analysis import played_on, queries
from games.analysis.models import Analysis
from games.analysis.queries import leads_by_seat
from games.analysis.services import analyse_next, analyse_round
from games.bots.kraken.lookback import ANALYSER
from games.bots.registry import ANALYSERS
from games.table.log.errors import TableRefusal, TableRefused
from games.table.log.models import Action, Match, Round
from tests.analysis.conftest import MISTAKE, STRONG
from tests.conftest import Clock
from tests.table.tables import in_second_round, play_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished_match(players: list[Player], clock: Clock) -> Match:
    """A match of two rounds, over."""
    return play_table(players, clock.now, rounds=2)


def test_rounds_are_analysed_one_by_one_the_newest_first(finished_match: Match, clock: Clock):
    done = []
    while (round_ := analyse_next(now=clock.now)) is not None:
        done.append(round_.number)

    assert done == [2, 1]
    assert Analysis.objects.count() == 2


def test_a_running_round_is_never_analysed(players: list[Player], clock: Clock):
    match = in_second_round(players, clock.now)

    assert analyse_next(now=clock.now).number == 1
    assert analyse_next(now=clock.now) is None
    with pytest.raises(LookupError):
        analyse_round(round_=match.rounds.get(number=2), now=clock.now)
    assert queries.look_back(match, 2) is None


def test_a_row_of_a_round_that_runs_again_is_not_shown(finished_match: Match, clock: Clock):
    """The state of the round decides, not the row."""
    analyse_round(round_=finished_match.rounds.get(number=1), now=clock.now)
    Round.objects.filter(match=finished_match, number=1).update(status=Round.Status.RUNNING)

    assert queries.look_back(finished_match, 1) is None


def test_a_new_version_makes_every_row_anew(
    finished_match: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch, quick
):
    while analyse_next(now=clock.now):
        pass
    monkeypatch.setitem(ANALYSERS, "kraken", quick._replace(version=8))

    assert queries.look_back(finished_match, 1) is None
    assert analyse_next(now=clock.now).number == 2
    assert Analysis.objects.get(round__number=2).version == 8
    assert queries.look_back(finished_match, 2) is not None


def test_rounds_of_house_rules_the_analyser_does_not_cover_are_left_alone(
    finished_match: Match, clock: Clock, monkeypatch: pytest.MonkeyPatch, quick
):
    monkeypatch.setitem(ANALYSERS, "kraken", quick._replace(covers=lambda options: options.rounds != 2))

    assert analyse_next(now=clock.now).number == 2
    assert analyse_next(now=clock.now).number == 1
    assert analyse_next(now=clock.now) is None
    assert queries.look_back(finished_match, 2) is None
    with pytest.raises(TableRefused) as refused:
        played_on.round_played_on(finished_match, number=2, card=MISTAKE, instead="HA")
    assert refused.value.code == TableRefusal.NO_SUCH_ROUND


def test_games_without_an_analyser_are_left_alone(players: list[Player], clock: Clock):
    match = play_table(players, clock.now, game="kalooki")

    assert analyse_next(now=clock.now) is None
    assert queries.look_back(match, 1) is None


def test_nothing_of_the_log_or_the_round_changes(finished_match: Match, clock: Clock):
    before = list(Action.objects.values()), list(Round.objects.values())
    analyse_next(now=clock.now)

    assert (list(Action.objects.values()), list(Round.objects.values())) == before


def test_lost_rows_are_made_again_as_they_were(finished_match: Match, clock: Clock):
    said = StringIO()
    call_command("analyse", stdout=said)
    rows = list(Analysis.objects.order_by("round").values("round", "data", "gained", "version"))
    Analysis.objects.all().delete()

    call_command("analyse", stdout=said)
    assert list(Analysis.objects.order_by("round").values("round", "data", "gained", "version")) == rows
    call_command("analyse", all=True, stdout=said)
    assert list(Analysis.objects.order_by("round").values("round", "data", "gained", "version")) == rows
    call_command("analyse", stdout=said)
    assert said.getvalue().splitlines() == [f"{number} rounds analysed" for number in (2, 2, 2, 0)]


def test_a_log_that_cannot_be_replayed_is_stepped_over(
    finished_match: Match,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    quick,
    caplog: pytest.LogCaptureFixture,
):
    def broken(moves, final):
        raise ValueError("no such card")

    monkeypatch.setitem(ANALYSERS, "kraken", quick._replace(analyse=broken))
    while analyse_next(now=clock.now):
        pass

    assert [row.data for row in Analysis.objects.all()] == [{}, {}]
    assert queries.look_back(finished_match, 1) is None
    assert "cannot be analysed" in caplog.text


def test_what_a_side_gained_is_its_score_beside_that_of_good_players(finished_match: Match, clock: Clock):
    row = analyse_round(round_=finished_match.rounds.get(number=1), now=clock.now)
    written = finished_match.rounds.get(number=1).points
    people = [seat.player_id for seat in finished_match.seats.order_by("number")]

    gained = (written[0] - written[1]) - (STRONG[0] - STRONG[1])
    assert row.gained == [
        [people[0], gained],
        [people[1], -gained],
        [people[2], gained],
        [people[3], -gained],
    ]


def test_scores_are_compared_with_the_mean_of_the_others():
    assert leads_by_seat([100, 60, 100, 60], [0, 1, 0, 1]) == [40, -40, 40, -40]
    assert leads_by_seat([90, 30, 0], [0, 1, 2]) == [75, -15, -60]


def test_a_figure_without_luck_needs_two_rounds_of_ones_own(
    finished_match: Match, players: list[Player], clock: Clock
):
    assert queries.without_luck(players[0], "kraken") is None
    while analyse_next(now=clock.now):
        pass
    first, second = (
        next(points for key, points in row.gained if key == players[0].pk) for row in Analysis.objects.all()
    )

    found = queries.without_luck(players[0], "kraken")
    assert (found.rounds, found.mean) == (2, (first + second) / 2)
    assert found.error == pytest.approx(abs(first - second) / 2)


def test_a_figure_without_luck_is_over_the_newest_hundred_and_fifty_rounds(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    """Two of three, in the place of 150: rounds 2 and 3 with 20 and 30 points."""
    assert queries.MAX_ROUNDS_COUNTED == 150
    monkeypatch.setattr(queries, "MAX_ROUNDS_COUNTED", 2)
    match = play_table(players, clock.now, rounds=3)
    for round_ in match.rounds.all():
        gained = [[players[0].pk, 10 * round_.number], [None, 0], [None, 0], [None, 0]]
        Analysis.objects.create(round=round_, version=7, data={}, gained=gained, made_at=clock.now)

    found = queries.without_luck(players[0], "kraken")
    assert (found.rounds, found.mean) == (2, 25)


def test_a_figure_without_luck_is_of_one_game_and_not_of_practice(
    finished_match: Match, players: list[Player], clock: Clock
):
    while analyse_next(now=clock.now):
        pass
    assert queries.without_luck(players[0], "kan") is None
    bots = finished_match.seats.exclude(player=players[0]).values("player")
    Player.objects.filter(pk__in=bots).update(kind=PlayerKind.BOT)
    assert queries.without_luck(players[0], "kraken") is None


def test_rounds_that_others_played_for_somebody_and_void_ones_do_not_count(
    finished_match: Match, players: list[Player], clock: Clock
):
    while analyse_next(now=clock.now):
        pass
    Analysis.objects.filter(round__number=1).update(gained=[[None, 400], [None, 0], [None, 0], [None, 0]])
    assert queries.without_luck(players[0], "kraken") is None

    Analysis.objects.filter(round__number=1).update(
        gained=[[players[0].pk, 400], [None, 0], [None, 0], [None, 0]]
    )
    assert queries.without_luck(players[0], "kraken").rounds == 2
    Round.objects.filter(match=finished_match, number=1).update(status=Round.Status.VOID)
    assert queries.without_luck(players[0], "kraken") is None


@pytest.mark.slow
def test_a_real_round_is_analysed_from_its_log(
    players: list[Player], clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(ANALYSERS, "kraken", ANALYSER)
    match = play_table(players, clock.now)
    analyse_next(now=clock.now)

    found = queries.look_back(match, 1)
    points = match.rounds.get(number=1).points
    assert found.par[-1] == points[0] - points[1]
    assert len(found.cards) == 32
