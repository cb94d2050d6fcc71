"""No role of a club changes what is a person's: their names, ways of signing in and sessions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.test import RequestFactory
from django.urls import reverse

from accounts.models import Club, Membership, Player, Role
from accounts.services import add_member
from tests.clients import client_of
from tests.conftest import PASSWORD, Clock, with_second_step
from tests.house.addresses import ADDRESSES
from tests.house.rights.dispute_permissions import DISPUTE_ROWS
from tests.house.rights.league_permissions import LEAGUE_ROWS
from tests.house.rights.ownership import CLUB, NOT_THE_STAFFS, PERSON, POSTS, SITE, STAFF

pytestmark = pytest.mark.django_db
ROWS = LEAGUE_ROWS | DISPUTE_ROWS
EACH = ("add", "change", "delete", "view")


def test_every_post_of_a_club_says_whose_it_is() -> None:
    assert set(POSTS) == {name for name, (_get, post) in ROWS.items() if set(post) != {405}}


@pytest.fixture
def person(club: Club, make_player: Callable[..., Player], clock: Clock) -> Player:
    """A member with an account, an address, a second step and a device."""
    player = with_second_step(make_player("Roosje", first_name="Roos", email="roosje@example.org"))
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    device = client_of(player)
    UserSession.objects.create(
        user=player, ip="192.0.2.1", session_key=device.session.session_key, user_agent="phone"
    )
    add_member(club=club, player=player, at=clock())
    return player


def own(player: Player) -> dict[str, object]:
    """Everything that is the person's."""
    return {
        "row": Player.objects.filter(pk=player.pk).values().get(),
        **{
            model.__name__: list(model.objects.filter(user=player).values())
            for model in (EmailAddress, Authenticator, UserSession)
        },
        "sessions": Session.objects.filter(
            pk__in=UserSession.objects.filter(user=player).values("session_key")
        ).count(),
    }


def about(player: Player) -> dict[str, object]:
    """Every word that a form of the site could take for an order about a player."""
    return {
        "player": player.pk,
        "double": player.pk,
        "role": Role.SECRETARY,
        "sure": "on",
        "nickname": "Mud",
        "listed_name": "Mud",
        "first_name": "Mud",
        "last_name": "Mud",
        "username": "mud",
        "email": "mud@example.org",
        "password": "mud-mud-mud-9",
        "password1": "mud-mud-mud-9",
        "is_active": "",
        "answer": "yes",
        "address": "roosje@example.org",
        "phone": "06 66666666",
        "phone_listed": "on",
        "pasted": f"Roosje,Mud,{player.email}\nMudd,Mud,{player.email}",
    }


@pytest.mark.slow
@pytest.mark.parametrize("role", [Role.OWNER, Role.SECRETARY, Role.ARBITER])
@pytest.mark.parametrize("name", sorted(name for name, (whose, _what) in POSTS.items() if whose == CLUB))
def test_what_is_the_clubs_to_change_leaves_the_person_as_they_are(
    club: Club, players: list[Player], person: Player, name: str, role: Role
) -> None:
    """Asked about the person, and about an accomplice with the person as the double."""
    Membership.objects.filter(club=club, player=players[1]).update(role=role)
    accomplice = players[2]
    add_member(club=club, player=accomplice)
    desk, before = client_of(players[1]), own(person)
    pattern = ADDRESSES[name].pattern
    for asked in (person, accomplice):
        filled = {"slug": club.slug, "code": "ABCDEF", "number": 1, "kind": "stands", "player": asked.pk}
        known = {key: filled.get(key, asked.pk) for key in pattern.converters}
        assert desk.post(reverse(name, kwargs=known), about(person)).status_code < 500
        assert own(person) == before


@pytest.fixture
def helper(make_player: Callable[..., Player]) -> Player:
    """Staff with every right over players except being a superuser."""
    player = with_second_step(make_player("Helper", is_staff=True))
    player.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    return player


def test_staff_shut_out_and_rename_but_do_not_take_an_account_over(
    helper: Player, person: Player, club: Club
) -> None:
    desk = client_of(helper)
    page = desk.get(reverse("admin:accounts_player_change", args=[person.pk]))
    assert page.status_code == 200
    assert set(NOT_THE_STAFFS).isdisjoint(page.context["adminform"].form.fields)
    passwords = {"password1": "mud-mud-mud-9", "password2": "mud-mud-mud-9", "usable_password": "true"}
    address = reverse("admin:auth_user_password_change", args=[person.pk])
    assert desk.post(address, passwords).status_code == 403
    assert desk.post(reverse("admin:accounts_player_delete", args=[person.pk])).status_code == 403
    assert Player.objects.get(pk=person.pk).check_password(PASSWORD)


def test_no_page_of_the_admin_shows_or_changes_a_way_of_signing_in() -> None:
    """With the right to these rows staff would read secrets and session keys, and confirm an address of their own."""
    assert not {EmailAddress, Authenticator, UserSession, Session} & admin.site._registry.keys()


def rights_of(staff: Player) -> dict[str, set[str]]:
    """By model of the admin, what this member of staff can do there."""
    request = RequestFactory().get("/admin/")
    request.user = staff
    return {
        model._meta.label: {
            *(each for each in EACH if getattr(page, f"has_{each}_permission")(request)),
            *page.get_actions(request),
        }
        for model, page in admin.site._registry.items()
    }


def test_every_right_of_staff_says_whose_it_is(helper: Player) -> None:
    """With every permission there is: more than the table says nobody can be given but a superuser."""
    helper.user_permissions.set(Permission.objects.all())
    helper = Player.objects.get(pk=helper.pk)
    able = {model: can for model, can in rights_of(helper).items() if can}
    assert able == {model: set(can.split()) for model, (_whose, can, _what) in STAFF.items()}
    assert {whose for whose, _can, _what in STAFF.values()} == {CLUB, PERSON, SITE}


def test_staff_without_a_right_can_do_nothing_in_the_admin(make_player: Callable[..., Player]) -> None:
    assert not any(rights_of(make_player("Nobody", is_staff=True)).values())


def test_staff_give_nobody_rights_through_a_group(helper: Player) -> None:
    """A member of staff could put every right into a group of their own."""
    group = Group.objects.create(name="helpers")
    helper.groups.add(group)
    helper.user_permissions.set(Permission.objects.all())
    desk = client_of(helper)
    rights = {"name": "helpers", "permissions": list(Permission.objects.values_list("pk", flat=True)[:5])}
    assert desk.post(reverse("admin:auth_group_change", args=[group.pk]), rights).status_code == 403
    assert desk.post(reverse("admin:auth_group_add"), {**rights, "name": "more"}).status_code == 403
    assert not group.permissions.exists()


def test_staff_change_nothing_of_a_superuser(helper: Player, staff: Player) -> None:
    page = client_of(helper).post(
        reverse("admin:accounts_player_change", args=[staff.pk]), {"nickname": "Mud", "is_active": ""}
    )
    assert page.status_code == 403
    assert Player.objects.get(pk=staff.pk).is_active
