"""A protest about one table of an evening with the same cards, decided through the pages: the preview shows the deal at
every table, and afterwards every list has it so."""

from __future__ import annotations

import csv
import html
import io
import re
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, Role
from accounts.services import add_member
from games.disputes.models import Case
from games.league.evenings.deals_views import LINK_SIGNER
from games.league.evenings.recap import recap_of
from games.league.models import Evening, LeagueTable
from games.league.services.evenings.same_cards import open_finished_rounds
from tests.clients import client_of
from tests.conftest import Clock, make_players
from tests.league.conftest import close_evening, open_round
from tests.league.duplicate.conftest import Made
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db
MADE: Final = {1: ((162, 0), (62, 100)), 2: ((100, 62), (62, 100)), 3: ((80, 82), (100, 62))}
"""By table what north-south and east-west made of the two deals, as in `test_recap`."""


@pytest.fixture
def clock() -> Clock:
    """The real time, as pages use it."""
    return Clock(timezone.now())


@pytest.fixture
def evening(evening_of: Made, secretary: Player, clock: Clock) -> Evening:
    """Three tables with real cards after one round of two deals, closed."""
    evening = evening_of(6, rounds=1, rules={"counting": "matchpoints", "cards": "paper"})
    for table in open_round(evening, secretary, clock(), on_paper=True):
        write_sheet(table, *MADE[table.number], now=clock())
    open_finished_rounds(now=clock())
    return close_evening(evening, secretary, clock())


@pytest.fixture
def desk(evening: Evening, clock: Clock) -> Client:
    """An arbiter of the club who played nowhere."""
    [arbiter] = make_players(["Wise Wil"])
    add_member(club=evening.competition.season.club, player=arbiter, role=Role.ARBITER, at=clock())
    return client_of(arbiter)


def file_by_page(table: LeagueTable) -> Case:
    """A protest of east about the first deal of the table, by the form beside the round."""
    east = client_of(table.seats.get(number=1).player)
    address = f"/t/{table.match.code}/round/1/wrong/"
    answer = east.get(address)
    assert answer.status_code == 200
    kind = answer.context["form"].fields["kind"].choices[0][0]
    answer = east.post(address, {"kind": kind, "text": "They saw my cards."})
    assert answer.status_code == 302, answer.content.decode()
    return Case.objects.get()


def worths_of(evening: Evening) -> dict[tuple[int, int], tuple[str, str, str]]:
    """By table and direction (0 north-south) what both deals were worth and the mean, on the recap."""
    found = {}
    rows = {row.name: row for row in recap_of(evening).rows}
    for table in evening.tables.all():
        for direction in (0, 1):
            seats = table.seats.order_by("number").select_related("player")
            name = " – ".join(seat.player.nickname for seat in seats if seat.number % 2 == direction)
            first, second = (cell.worth for cell in rows[name].cells)
            found[table.number, direction] = first, second, rows[name].mean.replace("\u00a0", " ")
    return found


def see_void(evening: Evening, table: LeagueTable, desk: Client) -> None:
    """Look at every list for a deal that counts for nobody at that table."""
    player = table.seats.get(number=0)
    reader = client_of(player.player)
    deals = reader.get(reverse("league:evening_deals", args=[evening.pk]))
    [first, _second] = deals.context["rounds"][0].deals
    assert first.own == "You: this deal counts for nobody at your table"
    assert sum(line.times for line in first.lines) == 2
    own = reader.get(reverse("league:own_evening", args=[evening.pk, player.entrant_id]))
    assert [(deal.worth, deal.mean) for deal in own.context["deals"]] == [("", ""), ("100 %", "100\u00a0%")]
    for address in (
        reverse("league:evening_deals", args=[evening.pk]),
        reverse("league:own_evening", args=[evening.pk, player.entrant_id]),
        reverse("league:evening_deal", args=[evening.pk, 1]),
        reverse("league:shared_deal", args=[LINK_SIGNER.sign(f"{evening.pk}.1")]),
        reverse("league:evening_print", args=[evening.pk, "hands"]),
    ):
        page = reader.get(address).content.decode()
        assert "does not count" in page, address
        assert "Tricks" not in page, "no sheet says them"
    file = reader.get(reverse("league:deals_file", args=[evening.pk])).content.decode("utf-8-sig")
    [line] = [row for row in csv.reader(io.StringIO(file)) if row[0] == "1" and row[2] == f"{table.number}"]
    assert line[5:] == ["", "", "", ""]


