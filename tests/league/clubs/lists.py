"""Lists as files: workbooks, the files of `tests/lists`, sending one to an import page, and the form of its preview."""

from __future__ import annotations

import io
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from openpyxl import Workbook

from games.league.models import Competition
from games.league.queries import season_table

LISTS = Path(settings.BASE_DIR) / "tests" / "lists"


def workbook(*rows: list[object]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def send_list(desk: Client, address: str, content: bytes | str, name: str = "list.csv", **more: str):
    """The answer to a file of this name and content, with more fields of the form."""
    sent = content.encode() if isinstance(content, str) else content
    return desk.post(address, {"file": SimpleUploadedFile(name, sent), **more})


class Preview(HTMLParser):
    """Reads the fields of the form of the preview."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.select = ""
        packed = page.index('<textarea name="packed"')
        self.feed(page[packed : page.index("</form>", packed)])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if tag in ("select", "textarea"):
            self.select = about["name"] or ""
        elif tag == "option" and "selected" in about:
            self.fields[self.select] = about["value"] or ""
        elif tag == "input" and (about.get("type") != "checkbox" or "checked" in about):
            self.fields[about["name"] or ""] = about.get("value") or ("on" if "checked" in about else "")

    def handle_data(self, data: str) -> None:
        if self.select == "packed" and "packed" not in self.fields:
            self.fields["packed"] = data.removeprefix("\n")


def form_inputs(page: bytes) -> dict[str, str]:
    """What a browser sends of the preview on this page when nothing is changed in it."""
    return Preview(page.decode()).fields


def totals_by_name(competition: Competition) -> dict[str, object]:
    """The points of those who have any."""
    table = season_table(competition)
    return {table.name(row.entrant): row.total for row in table.rows if row.total}


def listed_evenings(competition: Competition) -> list[tuple[int, date, str]]:
    """Number, day and status of each evening."""
    found = competition.evenings.order_by("number")
    return [(each.number, timezone.localdate(each.starts_at), each.status) for each in found]
