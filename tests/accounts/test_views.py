"""Pages for guests, registration, sign-in and settings."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.forms import ModelForm
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.forms import PreferencesForm
from accounts.models import Player
from tests.accounts.mail.sending import send_due
from tests.conftest import PASSWORD


def test_a_guest_signs_in_with_a_name_only(db: None, client: Client) -> None:
    answer = client.post("/guest/", {"nickname": "Kees", "next": "/guest/"})
    assert (answer.status_code, answer["Location"]) == (302, "/guest/")
    assert Player.objects.get(nickname="Kees").is_guest


def test_a_look_alike_is_refused_and_no_player_is_created(players: list[Player], client: Client) -> None:
    answer = client.post("/guest/", {"nickname": "Anna"})
    assert answer.status_code == 422
    assert "Somebody is called" in answer.content.decode()
    assert not Player.objects.filter(kind="guest").exists()


@pytest.mark.parametrize(
    "wanted",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example", "http:///evil"],
)
@pytest.mark.parametrize("path", ["/guest/", "/accounts/login/"])
def test_next_stays_on_this_site(players: list[Player], client: Client, path: str, wanted: str) -> None:
    data = {"nickname": "Kees", "login": "anna", "password": PASSWORD, "next": wanted}
    answer = client.post(path, data)
    assert answer.status_code == 302
    assert answer["Location"] == "/"


def test_the_session_key_changes_at_sign_in(players: list[Player], client: Client) -> None:
    client.get("/accounts/login/")
    session = client.session
    session["before"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key
    before = session.session_key
    client.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(players[0].pk)
    assert client.session.session_key != before


def test_registering_changes_the_session_key_and_keeps_the_player(guest: Player, client: Client) -> None:
    client.force_login(guest)
    before = client.session.session_key
    answer = client.post("/me/register/", {"username": "kim", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.session.session_key != before
    assert client.session["_auth_user_id"] == str(guest.pk)
    assert client.get("/me/").status_code == 200
    assert guest.usersession_set.get().session_key == client.session.session_key


def test_an_address_given_at_registration_must_be_confirmed(guest: Player, client: Client) -> None:
    client.force_login(guest)
    given = {"username": "kim", "email": "kim@example.org", "password": PASSWORD}
    assert client.post("/me/register/", given).status_code == 302
    assert send_due(timezone.now()) == 1
    assert [letter.to for letter in mail.outbox] == [["kim@example.org"]]
    assert "not confirmed yet" in client.get("/me/notices/").content.decode()
    link = re.search(r"/accounts/confirm-email/\S+", mail.outbox[0].body)
    assert link is not None
    client.post(link[0])
    assert "not confirmed yet" not in client.get("/me/notices/").content.decode()


def test_signing_up_stores_the_nickname(db: None, client: Client) -> None:
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    data = {"nickname": "Jan", "username": "jan", "email": "", **passwords}
    assert client.post("/accounts/signup/", data).status_code == 302
    assert Player.objects.get(username="jan").nickname == "Jan"
    alike = Client().post("/accounts/signup/", {**data, "nickname": "JAN", "username": "jan2"})
    assert alike.status_code == 200
    assert not Player.objects.filter(username="jan2").exists()


def test_known_and_unknown_addresses_get_the_same_answer(players: list[Player], client: Client) -> None:
    players[0].email = "anna@example.org"
    players[0].save()
    answers = [
        client.post("/accounts/password/reset/", {"email": mail})
        for mail in ("anna@example.org", "nobody@example.org")
    ]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, "/accounts/password/reset/done/")
    ] * 2


def test_signing_up_does_not_reveal_which_addresses_have_accounts(players: list[Player]) -> None:
    EmailAddress.objects.create(user=players[0], email="anna@example.org", verified=True, primary=True)
    Player.objects.filter(pk=players[0].pk).update(email="anna@example.org")
    answers = []
    for name, address in (("Known", "anna@example.org"), ("Strange", "nobody@example.org")):
        given = {"nickname": name, "username": name.lower(), "email": address}
        page = Client().post("/accounts/signup/", {**given, "password1": PASSWORD, "password2": PASSWORD})
        answers.append((page.status_code, page.get("Location"), page.content))
    assert answers[0] == answers[1]
    assert answers[0][0] == 302
    client = Client()
    client.post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(players[0].pk)


def test_preferences_are_stored_and_used_on_the_page(players: list[Player], client: Client) -> None:
    client.force_login(players[0])
    data = {
        "nickname": "Anna B",
        "language": "nl",
        "theme": "dark",
        "colours": "two",
        "card_letters": "nl",
        "card_back": "waves",
        "text_size": "large",
        "motion": "none",
        "volume": "loud",
        "sounds": ["turn", "win"],
        "confirm_tap": "on",
    }
    assert client.post("/me/", data).status_code == 302
    page = client.get("/me/").content.decode()
    for attribute in (
        'lang="nl"',
        'data-theme="dark"',
        'data-colours="two"',
        'data-letters="nl"',
        'data-text="large"',
        'data-motion="none"',
        "data-confirm-tap",
        'data-sound="off"',
        'data-volume="loud"',
        'data-silent="card trick shuffle knock raise"',
    ):
        assert attribute in page
    assert Player.objects.get(pk=players[0].pk).nickname == "Anna B"


@pytest.mark.parametrize(("wanted", "onward"), [("/t/ABCDEF/", "/t/ABCDEF/"), ("//elsewhere.example", "/")])
def test_the_settings_lead_back_to_the_table(
    players: list[Player], client: Client, wanted: str, onward: str
) -> None:
    client.force_login(players[0])
    page = client.get("/me/", {"next": wanted}).content.decode()
    assert f'name="next" value="{onward}"' in page
    data = {
        "nickname": "Anna",
        "theme": "dark",
        "colours": "two",
        "card_letters": "nl",
        "card_back": "night",
        "volume": "soft",
    }
    answer = client.post("/me/", {**data, "text_size": "large", "motion": "none", "next": wanted})
    assert answer["Location"] == onward


def test_devices_are_described_in_words(players: list[Player], client: Client) -> None:
    phone = {
        "user-agent": "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36"
    }
    computer = {"user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0"}
    for device, headers in ((Client(), computer), (client, phone)):
        device.post("/accounts/login/", {"login": "anna", "password": PASSWORD}, headers=headers)
    page = client.get("/accounts/sessions/", headers=phone).content.decode()
    assert "Chrome · Android" in page
    assert "Firefox · Windows" in page
    assert "Mozilla" not in page
    client.post("/accounts/sessions/", headers=phone)
    assert "Firefox" not in client.get("/accounts/sessions/", headers=phone).content.decode()


def test_the_page_shows_every_setting_once_and_opens_the_part_with_a_fault(
    players: list[Player], client: Client
) -> None:
    client.force_login(players[0])
    page = client.get("/me/").content.decode()
    for field in PreferencesForm.Meta.fields:
        assert re.search(rf'name="{field}"', page), field
    assert page.count('name="text_size"') == page.count('name="volume"') == 1
    assert '<details class="fold" open>' not in page

    refused = client.post("/me/", {"nickname": players[0].nickname, "volume": "deafening"})
    assert refused.status_code == 422
    assert refused.content.decode().count('<details class="fold" open>') > 0


def test_a_refused_name_changes_nothing(players: list[Player], client: Client) -> None:
    client.force_login(players[0])
    data = {
        "nickname": "Bram",
        "theme": "dark",
        "colours": "two",
        "card_letters": "nl",
        "card_back": "night",
        "volume": "soft",
    }
    assert client.post("/me/", {**data, "text_size": "large", "motion": "none"}).status_code == 422
    kept = Player.objects.get(pk=players[0].pk)
    assert (kept.nickname, kept.theme) == ("Anna", "auto")


@pytest.mark.parametrize(
    ("path", "data", "field"),
    [
        ("/me/", {"nickname": "Anna", "volume": "soft", "text_size": "large", "motion": "none"}, "volume"),
        ("/me/notices/", {"settings": "1", "quiet_from": "22:00", "quiet_until": "07:00"}, "quiet_from"),
    ],
)
def test_settings_leave_alone_what_was_changed_meanwhile(
    players: list[Player],
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    data: dict[str, str],
    field: str,
) -> None:
    """Another device of the player gives a mail address after the page has read the row, before it saves."""
    client.force_login(players[0])
    row = Player.objects.filter(pk=players[0].pk)
    usual = getattr(row.get(), field)
    chosen = {"theme": "dark", "colours": "two", "card_letters": "nl", "card_back": "night", **data}

    def changed_meanwhile(form: ModelForm) -> dict[str, Any]:
        row.update(email="anna@example.org")
        return clean(form)

    clean = ModelForm.clean
    monkeypatch.setattr(ModelForm, "clean", changed_meanwhile)
    assert client.post(path, chosen).status_code == 302
    assert row.get().email == "anna@example.org"
    assert getattr(row.get(), field) != usual


def test_markup_in_a_name_stays_text(db: None, client: Client) -> None:
    client.post("/guest/", {"nickname": "<b hx-get=/x>K"})
    page = client.get("/me/").content.decode()
    assert "&lt;b hx-get=/x&gt;K" in page
    assert "<b hx-get" not in page


def test_a_form_without_csrf_token_is_refused(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/guest/", {"nickname": "Kees"}).status_code == 403
    assert not Player.objects.exists()


def test_an_answer_that_comes_after_the_sign_in_leaves_its_token(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    token = _token_of(strict.get("/guest/"))
    of_before = strict.cookies["csrftoken"].value
    strict.post("/guest/", {"nickname": "Kees", "csrfmiddlewaretoken": token})
    token = _token_of(strict.get("/me/"))
    assert strict.cookies["csrftoken"].value != of_before

    asked_before = Client()
    asked_before.cookies["csrftoken"] = of_before
    strict.cookies.update(asked_before.get("/rules/kraken/").cookies)

    data = {"nickname": "Kees", "text_size": "normal", "csrfmiddlewaretoken": token}
    assert strict.post("/me/", data).status_code != 403


def _token_of(page: HttpResponse) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert found is not None
    return found[1]


def test_too_many_guests_at_once_get_429(db: None, client: Client) -> None:
    statuses = [
        Client().post("/guest/", {"nickname": f"Guest {chr(97 + n % 26)}x{n}"}).status_code for n in range(62)
    ]
    assert statuses[:60] == [302] * 60
    assert statuses[60:] == [429] * 2
