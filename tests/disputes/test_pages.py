"""Disputed rounds through their pages: asked, answered, previewed, ruled in every way; what is said is never lost.

The match is one on paper in a league, 100 : 62, 82 : 80, 120 : 42 and 90 : 72.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.disputes import services
from games.disputes.models import Case, CaseKind, State
from games.disputes.rulings import RulingKind
from games.league.models import LeagueTable
from games.league.reading import season_table
from games.league.services import archive_season
from games.table import loading
from games.table.models import Match, Round
from tests.conftest import Clock
from tests.disputes.conftest import round_of
from tests.house.test_permissions import client_of

pytestmark = pytest.mark.django_db
WHY = {"reason": "It was so.", "rule": "1.6"}


@pytest.fixture
def clock() -> Clock:
    """The pages read the real time."""
    return Clock(timezone.now())


def previewed(desk: Client, case: Case, kind: str, **fields: object) -> tuple[int, dict[str, str], str]:
    """The answer to a preview: status, the fields of its confirming form, and its text."""
    answer = desk.post(f"/desk/{case.pk}/preview/", {"kind": kind, **WHY, **fields})
    body = answer.content.decode()
    form = body.partition(f'action="/desk/{case.pk}/rule/"')[2].partition("</form>")[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', form)
    return answer.status_code, {name: html.unescape(value) for name, value in hidden}, body


def totals(table: LeagueTable) -> list[int]:
    """The season's totals by seat of this table."""
    rows = {row.entrant: row.total for row in season_table(table.evening.competition).rows}
    return [rows[seat.entrant_id] for seat in table.seats.order_by("number")]


RULINGS = {
    "stands": ({}, [100, 62], None),
    "bonus": ({"points_0": 40}, [140, 62], None),
    "multiplier": ({"level": 1}, [324, 0], None),
    "count": ({"points_0": 90, "points_1": 72}, [90, 72], None),
    "assigned": ({"points_0": 81, "points_1": 81}, [81, 81], None),
    "average": ({"points_0": 10, "points_1": -10}, [107, 55], None),
    "forfeit": ({"side": 0, "points_1": 162}, [0, 162], None),
    "void": ({}, [0, 0], None),
    "split": ({"part_0": "nothing", "part_1": "assigned", "points_1": 90}, [0, 90], None),
    "penalty": ({"seat": 3, "amount": -100}, [100, 62], [0, 0, 0, -100]),
}


@pytest.mark.parametrize("kind", RULINGS)
def test_every_ruling_does_what_its_preview_shows(
    taken: Case, desk: Client, league_table: LeagueTable, match: Match, kind: str
) -> None:
    fields, points, seats = RULINGS[kind]
    assert totals(league_table) == [392, 256, 392, 256]

    status, form, page = previewed(desk, taken, kind, **fields)

    assert status == 200
    assert round_of(match).points == [100, 62]
    after = re.findall(r'is-total.*?<td class="num">(-?\d+)</td><td class="num">(-?\d+)</td>', page)[1]
    assert [int(each) for each in after] == [292 + points[0], 194 + points[1]]
    answer = desk.post(f"/desk/{taken.pk}/rule/", form)
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/{taken.pk}/")
    row = round_of(match)
    assert (row.points, row.seat_points) == (points, seats)
    assert row.status == (Round.Status.VOID if kind == "void" else Round.Status.CLOSED)
    given = seats or [0, 0, 0, 0]
    assert totals(league_table) == [
        (292 if seat % 2 == 0 else 194) + points[seat % 2] + given[seat] for seat in range(4)
    ]
    taken.refresh_from_db()
    assert taken.state == State.RULED


def test_any_ruling_can_carry_a_penalty_for_one_player(taken: Case, desk: Client, match: Match) -> None:
    _status, form, _page = previewed(desk, taken, "bonus", points_1=20, seat=0, amount=-50)
    desk.post(f"/desk/{taken.pk}/rule/", form)
    row = round_of(match)
    assert (row.points, row.seat_points) == ([100, 82], [-50, 0, 0, 0])


