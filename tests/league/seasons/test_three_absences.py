"""Promises of absences that are worth less each time, read wherever the standings are read."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.league import services
from games.league.models import Competition, Entrant
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import close_evening, draw_evening, open_round, plan_evening, sign_up
from tests.league.playing import write_sheet

pytestmark = pytest.mark.django_db

WORTH = [400, 200, 180, 160, None]


def test_a_member_who_misses_four_evenings_has_50_45_and_40_percent_and_then_nothing(
    competition: Competition,
    entrants: list[Entrant],
    secretary: Player,
    desk: Client,
    real_time: None,
    clock: Clock,
) -> None:
    """M01 makes 4 × 100 = 400 on the first evening, so 400 is the own average, and signs off from the next four:
    50% of 400 = 200, 45% of 400 = 180, 40% of 400 = 160, and the fourth time nothing.
    400 + 200 + 180 + 160 = 940 in all."""
    competition.rules = {"announced": "own_falling", "best_of": 0}
    competition.rounds = 1
    competition.save()
    absent = entrants[0]
    name = absent.members.get().player.nickname
    member = client_of(absent.members.get().player)
    evenings = []
    for number in range(5):
        evening = plan_evening(competition, clock())
        evenings.append(evening)
        if number:
            sent = {"comes": "no"}
            assert member.post(reverse("league:evening_sign", args=[evening.pk]), sent).status_code == 302
        sign_up(evening, entrants[1:5] if number else entrants[:4], secretary, clock())
        draw_evening(evening)
        (table,) = open_round(evening, secretary, clock(), on_paper=True)
        seat = table.seats.filter(entrant=absent).values_list("number", flat=True).first()
        write_sheet(table, (62, 100) if seat in (1, 3) else (100, 62), now=clock())
        close_evening(evening, secretary, clock())

    def told(page: str) -> str:
        """The words of the page without its tags."""
        return " ".join(re.sub(r"<[^>]+>", " ", page).split())

    for evening, worth, percent in zip(evenings[1:4], WORTH[1:4], (50, 45, 40), strict=True):
        page = told(desk.get(reverse("league:evening", args=[evening.pk])).content.decode())
        assert f"{percent}% of 400, the own average so far" in page
        assert re.search(
            rf"{name} signed off, absence \d: {percent}% of 400, the own average so far {worth}\b", page
        )
    assert "% of 400" not in desk.get(reverse("league:evening", args=[evenings[4].pk])).content.decode()
    own = told(desk.get(reverse("league:entrant", args=[competition.pk, absent.pk])).content.decode())
    assert all(f"{percent}% of 400" in own for percent in (50, 45, 40))
    printed = desk.get(reverse("league:league_print", args=[competition.pk])).content.decode()
    row = printed.partition(f'<th scope="row">{name}</th>')[2].partition("</tr>")[0]
    assert told(row).startswith("400 200* 180* 160*")
    assert "940" in row
    season = told(desk.get(reverse("league:league", args=[competition.pk])).content.decode())
    assert re.search(rf"{name}\D.*?\b940\b", season)

    def rows(kind: str) -> list[dict[str, str]]:
        answer = desk.get(reverse("league:league_file", args=[competition.pk, kind]))
        return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))

    (line,) = (each for each in rows("table.csv") if each["Name"] == name)
    assert line["Points"] == "940"
    results = [each for each in rows("results.csv") if each["Name"] == name]
    assert [each["Counts"] for each in results] == ["400", "200", "180", "160"]
    address = reverse("league:league_file", args=[competition.pk, "table.json"])
    key = services.make_api_key(club=competition.season.club, name="our site", actor=secretary, now=clock())
    asked = {"authorization": f"Bearer {key}"}
    api = Client().get(f"/api/competitions/{competition.pk}/standings", headers=asked).json()
    for standings in (desk.get(address).json(), api):
        (found,) = (each for each in standings["rows"] if each["name"] == name)
        assert found["points"] == 940
        assert [each and each["points"] for each in found["results"]] == WORTH
        assert [each["number"] for each in standings["evenings"]] == [1, 2, 3, 4, 5]
    for evening, worth in zip(evenings, WORTH, strict=True):
        answer = Client().get(f"/api/evenings/{evening.pk}/results", headers=asked).json()
        assert [each["points"] for each in answer["results"] if each["name"] == name] == (
            [worth] if worth is not None else []
        )
