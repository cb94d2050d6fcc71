"""Staff need a second step; passkeys are offered where the browser supports them."""

from __future__ import annotations

import html
from collections.abc import Mapping
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.errors import AccountRefusal
from accounts.models import Club, Player, Role
from accounts.models.clubs import MemberChange
from accounts.services import add_member, create_club
from tests import migrated
from tests.conftest import PASSWORD
from tests.house.commands import manage

SECOND_STEP_FOR_STAFF = [
    "admin:index",
    "admin:accounts_player_changelist",
    "disputes:desk",
    "disputes:my_cases",
]


@pytest.fixture
def newcomer(db: None) -> Player:
    """A new member of staff without a second step."""
    return Player.objects.create_superuser(username="newcomer", password=PASSWORD, nickname="Newcomer")


@pytest.mark.parametrize("name", SECOND_STEP_FOR_STAFF)
@pytest.mark.parametrize("method", ["get", "post"])
def test_staff_without_a_second_step_are_redirected_to_its_set_up(
    newcomer: Player, client: Client, name: str, method: str
) -> None:
    client.force_login(newcomer)
    answer = getattr(client, method)(reverse(name))
    assert (answer.status_code, answer["Location"]) == (302, reverse("mfa_activate_totp"))


@pytest.mark.parametrize("name", ["disputes:club_conduct", "disputes:club_same_place"])
def test_staff_without_a_second_step_judge_the_conduct_in_no_club(
    newcomer: Player, staff: Player, players: list[Player], client: Client, name: str
) -> None:
    address = reverse(name, args=[create_club(name="De Linde", owner=players[0]).slug])
    client.force_login(staff)
    assert client.get(address).status_code == 200
    client.force_login(newcomer)
    assert client.get(address).headers.get("Location") == reverse("mfa_activate_totp")


@pytest.mark.parametrize("name", SECOND_STEP_FOR_STAFF)
def test_staff_with_a_second_step_have_access(staff: Player, client: Client, name: str) -> None:
    client.force_login(staff)
    assert client.get(reverse(name)).status_code == 200


def test_staff_without_a_second_step_can_play_and_sign_out(newcomer: Player, client: Client) -> None:
    client.force_login(newcomer)
    assert client.get("/").status_code == 200
    assert client.get("/me/").status_code == 200
    assert client.post(reverse("admin:logout"))["Location"] == "/"


def test_a_club_owner_needs_no_second_step(players: list[Player], client: Client) -> None:
    client.force_login(players[0])
    assert client.get("/clubs/").status_code == 200


def test_from_the_first_sign_in_to_the_admin(newcomer: Player, client: Client, settings: object) -> None:
    """The first sign-in leads to the set-up; after that the password alone is not enough."""
    settings.MFA_TOTP_TOLERANCE = 1  # the test may cross the end of a 30-second period
    assert client.get("/admin/", follow=True).request["PATH_INFO"] == "/accounts/login/"
    client.post("/accounts/login/", {"login": "newcomer", "password": PASSWORD, "next": "/admin/"})
    page = client.get("/admin/", follow=True)
    assert page.request["PATH_INFO"] == "/accounts/reauthenticate/"
    assert "second step" in page.content.decode()
    onward = {"password": PASSWORD, "next": reverse("mfa_activate_totp")}
    page = client.post("/accounts/reauthenticate/", onward, follow=True)
    assert page.request["PATH_INFO"] == reverse("mfa_activate_totp")
    secret = client.session["mfa.totp.secret"]
    code = format_hotp_value(hotp_value(secret, list(yield_hotp_counters_from_time())[1]))
    assert client.post(reverse("mfa_activate_totp"), {"code": code}).status_code == 302
    assert Authenticator.objects.filter(user=newcomer, type=Authenticator.Type.TOTP).exists()
    assert client.get("/admin/").status_code == 200
    again = Client()
    answer = again.post("/accounts/login/", {"login": "newcomer", "password": PASSWORD})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))
    assert "_auth_user_id" not in again.session


