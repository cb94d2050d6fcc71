"""Cases about a running match: play goes on undisturbed, and the sheet follows rulings."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from django.db import connections

from accounts.models import Player
from games.disputes import access, services
from games.disputes.effects import RulingKind, RulingRequest
from games.disputes.errors import DisputeRefusal, DisputeRefused
from games.disputes.models import CaseKind, State
from games.table import services as table_services
from games.table.lobby import queries
from games.table.log import loading
from games.table.log.models import Match, Round
from games.table.review.closed_round import round_review
from games.table.screen import rendering
from kraken_site.management.commands.demo import play
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.cases import file_case, rule_case

pytestmark = pytest.mark.django_db


def sheet_of(match: Match) -> str:
    table = loading.newest_table(match.pk)
    return rendering.zones_of(table, seat=None, talk=(), language="en")["sheet"]


def test_a_running_round_cannot_be_disputed(
    friendly_match: Match, players: list[Player], clock: Clock
) -> None:
    with pytest.raises(DisputeRefused) as refused:
        file_case(friendly_match, players[0], clock, CaseKind.BONUS, number=2)
    assert refused.value.code == DisputeRefusal.ROUND_RUNNING


def test_a_case_does_not_change_the_running_deal(
    friendly_match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    before = loading.newest_table(friendly_match.pk)
    played = friendly_match.rounds.get(number=1)
    case = file_case(friendly_match, players[0], clock, CaseKind.BONUS)
    assert "under review" in sheet_of(friendly_match)
    rule_case(case, staff, clock, RulingKind.ASSIGNED, points=(500, -40))
    after = loading.newest_table(friendly_match.pk)
    assert after.state.game_state == before.state.game_state
    assert after.randomness == before.randomness
    shown = sheet_of(friendly_match)
    assert "under review" not in shown
    assert "Ruling" in shown
    row = friendly_match.rounds.get(number=1)
    assert (row.points, row.result, row.lines) == ([500, -40, 500, -40], played.result, played.lines)
    own = {row.code: row for row in queries.my_tables(players[0])}[friendly_match.code]
    assert own.totals == (500, -40)
    play(friendly_match, until=None, now=clock.now, rng=Random(3))
    friendly_match.refresh_from_db()
    assert friendly_match.status == Match.Status.FINISHED
    assert (
        sum(row.points[0] for row in friendly_match.rounds.all())
        == queries.finished_tables(players[0])[0].totals[0]
    )
    assert table_services.verify_log(friendly_match) == ()


def rows_of(sheet: str) -> list[list[str]]:
    """The score of the round, line by line: its words, then the points of both sides."""
    rows = sheet.partition("score-lines")[2].partition("</table>")[0].split("<tr")[2:]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<[^>]+>", "", cell).replace("\u2212", "-").strip() for cell in row] for row in cells]


@pytest.mark.parametrize(
    ("kind", "wanted", "points"),
    [
        (RulingKind.BONUS, {"points": (40, 0)}, None),
        (RulingKind.ASSIGNED, {"points": (500, -40)}, ["500", "-40"]),
        (RulingKind.VOID, {}, ["0", "0"]),
    ],
)
def test_the_sheet_keeps_what_was_written_before_a_ruling(
    kind: RulingKind,
    wanted: dict[str, tuple[int, int]],
    points: list[str] | None,
    friendly_match: Match,
    players: list[Player],
    staff: Player,
    clock: Clock,
) -> None:
    """The sentence about the end of a round is about the points that were written first, and the pages say so."""
    address = f"/t/{friendly_match.code}/round/1/"
    *played, written = rows_of(sheet_of(friendly_match))
    assert written[0] == "Written down"
    assert (
        "As first written:"
        not in sheet_of(friendly_match) + client_of(players[0]).get(address).content.decode()
    )
    case = file_case(friendly_match, players[0], clock, CaseKind.BONUS)
    rule_case(case, staff, clock, kind, **wanted)
    shown = sheet_of(friendly_match)
    assert re.search(r'class="verdict verdict--plain">As first written: ', shown)
    assert '<p class="lead">As first written: ' in client_of(players[0]).get(address).content.decode()
    *first, ruling, now = rows_of(shown)
    assert first == [*played, written]
    assert ruling[0].startswith("Ruling")
    assert now == ["Counts now", *(points or [str(int(written[1]) + 40), written[2]])]


def test_the_end_of_a_match_names_the_rounds_an_arbiter_looks_at(
    friendly_match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = file_case(friendly_match, players[0], clock, CaseKind.BONUS)
    play(friendly_match, until=None, now=clock.now, rng=Random(3))
    pages = [f"/t/{friendly_match.code}/", f"/t/{friendly_match.code}/sheet/"]
    for address, words in zip(pages, ("An arbiter looks at round 1:", "provisional"), strict=True):
        assert words in client_of(players[2]).get(address).content.decode()
    rule_case(case, staff, clock, RulingKind.STANDS)
    for address, words in zip(pages, ("An arbiter looks at round", "provisional"), strict=True):
        assert words not in client_of(players[2]).get(address).content.decode()


def test_verification_finds_a_row_that_differs_from_the_rulings(
    friendly_match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    rule_case(
        file_case(friendly_match, players[0], clock, CaseKind.BONUS),
        staff,
        clock,
        RulingKind.VOID,
        seat=1,
        amount=-20,
    )
    friendly_match.refresh_from_db()
    kept = friendly_match.rounds.get(number=1)
    assert (kept.status, kept.points, kept.seat_points) == (Round.Status.VOID, [0, 0, 0, 0], [0, -20, 0, 0])
    for change in ({"status": "closed"}, {"points": [1, 0, 1, 0]}, {"seat_points": None}):
        Round.objects.filter(pk=kept.pk).update(**change)
        assert table_services.verify_log(friendly_match) != ()
        kept.save()
    assert table_services.verify_log(friendly_match) == ()


def test_cases_of_friendly_matches_go_to_staff_who_did_not_play(
    friendly_match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = file_case(friendly_match, players[0], clock, CaseKind.BONUS)
    assert case.club is None
    players[1].is_staff = True
    players[1].save()
    with pytest.raises(DisputeRefused) as refused:
        services.take_case(case_id=case.pk, arbiter=players[1], now=clock.now)
    assert refused.value.code == DisputeRefusal.SAT_THERE
    rights = access.rights_of(players[1], case, clock.now)
    assert (rights.take, rights.see, rights.see_evidence, rights.answer) == (False, False, False, False)
    assert services.take_case(case_id=case.pk, arbiter=staff, now=clock.now).arbiter == staff
    case = services.ask_for_answers(case_id=case.pk, arbiter=staff, now=clock.now)
    rights = access.rights_of(players[1], case, clock.now)
    assert (rights.take, rights.see, rights.see_evidence, rights.answer) == (False, True, False, True)


def test_a_replaced_player_counts_as_a_player_of_the_match(
    friendly_match: Match, players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    other = make_player("Replacement")
    table_services.replace_player(
        match_id=friendly_match.pk, seat=1, player=other, by=players[0], now=clock.now
    )
    assert access.players_ever_seated(friendly_match.pk) == {other.pk, *(player.pk for player in players)}
    assert other.pk in access.seated_players(friendly_match.pk)
    assert players[1].pk not in access.seated_players(friendly_match.pk)


@pytest.mark.django_db(transaction=True)
def test_one_of_concurrent_arbiters_gets_the_case(
    friendly_match: Match, players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    case = file_case(friendly_match, players[0], clock, CaseKind.BONUS)
    arbiters = [make_player(f"Judge {number}", is_staff=True) for number in range(4)]

    def take(arbiter: Player) -> str:
        try:
            services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
        except DisputeRefused as refused:
            return str(refused.code)
        finally:
            connections.close_all()
        return "taken"

    with ThreadPoolExecutor(4) as crowd:
        answers = sorted(crowd.map(take, arbiters))
    assert answers == ["taken", *["taken_already"] * 3]
    case.refresh_from_db()
    assert case.state == State.UNDER_REVIEW


@pytest.mark.django_db(transaction=True)
def test_concurrent_equal_rulings_are_made_once(
    friendly_match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = file_case(friendly_match, players[0], clock, CaseKind.BONUS)
    services.take_case(case_id=case.pk, arbiter=staff, now=clock.now)

    def rule(_time: int) -> str:
        try:
            services.give_ruling(
                case_id=case.pk,
                arbiter=staff,
                wanted=RulingRequest(RulingKind.ASSIGNED, points=(1, 2)),
                reason="So.",
                rule="1",
                now=clock.now,
            )
        except DisputeRefused as refused:
            return str(refused.code)
        finally:
            connections.close_all()
        return "ruled"

    with ThreadPoolExecutor(3) as crowd:
        answers = sorted(crowd.map(rule, range(3)))
    assert answers == ["decided_already", "decided_already", "ruled"]
    assert friendly_match.rounds.get(number=1).points == [1, 2, 1, 2]


def test_those_who_are_asked_read_which_card_it_is_about(
    friendly_match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = file_case(friendly_match, players[0], clock, CaseKind.BONUS, moment=6)
    services.take_case(case_id=case.pk, arbiter=staff, now=clock.now)
    services.ask_for_answers(case_id=case.pk, arbiter=staff, now=clock.now)
    sixth = round_review(friendly_match, number=1, card=6).now
    page = client_of(players[1]).get(f"/cases/{case.pk}/").content.decode()
    assert f"trick 2, {sixth.label}" in page
    assert "It hung." not in page
