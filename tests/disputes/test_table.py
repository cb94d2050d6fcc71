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
from games.disputes.models import Case, CaseKind, State
from games.table import services as table_services
from games.table.lobby import queries
from games.table.log import loading
from games.table.log.models import Match, Round
from games.table.review.closed_round import round_review
from games.table.screen import rendering
from kraken_site.management.commands.demo import play
from tests.clients import client_of
from tests.conftest import Clock
from tests.table.tables import in_second_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(players: list[Player], clock: Clock) -> Match:
    """Four people in the second round of a friendly match."""
    return in_second_round(players, clock.now)


def file_bonus_case(match: Match, player: Player, clock: Clock, number: int = 1) -> Case:
    return services.file_case(
        round_id=match.rounds.get(number=number).pk,
        player=player,
        kind=CaseKind.BONUS,
        text="My roem!",
        now=clock.now,
    )


def rule_case(case: Case, arbiter: Player, clock: Clock, kind: RulingKind, **wanted: object) -> None:
    services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
    services.rule(
        case_id=case.pk,
        arbiter=arbiter,
        wanted=RulingRequest(kind, **wanted),
        reason="It lay there.",
        rule="1.6",
        now=clock.now,
    )


def sheet_of(match: Match) -> str:
    table = loading.refresh(match.pk)
    return rendering.zones_of(table, seat=None, talk=(), language="en")["sheet"]


def test_a_running_round_cannot_be_disputed(match: Match, players: list[Player], clock: Clock) -> None:
    with pytest.raises(DisputeRefused) as refused:
        file_bonus_case(match, players[0], clock, number=2)
    assert refused.value.code == DisputeRefusal.ROUND_RUNNING


def test_a_case_does_not_change_the_running_deal(
    match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    before = loading.refresh(match.pk)
    played = match.rounds.get(number=1)
    case = file_bonus_case(match, players[0], clock)
    assert "under review" in sheet_of(match)
    rule_case(case, staff, clock, RulingKind.ASSIGNED, points=(500, -40))
    after = loading.refresh(match.pk)
    assert after.state.game_state == before.state.game_state
    assert after.randomness == before.randomness
    shown = sheet_of(match)
    assert "under review" not in shown
    assert "Ruling" in shown
    row = match.rounds.get(number=1)
    assert (row.points, row.result, row.lines) == ([500, -40, 500, -40], played.result, played.lines)
    own = {row.code: row for row in queries.my_tables(players[0])}[match.code]
    assert own.totals == (500, -40)
    play(match, until=None, now=clock.now, rng=Random(3))
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert (
        sum(row.points[0] for row in match.rounds.all()) == queries.finished_tables(players[0])[0].totals[0]
    )
    assert table_services.verify_log(match) == ()


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
    match: Match,
    players: list[Player],
    staff: Player,
    clock: Clock,
) -> None:
    """The sentence about the end of a round is about the points that were written first, and the pages say so."""
    address = f"/t/{match.code}/round/1/"
    *played, written = rows_of(sheet_of(match))
    assert written[0] == "Written down"
    assert "As first written:" not in sheet_of(match) + client_of(players[0]).get(address).content.decode()
    case = file_bonus_case(match, players[0], clock)
    rule_case(case, staff, clock, kind, **wanted)
    shown = sheet_of(match)
    assert re.search(r'class="verdict verdict--plain">As first written: ', shown)
    assert '<p class="lead">As first written: ' in client_of(players[0]).get(address).content.decode()
    *first, ruling, now = rows_of(shown)
    assert first == [*played, written]
    assert ruling[0].startswith("Ruling")
    assert now == ["Counts now", *(points or [str(int(written[1]) + 40), written[2]])]


def test_the_end_of_a_match_names_the_rounds_an_arbiter_looks_at(
    match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = file_bonus_case(match, players[0], clock)
    play(match, until=None, now=clock.now, rng=Random(3))
    pages = [f"/t/{match.code}/", f"/t/{match.code}/sheet/"]
    for address, words in zip(pages, ("An arbiter looks at round 1:", "provisional"), strict=True):
        assert words in client_of(players[2]).get(address).content.decode()
    rule_case(case, staff, clock, RulingKind.STANDS)
    for address, words in zip(pages, ("An arbiter looks at round", "provisional"), strict=True):
        assert words not in client_of(players[2]).get(address).content.decode()


def test_verification_finds_a_row_that_differs_from_the_rulings(
    match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    rule_case(file_bonus_case(match, players[0], clock), staff, clock, RulingKind.VOID, seat=1, amount=-20)
    match.refresh_from_db()
    kept = match.rounds.get(number=1)
    assert (kept.status, kept.points, kept.seat_points) == (Round.Status.VOID, [0, 0, 0, 0], [0, -20, 0, 0])
    for change in ({"status": "closed"}, {"points": [1, 0, 1, 0]}, {"seat_points": None}):
        Round.objects.filter(pk=kept.pk).update(**change)
        assert table_services.verify_log(match) != ()
        kept.save()
    assert table_services.verify_log(match) == ()


def test_cases_of_friendly_matches_go_to_staff_who_did_not_play(
    match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = file_bonus_case(match, players[0], clock)
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
    match: Match, players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    other = make_player("Replacement")
    table_services.replace_player(match_id=match.pk, seat=1, player=other, by=players[0], now=clock.now)
    assert access.players_ever_seated(match.pk) == {other.pk, *(player.pk for player in players)}
    assert other.pk in access.seated_players(match.pk)
    assert players[1].pk not in access.seated_players(match.pk)


@pytest.mark.django_db(transaction=True)
def test_one_of_concurrent_arbiters_gets_the_case(
    match: Match, players: list[Player], make_player: Callable[..., Player], clock: Clock
) -> None:
    case = file_bonus_case(match, players[0], clock)
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
    match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = file_bonus_case(match, players[0], clock)
    services.take_case(case_id=case.pk, arbiter=staff, now=clock.now)

    def rule(_time: int) -> str:
        try:
            services.rule(
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
    assert match.rounds.get(number=1).points == [1, 2, 1, 2]


def test_those_who_are_asked_read_which_card_it_is_about(
    match: Match, players: list[Player], staff: Player, clock: Clock
) -> None:
    case = services.file_case(
        round_id=match.rounds.get(number=1).pk,
        player=players[0],
        kind=CaseKind.BONUS,
        text="My roem!",
        moment=6,
        now=clock.now,
    )
    services.take_case(case_id=case.pk, arbiter=staff, now=clock.now)
    services.ask_for_answers(case_id=case.pk, arbiter=staff, now=clock.now)
    sixth = round_review(match, number=1, card=6).now
    page = client_of(players[1]).get(f"/cases/{case.pk}/").content.decode()
    assert f"trick 2, {sixth.label}" in page
    assert "My roem!" not in page