@pytest.mark.parametrize(
    ("kind", "fields", "missing"),
    [
        ("assigned", {"points_0": 3}, "points_1"),
        ("penalty", {"seat": 1}, "amount"),
        ("bonus", {"points_0": 20, "seat": 1}, "amount"),
        ("multiplier", {}, "level"),
        ("forfeit", {"side": "7"}, "side"),
        ("stands", {"reason": ""}, "reason"),
        ("stands", {"rule": ""}, "rule_chosen"),
    ],
)
def test_half_a_ruling_is_asked_for_the_rest_and_keeps_what_was_typed(
    taken: Case, desk: Client, kind: str, fields: dict[str, object], missing: str
) -> None:
    answer = desk.post(f"/desk/{taken.pk}/preview/", {"kind": kind, **WHY, **fields})
    assert answer.status_code == 422
    form = answer.context["form"]
    assert missing in form.errors
    assert {name: form[name].value() for name in fields} == {name: str(said) for name, said in fields.items()}


def test_what_the_engine_refuses_is_said_at_the_form(taken: Case, desk: Client) -> None:
    answer = desk.post(f"/desk/{taken.pk}/preview/", {"kind": "count", "points_0": 90, "points_1": 90, **WHY})
    assert (answer.status_code, answer["Refusal-Code"]) == (422, "do_not_add_up")
    assert "do not add up" in answer.content.decode()
    assert answer.context["form"]["points_0"].value() == "90"


def test_only_what_was_previewed_is_confirmed(
    taken: Case, desk: Client, file: Callable[..., Case], rule: Callable[..., Case], arbiters: list[Player]
) -> None:
    """Another case about the same round is ruled on between preview and confirmation."""
    _status, form, _page = previewed(desk, taken, "assigned", points_0=81, points_1=81)
    rule(file(seat=1, kind=CaseKind.CONDUCT), arbiters[1], RulingKind.BONUS, points=(20, 0))

    answer = desk.post(f"/desk/{taken.pk}/rule/", form)

    assert answer.status_code == 409
    assert "Something changed since you looked" in answer.content.decode()
    taken.refresh_from_db()
    assert taken.state == State.UNDER_REVIEW


def test_a_finished_season_asks_once_more(
    taken: Case, desk: Client, league_table: LeagueTable, clock: Clock
) -> None:
    season = league_table.evening.competition.season
    archive_season(season=season, now=clock.now)
    _status, form, page = previewed(desk, taken, "bonus", points_0=20)
    assert "finished season" in page

    refused = desk.post(f"/desk/{taken.pk}/rule/", form)
    assert (refused.status_code, refused["Refusal-Code"]) == (422, "season_finished")
    assert desk.post(f"/desk/{taken.pk}/rule/", {**form, "finished": "on"}).status_code == 302
    assert totals(league_table) == [412, 256, 412, 256]


def test_the_kind_comes_first_then_only_its_fields(taken: Case, desk: Client) -> None:
    page = desk.get(f"/desk/{taken.pk}/").content.decode()
    assert 'name="reason"' not in page.partition('id="ruling"')[2].partition("</section>")[0]
    assert "The first ruling stands" not in page

    def fields(kind: str) -> set[str]:
        part = desk.get(f"/desk/{taken.pk}/fields/", {"kind": kind}).content.decode()
        assert "<html" not in part
        return set(re.findall(r'name="(\w+)"', part)) - {"csrfmiddlewaretoken"}

    always = {"kind", "reason", "rule", "rule_chosen", "seat", "amount"}
    assert fields("void") == always
    assert fields("revoke") == always | {"side"}
    assert fields("split") == always | {"part_0", "part_1", "points_0", "points_1"}
    assert desk.get(f"/desk/{taken.pk}/fields/", {"kind": "x"})["Refusal-Code"] == "unreadable"


def test_a_round_on_paper_shows_who_typed_it_and_who_found_it_right(
    taken: Case, desk: Client, sitting: list[Player]
) -> None:
    page = desk.get(f"/desk/{taken.pk}/").content.decode()
    assert f"<b>{sitting[0]}</b> typed it" in page
    assert f"<b>{sitting[1]}</b> found the sheet right" in page
    assert "A suit was not followed" in page


def test_asking_keeps_what_was_typed_when_it_is_refused(
    match: Match, sitting: list[Player], clock: Clock
) -> None:
    asker = client_of(sitting[0])
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
    assert "<textarea" not in late


def test_a_confirmed_sheet_on_paper_leads_to_the_question(
    league_table: LeagueTable, match: Match, sitting: list[Player]
) -> None:
    sheet = f"/e/{league_table.evening_id}/sheet/{league_table.pk}/"
    assert f'href="/t/{match.code}/round/3/wrong/"' in client_of(sitting[3]).get(sheet).content.decode()


