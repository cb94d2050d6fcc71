"""Days in lists of results: with or without a year and a weekday, with months in words, Dutch or English."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.league.list_days import SeasonDays, TypedDay, find_day, read_day
from games.league.models import Competition, Entrant, Evening
from tests.league.clubs.lists import form_inputs, listed_evenings, send_list, totals_by_name
from tests.league.conftest import plan_evening

MONTHS = {
    "nl": ["januari", "februari", "maart", "april", "mei", "juni",
           "juli", "augustus", "september", "oktober", "november", "december"],
    "en": ["January", "February", "March", "April", "May", "June",
           "July", "August", "September", "October", "November", "December"],
}  # fmt: skip
WEEKDAYS = {
    "nl": ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
}


@pytest.mark.parametrize("language", ["nl", "en"])
def test_months_and_weekdays_are_read_in_both_languages(language: str) -> None:
    """In full and in three letters; the Dutch days of the week also in two, and March as mrt."""
    for place, month in enumerate(MONTHS[language], 1):
        for written in (month, month[:3], month.upper(), f"{month[:3]}."):
            assert read_day(f"12 {written}") == TypedDay(12, place), written
    for place, weekday in enumerate(WEEKDAYS[language]):
        for written in (weekday, weekday[:3], weekday.title(), f"{weekday[:2]}."):
            assert read_day(f"{written} 12 {MONTHS[language][9]}") == TypedDay(12, 10, None, place), written
    assert read_day("di 3 mrt") == TypedDay(3, 3, None, 1)


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("12-11", TypedDay(12, 11)),
        ("12/11", TypedDay(12, 11)),
        ("12.11", TypedDay(12, 11)),
        ("12-nov", TypedDay(12, 11)),
        ("12-nov-25", TypedDay(12, 11, 2025)),
        ("12 nov. '25", TypedDay(12, 11, 2025)),
        ("12-11-25", TypedDay(12, 11, 2025)),
        ("do 13/11", TypedDay(13, 11, None, 3)),
        ("Thursday, November 12th 2026", TypedDay(12, 11, 2026, 3)),
        ("Nov 12", TypedDay(12, 11)),
        ("avond van 12 november", TypedDay(12, 11)),
        ("12-11 19:30", TypedDay(12, 11)),
        ("2026-11-12", TypedDay(12, 11, 2026)),
        ("2026-11-12T19:30", TypedDay(12, 11, 2026)),
        ("29-2", TypedDay(29, 2)),
        *((typed, None) for typed in ("31-2", "29-2-2027", "13-13", "12-11-2", "12,11", "4", "avond 4", "12", "Jan")),
    ],
)  # fmt: skip
def test_a_day_is_read_as_it_is_typed(typed: str, day: TypedDay | None) -> None:
    assert read_day(typed) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("uitslag 12-11.csv", TypedDay(12, 11)),
        ("uitslag_di_12_november.csv", TypedDay(12, 11, None, 1)),
        ("Klaverjassen 12 nov 2025 (12-11)", TypedDay(12, 11, 2025)),
        *((text, None) for text in ("seizoen 2025-2026", "25-26", "06-12345678", "ronde 3.2")),
    ],
)
def test_a_day_is_found_in_a_title(text: str, day: TypedDay | None) -> None:
    assert find_day(text) == day


WINTER = (date(2025, 9, 18), date(2026, 4, 16))


@pytest.mark.parametrize(
    ("typed", "held", "name", "day"),
    [
        ("12-11", WINTER, "Winter", date(2025, 11, 12)),
        ("12-2", WINTER, "Winter", date(2026, 2, 12)),
        ("wo 12 november", WINTER, "Winter", date(2025, 11, 12)),
        ("do 12 november", WINTER, "Winter", None),
        ("do 12-11-2025", WINTER, "Winter", None),
        ("4-6", WINTER, "Winter", None),
        ("4-6", WINTER, "Winter 2025-2026", date(2026, 6, 4)),
        ("4-6", (), "2025/26", date(2026, 6, 4)),
        ("4-9", (), "2026", date(2026, 9, 4)),
        ("12-11", (), "Winter", date(2026, 11, 12)),
        ("4-12", (), "Winter", date(2025, 12, 4)),
        ("12-11", (date(2025, 11, 12), date(2026, 11, 12)), "Two years", None),
        ("do 12-11", (date(2025, 11, 12), date(2026, 11, 12)), "Two years", date(2026, 11, 12)),
        ("29-2", WINTER, "Winter", None),
    ],
)
def test_a_day_without_a_year_is_that_of_the_season(
    typed: str, held: tuple[date, ...], name: str, day: date | None
) -> None:
    """Today is 29 November 2026. A day that lies as well before as after the season, or is another day of the week, is
    not known."""
    days = SeasonDays(frozenset(held), frozenset(held), name, date(2026, 11, 29))
    read = read_day(typed)
    assert read is not None
    assert days.day_of(read) == day


@pytest.fixture
def address(competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]) -> str:
    """Where a list is taken in of a competition with evenings on 12 November 2020 and 15 April 2021."""
    for day in (datetime(2020, 11, 12, 19, tzinfo=UTC), datetime(2021, 4, 15, 19, tzinfo=UTC)):
        Evening.objects.filter(pk=plan_evening(competition, clock()).pk).update(starts_at=day)
    return reverse("league:results_import", args=[competition.pk])


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["12-11", "12/11", "12 nov", "do 12 november", "Thu 12 Nov", "12-nov-20"])
@pytest.mark.parametrize("content", ["Avond;Naam;Punten\n{day};M01;100\n", "Naam;{day}\nM01;100\n"])
def test_a_day_without_a_year_is_that_of_the_evening(
    desk: Client, competition: Competition, address: str, typed: str, content: str
) -> None:
    shown = send_list(desk, address, content.format(day=typed))
    assert [plan.evening.number for plan in shown.context["read"].plans] == [1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content",
    ["Avond;Naam;Punten\nwo 20 jan;M01;100\n", "Naam;wo 20 jan\nM01;100\n", "Naam;Punten\nM01;100\n"],
)
def test_a_day_without_a_year_makes_an_evening_of_the_season(
    desk: Client, competition: Competition, address: str, content: str
) -> None:
    shown = send_list(desk, address, content, name="uitslag wo 20 jan.csv")
    fields = form_inputs(shown.content)
    (day,) = [name for name in fields if name.startswith("new-") and name.endswith("-day")]
    assert fields[day] == "2021-01-20"
    ready = desk.post(address, fields)
    assert ready.status_code == 200, [fault.sentence for fault in ready.context["faults"]]
    assert (
        desk.post(address, form_inputs(ready.content) | {"confirm": "on", "missing": ""}).status_code == 302
    )
    assert listed_evenings(competition)[2] == (3, date(2021, 1, 20), "closed")
    assert totals_by_name(competition) == {"M01": 100}


@pytest.mark.django_db
@pytest.mark.parametrize("content", ["Avond;Naam;Punten\n{day};M01;100\n", "Naam;{day}\nM01;100\n"])
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("vr 12 november", "“vr 12 november”: 12 November 2020 is a Thursday. Give the date of the evening."),
        ("do 12-11-2021", "“do 12-11-2021”: 12 November 2021 is a Friday. Give the date of the evening."),
        ("4 juli", "“4 juli” may be more than one day. Give its date."),
    ],
)
def test_a_day_that_is_not_clear_is_asked(
    desk: Client, competition: Competition, address: str, content: str, typed: str, told: str
) -> None:
    """Its day is left open; that of an evening which is there means that evening, another day makes one."""
    shown = send_list(desk, address, content.format(day=typed))
    assert shown.status_code == 422
    assert told in [fault.sentence.partition(": ")[2] for fault in shown.context["faults"]]
    fields = form_inputs(shown.content)
    (day,) = [name for name in fields if name.startswith("new-") and name.endswith("-day")]
    assert fields[day] == ""
    there = desk.post(address, fields | {day: "2020-11-12"})
    assert [plan.evening.number for plan in there.context["read"].plans] == [1]
    assert form_inputs(there.content)[day] == "2020-11-12"
    other = desk.post(address, fields | {day: "2021-07-04"})
    assert [(plan.evening.number, plan.is_new) for plan in other.context["read"].plans] == [(3, True)]
    confirmed = form_inputs(there.content) | {"confirm": "on", "missing": ""}
    assert desk.post(address, confirmed).status_code == 302
    assert len(listed_evenings(competition)) == 2
    assert totals_by_name(competition) == {"M01": 100}


@pytest.mark.django_db
def test_points_with_a_decimal_are_no_day_of_an_evening(desk: Client, address: str) -> None:
    """12.5 may be a day only where an evening was then."""
    shown = send_list(desk, address, "Naam;12.5;12.11\nM01;100;90\n")
    assert [plan.evening.number for plan in shown.context["read"].plans] == [1]
    assert not shown.context["read"].missing


@pytest.mark.django_db
def test_what_is_asked_of_a_day_is_dutch(desk: Client, address: str) -> None:
    desk.cookies["django_language"] = "nl"
    with translation.override("nl"):
        shown = send_list(desk, address, "Avond;Naam;Punten\nvr 12 november;M01;100\n")
    assert "“vr 12 november”: 12 november 2020 is een donderdag." in shown.content.decode()
