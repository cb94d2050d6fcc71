"""An evening of thirteen, led by somebody who does what the cockpit offers next: two are away from the start, two come
late, one leaves early. Real cards, three rounds of 16, a table of four at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league.models import Competition, Entrant, Evening
from games.league.queries import season_table
from tests.league.conftest import planned
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db
Now = Callable[[], datetime]
TABLE = (100, 62)
"""What the two sides of every table write in each round."""


class Desk:
    """The director's phone: reads the cockpit, and presses what stands there."""

    def __init__(self, browser: Client, evening: Evening) -> None:
        self.browser, self.evening = browser, evening

    @property
    def page(self) -> str:
        answer = self.browser.get(reverse("league:cockpit", args=[self.evening.pk]))
        assert answer.status_code == 200
        return answer.content.decode()

    @property
    def next_step(self) -> str:
        """The value of the large button, "" where the tables are awaited."""
        part = self.page.partition('id="next-step"')[2].partition("<section")[0]
        found = re.search(r'name="do" value="(\w+)"', part)
        return found[1] if found else ""

    def press(self, do: str, **fields: object) -> None:
        assert f'value="{do}"' in self.page, f"{do} is not offered"
        self.evening.refresh_from_db()
        sent = {"do": do, "version": self.evening.version, **fields}
        answer = self.browser.post(reverse("league:cockpit_do", args=[self.evening.pk]), sent)
        assert answer.status_code == 302, answer.content.decode()[:2000]

    def says(self, entrant: Entrant, word: str) -> None:
        """Press comes, signed off or did not come in the row of somebody."""
        assert f'id="who-{entrant.pk}"' in self.page
        address = reverse("league:evening_sign", args=[self.evening.pk])
        assert self.browser.post(address, {"entrant": entrant.pk, "comes": word}).status_code == 302

    def play(self, now: datetime) -> None:
        """The tables of the round are written down, and the next step appears."""
        self.evening.refresh_from_db()
        for table in self.evening.tables.filter(round=self.evening.round):
            write_sheet(table, TABLE, now=now)


def test_an_evening_of_thirteen_comes_to_its_end_by_what_the_cockpit_offers(
    competition: Competition, entrants: list[Entrant], secretary: Player, desk: Client, clock: Now
) -> None:
    """M01 to M09 are there from the start, M10 and M11 from the second round on, M12 and M13 are away, one signed off
    and one without a word. M01 leaves after the second round. A round of waiting is worth 500."""
    rules = {"waiting": "fixed", "waiting_points": 500, "cards": "paper", "attendance": "expected"}
    competition.rules = {**competition.rules, **rules}
    competition.rounds = 3
    competition.save()
    evening = planned(competition, clock())
    phone = Desk(desk, evening)
    for entrant in entrants[:9]:
        phone.says(entrant, "yes")
    phone.says(entrants[11], "no")
    phone.says(entrants[12], "absent")
    assert phone.next_step == "draw"
    phone.press("draw")
    assert phone.next_step == "open"
    phone.press("open")
    assert phone.next_step in ("", "start")
    phone.says(entrants[9], "yes")
    phone.says(entrants[10], "yes")
    page = phone.page
    assert [f'name="missed-{late.pk}"' in page for late in entrants[9:11]] == [True, True]
    phone.press("missed", **{f"missed-{entrants[9].pk}": "waited", f"missed-{entrants[10].pk}": "nothing"})
    assert 'id="latecomers"' not in phone.page
    phone.play(clock())
    phone.press("rest")
    assert phone.next_step == "open"
    phone.press("open")
    phone.play(clock())
    phone.says(entrants[0], "no")
    phone.press("rest")
    assert phone.next_step == "open"
    phone.press("open")
    phone.play(clock())
    assert phone.next_step == "close"
    page = phone.page
    assert f'name="missed-{entrants[9].pk}" value="waited" required checked' in page
    assert f'name="missed-{entrants[10].pk}" value="nothing" required checked' in page
    assert f'name="missed-{entrants[0].pk}" value="nothing" required>' in page
    said = {entrants[9]: "waited", entrants[10]: "nothing", entrants[0]: "nothing"}
    phone.press("close", **{f"missed-{entrant.pk}": word for entrant, word in said.items()})
    evening.refresh_from_db()
    assert evening.status == Evening.Status.CLOSED
    results = season_table(competition).season.on(evening.pk)
    kinds = {entrant.pk: [part.kind for part in results[entrant.pk].parts] for entrant in entrants[:11]}
    assert all(
        len(found) == 3 for pk, found in kinds.items() if pk not in {entrants[0].pk, entrants[10].pk}
    ), kinds
    assert "excused" in kinds[entrants[9].pk]
    assert "excused" not in kinds[entrants[10].pk]
    assert results[entrants[11].pk].why == "announced"
    assert results[entrants[12].pk].why == "unannounced"
    report = desk.get(reverse("league:evening_report", args=[evening.pk]))
    assert report.status_code == 200
    for file in ("table.csv", "table.json"):
        assert desk.get(reverse("league:league_file", args=[competition.pk, file])).status_code == 200
