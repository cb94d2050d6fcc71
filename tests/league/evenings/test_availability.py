"""A member answers for all evenings of a season in one form, and the secretary sees who comes to which."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.club_clock import club_clock
from games.league import services
from games.league.models import Competition, Entrant, Evening, PlayerSignUp, SignUp
from tests.clients import client_of
from tests.league.conftest import change_rules, draw_evening, sign_up
from tests.league.shown import rows_of

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


def form_with(page: HttpResponse, **words: str) -> dict[str, str]:
    """What the form of that page sends, with these words ("yes", "no", "") by the number of the evening."""
    said = {each.evening.pk: each.word for each in page.context["evenings"] if each.is_open}
    numbers = {f"evening_{each.evening.number}": each.evening.pk for each in page.context["evenings"]}
    chosen = {**said, **{numbers[name]: word for name, word in words.items()}}
    sent = {f"shown-{evening}": word for evening, word in said.items()}
    return {**sent, **{f"word-{evening}": word for evening, word in chosen.items()}}


def words_of(entrant: Entrant) -> list[bool]:
    said = SignUp.objects.filter(entrant=entrant).order_by("evening__number")
    return list(said.values_list("comes", flat=True))


def test_only_the_evenings_that_were_touched_are_answered(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    evenings = evenings_of(competition, 4)
    phone, door = client_of(members[0]), form_of(competition)
    page = phone.get(door)
    assert re.findall(r'name="word-\d+" value="(\w*)" checked', page.content.decode()) == ["", "", "", ""]
    assert phone.post(door, form_with(page, evening_1="yes", evening_3="no")).status_code == 302
    page = phone.get(door)
    assert re.findall(r'value="(\w*)" checked', page.content.decode()) == ["yes", "", "no", ""]
    said = SignUp.objects.filter(entrant=entrants[0]).order_by("evening__number")
    assert list(said.values_list("evening", "comes")) == [(evenings[0].pk, True), (evenings[2].pk, False)]
    assert door in phone.get(reverse("league:evening", args=[evenings[0].pk])).content.decode()


def test_a_word_can_be_taken_back(
    competition: Competition, entrants: list[Entrant], members: list[Player], desk: Client
) -> None:
    evenings = evenings_of(competition, 3)
    phone, door = client_of(members[0]), form_of(competition)
    phone.post(door, form_with(phone.get(door), evening_1="yes", evening_2="no", evening_3="no"))
    phone.post(door, form_with(phone.get(door), evening_2=""))
    assert words_of(entrants[0]) == [True, False]
    assert not SignUp.objects.filter(evening=evenings[1]).exists()
    own = door + f"?entrant={entrants[0].pk}"
    sent = {"entrant": entrants[0].pk, **form_with(desk.get(own), evening_3="")}
    assert desk.post(door, sent).url == overview_of(competition)
    assert words_of(entrants[0]) == [True]


def test_no_word_is_taken_back_after_the_deadline(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    (evening,) = evenings_of(competition, 1)
    phone, door = client_of(members[0]), form_of(competition)
    phone.post(door, form_with(phone.get(door), evening_1="no"))
    sent = form_with(phone.get(door), evening_1="")
    Evening.objects.filter(pk=evening.pk).update(deadline=club_clock.now() - timedelta(minutes=1))
    assert phone.post(door, sent).status_code == 409
    assert words_of(entrants[0]) == [False]


def test_an_evening_planned_since_is_left_alone(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    evenings = evenings_of(competition, 2)
    sent = {f"shown-{evenings[0].pk}": "", f"word-{evenings[0].pk}": "no"}
    client_of(members[0]).post(form_of(competition), sent)
    assert words_of(entrants[0]) == [False]


def test_a_word_said_meanwhile_on_another_page_stays(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    first, _second = evenings_of(competition, 2)
    phone, door = client_of(members[0]), form_of(competition)
    sent = form_with(phone.get(door), evening_2="yes")
    phone.post(reverse("league:evening_sign", args=[first.pk]), {"comes": "yes"})
    phone.post(door, sent)
    assert words_of(entrants[0]) == [True, True]


def test_where_all_are_expected_silence_says_so(
    competition: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    change_rules(competition, coming="unless")
    evenings_of(competition, 2)
    phone, door = client_of(members[0]), form_of(competition)
    page = phone.get(door)
    assert "you are expected" in page.content.decode()
    phone.post(door, form_with(page))
    assert words_of(entrants[0]) == []


def test_no_word_for_an_evening_of_others(
    competition: Competition, pairs: Competition, entrants: list[Entrant], members: list[Player]
) -> None:
    (other,) = evenings_of(pairs, 1)
    phone = client_of(members[0])
    of_others = {f"shown-{other.pk}": "", f"word-{other.pk}": "yes"}
    for sent in ({}, of_others, {"shown-x": ""}, {f"word-{other.pk}": "yes"}):
        assert phone.post(form_of(competition), sent).status_code == 422
    (own,) = evenings_of(competition, 1)
    for word in ("maybe", None):
        sent = {f"shown-{own.pk}": "", **({f"word-{own.pk}": word} if word else {})}
        assert phone.post(form_of(competition), sent).status_code == 422
    assert phone.get(form_of(competition) + f"?entrant={entrants[1].pk}").status_code == 403
    assert not SignUp.objects.exists()


def test_one_of_a_pair_speaks_for_themselves(
    pairs: Competition, members: list[Player], secretary: Player
) -> None:
    """The word of a partner is not one's own: it stays that of the partner when others are said, or taken back."""
    pair = services.enter(competition=pairs, players=members[:2], name="")
    evenings_of(pairs, 3)
    door = form_of(pairs)
    one, two = client_of(members[0]), client_of(members[1])
    one.post(door, form_with(one.get(door), evening_1="yes", evening_2="yes", evening_3="no"))
    page = two.get(door)
    assert [each.word for each in page.context["evenings"]] == ["", "", ""]
    assert page.content.decode().count("One of you cannot, so you do not come") == 1
    two.post(door, form_with(page, evening_1="yes", evening_2="no"))
    assert words_of(pair) == [True, False, False]
    assert PlayerSignUp.objects.count() == 5
    two.post(door, form_with(two.get(door), evening_1="", evening_2=""))
    assert words_of(pair) == [True, True, False]
    one.post(door, form_with(one.get(door), evening_1="", evening_3=""))
    assert list(SignUp.objects.values_list("evening__number", "comes")) == [(2, True)]
    assert PlayerSignUp.objects.count() == 1


