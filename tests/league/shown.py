"""The points of an evening by name, read from the five pages that show them."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import unescape

from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league.models import Competition, Entrant, Evening
from tests.clients import client_of

ROW = re.compile(r"<tr\b[^>]*>(.*?)</tr>", re.DOTALL)
CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
INSTEAD = re.compile(r" \((?:with|substitute:) [^)]*\)$")
"""Those who played instead, after a name."""


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def rows_of(html: str) -> Iterator[list[str]]:
    """The text of the cells of every row of the tables of a page."""
    for row in ROW.findall(html):
        yield [" ".join(unescape(TAG.sub(" ", cell)).split()) for cell in CELL.findall(row)]


def by_heading(heads: list[str], *rows: list[str]) -> list[dict[str, str]]:
    """The rows of a table by its headings, so that one column more changes nothing."""
    return [dict(zip(heads, cells, strict=True)) for cells in rows]


def standings_of(html: str) -> list[dict[str, str]]:
    """The rows of the standings on a season's page, by heading."""
    found = re.search(r'<table class="data standings">.*?</table>', html, re.DOTALL)
    assert found is not None
    return by_heading(*rows_of(found[0]))


def part_of(html: str, element: str) -> str:
    """The section with that id, "" where there is none."""
    found = re.search(rf'<section[^>]*\bid="{element}".*?</section>', html, re.DOTALL)
    return found[0] if found else ""


def hidden_value(html: str, name: str) -> str:
    """The value of the hidden field with that name."""
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', html)
    assert found is not None, name
    return unescape(found[1])


def number(said: str) -> Fraction:
    """A number as pages write it: groups of three, a star or a question mark after them."""
    return Fraction(said.replace(",", "").replace("−", "-").rstrip("*?"))


def on_evening_page(client: Client, evening: Evening) -> dict[str, Fraction]:
    lines = part_of(page(client, "league:evening", evening.pk), "lines")
    return {INSTEAD.sub("", cells[1]): number(cells[-1]) for cells in list(rows_of(lines))[1:]}


def on_printed_list(client: Client, evening: Evening) -> dict[str, Fraction]:
    lines = list(rows_of(page(client, "league:evening_report", evening.pk)))[1:]
    return {INSTEAD.sub("", cells[1]): number(cells[-1]) for cells in lines}


def in_pasted_report(client: Client, evening: Evening) -> dict[str, Fraction]:
    pasted = re.search(
        r"<textarea[^>]*>(.*?)</textarea>", page(client, "league:evening_report", evening.pk), re.DOTALL
    )
    assert pasted is not None
    the_evening = unescape(pasted[1]).partition("\nThe evening\n")[2].partition("\n\n")[0]
    lines = [
        re.match(r"(?:\d+\.|–) +(.+?) (-?[\d.,]+)(?: \(.*\))?$", line) for line in the_evening.splitlines()
    ]
    return {INSTEAD.sub("", line[1]): number(line[2]) for line in lines if line}


def in_season_list(client: Client, evening: Evening) -> dict[str, Fraction]:
    heads, *rows = rows_of(page(client, "league:league_print", evening.competition_id))
    column = next(place for place, head in enumerate(heads) if head.split()[0] == f"{evening.number}")
    return {cells[1]: number(cells[column]) for cells in rows if cells[column]}


def in_results_file(client: Client, competition: Competition) -> dict[tuple[int, str], Fraction]:
    """The results file added up again: what its lines count, by number of the evening and name."""
    file = client.get(reverse("league:league_file", args=[competition.pk, "results.csv"])).content.decode()
    sums: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
    for row in csv.DictReader(io.StringIO(file.removeprefix("\ufeff"))):
        sums[int(row["Evening"]), row["Name"]] += Fraction(row["Counts"])
        assert row["What"] != "Table" or Fraction(row["Points"]) == Fraction(row["Counts"])
    return dict(sums)


def in_breakdown(player: Player, evening: Evening) -> dict[str, Fraction]:
    """The lines a member reads of their own evening by what they say, the total as "Together"; none for an evening
    without worth."""
    mine = part_of(page(client_of(player), "league:evening", evening.pk), "your-evening")
    return {cells[0]: number(cells[-1]) for cells in list(rows_of(mine)) if len(cells) > 1 and cells[-1]}


def expect_five_times(
    evening: Evening, reader: Player, worth: Mapping[int, float | Fraction], entrants: list[Entrant]
) -> None:
    """The evening's page, its printed list, its report, the season's list and every member's own lines say `worth`.

    Who was there without an evening of their own may stand in the lists of the evening, with nought.
    """
    players = {entrant.pk: entrant.members.get().player for entrant in entrants}
    by_name = {players[pk].nickname: points for pk, points in worth.items()}
    client = client_of(reader)
    for of_evening in (on_evening_page, on_printed_list, in_pasted_report):
        listed = of_evening(client, evening)
        assert {name: points for name, points in listed.items() if points or name in by_name} == by_name
    assert in_season_list(client, evening) == by_name
    for pk, player in players.items():
        lines = in_breakdown(player, evening)
        together = lines.pop("Together", None)
        assert together == worth.get(pk, 0 if together == 0 else None)
        lines.pop("Taken from the season's total", None)
        assert sum(lines.values()) == worth.get(pk, 0)