def test_the_admin_has_no_sign_in_page_of_its_own(staff: Player, client: Client) -> None:
    answer = client.post("/admin/login/", {"username": "keeper", "password": PASSWORD, "next": "/admin/"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
    assert "_auth_user_id" not in client.session


OFFERED = """
from django.conf import settings
from django.test import Client
page = Client(headers={"host": "club.example"}).get("/accounts/login/", secure=True)
print(page.status_code, 'id="passkey_login"' in page.content.decode(), "webauthn" in settings.MFA_SUPPORTED_TYPES)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("origin", "offered"), [("https://club.example", True), ("http://club.example", False)]
)
def test_passkeys_are_offered_over_tls(tmp_path: Path, origin: str, offered: bool) -> None:
    key = "a-key-of-fifty-characters-or-more-for-this-check-0123456789"
    around = {"folder": tmp_path, "SITE_ORIGINS": origin, "SECRET_KEY": key, "COLLECTED_STATIC": "false"}
    migrated.copy_file(tmp_path / "club.sqlite3")
    done = manage("shell", "--verbosity", "0", "-c", OFFERED, **around)
    assert done.stdout.split() == ["200", str(offered), str(offered)], done.stderr


def send_roles(client: Client, club: Club, roles: Mapping[Player, str]) -> HttpResponse:
    """Send the admin page of a club with these roles, as its form would."""
    rows = list(club.memberships.order_by("pk"))
    address = reverse("admin:accounts_club_change", args=[club.pk])
    shown = client.get(address).context["adminform"].form
    form = {name: value for name, value in shown.initial.items() if name in shown.fields}
    form = {name: value for name, value in form.items() if value is not None and value is not False}
    form |= {"created_at_0": f"{club.created_at:%Y-%m-%d}", "created_at_1": f"{club.created_at:%H:%M:%S}"}
    form |= {"memberships-TOTAL_FORMS": len(rows), "memberships-INITIAL_FORMS": len(rows)}
    for number, row in enumerate(rows):
        form[f"memberships-{number}-id"] = row.pk
        form[f"memberships-{number}-club"] = club.pk
        form[f"memberships-{number}-role"] = roles.get(row.player, row.role)
    return client.post(address, form, follow=True)


def roles_of(club: Club) -> dict[str, str]:
    return dict(club.memberships.values_list("player__nickname", "role"))


def test_roles_change_in_the_admin_as_they_do_in_the_club(
    staff: Player, players: list[Player], client: Client
) -> None:
    """They stand in the log of members, and a club keeps an owner; the last one can hand it on in one go."""
    club = create_club(name="Bridge", owner=players[0])
    add_member(club=club, player=players[1])
    client.force_login(staff)
    page = send_roles(client, club, {players[0]: Role.MEMBER})
    assert str(AccountRefusal.LAST_OWNER.label) in html.unescape(page.content.decode())
    assert roles_of(club) == {"Anna": "owner", "Bram": "member"}
    send_roles(client, club, {players[0]: Role.MEMBER, players[1]: Role.OWNER})
    assert roles_of(club) == {"Anna": "member", "Bram": "owner"}
    log = MemberChange.objects.filter(club=club, what=MemberChange.What.ROLE).order_by("pk")
    assert [(each.before, each.after, each.actor) for each in log] == [
        ("member", "owner", staff),
        ("owner", "member", staff),
    ]


def test_the_admin_neither_adds_members_nor_clubs_without_an_owner(
    staff: Player, players: list[Player], client: Client
) -> None:
    club = create_club(name="Bridge", owner=players[0])
    client.force_login(staff)
    assert client.get(reverse("admin:accounts_club_add")).status_code == 403
    page = client.get(reverse("admin:accounts_club_change", args=[club.pk])).content.decode()
    assert 'name="memberships-0-role"' in page
    assert 'name="name"' not in page, "a new name stands in the audit trail"
    assert 'name="is_public"' not in page, "and so does who may see the club"
    assert 'name="memberships-0-player"' not in page
    assert 'name="memberships-0-DELETE"' not in page
    assert 'name="memberships-__prefix__-role"' not in page
