"""Every page of allauth that can be reached is Dutch for a Dutch reader, and has one main button at most."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import allauth
import pytest
from allauth import urls
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils.translation import gettext as translated
from django.utils.translation import override

from accounts.models import Player
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
ARGUMENTS = {
    "account_confirm_email": {"key": "unknown"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "unknown"},
    "mfa_remove_webauthn": {"pk": 1},
    "mfa_edit_webauthn": {"pk": 1},
}


class Texts(HTMLParser):
    """The texts of a page, and how many main buttons it has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.main_buttons = 0
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.found.add(" ".join(data.split()))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.main_buttons += "button--go" in (dict(attrs).get("class") or "").split()


def patterns(of: list) -> Iterator[URLPattern]:
    for one in of:
        if isinstance(one, URLPattern):
            yield one
        else:
            yield from patterns(one.url_patterns)


NAMES = sorted({one.name for one in patterns(urls.urlpatterns) if one.name})


@cache
def english() -> frozenset[str]:
    """The sentences of allauth that read otherwise in Dutch."""
    catalogue = (Path(allauth.__file__).parent / "locale/nl/LC_MESSAGES/django.po").read_text(
        encoding="utf-8"
    )
    said = re.findall(r'^msgid (".+"(?:\n".*")*|""(?:\n".*")+)', catalogue, re.MULTILINE)
    sentences = {"".join(ast.literal_eval(line) for line in one.splitlines()) for one in said}
    with override("nl"):
        return frozenset(one for one in sentences if translated(one) != one)


@pytest.fixture
def anna(players: list[Player]) -> Player:
    """Anna has a confirmed address, an authenticator app and recovery codes."""
    EmailAddress.objects.create(user=players[0], email="anna@example.org", verified=True, primary=True)
    TOTP.activate(players[0], generate_totp_secret())
    RecoveryCodes.activate(players[0])
    return players[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_of_allauth_is_in_dutch(name: str, anna: Player) -> None:
    sentences = english()
    address = reverse(name, kwargs=ARGUMENTS.get(name))
    stranger, halfway, inside = (
        Client(headers={"Accept-Language": "nl", "Accept": "text/html"}) for _each in range(3)
    )
    halfway.post(reverse("account_login"), {"login": anna.username, "password": PASSWORD})
    inside.force_login(anna)
    for visitor in (stranger, halfway, inside):
        answer = visitor.get(address, follow=True)
        if "html" not in answer.headers.get("Content-Type", ""):
            continue
        page = Texts(answer.content.decode())
        assert page.found & sentences == set()
        assert page.main_buttons <= 1, answer.request["PATH_INFO"]


def test_two_step_sign_in_is_said_in_plain_words(anna: Player) -> None:
    client = Client(headers={"Accept-Language": "nl"})
    given = {"login": anna.username, "password": PASSWORD}
    page = client.post(reverse("account_login"), given, follow=True).content.decode()
    assert Authenticator.objects.filter(user=anna).count() == 2
    assert "Typ de code die je code-app nu laat zien" in page


def test_who_signs_in_is_greeted_by_the_name_at_the_table(client: Client) -> None:
    Player.objects.create_user(username="w.visser", password=PASSWORD, nickname="Wiebe")
    sent = {"login": "w.visser", "password": PASSWORD}
    page = client.post(reverse("account_login"), sent, follow=True).content.decode()
    assert "signed in as Wiebe." in page
    assert "Found your card club here, or join it" in page
    assert "w.visser" not in page
