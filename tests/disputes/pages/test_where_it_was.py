"""Where a disputed round was played is said in the words of the evening, and the evening's own pages say that it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Notice, Player
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, CaseKind
from games.league.models import LeagueTable
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.conftest import round_of
from tests.disputes.season_desk import Desk

pytestmark = pytest.mark.django_db

PLACE = "Evening 1, round 1, table 1: game 2"


@pytest.fixture
def case(file: Callable[..., Case]) -> Case:
    """A case about the second game of the sheet; nobody has taken it."""
    return file(number=2)


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_case_desk_list_and_notice_name_evening_round_table_and_game(
    case: Case, desk: Client, seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    assert PLACE in text_of(desk, "/desk/")
    assert PLACE in text_of(desk, f"/desk/{case.pk}/")
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    services.ask_for_answers(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    told = Notice.objects.filter(player=seated_players[1])
    assert f"In question: {PLACE}" in set(told.values_list("subject", flat=True))
    assert PLACE in text_of(client_of(seated_players[1]), f"/cases/{case.pk}/")
    seated_players[1].language = "nl"
    seated_players[1].save(update_fields=["language"])
    services.reject(case_id=case.pk, arbiter=arbiters[0], reason="Geen zaak.", now=clock.now)
    assert "Protest gesloten: Avond 1, ronde 1, tafel 1: spel 2" in set(
        told.values_list("subject", flat=True)
    )


def sheet_of(table: LeagueTable, reader: Player) -> str:
    return text_of(client_of(reader), f"/e/{table.evening_id}/sheet/{table.pk}/")


def line_of(page: str, number: int) -> str:
    """The line of the sheet with this number."""
    rows = page.partition('id="sheet-lines"')[2].partition("</table>")[0].split("<tr>")
    return next(row for row in rows if f"<td>{number}</td>" in row or f">{number}<span" in row)


def test_the_sheet_marks_the_line_and_leads_those_who_know_of_the_case_to_it(
    case: Case,
    league_table: LeagueTable,
    arbiters: list[Player],
    seated_players: list[Player],
    secretary: Player,
    rule: Callable[..., Case],
) -> None:
    """The player who asked and the arbiter have a link to the case; the secretary, who decides nothing, the mark."""
    for reader, knows in ((seated_players[0], True), (arbiters[0], True), (secretary, False)):
        page = sheet_of(league_table, reader)
        assert "under review" in line_of(page, 2)
        assert "under review" not in line_of(page, 1)
        assert (f'href="/cases/{case.pk}/"' in page) == knows
    for_the_club = sheet_of(league_table, secretary)
    assert 'name="points_1_0"' in for_the_club
    assert 'name="points_2_0"' not in for_the_club, "an arbiter decides about that line"
    rule(case, arbiters[0], RulingKind.BONUS, points=(40, 0))
    assert 'name="points_2_0"' not in sheet_of(league_table, secretary)
    page = sheet_of(league_table, seated_players[1])
    assert ">ruled<" in line_of(page, 2)
    assert "under review" not in line_of(page, 2)
    assert f'href="/cases/{case.pk}/"' in page


def test_the_cockpit_says_before_closing_that_an_arbiter_has_still_to_decide(
    league_table: LeagueTable, secretary: Player, file: Callable[..., Case]
) -> None:
    cockpit, waits = f"/e/{league_table.evening_id}/cockpit/", "An arbiter has still to decide here."
    assert waits not in text_of(client_of(secretary), cockpit)
    file(number=2)
    page = text_of(client_of(secretary), cockpit)
    assert waits in page
    assert "Round 1, table 1: 1 round under review" in page


@pytest.fixture
def appealed_case(
    league_table: LeagueTable, arbiters: list[Player], seated_players: list[Player], clock: Clock
) -> tuple[Desk, Case]:
    """A case about the first game: 40 more for side 0, and an appeal of the other side."""
    judged = Desk(league_table, arbiters, clock)
    case = judged.file(1, "bonus")
    judged.rule(case, RulingKind.BONUS, points=(40, 0))
    services.appeal(case_id=case.pk, player=seated_players[1], text="No roem lay there.", now=clock.now)
    case.refresh_from_db()
    return judged, case


def test_the_ruling_that_counts_stands_first_and_the_one_before_says_that_it_does_not(
    appealed_case: tuple[Desk, Case], seated_players: list[Player]
) -> None:
    """40 for side 0, taken back on appeal."""
    judged, case = appealed_case
    assert "no longer counts" not in text_of(client_of(seated_players[1]), f"/cases/{case.pk}/")
    respondent = text_of(client_of(seated_players[0]), f"/cases/{case.pk}/")
    assert "What do you say to the appeal?" in respondent
    assert "You are asked what you saw" not in respondent
    judged.rule(case, RulingKind.STANDS)
    page = text_of(client_of(seated_players[1]), f"/cases/{case.pk}/")
    restored, replaced = (
        page.index("The result before the first ruling is restored"),
        page.index("no longer counts"),
    )
    assert restored < page.index("It was wrong.") < replaced
    assert page.count("no longer counts") == 1


def test_a_ruling_that_an_appeal_upholds_counts_on(
    appealed_case: tuple[Desk, Case], seated_players: list[Player]
) -> None:
    judged, case = appealed_case
    judged.rule(case, RulingKind.UPHELD)
    page = text_of(client_of(seated_players[1]), f"/cases/{case.pk}/")
    assert "The first ruling stands" in page
    assert "no longer counts" not in page
    assert round_of(judged.match).points == [140, 62, 140, 62]


def test_the_form_of_a_protest_leads_to_what_was_asked_about_the_round_already(
    case: Case, seated_players: list[Player], rule: Callable[..., Case], arbiters: list[Player]
) -> None:
    """Those who were not asked yet do not read that there is one; with the ruling everybody at the table does."""
    form, link = f"/t/{case.round.match.code}/round/2/wrong/", f'href="/cases/{case.pk}/"'
    assert link in text_of(client_of(seated_players[0]), form)
    assert link not in text_of(client_of(seated_players[1]), form)
    rule(case, arbiters[0], RulingKind.STANDS)
    assert link in text_of(client_of(seated_players[1]), form)


def test_the_first_page_says_who_waits_for_whom(
    case: Case, seated_players: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    """An arbiter reads how many cases wait; who was asked reads so until the answer, who complained does not."""
    asks = "An arbiter asks what you saw"
    arbiter, other = arbiters

    def waiting(reader: Player) -> str:
        part = text_of(client_of(reader), "/").partition('id="disputed"')[2].partition("</p>")[0]
        return part.partition("The arbiter's desk")[2] or part.partition("The arbiter&#x27;s desk")[2]

    assert '<span class="chip chip--gold">1</span>' in waiting(arbiter)
    services.take_case(case_id=case.pk, arbiter=arbiter, now=clock.now)
    assert [("chip" in waiting(one)) for one in (arbiter, other)] == [False, False]
    assert not any(asks in text_of(client_of(one), "/") for one in seated_players)
    services.file_case(
        round_id=round_of(case.round.match, 3).pk,
        player=seated_players[3],
        kind=CaseKind.OTHER,
        text="Who dealt?",
        now=clock.now,
    )
    asked = "You are asked what you saw"
    services.ask_for_answers(case_id=case.pk, arbiter=arbiter, now=clock.now)
    assert [asks in text_of(client_of(one), "/") for one in seated_players] == [False, True, True, True]
    own_beside = text_of(client_of(seated_players[3]), "/").partition(asks)[2]
    assert own_beside.startswith(' <span class="chip chip--gold">1</span>'), "without the case one has filed"
    assert asked in text_of(client_of(seated_players[1]), f"/cases/{case.pk}/")
    services.answer(case_id=case.pk, player=seated_players[1], text="He said it.", now=clock.now)
    assert asked not in text_of(client_of(seated_players[1]), f"/cases/{case.pk}/")
    assert [asks in text_of(client_of(one), "/") for one in seated_players] == [False, False, True, True]