@pytest.mark.parametrize("kind", ["void", "assigned"])
def test_a_ruling_is_previewed_and_changes_every_list(evening: Evening, desk: Client, kind: str) -> None:
    """As played deal 1 is +162, +38 and -2 for north-south: 100, 50 and 0 per cent, deal 2 25, 25 and 100.

    Void at table 3: two results of three expected, (2 x 3 + 1) / 2 = 3 1/2 and (0 x 3 + 1) / 2 = 1/2 of 4 matchpoints:
    87.5 and 12.5 per cent. Table 3 has the mean of its other deal, 100 and 0.
    Assigned 162 : 0 at table 3: +162 twice and +38: 3, 3 and 0 of 4 matchpoints: 75, 0 and 75 per cent.
    """
    as_played = {
        (1, 0): ("100", "25", "62.5 %"),
        (1, 1): ("0", "75", "37.5 %"),
        (2, 0): ("50", "25", "37.5 %"),
        (2, 1): ("50", "75", "62.5 %"),
        (3, 0): ("0", "100", "50 %"),
        (3, 1): ("100", "0", "50 %"),
    }
    fields, promised, ruled = {
        "void": (
            {},
            [("100 %", "87.5 %"), ("50 %", "12.5 %"), ("0 %", "")],
            {
                (1, 0): ("87.5", "25", "56.25 %"),
                (1, 1): ("12.5", "75", "43.75 %"),
                (2, 0): ("12.5", "25", "18.75 %"),
                (2, 1): ("87.5", "75", "81.25 %"),
                (3, 0): ("", "100", "100 %"),
                (3, 1): ("", "0", "0 %"),
            },
        ),
        "assigned": (
            {"points_0": 162, "points_1": 0},
            [("100 %", "75 %"), ("50 %", "0 %"), ("0 %", "75 %")],
            {
                (1, 0): ("75", "25", "50 %"),
                (1, 1): ("25", "75", "50 %"),
                (2, 0): ("0", "25", "12.5 %"),
                (2, 1): ("100", "75", "87.5 %"),
                (3, 0): ("75", "100", "87.5 %"),
                (3, 1): ("25", "0", "12.5 %"),
            },
        ),
    }[kind]
    assert worths_of(evening) == as_played
    table = evening.tables.select_related("match").get(number=3)
    case = file_by_page(table)
    assert desk.post(f"/desk/{case.pk}/take/").status_code == 302
    said = {"kind": kind, "reason": "It was so.", "rule": "1.6", **fields}
    preview = desk.post(f"/desk/{case.pk}/preview/", said)
    assert preview.status_code == 200
    deal = preview.context["deal"]
    assert [(row.table, row.mine) for row in deal.tables] == [(1, False), (2, False), (3, True)]
    assert [(row.sides[0].before, row.sides[0].after) for row in deal.tables] == promised
    page = preview.content.decode()
    assert "Deal 1 at every table" in page
    assert worths_of(evening) == as_played, "a preview writes nothing"
    form = page.partition(f'action="/desk/{case.pk}/rule/"')[2].partition("</form>")[0]
    hidden = re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', form)
    answer = desk.post(f"/desk/{case.pk}/rule/", {name: html.unescape(value) for name, value in hidden})
    assert answer.status_code == 302
    assert worths_of(evening) == ruled
    assert sum(float(own[0] or 50) + float(own[1]) for own in ruled.values()) == 2 * 6 * 50
    if kind == "void":
        see_void(evening, table, desk)
