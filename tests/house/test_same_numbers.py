"""Numbers of the program that stand in a template or a script too: whoever changes one finds the other here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from accounts.models.clubs import JoinRequest
from games.disputes.models import MAX_TEXT_LENGTH
from games.league.list_forms import MAX_CELL_LENGTH
from games.league.models.evenings import MAX_REASON_LENGTH
from games.table.lobby.table_views import MAX_DEAL_AGE
from games.table.services.moves import agreements
from games.table.services.paper_sheets import MAX_OBJECTION_LENGTH
from games.table.services.talking import MAX_LINE_LENGTH
from games.table.sockets import club_consumer

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
SCRIPTS = ROOT / "static" / "js" / "table"
FIELD = re.compile(r'<(?:input|textarea)\b[^>]*\bname="([^"]*)"[^>]*\bmaxlength="(\d+)"')
LENGTHS = {
    ("disputes/conduct/_card.html", "text"): MAX_TEXT_LENGTH,
    ("disputes/desk/desk.html", "text"): agreements.MAX_REASON_LENGTH,
    ("league/clubs/club.html", "text"): JoinRequest._meta.get_field("text").max_length,
    ("league/evenings/cockpit.html", "reason"): MAX_REASON_LENGTH,
    ("league/evenings/leading/_call.html", "answer-{{ table.pk }}"): agreements.MAX_REASON_LENGTH,
    ("league/evenings/leading/_missing.html", "reason"): MAX_REASON_LENGTH,
    ("league/evenings/sheet.html", "why"): MAX_OBJECTION_LENGTH,
    ("league/evenings/table.html", "reason"): MAX_REASON_LENGTH,
    ("league/seasons/import.html", "cell-{{ each.number }}-{{ cell.place }}"): MAX_CELL_LENGTH,
    ("league/seasons/rules.html", "reason"): MAX_REASON_LENGTH,
    ("table/leave.html", "why"): agreements.MAX_REASON_LENGTH,
    ("table/zones/_frame.html", "text"): MAX_LINE_LENGTH,
    ("table/zones/_frame.html", "why"): agreements.MAX_REASON_LENGTH,
    ("table/zones/_question.html", "word"): agreements.MAX_CUT_LENGTH,
}
"""What the server takes of a field, by template and name."""
CONSTANTS = [
    ("connection/socket.js", "CLOSE_ELSEWHERE", club_consumer.CLOSE_ELSEWHERE),
    ("connection/socket.js", "CLOSE_WITHDRAWN", club_consumer.CLOSE_WITHDRAWN),
    ("deal.js", "MAX_DEAL_AGE", MAX_DEAL_AGE.total_seconds() * 1000),
]


@pytest.mark.parametrize(("template", "name"), LENGTHS)
def test_a_field_takes_what_the_server_takes(template: str, name: str) -> None:
    found = [int(most) for field, most in FIELD.findall((TEMPLATES / template).read_text()) if field == name]
    assert set(found) == {LENGTHS[template, name]}


@pytest.mark.parametrize(("script", "name", "value"), CONSTANTS)
def test_a_script_has_the_number_of_the_program(script: str, name: str, value: float) -> None:
    found = re.findall(rf"const {name} = (\d+);", (SCRIPTS / script).read_text())
    assert [float(number) for number in found] == [value]
