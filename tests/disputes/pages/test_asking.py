"""Players' pages of disputes: complaints, answers and lists; typed text is never lost.

The match is one on paper in a league, 100 : 62, 82 : 80, 120 : 42 and 90 : 72.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format
from django.utils.timezone import localtime

from accounts.models import Player
from games.disputes import services
from games.disputes.effects import RulingKind
from games.disputes.models import Case, CaseKind
from games.league.models import LeagueTable
from games.table.log import loading
from games.table.log.models import Match, Round
from tests.clients import client_of
from tests.conftest import Clock
from tests.disputes.pages.conftest import preview_ruling

pytestmark = pytest.mark.django_db


def test_a_paper_round_shows_its_typist_and_its_confirmations(
    taken_case: Case, desk: Client, seated_players: list[Player]
) -> None:
    page = desk.get(f"/desk/{taken_case.pk}/").content.decode()
    assert f"<b>{seated_players[0]}</b> typed it" in page
    assert f"<b>{seated_players[1]}</b> found the sheet right" in page
    assert "A suit was not followed" in page


def test_each_row_of_a_confirmed_sheet_leads_its_players_to_a_question_about_that_round(
    league_table: LeagueTable, match: Match, seated_players: list[Player], members: list[Player]
) -> None:
    def asked_from(reader: Player) -> list[str]:
        page = (
            client_of(reader).get(f"/e/{league_table.evening_id}/sheet/{league_table.pk}/").content.decode()
        )
        rows = page.partition('id="sheet-lines"')[2].partition("</table>")[0]
        return re.findall(rf'href="(/t/{match.code}/round/[0-9]/wrong/)"', rows)

    addresses = [f"/t/{match.code}/round/{number}/wrong/" for number in range(1, 5)]
    assert asked_from(seated_players[2]) == addresses
    assert asked_from(next(player for player in members if player not in seated_players)) == []
    form = client_of(seated_players[2]).get(addresses[2])
    assert (form.status_code, "<textarea" in form.content.decode()) == (200, True)


def test_a_refused_complaint_keeps_the_typed_text(
    match: Match, seated_players: list[Player], clock: Clock
) -> None:
    asker = client_of(seated_players[0])
    address = f"/t/{match.code}/round/2/wrong/"
    half = asker.post(address, {"kind": "typed", "text": ""})
    assert half.status_code == 422
    assert re.search(r'value="typed"[^>]*checked', half.content.decode())

    asked = asker.post(address, {"kind": "typed", "text": "It was 92."})
    case = Case.objects.get()
    assert (asked.status_code, asked["Location"]) == (302, f"/cases/{case.pk}/")
    again = asker.post(address, {"kind": "typed", "text": "It was 92, really."})
    assert (again.status_code, again["Refusal-Code"]) == (422, "filed_already")
    assert "It was 92, really." in again.content.decode()
    assert "provisional" in asker.get(address).content.decode()

    Round.objects.filter(match=match).update(closed_at=clock.now.replace(year=2020))
    late = asker.get(f"/t/{match.code}/round/3/wrong/").content.decode()
    assert "The time for that is over." in late
    assert "This round could be questioned until" in late
    assert "<textarea" not in late


def test_a_confirmed_paper_sheet_links_to_the_complaint(
    league_table: LeagueTable, match: Match, seated_players: list[Player]
) -> None:
    sheet = f"/e/{league_table.evening_id}/sheet/{league_table.pk}/"
    assert (
        f'href="/t/{match.code}/round/3/wrong/"' in client_of(seated_players[3]).get(sheet).content.decode()
    )


def test_a_club_sets_its_deadlines(
    secretary: Player, match: Match, seated_players: list[Player], desk: Client
) -> None:
    office = client_of(secretary)
    address = f"/c/{match.club.slug}/disputes/"
    assert office.post(address, {"filing_hours": 0, "answer_hours": 1, "appeal_days": 1}).status_code == 422
    fields = {"filing_hours": 72, "answer_hours": 24, "appeal_days": 3}
    assert office.post(address, fields).status_code == 302
    match.club.refresh_from_db()
    assert {name: getattr(match.club, name) for name in fields} == fields
    lines = list(csv.reader(io.StringIO(desk.get("/trail/trail.csv").content.decode("utf-8-sig"))))
    assert lines[1][2] == "changed the club's deadlines"
    assert lines[1][-1] == "72 h / 24 h / 3 d"


def test_equal_complaints_are_one_row_at_the_desk(
    file: Callable[..., Case], desk: Client, seated_players: list[Player]
) -> None:
    file()
    file(seat=2, text="I saw it too.")
    page = desk.get("/desk/").content.decode()
    assert page.count('class="list-row') == 1
    assert "2 complaints" in page


def test_the_desk_says_how_old_a_case_is_who_has_it_and_until_when_it_is_answered(
    take_and_ask: Callable[[Case], Case], file: Callable[..., Case], desk: Client, clock: Clock
) -> None:
    case = file()
    Case.objects.filter(pk=case.pk).update(filed_at=clock.now - timedelta(hours=30))
    page = desk.get("/desk/").content.decode()
    assert "1\xa0day, 6\xa0hours old" in page
    assert '<span class="chip">Wise Wil</span>' not in page
    take_and_ask(case)
    case.refresh_from_db()
    page = desk.get("/desk/").content.decode()
    assert '<span class="chip">Wise Wil</span>' in page
    assert f"answers until {in_words(case.deadline, 'SHORT_DATETIME_FORMAT')}" in page


def test_players_read_until_when_they_can_ask_and_appeal(
    match: Match,
    seated_players: list[Player],
    file: Callable[..., Case],
    rule: Callable[..., Case],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    player = client_of(seated_players[0])
    club = match.club
    assert club is not None
    closed = match.rounds.get(number=2).closed_at
    until = in_words(closed + timedelta(hours=club.filing_hours), "l j F, H:i")
    page = player.get(f"/t/{match.code}/round/2/wrong/").content.decode()
    assert f"Until {until} you can ask about this round." in page
    case = rule(file(), arbiters[0], RulingKind.STANDS)
    page = player.get(f"/cases/{case.pk}/").content.decode()
    assert "Appeal until</dt>" in page
    assert in_words(clock.now + timedelta(days=club.appeal_days), "DATETIME_FORMAT") in page


def in_words(moment: datetime | None, how: str) -> str:
    """A time as pages write it."""
    assert moment is not None
    return date_format(localtime(moment), how)


def test_the_number_of_queries_of_the_desk_is_constant(file: Callable[..., Case], desk: Client) -> None:
    asked = []
    desk.get("/desk/")  # the language is written down once
    for number in (1, 2, 3, 4):
        file(number=number)
        file(number=number, seat=1, kind=CaseKind.CONDUCT)
        loading.forget_all()
        with CaptureQueriesContext(connection) as queries:
            assert desk.get("/desk/").content.decode().count('class="list-row') == 2 * number
        asked.append(len(queries))
    assert len(set(asked)) == 1


def test_markup_in_typed_texts_is_escaped(
    file: Callable[..., Case],
    desk: Client,
    seated_players: list[Player],
    arbiters: list[Player],
    clock: Clock,
) -> None:
    nasty = "<script hx-get='/'>{{ 7 }}</script>"
    case = file(text=nasty)
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    services.ask_for_answers(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    services.answer(case_id=case.pk, player=seated_players[1], text=nasty, now=clock.now)
    _status, form, preview = preview_ruling(desk, case, "stands", reason=nasty, rule="<b>1.6</b>")
    desk.post(f"/desk/{case.pk}/rule/", form)
    pages = [preview] + [
        desk.get(address).content.decode()
        for address in (f"/cases/{case.pk}/", f"/desk/{case.pk}/", "/trail/")
    ]
    for page in pages:
        assert "&lt;script hx-get" in page
        assert "<script hx-get" not in page


def test_the_trail_is_filtered_and_its_csv_contains_no_formula(
    file: Callable[..., Case], rule: Callable[..., Case], desk: Client, arbiters: list[Player], clock: Clock
) -> None:
    case = services.take_case(case_id=file().pk, arbiter=arbiters[0], now=clock.now)
    _status, form, _page = preview_ruling(
        desk, case, "bonus", points_0=20, reason="=HYPERLINK(1)", rule="+1.6"
    )
    desk.post(f"/desk/{case.pk}/rule/", form)

    whole = list(csv.reader(io.StringIO(desk.get("/trail/trail.csv").content.decode("utf-8-sig"))))
    of_case, of_evening = ["ruled", "took the case", "asked about a round"], ["confirmed a sheet"]
    of_evening += ["put a table on paper", "drew the tables"]
    assert [row[2] for row in whole[1:]] == of_case + of_evening
    assert whole[1][7:9] == ["+1.6", "'=HYPERLINK(1)"]
    one = list(
        csv.reader(io.StringIO(desk.get("/trail/trail.csv", {"what": "taken"}).content.decode("utf-8-sig")))
    )
    assert len(one) == 2
    assert desk.get("/trail/", {"case": case.pk + 1}).content.decode().count("list-row") == 1
    tomorrow = (clock.now.date().replace(year=2099)).isoformat()
    assert "Nothing found." in desk.get("/trail/", {"since": tomorrow}).content.decode()
    assert "Wise Wil" in desk.get("/trail/", {"actor": "wise"}).content.decode()


@pytest.mark.slow
def test_everybody_concerned_sees_reason_and_rule(
    taken_case: Case, desk: Client, seated_players: list[Player], rule: Callable[..., Case]
) -> None:
    _status, form, _page = preview_ruling(desk, taken_case, "void")
    desk.post(f"/desk/{taken_case.pk}/rule/", form)
    for player in seated_players:
        browser = client_of(player)
        page = browser.get(f"/cases/{taken_case.pk}/").content.decode()
        assert "It was so." in page
        assert "1.6" in page
        assert "The round is left out." in page
        assert f"/cases/{taken_case.pk}/" in browser.get("/cases/").content.decode()
        assert "My cases" in browser.get("/").content.decode()


def test_a_subject_has_the_name_that_its_game_has_for_it(
    file: Callable[..., Case], desk: Client, match: Match
) -> None:
    """In the trail and in the search of the archive as on the case itself."""
    case = file()
    name = "Roem was not counted"
    assert name in desk.get(f"/desk/{case.pk}/").content.decode().partition("What was done with this case")[2]
    for page in ("/trail/", "/trail/trail.csv", f"/c/{match.club.slug}/rulings/"):
        body = desk.get(page).content.decode()
        assert name in body
        assert "Points were not counted" not in body
