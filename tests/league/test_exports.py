"""Promises of what leaves the league and comes in: no formula in a cell, whole lists or none, a report to paste."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override
from hypothesis import example, given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from accounts.clubs.imports import import_members
from accounts.models import Club, Membership, Player
from games.kit.spreadsheet import csv_text
from games.league import services
from games.league.evenings.report import report_of
from games.league.models import Competition, Entrant, Evening
from games.league.queries import evening_lines, season_table
from tests.league.conftest import closed, drawn, opened, planned, sign_up
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db
SIGN_IN = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def played(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> Evening:
    """An evening of four players over two tables, closed."""
    evening = planned(competition, clock())
    sign_up(evening, entrants[:4], secretary, clock())
    drawn(evening)
    for points in ((100, 62), (120, 42)):
        (table,) = opened(evening, secretary, clock(), on_paper=True)
        write_sheet(table, points, now=clock())
    return closed(evening, secretary, clock())


@pytest.fixture
def desk(secretary: Player) -> Client:
    client = Client()
    client.force_login(secretary, backend=SIGN_IN)
    return client


FORMULA = re.compile(r"\s*[=@]|\s*[+-](?![0-9]+$)")
"""How a cell begins that spreadsheets work out; `-5` is a number."""
AWKWARD = st.text(st.sampled_from("=+-@;,\t\r\n\"' F1"), max_size=12)


def cells_in(written: str, separator: str) -> list[str]:
    """Every cell of a file as a spreadsheet with that separator divides it."""
    lines = csv.reader(io.StringIO(written.removeprefix("\ufeff"), newline=""), delimiter=separator)
    return [cell for line in lines for cell in line]


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@settings(deadline=None, database=None)
@given(rows=st.lists(st.tuples(AWKWARD, st.integers(), AWKWARD | st.none(), AWKWARD), max_size=4))
@example(rows=[("Anna", 1, "F;=1+1", "F,=1+1")])
@example(rows=[("-5", 1, 'F;"=1+1"', "F\n=1+1")])
def test_no_cell_starts_a_formula_whatever_the_separator(
    language: str, separator: str, rows: list[tuple[str, int, str | None, str]]
) -> None:
    with override(language):
        written = csv_text(["Name", "=Points", "Why", "F;@x"], rows)

    assert [cell for cell in cells_in(written, separator) if FORMULA.match(cell)] == []


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_text_that_looks_like_a_formula_gets_an_apostrophe_and_a_number_none(start: str) -> None:
    written = csv_text(["Name", "Points"], [[f"{start}cmd|' /C calc'!A0", -5], ["Anna", "+5"]])
    rows = list(csv.reader(io.StringIO(written, newline="")))
    assert rows[1] == [f"'{start}cmd|' /C calc'!A0", "-5"]
    assert rows[2] == ["Anna", "+5"]


def test_a_double_click_opens_a_list_right_in_every_language() -> None:
    spoken = {}
    for language in ("en", "nl"):
        with override(language):
            spoken[language] = csv_text(["Name", "Points"], [["René", 5]]).encode()
    assert spoken["en"] == b'\xef\xbb\xbf"Name","Points"\r\n"Ren\xc3\xa9",5\r\n'
    assert spoken["nl"] == b'\xef\xbb\xbf"Name";"Points"\r\n"Ren\xc3\xa9";5\r\n'


def read(desk: Client, competition: Competition, kind: str) -> list[list[str]]:
    answer = desk.get(reverse("league_file", args=[competition.pk, kind]))
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_files_say_what_the_table_says(desk: Client, competition: Competition, played: Evening) -> None:
    table = season_table(competition)
    rows = read(desk, competition, "table.csv")
    assert [int(row[2]) for row in rows[1:]] == [row.total for row in table.rows]
    told = json.loads(desk.get(reverse("league_file", args=[competition.pk, "table.json"])).content)
    assert [row["points"] for row in told["rows"]] == [row.total for row in table.rows]
    results = read(desk, competition, "results.csv")
    assert sum(int(row[4]) for row in results[1:]) == 4 * 2 * (162 + 162)
    assert sorted(int(row[3]) for row in results[1:]) == [1] * 4 + [2] * 4
    assert results[0][-5:] == [tally.label for tally in competition.the_game.tallies]
    calendar = Calendar.from_ical(
        desk.get(reverse("league_file", args=[competition.pk, "evenings.ics"])).content
    )
    (event,) = calendar.walk("VEVENT")
    assert event["dtstart"].dt == played.starts_at
    assert desk.get(reverse("league_file", args=[competition.pk, "secrets.csv"])).status_code == 404


def test_corrections_are_listed_with_actor_reason_before_and_after(
    desk: Client,
    competition: Competition,
    entrants: list[Entrant],
    played: Evening,
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    for points in (-40, 15):
        services.correct(
            evening=played, entrant=entrants[0], points=points, actor=secretary, reason="Slip", now=clock()
        )
    newest, first = read(desk, competition, "corrections.csv")[1:]
    assert first[1:] == ["Secretary Siem", "correction", "M01", "Slip", "", "-40"]
    assert newest[1:] == ["Secretary Siem", "correction", "M01", "Slip", "-40", "+15"]


def test_the_report_names_winner_average_and_standings(competition: Competition, played: Evening) -> None:
    table = season_table(competition)
    lines = evening_lines(played, table)
    report = report_of(played, lines, table)
    assert f"Winner: {lines[0].name} with 880 points" in report
    assert "Average: 648 points" in report
    assert "Highest table: 480; lowest: 168" in report
    assert "The season after 1 evening" in report


def test_a_list_of_a_dutch_spreadsheet_comes_in_and_the_clubs_own_file_does_too(
    league_club: Club, desk: Client, clock: Callable[[], datetime]
) -> None:
    with override("nl"):
        text = f"{gettext('Name at the table')};Naam;Mail;Rol\nTruus;Truus Bakker;truus@example.org;lid\n"
        assert import_members(club=league_club, text=text, now=clock()) == (1, ())
    saved_by_excel = SimpleUploadedFile("leden.csv", "Zoë;Zoë Smit;\n".encode("cp1252"))
    answer = desk.post(reverse("club_members_import", args=[league_club.slug]), {"file": saved_by_excel})
    assert answer.status_code == 302
    assert set(league_club.memberships.values_list("player__nickname", flat=True)) >= {"Truus", "Zoë"}


def test_members_come_in_from_a_list(league_club: Club, clock: Callable[[], datetime]) -> None:
    text = "Nickname,Name,Mail\nTruus,Truus Bakker,truus@example.org\n'=Kees,Kees Smit,\n"
    made, faults = import_members(club=league_club, text=text, now=clock())
    assert (made, faults) == (2, ())
    truus = Player.objects.get(nickname="Truus")
    listed = Membership.objects.get(club=league_club, player=truus)
    assert (listed.real_name, listed.listed_mail) == ("Truus Bakker", "truus@example.org")
    assert not truus.has_usable_password()


def test_a_list_with_a_fault_takes_in_nobody(
    league_club: Club, secretary: Player, clock: Callable[[], datetime]
) -> None:
    before = Player.objects.count()
    text = "Truus,,truus@example.org\nSecretary Siem,,\nKees,,not a mail\n"
    made, faults = import_members(club=league_club, text=text, now=clock())
    assert made == 0
    assert [fault.line for fault in faults] == [2, 3]
    assert Player.objects.count() == before


def test_a_secretary_sets_a_season_up_from_the_pages(
    desk: Client, league_club: Club, members: list[Player], secretary: Player
) -> None:
    assert desk.post(reverse("season_new", args=["troefboer"]), {"name": "Winter"}).status_code == 302
    season = league_club.seasons.get()
    address = reverse("competition_new", args=["troefboer", season.pk])
    form = desk.get(address).context["form"]
    fields = {name: form[name].initial for name in form.fields if form[name].initial is not None}
    kraken = form.fields["house_rules"].choices[0][0]
    fields |= {
        "name": "Friday",
        "house_rules": kraken,
        "seating": "rotating",
        "size": "1",
        "rule-best_of": "3",
    }
    answer = desk.post(address, fields)
    assert answer.status_code == 302, answer.context["form"].errors
    competition = season.competitions.get()
    usual = {"announced_points": 5000, "waiting_points": 1500, "compensation": 81, "walkover_points": 1500}
    assert competition.rules == {"best_of": 3, **usual}
    manage = reverse("league_manage", args=[competition.pk])
    desk.post(manage, {"do": "enter", "enter-players": [player.pk for player in members[:5]]})
    assert competition.entrants.count() == 5
    wrong = {"do": "evening", "evening-starts_at": "2026-05-01T20:00", "evening-deadline": "2026-05-01T21:00"}
    assert desk.post(manage, wrong).status_code == 422
    desk.post(manage, wrong | {"evening-deadline": "2026-05-01T19:00"})
    evening = competition.evenings.get()
    for entrant in competition.entrants.all():
        desk.post(reverse("evening_sign", args=[evening.pk]), {"entrant": entrant.pk, "comes": "yes"})
    do = reverse("cockpit_do", args=[evening.pk])
    for doing in ("draw", "open", "start"):
        evening.refresh_from_db()
        assert desk.post(do, {"do": doing, "version": evening.version}).status_code == 302, doing
    assert desk.post(do, {"do": "open", "version": 0}).status_code == 409
    assert evening.tables.get(round=1).match.status == "running"
    assert desk.get(reverse("cockpit", args=[evening.pk])).status_code == 200


def test_an_evening_moves_to_another_date_with_a_reason(
    desk: Client, competition: Competition, clock: Callable[[], datetime]
) -> None:
    evening = planned(competition, clock())
    do = reverse("cockpit_do", args=[evening.pk])
    asked = {
        "do": "move",
        "version": evening.version,
        "move-starts_at": "2026-06-01T20:00",
        "move-deadline": "2026-06-01T18:00",
        "move-place": "Café De Zwaan",
    }
    assert desk.post(do, asked).status_code == 422
    assert desk.post(do, asked | {"reason": "Snow"}).status_code == 302
    evening.refresh_from_db()
    assert evening.place == "Café De Zwaan"
    assert evening.corrections.get().what == "moved"
    assert desk.post(do, asked | {"reason": "Snow"}).status_code == 409


def test_old_results_come_in_from_a_list_whole_or_not_at_all(
    desk: Client, competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]
) -> None:
    planned(competition, clock())
    address = reverse("results_import", args=[competition.pk])
    wrong = "Evening,Name,Points\n1,M01,4500\n2,M02,4000\n1,Nobody,1\n1,M03,many\n"
    answer = desk.post(address, {"pasted": wrong})
    assert answer.status_code == 422
    assert [fault.line for fault in answer.context["faults"]] == [2, 3, 4]
    assert {row.total for row in season_table(competition).rows} == {0}
    assert desk.post(address, {"pasted": "1,M01,4500\n1,M02,4000\n"}).status_code == 302
    rows = season_table(competition).rows
    assert [(row.total, row.evenings) for row in rows[:3]] == [(4500, 1), (4000, 1), (0, 0)]
    assert competition.corrections.get().what == "imported"


def test_the_same_list_sent_twice_counts_once(
    desk: Client, competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]
) -> None:
    planned(competition, clock())
    address = reverse("results_import", args=[competition.pk])
    listed = {"pasted": "1,M01,4500\n1,M02,4000\n"}
    twice_in_it = desk.post(address, {"pasted": "1,M01,4500\n1,M01,4500\n"})
    assert [fault.line for fault in twice_in_it.context["faults"]] == [2]
    assert desk.post(address, listed).status_code == 302
    again = desk.post(address, listed)
    assert [fault.line for fault in again.context["faults"]] == [1, 2]
    assert desk.post(address, {"pasted": "1,M03,3900\n"}).status_code == 302, "who was forgotten comes after"
    assert [row.total for row in season_table(competition).rows[:4]] == [4500, 4000, 3900, 0]


def test_a_club_keeps_its_last_owner_and_lets_everybody_else_go(
    desk: Client, league_club: Club, members: list[Player], secretary: Player
) -> None:
    desk.post(reverse("club_leave", args=["troefboer", secretary.pk]))
    assert league_club.memberships.filter(player=secretary).exists()
    desk.post(reverse("club_leave", args=["troefboer", members[0].pk]))
    assert not league_club.memberships.filter(player=members[0]).exists()
    own = Client()
    own.force_login(members[1], backend=SIGN_IN)
    assert own.post(reverse("club_leave", args=["troefboer", members[2].pk])).status_code == 403
    own.post(reverse("club_leave", args=["troefboer", members[1].pk]))
    assert own.get(reverse("club", args=["troefboer"])).status_code == 404
