"""The arbiter's hints: beside each step of a case, with their error, and for nobody else."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.analysis import queries
from games.analysis.models import Analysis
from games.analysis.services import analyse_next
from games.disputes import services
from games.disputes.models import Case, CaseKind
from games.table.log.models import Match, Round
from tests.analysis.conftest import MISTAKE
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import play_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("real_time")]


@pytest.fixture
def analysed_match(players: list[Player], clock: Clock) -> Match:
    """A match of two rounds, over and analysed."""
    match = play_table(players, clock.now, rounds=2)
    while analyse_next(now=clock.now):
        pass
    return match


def file_case(match: Match, player: Player, clock: Clock, kind: str) -> Case:
    """A complaint about round 1."""
    return services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=player,
        kind=CaseKind(kind),
        text="Please look.",
        now=clock.now,
        moment=MISTAKE,
    )


def test_the_arbiter_reads_a_hint_beside_each_step(
    analysed_match: Match, players: list[Player], staff: Player, clock: Clock
):
    case = file_case(analysed_match, players[0], clock, CaseKind.OTHER)
    page = client_of(staff).get(f"/desk/{case.pk}/").content.decode()

    assert page.count('class="arbiter-hint"') == 32
    assert page.count("the played card lies 24 ± 3 points behind") == 1
    assert "never a verdict" in page
    assert 'id="right-unseen"' not in page


def test_players_read_no_hint_on_any_page(analysed_match: Match, players: list[Player], clock: Clock):
    case = file_case(analysed_match, players[0], clock, CaseKind.COLLUSION)
    for player in players:
        for address in (f"/t/{analysed_match.code}/round/1/", f"/cases/{case.pk}/", f"/desk/{case.pk}/"):
            page = client_of(player).get(address).content.decode()
            assert "arbiter-hint" not in page
            assert "right-unseen" not in page


def test_figures_over_many_rounds_stand_where_collusion_is_asked_about(
    analysed_match: Match, players: list[Player], staff: Player, clock: Clock
):
    case = file_case(analysed_match, players[0], clock, CaseKind.COLLUSION)
    page = client_of(staff).get(f"/desk/{case.pk}/").content.decode()
    fold = page.partition('id="right-unseen"')[2].partition("</details>")[0]

    assert all(player.nickname in fold for player in players)
    assert "Few rounds say little." in fold


def test_costly_cards_that_were_right_are_compared_with_the_other_side(
    analysed_match: Match, players: list[Player]
):
    def cards(*told: tuple[int, int]) -> list[dict[str, object]]:
        fixed = {"card": "HJ", "best": "HA", "seen_loss": 20.0, "error": 1.0, "costly": True, "choice": True}
        return [
            {**fixed, "number": place, "seat": seat, "open_loss": lost}
            for place, (seat, lost) in enumerate(told, start=1)
        ]

    told = cards((0, 0), (0, 0), (0, 30), (2, 0), (1, 0), (3, 10), (3, 10), (1, 10))
    for row in Analysis.objects.all():
        row.data = {**row.data, "cards": told}
        row.save()

    found = queries.right_unseen(players[0])
    assert (found.rounds, found.cards, found.right, found.by_chance) == (2, 6, 4, 1.5)
    assert queries.right_unseen(players[1]).by_chance == 3.0


def test_rounds_that_others_played_for_somebody_are_not_counted(analysed_match: Match, players: list[Player]):
    Analysis.objects.update(gained=[[None, 0]] * 4)

    found = queries.right_unseen(players[0])
    assert (found.rounds, found.cards, found.by_chance) == (0, 0, None)


@pytest.mark.parametrize(("luckier", "listed"), [(4, True), (8, False)])
def test_partners_are_listed_where_others_were_right_clearly_less_often(
    analysed_match: Match, players: list[Player], luckier: int, listed: bool
):
    """Eleven costly cards of each side in each of two rounds, all of those of the first side right all the same."""
    fixed = {"card": "HJ", "best": "HA", "seen_loss": 20.0, "error": 1.0, "costly": True, "choice": True}
    losses = [(0, 0)] * 6 + [(2, 0)] * 5 + [(1, 0)] * luckier + [(3, 10)] * (11 - luckier)
    cards = [
        {**fixed, "number": number, "seat": seat, "open_loss": lost}
        for number, (seat, lost) in enumerate(losses, start=1)
    ]
    for row in Analysis.objects.all():
        row.data = {**row.data, "cards": cards}
        row.save()

    above, compared = queries.partners_right_unseen(Round.objects.filter(match=analysed_match))
    assert compared == 2
    assert [(set(pair.players), pair.cards, pair.right) for pair in above] == (
        [({players[0], players[2]}, 22, 22)] if listed else []
    )
    assert all(round(pair.by_others, 6) == 2 * luckier for pair in above)
    Analysis.objects.update(gained=[[None, 0]] * 4)
    assert queries.partners_right_unseen(Round.objects.filter(match=analysed_match)) == ((), 0)