def test_what_stays_of_a_partner_was_said_in_time(pairs: Competition, members: list[Player]) -> None:
    """One signs off too late, the evening is put off, and she can come after all: the pair comes in time."""
    pair = services.enter(competition=pairs, players=members[:2], name="")
    (evening,) = evenings_of(pairs, 1)
    said_at = evening.deadline - timedelta(hours=1)
    services.sign(evening_id=evening.pk, entrant=pair, player=members[0], comes=True, now=said_at)
    late = evening.deadline + timedelta(minutes=1)
    services.sign(evening_id=evening.pk, entrant=pair, player=members[1], comes=False, now=late)
    assert SignUp.objects.values_list("comes", "in_time").get() == (False, False)
    Evening.objects.filter(pk=evening.pk).update(deadline=evening.deadline + timedelta(weeks=1))
    services.take_word_back(evening_id=evening.pk, entrant=pair, player=members[1], now=late)
    assert SignUp.objects.values_list("comes", "in_time", "said_by").get() == (True, True, members[0].pk)


def test_a_word_of_the_secretary_for_a_pair_can_be_taken_back_by_one_of_it(
    pairs: Competition, members: list[Player], desk: Client
) -> None:
    pair = services.enter(competition=pairs, players=members[:2], name="")
    evenings_of(pairs, 1)
    door, phone = form_of(pairs), client_of(members[0])
    own = door + f"?entrant={pair.pk}"
    desk.post(door, {"entrant": pair.pk, **form_with(desk.get(own), evening_1="no")})
    page = phone.get(door)
    assert [each.word for each in page.context["evenings"]] == ["no"]
    phone.post(door, form_with(page, evening_1=""))
    assert words_of(pair) == []


def test_the_secretary_sees_who_comes_when_and_answers_for_somebody(
    competition: Competition, entrants: list[Entrant], members: list[Player], desk: Client
) -> None:
    evenings = evenings_of(competition, 2)
    sign_up(evenings[0], entrants[:5], members[0], club_clock.now())
    page = desk.get(form_of(competition) + f"?entrant={entrants[1].pk}")
    html = page.content.decode()
    assert html.count("When does M02 come?") == 2
    assert "you come" not in html
    sent = {"entrant": entrants[1].pk, **form_with(page, evening_1="no", evening_2="yes")}
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
    draw_evening(evening)
    html = client_of(members[0]).get(form_of(competition)).content.decode()
    assert html.count('name="shown-') == 1
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
