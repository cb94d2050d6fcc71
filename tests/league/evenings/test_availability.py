"""A member answers for all evenings of a season in one form, and the secretary sees who comes to which."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.club_clock import club_clock
from games.league import services
from games.league.models import Competition, Entrant, Evening, PlayerSignUp, SignUp
from tests.league.conftest import drawn, sign_up
from tests.league.shown import client_of, rows_of

pytestmark = pytest.mark.django_db


def evenings_of(competition: Competition, number: int) -> list[Evening]:
    """So many evenings, a week apart, from tomorrow on."""
    first = club_clock.now() + timedelta(days=1)
    return [
        services.plan_evening(
            competition=competition,
            starts_at=first + timedelta(weeks=week),
            deadline=first + timedelta(weeks=week, hours=-1),
        )
        for week in range(number)
    ]


def form_of(competition: Competition) -> str:
    return reverse("league:season_availability", args=[competition.season.club.slug, competition.season_id])


def overview_of(competition: Competition) -> str:
    return reverse("league:season_everybody", args=[competition.season.club.slug, competition.season_id])


def words_of(entrant: Entrant) -> list[bool]:
    said = SignUp.objects.filter(entrant=entrant).order_by("evening__number")
    return list(said.values_list("comes", flat=True))


def test_one_form_answers_for_every_evening_to_come(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    evenings = evenings_of(competition, 3)
    phone, door = client_of(members[0]), form_of(competition)
    assert phone.get(door).content.decode().count("not answered yet") == 3
    sent = {"shown": [each.pk for each in evenings], "comes": [evenings[0].pk, evenings[2].pk]}
    assert phone.post(door, sent).status_code == 302
    assert words_of(entrants[0]) == [True, False, True]
    html = phone.get(door).content.decode()
    assert html.count("checked") == 2
    assert "not answered yet" not in html
    assert door in phone.get(reverse("league:evening", args=[evenings[0].pk])).content.decode()


def test_an_evening_planned_since_is_left_alone(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    evenings = evenings_of(competition, 2)
    sent = {"shown": [evenings[0].pk], "comes": []}
    client_of(members[0]).post(form_of(competition), sent)
    assert words_of(entrants[0]) == [False]


def test_where_all_are_expected_the_ticks_stand_already(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    competition.rules = {**competition.rules, "coming": "unless"}
    competition.save()
    evenings_of(competition, 2)
    assert client_of(members[0]).get(form_of(competition)).content.decode().count("checked") == 2


def test_no_word_for_an_evening_of_others(
    competition: Competition, pairs: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    (other,) = evenings_of(pairs, 1)
    phone = client_of(members[0])
    for sent in ({}, {"shown": [other.pk]}, {"shown": ["x"]}, {"comes": [other.pk]}):
        assert phone.post(form_of(competition), sent).status_code == 422
    assert phone.get(form_of(competition) + f"?entrant={entrants[1].pk}").status_code == 403
    assert not SignUp.objects.exists()


def test_one_of_a_pair_speaks_for_themselves(
    pairs: Competition, members: list[Player], secretary: Player
) -> None:
    pair = services.enter(competition=pairs, players=members[:2], name="")
    evenings = evenings_of(pairs, 2)
    shown = [each.pk for each in evenings]
    client_of(members[0]).post(form_of(pairs), {"shown": shown, "comes": shown})
    client_of(members[1]).post(form_of(pairs), {"shown": shown, "comes": shown[:1]})
    assert words_of(pair) == [True, False]
    assert PlayerSignUp.objects.count() == 4
    assert client_of(members[0]).get(form_of(pairs)).content.decode().count("checked") == 2


def test_the_secretary_sees_who_comes_when_and_answers_for_somebody(
    competition: Competition, entrants: list[Entrant], members: list[Player], desk: Client
) -> None:
    evenings = evenings_of(competition, 2)
    sign_up(evenings[0], entrants[:5], members[0], club_clock.now())
    shown = [each.pk for each in evenings]
    page = desk.get(form_of(competition) + f"?entrant={entrants[1].pk}").content.decode()
    assert page.count("When does M02 come?") == 2
    assert "Leave a tick at every evening M02 comes" in page
    assert "you come" not in page
    sent = {"entrant": entrants[1].pk, "shown": shown, "comes": shown[1:]}
    assert desk.post(form_of(competition), sent).url == overview_of(competition)
    rows = {row[0]: row[1:] for row in rows_of(desk.get(overview_of(competition)).content.decode())}
    assert rows["M01"] == ["✓ comes", "· not answered yet"]
    assert rows["M02"] == ["× does not come", "✓ comes"]
    assert rows["How many come"] == ["4", "1"]
    assert SignUp.objects.get(entrant=entrants[1], evening=evenings[0]).said_by.nickname == "Secretary Siem"


def test_a_drawn_evening_is_answered_on_its_own_page(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    evening, _later = evenings_of(competition, 2)
    sign_up(evening, entrants[:4], members[0], club_clock.now())
    drawn(evening)
    html = client_of(members[0]).get(form_of(competition)).content.decode()
    assert html.count('name="shown"') == 1
    assert "Change it on its own page" in html


def test_the_number_of_queries_does_not_grow_with_evenings_and_players(
    competition: Competition, entrants: list[Entrant], desk: Client
) -> None:
    evenings_of(competition, 2)
    with CaptureQueriesContext(connection) as few:
        desk.get(overview_of(competition))
    evenings_of(competition, 8)
    with CaptureQueriesContext(connection) as many:
        desk.get(overview_of(competition))
    assert len(many) <= len(few)