def test_a_club_says_how_long_its_players_have(
    secretary: Player, match: Match, sitting: list[Player], desk: Client
) -> None:
    office = client_of(secretary)
    address = f"/c/{match.club.slug}/disputes/"
    assert office.post(address, {"filing_hours": 0, "answer_hours": 1, "appeal_days": 1}).status_code == 422
    said = {"filing_hours": 72, "answer_hours": 24, "appeal_days": 3}
    assert office.post(address, said).status_code == 302
    match.club.refresh_from_db()
    assert {name: getattr(match.club, name) for name in said} == said
    lines = list(csv.reader(io.StringIO(desk.get("/trail/trail.csv").content.decode("utf-8-sig"))))
    assert lines[1][2] == "changed the club's deadlines"
    assert lines[1][-1] == "72 h / 24 h / 3 d"


def test_equal_complaints_are_one_row_at_the_desk(
    file: Callable[..., Case], desk: Client, sitting: list[Player]
) -> None:
    file()
    file(seat=2, text="I saw it too.")
    page = desk.get("/desk/").content.decode()
    assert page.count('class="list-row') == 1
    assert "2 complaints" in page


def test_the_desk_asks_the_database_the_same_whatever_waits_there(
    file: Callable[..., Case], desk: Client
) -> None:
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


def test_markup_in_what_people_say_is_shown_as_text(
    file: Callable[..., Case], desk: Client, sitting: list[Player], arbiters: list[Player], clock: Clock
) -> None:
    nasty = "<script hx-get='/'>{{ 7 }}</script>"
    case = file(text=nasty)
    services.answer(case_id=case.pk, player=sitting[1], text=nasty, now=clock.now)
    services.take_case(case_id=case.pk, arbiter=arbiters[0], now=clock.now)
    _status, form, preview = previewed(desk, case, "stands", reason=nasty, rule="<b>1.6</b>")
    desk.post(f"/desk/{case.pk}/rule/", form)
    pages = [preview] + [
        desk.get(address).content.decode()
        for address in (f"/cases/{case.pk}/", f"/desk/{case.pk}/", "/trail/")
    ]
    for page in pages:
        assert "&lt;script hx-get" in page
        assert "<script hx-get" not in page


def test_the_trail_is_filtered_and_its_file_starts_no_formula(
    file: Callable[..., Case], rule: Callable[..., Case], desk: Client, arbiters: list[Player], clock: Clock
) -> None:
    case = services.take_case(case_id=file().pk, arbiter=arbiters[0], now=clock.now)
    _status, form, _page = previewed(desk, case, "bonus", points_0=20, reason="=HYPERLINK(1)", rule="+1.6")
    desk.post(f"/desk/{case.pk}/rule/", form)

    whole = list(csv.reader(io.StringIO(desk.get("/trail/trail.csv").content.decode("utf-8-sig"))))
    assert [row[2] for row in whole[1:]] == ["ruled", "took the case", "asked about a round"]
    assert whole[1][7:9] == ["'+1.6", "'=HYPERLINK(1)"]
    one = list(
        csv.reader(io.StringIO(desk.get("/trail/trail.csv", {"what": "taken"}).content.decode("utf-8-sig")))
    )
    assert len(one) == 2
    assert desk.get("/trail/", {"case": case.pk + 1}).content.decode().count("list-row") == 1
    tomorrow = (clock.now.date().replace(year=2099)).isoformat()
    assert "Nothing found." in desk.get("/trail/", {"since": tomorrow}).content.decode()
    assert "Wise Wil" in desk.get("/trail/", {"actor": "wise"}).content.decode()


def test_everybody_concerned_finds_reason_and_rule(
    taken: Case, desk: Client, sitting: list[Player], rule: Callable[..., Case]
) -> None:
    _status, form, _page = previewed(desk, taken, "void")
    desk.post(f"/desk/{taken.pk}/rule/", form)
    for player in sitting:
        browser = client_of(player)
        page = browser.get(f"/cases/{taken.pk}/").content.decode()
        assert "It was so." in page
        assert "1.6" in page
        assert "The round is left out." in page
        assert f"/cases/{taken.pk}/" in browser.get("/cases/").content.decode()
        assert "My disputed rounds" in browser.get("/").content.decode()
