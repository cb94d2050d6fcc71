"""Pages that ask for a fresh sign-in open after every way of signing in, each tried through its own pages."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.members import set_role
from accounts.merging import request_merge
from accounts.models import Player, Role
from accounts.models.messages import AccountMail
from accounts.services import add_member, create_club
from tests.accounts.passkeys import Passkey
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
HOST = "club.example"
ADDRESS = "anna@example.org"
JSON = re.compile(r'<script id="js_data" type="application/json">(.*?)</script>', re.DOTALL)
WAYS = ("password", "code", "reset", "passkey", "totp", "code and totp", "recovery code")
CODE_PAGES = ("mfa_generate_recovery_codes", "mfa_view_recovery_codes", "mfa_download_recovery_codes")


class Visitor:
    """Anna on a new device, with what proves that she is Anna."""

    def __init__(self, player: Player, *, has_password: bool) -> None:
        self.player, self.has_password = player, has_password
        self.secret = ""
        self.passkey = Passkey(f"https://{HOST}")
        self.client = new_device()

    def totp(self) -> str:
        """The code the authenticator app shows."""
        cache.clear()  # a code is good for one use, and here thirty seconds do not pass
        return format_hotp_value(hotp_value(self.secret, list(yield_hotp_counters_from_time())[1]))

    def mailed(self, pattern: str) -> str:
        """What the last mail holds."""
        found = re.search(pattern, AccountMail.objects.latest("pk").body)
        assert found is not None, AccountMail.objects.latest("pk").body
        return found[0]

    def by_password(self) -> None:
        given = {"login": self.player.username, "password": PASSWORD}
        assert self.client.post("/accounts/login/", given).status_code == 302

    def by_code(self) -> None:
        assert self.client.post("/accounts/login/code/", {"email": ADDRESS}).status_code == 302
        code = self.mailed(r"(?m)^[A-Z0-9]{4}-[A-Z0-9]{4}$")
        assert self.client.post("/accounts/login/code/confirm/", {"code": code}).status_code == 302

    def by_reset(self) -> None:
        """Forgotten password: the link in the mail, then the new one, which here is the old one."""
        assert self.client.post("/accounts/password/reset/", {"email": ADDRESS}).status_code == 302
        page = self.client.get(self.mailed(r"/accounts/password/reset/key/\S+"), follow=True)
        new = {"password1": PASSWORD, "password2": PASSWORD}
        assert self.client.post(page.request["PATH_INFO"], new).status_code == 302
        self.by_password()

    def by_passkey(self) -> None:
        asked = self.client.get(
            "/accounts/2fa/webauthn/login/", headers={"X-Requested-With": "XMLHttpRequest"}
        )
        credential = self.passkey.sign(asked.json()["request_options"])
        done = self.client.post("/accounts/2fa/webauthn/login/", {"credential": credential})
        assert done.status_code == 302

    def second_step(self, code: str) -> None:
        assert self.client.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 302

    def prove(self, address: str) -> None:
        """Answer the page that asks again for a proof, and every one behind it."""
        onward = {"next": address}
        door = self.client.get(address)
        if door.status_code != 302:
            return
        if door["Location"].startswith(reverse("account_reauthenticate")) and self.has_password:
            sent = self.client.post("/accounts/reauthenticate/", {"password": PASSWORD, **onward})
        elif self.secret:
            sent = self.client.post("/accounts/2fa/reauthenticate/", {"code": self.totp(), **onward})
        else:
            page = self.client.get("/accounts/2fa/webauthn/reauthenticate/")
            credential = self.passkey.sign(options_of(page.content.decode())["request_options"])
            sent = self.client.post(
                "/accounts/2fa/webauthn/reauthenticate/", {"credential": credential, **onward}
            )
        assert (sent.status_code, sent["Location"]) == (302, address)

    def add_totp(self) -> None:
        self.prove(reverse("mfa_activate_totp"))
        assert self.client.get(reverse("mfa_activate_totp")).status_code == 200
        self.secret = self.client.session["mfa.totp.secret"]
        assert self.client.post(reverse("mfa_activate_totp"), {"code": self.totp()}).status_code == 302

    def add_passkey(self) -> None:
        self.prove(reverse("mfa_add_webauthn"))
        page = self.client.get(reverse("mfa_add_webauthn"))
        assert page.status_code == 200
        credential = self.passkey.register(options_of(page.content.decode())["creation_options"])
        given = {"name": "Phone", "credential": credential, "passwordless": "on"}
        assert self.client.post(reverse("mfa_add_webauthn"), given).status_code == 302


def new_device() -> Client:
    return Client(headers={"host": HOST, "X-Forwarded-Proto": "https"}, SERVER_NAME=HOST)


def options_of(page: str) -> dict:
    """The options a page hands to the browser for a passkey."""
    found = JSON.search(page)
    assert found is not None, page
    return json.loads(unescape(found[1]))


@pytest.fixture(autouse=True)
def _over_tls(settings) -> None:
    settings.SITE_ORIGINS = [f"https://{HOST}"]
    settings.LOCAL_PLAY = False
    settings.MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
    settings.MFA_TOTP_TOLERANCE = 1  # a test may cross the end of a 30-second period
    settings.MFA_PASSKEY_LOGIN_ENABLED = True
    settings.ROOT_URLCONF = "tests.accounts.passkey_urls"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def anna(way: str, players: list[Player]) -> Visitor:
    """Anna, signed in on a new device by `way`; who signs in with a code or a passkey has no password."""
    has_password = way not in ("code", "passkey", "code and totp")
    player = players[0]
    if not has_password:
        player.set_unusable_password()
    player.email = ADDRESS
    player.save()
    EmailAddress.objects.create(user=player, email=ADDRESS, verified=True, primary=True)
    visitor = Visitor(player, has_password=has_password)
    first = visitor.by_password if has_password else visitor.by_code
    first()
    if way == "passkey":
        visitor.add_passkey()
    if way in ("totp", "code and totp", "recovery code"):
        visitor.add_totp()
    visitor.client = new_device()
    if way == "recovery code":
        codes = Authenticator.objects.get(user=player, type=Authenticator.Type.RECOVERY_CODES)
        visitor.by_password()
        visitor.second_step(codes.wrap().get_unused_codes()[0])
    elif way in ("totp", "code and totp"):
        first()
        visitor.second_step(visitor.totp())
    else:
        {
            "password": visitor.by_password,
            "code": visitor.by_code,
            "reset": visitor.by_reset,
            "passkey": visitor.by_passkey,
        }[way]()
    assert visitor.client.session["_auth_user_id"] == str(player.pk)
    return visitor


def sure(visitor: Visitor) -> dict[str, str]:
    return {"sure": "on"} | ({"password": PASSWORD} if visitor.has_password else {})


def test_the_account_can_be_deleted(anna: Visitor) -> None:
    assert 'id="sign-in-first"' not in anna.client.get("/me/delete/").content.decode()
    assert anna.client.post("/me/delete/", sure(anna))["Location"] == "/"
    assert not Player.objects.get(pk=anna.player.pk).is_active


def test_an_old_sign_in_deletes_nothing_without_a_proof(
    anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr("accounts.sign_in.time", later.timestamp)
    page = anna.client.get("/me/delete/").content.decode()
    assert ('id="sign-in-first"' in page) is not anna.has_password
    refused = anna.client.post("/me/delete/", {"sure": "on"})
    assert refused.status_code == 422
    assert anna.has_password or "sign in again" in refused.content.decode()
    assert Player.objects.get(pk=anna.player.pk).is_active


def test_a_password_a_mail_address_and_a_second_step_can_be_changed(anna: Visitor) -> None:
    client = anna.client
    added = client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    # An unconfirmed address is no way around a second step: allauth refuses it until the step is off.
    protected = Authenticator.objects.filter(user=anna.player).exists()
    assert added.status_code == (200 if protected else 302)
    assert EmailAddress.objects.filter(email="new@example.org").exists() is not protected
    name = "account_change_password" if anna.has_password else "account_set_password"
    anna.prove(reverse(name))
    assert client.get(reverse(name)).status_code == 200
    new = {"password1": "walnut-ferry-7", "password2": "walnut-ferry-7"}
    answer = client.post(reverse(name), new | ({"oldpassword": PASSWORD} if anna.has_password else {}))
    assert answer.status_code == 302
    assert Player.objects.get(pk=anna.player.pk).check_password("walnut-ferry-7")


def test_a_passkey_can_be_added_renamed_and_removed(anna: Visitor) -> None:
    if not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists():
        anna.add_passkey()
    key = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    for name, given in (("mfa_edit_webauthn", {"name": "Tablet"}), ("mfa_remove_webauthn", {})):
        address = reverse(name, kwargs={"pk": key.pk})
        anna.prove(address)
        assert anna.client.get(address).status_code == 200
        assert anna.client.post(address, given).status_code == 302
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def test_an_authenticator_app_can_be_added_and_removed(anna: Visitor) -> None:
    if not anna.secret:
        anna.add_totp()
    for name in CODE_PAGES:
        anna.prove(reverse(name))
        assert anna.client.get(reverse(name)).status_code == 200, name
    anna.prove(reverse("mfa_deactivate_totp"))
    assert anna.client.get(reverse("mfa_deactivate_totp")).status_code == 200
    assert anna.client.post(reverse("mfa_deactivate_totp")).status_code == 302
    assert not Authenticator.objects.filter(type=Authenticator.Type.TOTP).exists()


def test_a_merge_can_be_agreed_to(anna: Visitor, players: list[Player]) -> None:
    now = timezone.now()
    club = create_club(name="De Roem", slug="de-roem", owner=players[1], at=now)
    for player in (players[0], players[2], players[3]):
        add_member(club=club, player=player, at=now)
    set_role(club=club, player=players[3], role=Role.SECRETARY, actor=players[1], now=now)
    request_merge(club=club, kept=players[0], double=players[2], actor=players[3], now=now, url="/me/merge/")
    assert anna.client.get("/me/merge/").status_code == 200
    assert anna.client.post("/me/merge/", {"answer": "yes", **sure(anna)}).status_code == 302
