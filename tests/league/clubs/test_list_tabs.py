"""Workbooks as people save them: hidden tabs, days as numbers, formulas without results, names turned round."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import date, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from accounts.models import Club
from accounts.raw_lists import RawList, pack, read_file, unpack
from games.league import services
from games.league.models import Competition, Entrant, Evening
from games.league.result_lists import read_results
from tests.league.clubs.lists import form_inputs

pytestmark = pytest.mark.django_db

Tab = tuple[str, str, list[list[object]]]


def workbook(*tabs: Tab, active: int = 0) -> bytes:
    """A workbook with these tabs: name, whether it is "visible" or "hidden", rows."""
    book, out = Workbook(), io.BytesIO()
    book.remove(book.active)
    for title, state, rows in tabs:
        tab = book.create_sheet(title)
        tab.sheet_state = state
        for row in rows:
            tab.append(row)
    book.active = active
    book.save(out)
    return out.getvalue()


HELP: Tab = ("Help", "hidden", [["Evening", "Name", "Points"], [1, "M09", 77]])
FIRST: Tab = ("Autumn", "visible", [["Date", "Name", "Pt."], ["7-9-2026", "M01", 4500]])
SECOND: Tab = ("Spring", "visible", [["Date", "Name", "Pt."], ["9-3-2026", "M02", 4000]])


def test_a_hidden_tab_is_no_list_and_the_open_one_comes_first() -> None:
    read = read_file(workbook(HELP, FIRST, SECOND, active=2))
    assert read.tabs == ("Spring", "Autumn")
    assert read.rows[1].cells[1] == "M02"
    assert read_file(workbook(HELP, FIRST)).tabs == ()
    assert read_file(workbook(HELP, FIRST)).rows[1].cells[1] == "M01"
    assert unpack(pack(read)) == read
    assert read.of_tab("Autumn").tabs == ("Autumn", "Spring")
    assert read.of_tab("Help") == read


def test_the_preview_says_which_tab_was_read_and_takes_another(
    desk: Client, competition: Competition, entrants: list[Entrant], league_club: Club
) -> None:
    """For results and for members."""
    address = reverse("league:results_import", args=[competition.pk])
    file = SimpleUploadedFile("list.xlsx", workbook(FIRST, SECOND))
    shown = desk.post(address, {"file": file})
    fields = form_inputs(shown.content)
    assert (fields["tab"], fields["tab_seen"]) == ("Autumn", "Autumn")
    other = desk.post(address, {**fields, "tab": "Spring"})
    assert [each.day for each in other.context["read"].missing] == [date(2026, 3, 9)]
    assert form_inputs(other.content)["tab"] == "Spring"

    members: list[Tab] = [
        ("Members", "visible", [["Name"], ["Truus Vries"]]),
        ("Donors", "visible", [["Name"], ["Gulle Gever"]]),
    ]
    address = reverse("league:club_members_import", args=[league_club.slug])
    shown = desk.post(address, {"file": SimpleUploadedFile("list.xlsx", workbook(*members))})
    other = desk.post(address, {**form_inputs(shown.content), "tab": "Donors", "confirm": "on"})
    assert other.status_code != 302, "what was not seen is not taken in"
    assert [line.nickname for line in other.context["read"].new] == ["Gulle Gever"]


def test_a_day_that_stands_there_as_a_number_is_asked_once_for_all_its_rows(
    desk: Client, competition: Competition, entrants: list[Entrant]
) -> None:
    address = reverse("league:results_import", args=[competition.pk])
    pasted = "Speeldatum,Naam,Pt.\n46269,M01,4500\n46269,M02,4000\n"
    shown = desk.post(address, {"pasted": pasted})
    (fault,) = shown.context["faults"]
    assert "“46269”: do you mean 4 September 2026?" in fault.sentence
    (missing,) = shown.context["read"].missing
    assert missing.day == date(2026, 9, 4)
    again = desk.post(address, form_inputs(shown.content))
    assert again.status_code == 200
    assert again.context["faults"] == ()
    assert desk.post(address, {**form_inputs(again.content), "confirm": "on"}).status_code == 302
    evening = Evening.objects.get(competition=competition)
    assert (evening.number, evening.starts_at.date()) == (1, date(2026, 9, 4))


def test_a_number_beside_the_same_day_written_out_is_that_day(
    desk: Client, competition: Competition, entrants: list[Entrant]
) -> None:
    pasted = "Speeldatum,Naam,Pt.\n46269,M01,4500\n4-9-2026,M02,4000\n"
    shown = desk.post(reverse("league:results_import", args=[competition.pk]), {"pasted": pasted})
    assert [each.day for each in shown.context["read"].missing] == [date(2026, 9, 4)]
    assert "do you mean" not in shown.content.decode()


def test_a_formula_without_its_result_is_said_to_be_one(
    desk: Client, competition: Competition, entrants: list[Entrant]
) -> None:
    rows: list[list[object]] = [["Date", "Name", "1", "Total"], ["7-9-2026", "M01", 4500, "=C2"]]
    file = SimpleUploadedFile("list.xlsx", workbook(("Autumn", "visible", rows)))
    shown = desk.post(reverse("league:results_import", args=[competition.pk]), {"file": file})
    told = [fault.sentence for fault in shown.context["faults"]]
    assert any("“=C2” is a formula, and the file does not say what it comes to." in each for each in told)


@pytest.mark.parametrize(
    "typed", ["de Vries, Truus", "Vries, Truus", "T. de Vries", "Vries, T. de", "Truus Vries"]
)
def test_a_name_in_another_order_or_shortened_is_found(
    competition: Competition,
    league_club: Club,
    entrants: list[Entrant],
    clock: Callable[[], datetime],
    typed: str,
) -> None:
    raw = RawList(unpack(f'1\tDatum\tVoorn.\tPt.\n2\t7-9-2026\t"{typed}"\t4500\n').rows)
    names = [("Truus de Vries", 1), ("Mien Bakker", 2)]
    read = read_results(competition=competition, raw=raw, names=names, now=clock())
    assert not [fault.sentence for fault in read.faults if "called" in fault.sentence]
    read = read_results(
        competition=competition, raw=raw, names=names[1:], members=["Truus de Vries"], now=clock()
    )
    assert read.not_entered == ("Truus de Vries",) or typed == "Truus Vries"


def test_who_is_not_found_is_chosen_from_those_who_take_part_and_the_members(
    desk: Client, competition: Competition, entrants: list[Entrant], league_club: Club
) -> None:
    pasted = "Datum,Naam,Pt.\n7-9-2026,Nobody,4500\n"
    page = desk.post(reverse("league:results_import", args=[competition.pk]), {"pasted": pasted})
    shown = page.content.decode()
    assert '<option value="Nobody" selected>' in shown
    assert '<option value="M01">' in shown


def test_a_fault_that_asks_for_a_tick_below_opens_what_it_stands_in(
    desk: Client, competition: Competition, entrants: list[Entrant], clock: Callable[[], datetime]
) -> None:
    services.plan_evening(
        competition=competition,
        starts_at=datetime(2099, 1, 7, 20, tzinfo=clock().tzinfo),
        deadline=datetime(2099, 1, 7, 20, tzinfo=clock().tzinfo),
    )
    pasted = "Avond,Naam,Pt.\n1,M01,4500\n"
    page = desk.post(reverse("league:results_import", args=[competition.pk]), {"pasted": pasted})
    shown = page.content.decode()
    assert "Tick below" in shown
    assert '<details class="fold" open><summary>Columns and evening' in shown
