"""While the database is away a person reads a page that comes back by itself, a script the sentence it shows itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client

PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def away() -> Callable[..., HttpResponse]:
    """Return a function that requests a page with a session cookie while the database does not answer."""

    def asked(path: str = "/me/", *, method: str = "get", **headers: str) -> HttpResponse:
        client = Client(headers={**PAGE, **headers})
        client.cookies["sessionid"] = "0123456789abcdef0123456789abcdef"
        with connection.execute_wrapper(nobody_answers):
            return getattr(client, method)(path)

    return asked


def nobody_answers(*_statement: object) -> None:
    raise OperationalError("the database is away")


pytestmark = pytest.mark.django_db


def test_a_page_says_so_and_asks_again_by_itself(away: Callable[..., HttpResponse]) -> None:
    answer = away()
    assert (answer.status_code, answer["Refresh"], answer["Cache-Control"]) == (503, "5", "no-store")
    assert answer["Content-Type"].startswith("text/html")
    assert 'href="">Try again' in answer.content.decode()


def test_it_is_said_in_the_readers_language(away: Callable[..., HttpResponse]) -> None:
    page = away(**{"accept-language": "nl"}).content.decode()
    assert '<html lang="nl">' in page
    assert "Een momentje" in page


@pytest.mark.parametrize(
    ("came_from", "back"),
    [("http://testserver/clubs/?page=2", "http://testserver/clubs/?page=2"), ("https://evil.example/", "/")],
)
def test_a_post_is_not_sent_again_and_leads_back_to_its_form(
    away: Callable[..., HttpResponse], came_from: str, back: str
) -> None:
    answer = away(method="post", referer=came_from)
    assert answer.status_code == 503
    assert "Refresh" not in answer
    assert f'href="{back}">Back' in answer.content.decode()


@pytest.mark.parametrize(
    "headers", [{"hx-request": "true"}, {"accept": "*/*"}, {"accept": "application/json"}]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_script_gets_a_sentence(
    away: Callable[..., HttpResponse], method: str, headers: dict[str, str]
) -> None:
    answer = away(method=method, **headers)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer["Content-Type"].startswith("text/plain")
    assert "Refresh" not in answer
