"""Pages for what went wrong are the club's own, in the language of the visitor."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Player
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


@pytest.fixture
def browser() -> Client:
    """A browser whose forms are checked, in Dutch."""
    return Client(
        enforce_csrf_checks=True, headers={"Accept-Language": "nl", "Origin": SITE, "Referer": f"{SITE}/me/"}
    )


def test_a_form_of_an_earlier_session_can_be_sent_again(browser: Client, players: list[Player]) -> None:
    browser.force_login(players[0])
    answer = browser.post("/me/", {"first_name": "Anná", "csrfmiddlewaretoken": "x"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert 'name="first_name" value="Anná"' in page
    assert "Nog niet verstuurd" in page
    assert 'value="x"' not in page
    assert f'href="{SITE}/me/"' in page


@pytest.mark.parametrize("given", [{"Origin": "https://evil.example"}, {"Referer": "https://evil.example/x"}])
def test_a_form_of_another_site_is_not_offered_again(
    browser: Client, players: list[Player], given: dict[str, str]
) -> None:
    browser.force_login(players[0])
    page = browser.post("/me/", {"first_name": "Eve"}, headers=given).content.decode()
    assert "Eve" not in page
    assert "evil.example" not in page


def test_a_password_is_not_written_into_the_page(browser: Client) -> None:
    answer = browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert answer.status_code == 403
    assert PASSWORD not in answer.content.decode()


@pytest.mark.parametrize(
    ("onward", "leads_to"),
    [("/clubs/", "/clubs/"), ("clubs", "clubs"), ("https://evil.example/", "/"), ("", "/")],
)
def test_the_sign_in_form_leads_on_where_somebody_is_signed_in(
    browser: Client, players: list[Player], onward: str, leads_to: str
) -> None:
    browser.force_login(players[0])
    given = {"login": "anna", "password": PASSWORD, "next": onward}
    assert browser.post("/accounts/login/", given)["Location"] == leads_to


def test_a_host_that_is_not_ours_gets_a_page_of_the_club() -> None:
    answer = Client(raise_request_exception=False).get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "club.css" in answer.content.decode()


@pytest.mark.parametrize(
    "sent",
    [
        {"text": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)},
        {f"field-{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)},
    ],
    ids=["a long text", "many fields"],
)
def test_a_form_that_is_too_large_has_a_page_of_the_club(players: list[Player], sent: dict[str, str]) -> None:
    client = Client(headers={"Accept-Language": "nl", "Accept": "text/html"})
    client.force_login(players[0])
    answer = client.post("/me/", sent)
    assert answer.status_code == 413
    assert "Dat is te veel ineens" in answer.content.decode()
    assert "een lijst in twee delen" in answer.content.decode()


def test_the_address_of_a_button_has_a_page_of_the_club(players: list[Player]) -> None:
    client = Client(headers={"Accept-Language": "nl", "Accept": "text/html"})
    client.force_login(players[0])
    answer = client.post("/readyz")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "Deze pagina hoort bij een knop" in answer.content.decode()
    assert client.post("/readyz", headers={"Accept": "application/json"}).content == b""
