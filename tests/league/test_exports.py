"""Promises of what leaves the league and comes in: no formula in a cell, whole lists or none, a report to paste."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from hypothesis import example, given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from accounts.models import Club, Membership, Player
from accounts.site_address import site_host
from games.league import services
from games.league.evenings.report import report_of
from games.league.models import Competition, Entrant, Evening
from games.league.queries import evening_lines, season_table
from games.spreadsheet import csv_text
from tests.clients import client_of
from tests.league.conftest import (
    close_evening,
    open_round,
    plan_and_draw,
    plan_evening,
)
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed_evening(
    competition: Competition, entrants: list[Entrant], secretary: Player, clock: Callable[[], datetime]
) -> Evening:
    """An evening of four players over two tables, closed."""
    evening = plan_and_draw(competition, entrants[:4], secretary, clock())
    for points in ((100, 62), (120, 42)):
        (table,) = open_round(evening, secretary, clock(), on_paper=True)
        write_sheet(table, points, now=clock())
    return close_evening(evening, secretary, clock())


FORMULA = re.compile(r"\s*[=@]|\s*[+-](?![0-9]+(?:[.,][0-9]+)*$)")
"""How a cell begins that spreadsheets work out; `-5` and `+50,5` are numbers."""
AWKWARD = st.text(st.sampled_from("=+-@;,.\t\r\n\"' F1"), max_size=12)


def cells_in(written: str, separator: str) -> list[str]:
    """Every cell of a file as a spreadsheet with that separator divides it."""
    lines = csv.reader(io.StringIO(written.removeprefix("\ufeff"), newline=""), delimiter=separator)
    return [cell for line in lines for cell in line]


@pytest.mark.slow
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


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize(
    ("text", "apart"),
    [
        *[(number, "") for number in ("+50", "+50,5", "-100.5", "+1.201,5", "-1,201.25", "+12.345.678")],
        *[(text, "'") for text in ("+50,5+1", "+1..5", "-.5", "+", "+5,", "-1 50", "+1,5e3", "=50,5")],
    ],
)
def test_a_signed_number_with_decimals_needs_no_apostrophe(language: str, text: str, apart: str) -> None:
    with override(language):
        written = csv_text(["Name", "Points"], [["Anna", text], [text, 5]])
    assert f'"{apart}{text}"\r\n' in written
    assert f'"\'{text}"' in written, "at the start of a line it could begin a longer cell"


def test_a_double_click_opens_a_list_right_in_every_language() -> None:
    spoken = {}
    for language in ("en", "nl"):
        with override(language):
            spoken[language] = csv_text(["Name", "Points"], [["René", 5]]).encode()
    assert spoken["en"] == b'\xef\xbb\xbf"Name","Points"\r\n"Ren\xc3\xa9",5\r\n'
    assert spoken["nl"] == b'\xef\xbb\xbf"Name";"Points"\r\n"Ren\xc3\xa9";5\r\n'


def read_csv(desk: Client, competition: Competition, kind: str) -> list[list[str]]:
    answer = desk.get(reverse("league:league_file", args=[competition.pk, kind]))
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_files_say_what_the_table_says(
    desk: Client, competition: Competition, closed_evening: Evening
) -> None:
    table = season_table(competition)
    rows = read_csv(desk, competition, "table.csv")
    assert [int(row[2]) for row in rows[1:]] == [row.total for row in table.rows]
    told = json.loads(desk.get(reverse("league:league_file", args=[competition.pk, "table.json"])).content)
    assert [row["points"] for row in told["rows"]] == [row.total for row in table.rows]
    results = read_csv(desk, competition, "results.csv")
    column = {head: place for place, head in enumerate(results[0])}
    assert sum(int(row[column["Points"]] or 0) for row in results[1:]) == 4 * 2 * (162 + 162)
    assert (
        sorted(int(row[column["Place"]]) for row in results[1:] if row[column["Place"]]) == [1] * 4 + [2] * 4
    )
    assert results[0][-6:-1] == [tally.label for tally in competition.the_game.tallies]
    calendar = Calendar.from_ical(
        desk.get(reverse("league:league_file", args=[competition.pk, "evenings.ics"])).content
    )
    (event,) = calendar.walk("VEVENT")
    assert event["dtstart"].dt == closed_evening.starts_at
    assert event["uid"] == f"evening-{closed_evening.pk}@{site_host()}"
    assert "location" not in event
    assert desk.get(reverse("league:league_file", args=[competition.pk, "secrets.csv"])).status_code == 404


def test_corrections_are_listed_with_actor_reason_before_and_after(
    desk: Client,
    competition: Competition,
    entrants: list[Entrant],
    closed_evening: Evening,
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    """Before and after are what counts together then; those of corrections and of deductions apart."""
    about = {"evening": closed_evening, "entrant": entrants[0], "actor": secretary, "reason": "Slip"}
    for write, points in (
        (services.correct, -40),
        (services.correct, 15),
        (services.deduct, 10),
        (services.deduct, 5),
        (services.correct, Decimal("25.5")),
        (services.correct, Decimal("-0.5")),
    ):
        write(**about, points=points, now=clock())
    heads, *lines = read_csv(desk, competition, "corrections.csv")
    said = [dict(zip(heads, line, strict=True)) for line in reversed(lines)]
    assert {(line["By"], line["Name"], line["Reason"]) for line in said} == {
        ("Secretary Siem", "M01", "Slip")
    }
    assert [(line["What"], line["Before"], line["After"]) for line in said] == [
        ("correction", "", "-40"),
        ("correction", "-40", "-25"),
        ("deduction", "", "-10"),
        ("deduction", "-10", "-15"),
        ("correction", "-25", "+0.5"),
        ("correction", "+0.5", "0"),
    ]


def test_a_correction_says_of_which_evening_it_is(
    desk: Client,
    competition: Competition,
    entrants: list[Entrant],
    closed_evening: Evening,
    secretary: Player,
) -> None:
    about = {"entrant": entrants[0], "actor": secretary, "reason": "Slip", "now": timezone.now()}
    services.correct(evening=closed_evening, points=5, **about)
    services.deduct(evening=closed_evening, points=5, **about)
    heads, *lines = read_csv(desk, competition, "corrections.csv")
    assert [line[heads.index("Evening")] for line in lines] == [str(closed_evening.number)] * 2
    page = desk.get(reverse("league:league_manage", args=[competition.pk])).content.decode()
    assert page.count(f"evening {closed_evening.number} · Slip") == 2


def test_the_report_names_winner_average_and_standings(
    competition: Competition, closed_evening: Evening
) -> None:
    table = season_table(competition)
    lines = evening_lines(closed_evening, table)
    report = report_of(closed_evening, lines, table)
    assert f"Winner: {lines[0].name} with 880 points" in report
    assert "Average: 648 points" in report
    assert "Most at one table: 480; least: 168" in report
    assert "The season after 1 evening" in report
    left = len(table.rows) - 5
    assert report.endswith(f"\nand {left} others"), "the season's list does not end unsaid"


def test_a_secretary_sets_a_season_up_from_the_pages(
    desk: Client, league_club: Club, members: list[Player], secretary: Player
) -> None:
    assert desk.post(reverse("league:season_new", args=["troefboer"]), {"name": "Winter"}).status_code == 302
    season = league_club.seasons.get()
    address = reverse("league:competition_new", args=["troefboer", season.pk])
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
    assert competition.rules == {"best_of": 3, "announced": "own_average", **usual}
    manage = reverse("league:league_manage", args=[competition.pk])
    desk.post(manage, {"do": "enter", "enter-players": [player.pk for player in members[:5]]})
    assert competition.entrants.count() == 5
    wrong = {
        "do": "evening",
        "evening-starts_at": "2026-05-01T20:00",
        "evening-deadline": "2026-05-01T21:00",
        "evening-times": "1",
        "evening-weeks": "1",
    }
    assert desk.post(manage, wrong).status_code == 422
    held = {"evening-held": wrong["evening-starts_at"]}
    desk.post(manage, wrong | held | {"evening-deadline": "2026-05-01T19:00"})
    evening = competition.evenings.get()
    for entrant in competition.entrants.all():
        desk.post(reverse("league:evening_sign", args=[evening.pk]), {"entrant": entrant.pk, "comes": "yes"})
    do = reverse("league:cockpit_do", args=[evening.pk])
    for doing in ("draw", "open", "start"):
        evening.refresh_from_db()
        assert desk.post(do, {"do": doing, "version": evening.version}).status_code == 302, doing
    assert desk.post(do, {"do": "open", "version": 0}).status_code == 409
    assert evening.tables.get(round=1).match.status == "running"
    assert desk.get(reverse("league:cockpit", args=[evening.pk])).status_code == 200


def test_an_evening_moves_to_another_date_with_a_reason(
    desk: Client, competition: Competition, clock: Callable[[], datetime]
) -> None:
    evening = plan_evening(competition, clock())
    do = reverse("league:cockpit_do", args=[evening.pk])
    asked = {
        "do": "move",
        "version": evening.version,
        "move-starts_at": "2026-06-01T20:00",
        "move-held": "2026-06-01T20:00",
        "move-deadline": "2026-06-01T18:00",
        "move-place": "Café De Zwaan",
    }
    assert desk.post(do, asked).status_code == 422
    assert desk.post(do, asked | {"reason": "Snow"}).status_code == 302
    evening.refresh_from_db()
    assert evening.place == "Café De Zwaan"
    assert evening.corrections.get().what == "moved"
    assert desk.post(do, asked | {"reason": "Snow"}).status_code == 409


def test_a_club_keeps_its_last_owner_and_lets_everybody_else_go(
    desk: Client, league_club: Club, members: list[Player], secretary: Player
) -> None:
    desk.post(reverse("league:club_leave", args=["troefboer", secretary.pk]))
    assert league_club.memberships.filter(player=secretary).exists()
    desk.post(reverse("league:club_leave", args=["troefboer", members[0].pk]))
    assert not league_club.memberships.filter(player=members[0]).exists()
    own = client_of(members[1])
    assert own.post(reverse("league:club_leave", args=["troefboer", members[2].pk])).status_code == 403
    own.post(reverse("league:club_leave", args=["troefboer", members[1].pk]))
    assert own.get(reverse("league:club", args=["troefboer"])).status_code == 404


def test_two_clubs_in_one_calendar_are_apart_and_a_place_is_told(
    desk: Client, competition: Competition, closed_evening: Evening, settings: object
) -> None:
    def event_at(origin: str) -> Any:
        settings.SITE_ORIGINS = [origin]
        page = desk.get(reverse("league:league_file", args=[competition.pk, "evenings.ics"]))
        return Calendar.from_ical(page.content).walk("VEVENT")[0]

    settings.ALLOWED_HOSTS = ["*"]
    Evening.objects.filter(pk=closed_evening.pk).update(place="De Eik")
    first, second = event_at("https://een.example"), event_at("https://twee.example")
    assert first["uid"] != second["uid"]
    assert first["location"] == "De Eik"


def test_the_members_file_has_dates_of_the_clock_on_the_wall(
    desk: Client, league_club: Club, secretary: Player
) -> None:
    """Half past midnight in Amsterdam is the day before in UTC."""
    since = datetime(2026, 11, 2, 23, 30, tzinfo=UTC)
    Membership.objects.filter(club=league_club, player=secretary).update(since=since)
    text = desk.get(reverse("league:club_members_csv", args=[league_club.slug])).content.decode()
    line = next(line for line in text.splitlines() if "Secretary Siem" in line)
    assert "2026-11-03" in line
    Player.objects.filter(pk=secretary.pk).update(language="nl")
    headers = {"accept-language": "nl"}
    text = desk.get(
        reverse("league:club_members_csv", args=[league_club.slug]), headers=headers
    ).content.decode()
    assert ';"beheerder";' in text
