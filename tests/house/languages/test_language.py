"""The site speaks the language of its reader."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from accounts.member_imports import import_members
from accounts.models import Club, Player
from tests.conftest import Clock


@pytest.mark.django_db
def test_a_browser_gets_the_language_it_asks_for(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "nl-NL,nl;q=0.9,en;q=0.5"}).content.decode()
    assert '<html lang="nl"' in page
    assert "Nu Kraken spelen" in page
    other = client.get("/", headers={"accept-language": "fr"}).content.decode()
    assert '<html lang="en"' in other


@pytest.mark.django_db
def test_a_visitor_chooses_a_language_and_keeps_it(client: Client) -> None:
    page = client.get("/rules/kraken/").content.decode()
    assert 'name="language" value="nl"' in page

    sent_on = client.post("/language/", {"language": "nl", "next": "/rules/kraken/"})

    assert sent_on["Location"] == "/rules/kraken/"
    assert "De regels van Kraken" in client.get("/rules/kraken/").content.decode()
    assert sent_on.cookies[settings.LANGUAGE_COOKIE_NAME]["max-age"] >= 300 * 24 * 3600


@pytest.mark.django_db
def test_the_switch_sends_nobody_elsewhere(client: Client) -> None:
    sent_on = client.post("/language/", {"language": "nl", "next": "https://elsewhere.example/"})
    assert sent_on["Location"] == "/"


@pytest.mark.django_db
def test_a_page_that_is_not_there_says_so_in_the_visitors_language(client: Client) -> None:
    answer = client.get("/not/here/", headers={"accept-language": "nl"})
    assert answer.status_code == 404
    assert "Hier is niets" in answer.content.decode()


@pytest.mark.django_db
def test_who_comes_in_dutch_holds_cards_with_dutch_letters(client: Client) -> None:
    client.post("/play/", headers={"accept-language": "nl"})
    guest = Player.objects.get(kind="guest")
    assert (guest.language, guest.card_letters) == ("nl", "auto")
    assert 'data-letters="nl"' in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("chosen", "on_dutch_pages", "on_english_pages"),
    [("auto", "nl", "en"), ("nl", "nl", "nl"), ("en", "en", "en")],
)
def test_letters_follow_the_page_until_they_are_chosen(
    client: Client, players: list[Player], chosen: str, on_dutch_pages: str, on_english_pages: str
) -> None:
    Player.objects.filter(pk=players[0].pk).update(card_letters=chosen, language="")
    client.force_login(players[0])
    for language, letters in (("nl", on_dutch_pages), ("en", on_english_pages)):
        page = client.get("/", headers={"accept-language": language}).content.decode()
        assert f'<html lang="{language}"' in page
        assert f'data-letters="{letters}"' in page


def test_nobody_has_chosen_letters_who_was_entered_by_another(
    players: list[Player], club: Club, clock: Clock
) -> None:
    """The people of the demo club and of the tests are made without letters; so are members from a list."""
    assert import_members(club=club, text="Saar, Saar Bos, saar@example.org", now=clock.now) == (1, ())
    assert {each.card_letters for each in Player.objects.all()} == {"auto"}


def test_months_are_written_small() -> None:
    evening = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)
    with translation.override("nl"):
        assert date_format(evening, "DATETIME_FORMAT") == "do 26 nov 2026, 20:00"
        assert date_format(evening, "SHORT_DATETIME_FORMAT") == "26 nov 2026, 20:00"


@pytest.mark.django_db
def test_who_signs_up_in_dutch_is_written_to_in_dutch(client: Client) -> None:
    form = {
        "nickname": "Saar",
        "username": "saar",
        "password1": "tulpen-9-haven",
        "password2": "tulpen-9-haven",
    }
    client.post("/accounts/signup/", form, headers={"accept-language": "nl"})
    saar = Player.objects.get(username="saar")
    assert (saar.language, saar.card_letters) == ("nl", "auto")


def test_members_from_a_dutch_list_are_written_to_in_dutch(club: Club, clock: Clock) -> None:
    with translation.override("nl"):
        assert import_members(club=club, text="Saar, Saar Bos, saar@example.org", now=clock.now) == (1, ())
    assert Player.objects.get(nickname="Saar").language == "nl"
