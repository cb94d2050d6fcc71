"""A list of results is mended in its preview: evenings that are not there are made by it, and rows that are not
understood are corrected or left out. One action takes all of it back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant, Evening
from tests.league.clubs.lists import form_inputs, listed_evenings, send_list, totals_by_name
from tests.league.conftest import plan_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def address(competition: Competition, entrants: list[Entrant]) -> str:
    return reverse("league:results_import", args=[competition.pk])


def take_back(desk: Client, competition: Competition) -> None:
    batch = competition.imports.filter(taken_back_at=None).first()
    assert batch is not None
    back = reverse("league:results_import_back", args=[competition.pk, batch.pk])
    assert desk.post(back).status_code == 302


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("list.csv", "Naam;Punten\nM01;100\nM02;90\n", ""),
        ("uitslag 12-3-2020.csv", "Naam;Punten\nM01;100\nM02;90\n", ""),
        ("list.csv", "Uitslag van 12-3-2020;\nNaam;Punten\nM01;100\nM02;90\n", ""),
        ("list.csv", "Avond;Naam;Punten\n12-3-2020;M01;100\n12-3-2020;M02;90\n", "2020-03-12"),
        ("list.csv", "Naam;12-3-2020\nM01;100\nM02;90\n", "2020-03-12"),
        ("list.csv", "Avond;Naam;Punten\n1;M01;100\n1;M02;90\n", "1"),
        ("list.csv", "Naam;Avond 1\nM01;100\nM02;90\n", "1"),
    ],
)
def test_an_evening_that_is_not_there_is_made_by_the_list_and_goes_with_it(
    desk: Client, competition: Competition, address: str, name: str, content: str, key: str
) -> None:
    """Its day is proposed where the list, its title or its file says it; nothing is made before that was seen."""
    shown = send_list(desk, address, content, name)
    assert shown.status_code == 422
    assert Evening.objects.count() == 0
    fields = form_inputs(shown.content)
    knows = "12-3-2020" in name + content
    assert fields[f"new-{key}-day"] == ("2020-03-12" if knows else "")
    assert fields[f"new-{key}-number"] == "1"
    again = desk.post(address, fields | {f"new-{key}-day": "2020-03-12", "confirm": "on", "missing": ""})
    assert again.status_code == 200, [fault.sentence for fault in again.context["faults"]]
    assert Evening.objects.count() == 0, "shown first"
    assert "is made and closed by this" in again.content.decode()
    assert (
        desk.post(address, form_inputs(again.content) | {"confirm": "on", "missing": ""}).status_code == 302
    )
    assert listed_evenings(competition) == [(1, date(2020, 3, 12), "closed")]
    assert totals_by_name(competition) == {"M01": 100, "M02": 90}
    take_back(desk, competition)
    assert listed_evenings(competition) == []
    assert totals_by_name(competition) == {}


def test_a_day_with_an_evening_is_not_proposed_for_another(
    desk: Client, competition: Competition, address: str, clock: Callable[[], datetime]
) -> None:
    evening = plan_evening(competition, clock())
    Evening.objects.filter(pk=evening.pk).update(starts_at=datetime(2020, 3, 12, 19, tzinfo=UTC))
    shown = send_list(desk, address, "Naam;Punten\nM01;100\n", "uitslag 12-3-2020.csv")
    assert "By its date it is 1: choose it below." in shown.content.decode()
    fields = form_inputs(shown.content)
    assert fields["new--day"] == ""
    ready = desk.post(address, fields | {"evening": "1"})
    assert [plan.evening.pk for plan in ready.context["read"].plans] == [evening.pk]


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2020-13-40", "tomorrow", ""])
def test_what_is_no_day_makes_no_evening(desk: Client, address: str, day: str) -> None:
    fields = form_inputs(send_list(desk, address, "Naam;Punten\nM01;100\n").content)
    answer = desk.post(address, fields | {"new--day": day, "confirm": "on"})
    assert answer.status_code == 422
    assert Evening.objects.count() == 0


def test_several_evenings_are_made_at_once_with_the_numbers_said(
    desk: Client, competition: Competition, address: str, clock: Callable[[], datetime]
) -> None:
    plan_evening(competition, clock())
    content = "Naam;5-3-2020;12-3-2020\nM01;100;80\nM02;90;70\n"
    fields = form_inputs(send_list(desk, address, content).content)
    assert [fields[f"new-2020-03-{day}-number"] for day in ("05", "12")] == ["2", "3"]
    taken = desk.post(address, fields | {"new-2020-03-05-number": "1"})
    assert taken.status_code == 422
    assert "There is an evening 1 already." in taken.content.decode()
    again = desk.post(address, fields | {"new-2020-03-05-number": "12"})
    assert again.status_code == 200
    written = desk.post(address, form_inputs(again.content) | {"confirm": "on", "missing": "announced"})
    assert written.status_code == 302
    assert [(number, day) for number, day, _status in listed_evenings(competition)][1:] == [
        (3, date(2020, 3, 12)),
        (12, date(2020, 3, 5)),
    ]
    names = {mark.entrant_id for mark in Evening.objects.get(number=12).marks.all()}
    assert len(names) == 17, "who is not in the list is written down there too"


def test_an_evening_that_was_made_stays_while_another_list_or_the_secretary_needs_it(
    desk: Client,
    competition: Competition,
    address: str,
    entrants: list[Entrant],
    secretary: Player,
    clock: Callable[[], datetime],
) -> None:
    fields = form_inputs(send_list(desk, address, "Naam;12-3-2020\nM01;100\n").content)
    again = desk.post(address, fields)
    assert (
        desk.post(address, form_inputs(again.content) | {"confirm": "on", "missing": ""}).status_code == 302
    )
    desk.post(address, {"pasted": "1,M02,80\n", "sure": "on", "confirm": "on", "missing": ""})
    take_back(desk, competition)
    assert totals_by_name(competition) == {"M01": 100}
    services.correct(
        entrant=entrants[2], evening=Evening.objects.get(), points=5, actor=secretary, reason="x", now=clock()
    )
    take_back(desk, competition)
    assert [status for _number, _day, status in listed_evenings(competition)] == ["planned"]


def test_rows_that_are_not_understood_are_corrected_where_they_are_shown(
    desk: Client,
    competition: Competition,
    address: str,
    entrants: list[Entrant],
    clock: Callable[[], datetime],
) -> None:
    evening = plan_evening(competition, clock())
    Evening.objects.filter(pk=evening.pk).update(starts_at=datetime(2020, 3, 12, 19, tzinfo=UTC))
    content = "Avond;Naam;Punten\n1;M01;100\n1;Mientje;90\n1;M03;negentig\n1;Bezoeker;10\n7;M04;70\n1;M05;1201,5;x\n"
    shown = send_list(desk, address, content)
    assert shown.status_code == 422
    assert [doubt.number for doubt in shown.context["doubts"]] == [3, 4, 5, 6, 7]
    html = shown.content.decode()
    assert '<option value="M02">' in html
    fields = form_inputs(shown.content)
    assert fields["cell-3-1"] == "Mientje"
    said = fields | {"cell-3-1": "M02", "cell-4-2": "92", "leave-5": "on", "cell-6-0": "1"}
    part = desk.post(address, said)
    assert part.status_code == 422
    assert [doubt.number for doubt in part.context["doubts"] if doubt.faults] == [7]
    fields = form_inputs(part.content)
    assert fields["cell-3-1"] == "M02"
    assert fields["leave-5"] == "on"
    ready = desk.post(address, fields | {"cell-7-2": "1201.5", "confirm": "on", "missing": ""})
    assert ready.status_code == 200, "shown before it is written"
    assert totals_by_name(competition) == {}
    assert (
        desk.post(address, form_inputs(ready.content) | {"confirm": "on", "missing": ""}).status_code == 302
    )
    assert {name: float(points) for name, points in totals_by_name(competition).items()} == {
        "M01": 100, "M02": 90, "M03": 92, "M04": 70, "M05": 1201.5,
    }  # fmt: skip
    assert len(listed_evenings(competition)) == 1


def test_a_long_list_of_strangers_asks_a_hundred_rows_at_once(
    desk: Client, competition: Competition, address: str, clock: Callable[[], datetime]
) -> None:
    plan_evening(competition, clock())
    shown = send_list(desk, address, "Avond;Naam;Punten\n" + "1;Nobody;1\n" * 900)
    assert len(shown.context["doubts"]) == 100
    assert desk.post(address, form_inputs(shown.content)).status_code == 422


def test_the_labels_say_that_a_date_does_too(desk: Client, address: str) -> None:
    shown = send_list(desk, address, "Wie;Wat\nM01;1\n")
    assert "Evening (number or date)" in shown.content.decode()


def test_all_that_is_wrong_with_a_row_is_said_and_corrected_at_once(
    desk: Client, competition: Competition, address: str, members: list[Player], clock: Callable[[], datetime]
) -> None:
    """Nobody called so, no points and no evening; two rows have a day that does not exist."""
    plan_evening(competition, clock())
    content = "Avond;Naam;Punten\n31-2-2026;Nobody;vierduizend\n31-6-2026;M01;90\n1;M02;80\n"
    shown = send_list(desk, address, content)
    first, second = (
        doubt for doubt in shown.context["doubts"] if doubt.faults[0].startswith(("Row 2", "Row 3"))
    )
    assert [fault.partition(": ")[2] for fault in first.faults] == [
        "The day 31-2-2026 does not exist.",
        "Nobody called “Nobody” takes part.",
        "“vierduizend” is not a number of points. Leave the row out for somebody who was not there.",
    ]
    assert [fault.partition(": ")[2] for fault in second.faults] == ["The day 31-6-2026 does not exist."]
    corrected = {"cell-2-0": "1", "cell-2-1": "M03", "cell-2-2": "4000", "cell-3-0": "1", "sure": "on"}
    ready = desk.post(address, form_inputs(shown.content) | corrected)
    assert ready.status_code == 200, [fault.sentence for fault in ready.context["faults"]]
    assert [cell.value for cell in ready.context["doubts"][0].cells] == ["1", "M03", "4000"]
    taken = form_inputs(ready.content) | {"sure": "on", "confirm": "on", "missing": ""}
    assert desk.post(address, taken).status_code == 302
    assert totals_by_name(competition) == {"M03": 4000, "M01": 90, "M02": 80}


def test_a_member_who_was_not_entered_is_told_from_a_stranger(
    desk: Client, competition: Competition, members: list[Player]
) -> None:
    """One tap lets the members take part, and the list is read again; nothing of it is taken in by that."""
    door = reverse("league:results_import", args=[competition.pk])
    rows = "12-3-2020;M01;90\n12-3-2020;M02;70\n12-3-2020;M01;80\n12-3-2020;Stranger;80\n"
    shown = send_list(desk, door, f"Avond;Naam;Punten\n{rows}")
    told = [fault.sentence.partition(": ")[2] for fault in shown.context["faults"]]
    in_the_club = "“{}” is in the club and does not take part in this competition yet.".format
    assert told[1:] == [*map(in_the_club, ("M01", "M02", "M01")), "Nobody called “Stranger” takes part."]
    assert "Let them take part" in shown.content.decode()
    entered = desk.post(door, form_inputs(shown.content) | {"enter": "on"})
    assert "2 take part now." in entered.content.decode()
    assert competition.entrants.count() == 2
    told = [fault.sentence.partition(": ")[2] for fault in entered.context["faults"]]
    assert told[1:] == ["Nobody called “Stranger” takes part."]
    assert Evening.objects.count() == 0
    again = desk.post(door, form_inputs(shown.content) | {"enter": "on"})
    assert competition.entrants.count() == 2
    assert "take part now" not in again.content.decode()
