"""A form that founds something, sent twice, founds it once, and members are told once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Club, ClubNews, Membership, Notice, Player
from accounts.models.clubs import JoinRequest
from games.league.models import Competition, Entrant
from games.league.seasons.forms import CompetitionForm
from games.table.log.models import Match
from tests.at_once import at_once
from tests.clients import client_of
from tests.conftest import Clock
from tests.league.conftest import plan_evening
from tests.league.shown import hidden_value

pytestmark = pytest.mark.django_db

FOUNDING: Final[Mapping[str, tuple[str, Mapping[str, object]]]] = {
    "club": ("/clubs/", {"name": "De Boom"}),
    "season": ("/c/troefboer/seasons/new/", {"name": "Spring"}),
    "competition": (
        "/c/troefboer/seasons/{season}/competition/",
        {
            "name": "Tuesdays",
            "house_rules": "kraken:kraken_text",
            "cards": 16,
            "seating": "rotating",
            "size": 1,
            "rounds": 3,
            "division": 1,
        },
    ),
    "news": ("/c/troefboer/news/", {"do": "publish", "text": "No cards tonight."}),
    "message": ("/c/troefboer/message/", {"to": "", "text": "Bring pens."}),
    "house rules": ("/c/troefboer/rules/new/", {"game": "kraken", "name": "Ours"}),
    "invitation": ("/c/troefboer/invite/", {"address": "kim@example.org", "name": "Kim"}),
    "correction": (
        "/l/{competition}/manage/",
        {
            "do": "correct",
            "correct-kind": "correction",
            "correct-entrant": "{entrant}",
            "correct-evening": "{evening}",
            "correct-points": "10",
            "correct-reason": "Slip",
        },
    ),
    "evening": (
        "/l/{competition}/manage/",
        {
            "do": "evening",
            "evening-starts_at": "2031-01-07T20:00",
            "evening-deadline": "2031-01-07T18:00",
            "evening-times": "2",
            "evening-weeks": "1",
        },
    ),
    "names": (
        "/l/{competition}/manage/",
        {"do": "names", "names-names": "Wim\nKoos", "names-new_members": "on"},
    ),
    "table": ("/t/new/", {"game": "kraken", "preset": "kraken_text", "visibility": "link"}),
    "club table": ("/c/troefboer/table/", {"game": "kraken", "preset": "kraken_text", "visibility": "link"}),
    "match against bots": ("/play/", {"game": "kraken"}),
    "key": ("/c/troefboer/keys/", {"name": "our site"}),
    "report": ("/people/{member}/report/", {"text": "Shouts at the table."}),
}


@pytest.fixture
def facts(
    competition: Competition, entrants: list[Entrant], members: list[Player], clock: Clock
) -> dict[str, int]:
    """The keys that stand in addresses and forms."""
    return {
        "season": competition.season_id,
        "competition": competition.pk,
        "entrant": entrants[0].pk,
        "evening": plan_evening(competition, clock()).pk,
        "member": members[0].pk,
    }


def fill_form(what: str, facts: Mapping[str, int]) -> tuple[str, dict[str, Any]]:
    """The address and the values of a form."""
    address, values = FOUNDING[what]
    if what == "competition":
        usual = {
            field.html_name: field.value() for group in CompetitionForm().groups() for field in group.fields
        }
        values = {name: value for name, value in usual.items() if value not in (None, False)} | dict(values)
    return address.format(**facts), {
        name: each.format(**facts) if isinstance(each, str) else each for name, each in values.items()
    }


def rows() -> dict[str, int]:
    """How many rows every table has, sessions and the forms themselves left out."""
    kept = {"accounts_sentform", "django_session", "usersessions_usersession"}
    models = [each for each in apps.get_models() if each._meta.db_table not in kept]
    return {each._meta.label: each.objects.count() for each in models}


@pytest.mark.parametrize("what", FOUNDING)
def test_a_form_sent_twice_founds_once(desk: Client, facts: dict[str, int], what: str) -> None:
    address, values = fill_form(what, facts)
    before = rows()
    first = desk.post(address, values)
    assert first.status_code == 302
    once = rows()
    assert once != before
    again = desk.post(address, values)
    assert again["Location"] == first["Location"]
    assert rows() == once
    assert "it was done once" in desk.get(again["Location"], follow=True).content.decode()


def test_another_text_is_another_form(desk: Client, league_club: Club) -> None:
    for text in ("No cards tonight.", "No cards tonight!", "No cards tonight."):
        desk.post("/c/troefboer/news/", {"do": "publish", "text": text})
    assert ClubNews.objects.count() == 2


def test_a_form_with_a_fault_and_one_that_sets_a_value_may_be_sent_again(
    desk: Client, league_club: Club
) -> None:
    for _time in range(2):
        assert desk.post("/clubs/", {"name": ""}).status_code == 422
    for contact in ("Bel Truus", "Bel Kees", "Bel Truus"):
        desk.post("/c/troefboer/news/", {"do": "contact", "contact": contact})
    league_club.refresh_from_db()
    assert league_club.contact == "Bel Truus"


def test_the_same_values_of_somebody_else_are_founded(
    desk: Client, league_club: Club, members: list[Player]
) -> None:
    table = {"game": "kraken", "preset": "kraken_text", "visibility": "link"}
    for browser in (desk, client_of(members[0])):
        browser.post("/t/new/", table)
    assert Match.objects.count() == 2


def form_on(browser: Client, address: str) -> dict[str, str]:
    """What every form of a page sends that was opened now."""
    return {"csrfmiddlewaretoken": hidden_value(browser.get(address).content.decode(), "csrfmiddlewaretoken")}


@pytest.mark.parametrize("what", ["evening", "key", "enter"])
def test_what_was_taken_away_can_be_founded_again_with_the_same_values(
    desk: Client, competition: Competition, make_player: Callable[[str], Player], clock: Clock, what: str
) -> None:
    newcomer = make_player("Wim")
    Membership.objects.create(club=competition.season.club, player=newcomer, since=clock())
    facts = {"competition": competition.pk, "evening": 0, "entrant": 0}
    address, values, founded, taking_away = {
        "evening": (
            *fill_form("evening", facts),
            competition.evenings,
            lambda made: (
                reverse("league:league_delete", args=[competition.pk]),
                {"do": "evening", "evening": made.pk, "version": made.version},
            ),
        ),
        "key": (
            *fill_form("key", facts),
            competition.season.club.api_keys,
            lambda made: (reverse("league:club_key_off", args=["troefboer", made.pk]), {}),
        ),
        "enter": (
            reverse("league:league_manage", args=[competition.pk]),
            {"do": "enter", "enter-players": str(newcomer.pk)},
            competition.entrants,
            lambda made: (
                reverse("league:entrant_change", args=[competition.pk, made.pk]),
                {"do": "remove"},
            ),
        ),
    }[what]
    for _again in range(2):
        form = form_on(desk, address)
        for _twice in range(2):
            assert desk.post(address, values | form).status_code == 302
        made = list(founded.all())
        assert made
        for each in made:
            where, said = taking_away(each)
            assert desk.post(where, said).status_code == 302
        assert not founded.exists()


def test_a_form_that_was_refused_says_why_every_time(
    league_club: Club, make_player: Callable[[str], Player], desk: Client
) -> None:
    wim = make_player("Wim", email="wim@example.org")
    JoinRequest.objects.create(
        club=league_club, player=wim, at=timezone.now(), answered_at=timezone.now(), accepted=False
    )
    browser = client_of(wim)
    Club.objects.filter(pk=league_club.pk).update(is_public=True)
    member = Membership.objects.create(club=league_club, player=wim, since=timezone.now())
    link = reverse("league:club_member_link", args=[league_club.slug, wim.pk])
    told = [desk.post(link, follow=True).content.decode() for _twice in range(2)]
    member.delete()
    ask = reverse("league:club_ask", args=[league_club.slug])
    told += [browser.post(ask, {"text": "Please."}, follow=True).content.decode() for _twice in range(2)]
    for page in told:
        assert 'class="message message--error"' in page
        assert "it was done once" not in page


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_found_once(
    league_club: Club, members: list[Player], secretary: Player
) -> None:
    browsers = [client_of(secretary) for _one in range(2)]
    posts = [
        lambda each=each: each.post("/c/troefboer/message/", {"to": "", "text": "Bring pens."})
        for each in browsers
    ]
    assert [each.status_code for each in at_once(*posts)] == [302, 302]
    assert Notice.objects.filter(player=members[0]).count() == 1
