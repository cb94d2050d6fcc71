"""Numbers no column holds and dates at the ends of the calendar are refused where they are read, with a sentence."""

from __future__ import annotations

from itertools import product

import pytest
from django import forms

from accounts.forms import DayField, MomentField
from accounts.names import MAX_KEY, whole_number
from tests.attack.conftest import World
from tests.clients import client_of

HUGE = ("9" * 30, "9" * 5000, str(MAX_KEY + 1), "\N{SUPERSCRIPT TWO}", "-1", "")


@pytest.mark.parametrize("said", [*HUGE, " 1", "1_0", "\N{ARABIC-INDIC DIGIT ONE}", "a\0b"])
def test_no_other_text_is_a_number(said: str) -> None:
    assert whole_number(said) is None


def test_a_number_is_read_up_to_the_most_that_is_asked_for() -> None:
    assert [whole_number(said, most=99) for said in ("0", "007", "99", "100")] == [0, 7, 99, None]


@pytest.mark.parametrize(
    "said", ["0001-01-01", "0001-01-01T00:00", "1899-12-31", "3000-01-01", "9999-12-31", "9999-12-31T23:59"]
)
def test_no_date_at_the_ends_of_the_calendar_is_read(said: str) -> None:
    fields = [MomentField()] if "T" in said else [DayField(), MomentField()]
    for field in fields:
        with pytest.raises(forms.ValidationError, match="between the years 1900 and 2999"):
            field.clean(said)
    assert MomentField().clean("2026-03-14T20:00") > MomentField().clean("1900-01-01T00:00")
    assert DayField().clean("2999-12-31").year == 2999


def test_the_trail_is_asked_for_any_date(world: World) -> None:
    owner, ends = client_of(world.roles["owner"]), ("0001-01-01", "9999-12-31")
    for page, name, day in product(("/trail/", "/trail/trail.csv"), ("since", "until"), ends):
        answer = owner.get(page, {name: day})
        assert answer.status_code == 200, (page, name, day)
        if page == "/trail/":
            assert "Give a date between the years 1900 and 2999." in answer.content.decode()


@pytest.mark.slow
def test_no_number_breaks_a_form_of_a_club(world: World) -> None:
    """The member, manage, house rules and import forms: each refuses it."""
    for said in HUGE[:-1]:
        expect_refused_by_every_form(world, said)


def expect_refused_by_every_form(world: World, said: str) -> None:
    owner, league = client_of(world.roles["owner"]), f"/l/{world.competition.pk}"
    club = f"/c/{world.competition.season.club.slug}"
    enter = {"do": "enter", "enter-players": said}
    correct = {"do": "correct", "correct-entrant": said, "correct-evening": said, "correct-points": said}
    posts = [
        (f"{club}/members/", {"player": said, "role": "member"}, 404),
        (f"{club}/rules/{world.house_rules.pk}/choose/", {"competition": said}, 404),
        (f"{league}/manage/", enter, 422),
        (f"{league}/manage/", correct, 422),
        (f"{league}/import/", {"pasted": f"evening,name,points\n{said},M01,100"}, 422),
        (f"{league}/import/", {"pasted": f"evening,name,points\n1,M01,{said}"}, 422),
        (f"/e/{world.evening.pk}/sign/", {"comes": "yes", "entrant": said}, 422),
    ]
    got = [owner.post(address, data).status_code for address, data, _status in posts]
    assert got == [status for _address, _data, status in posts], said[:40]


@pytest.mark.parametrize("said", ["0001-01-01T00:00", "9999-12-31T23:59"])
def test_no_evening_is_planned_at_the_ends_of_the_calendar(world: World, said: str) -> None:
    owner = client_of(world.roles["owner"])
    data = {"do": "evening", "evening-starts_at": said, "evening-deadline": said}
    answer = owner.post(f"/l/{world.competition.pk}/manage/", data)
    assert answer.status_code == 422
    assert "between the years" in answer.content.decode()
